//! What the person wishes of a server, told in the way of its era: how much it logs, and which folders
//! it may ask for.

use serde_json::{Map, json};

use crate::{client::Client, error::Error, level::Level, request, settings::Era};

impl Client {
    /// Whether a level can be set: on the modern era always, else where the server says so.
    pub fn takes_level(&self) -> bool {
        self.era() == Era::Modern || self.offers().logging
    }

    /// Wants log messages from this level on. `None` is the usual: a server of the legacy era
    /// decides by itself, and one of the modern era is asked for [`Level::Info`].
    ///
    /// # Errors
    /// As [`Client::request`]. On the modern era it goes with each request, and nothing can fail.
    pub async fn set_level(&self, level: Option<Level>) -> Result<(), Error> {
        match (self.era(), level) {
            (Era::Modern, _) => {
                self.metas().set_level(level);
                Ok(())
            }
            (Era::Legacy, None) => Ok(()),
            (Era::Legacy, Some(level)) => {
                let mut params = Map::new();
                params.insert("level".to_owned(), json!(level.as_str()));
                self.request("logging/setLevel", &params, self.list_limit()).await.map(|_| ())
            }
        }
    }

    /// The person shares other folders now. `false` where the server was told at its start that it
    /// cannot ask for any, and must be started again to hear of them.
    pub fn roots_changed(&self) -> bool {
        match self.era() {
            Era::Modern => {
                self.metas().renew();
                true
            }
            Era::Legacy if self.declared_roots() => {
                let method = "notifications/roots/list_changed";
                self.post(request::notification(method, &json!({})));
                true
            }
            Era::Legacy => !self.shares_roots(),
        }
    }
}
