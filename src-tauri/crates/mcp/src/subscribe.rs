//! News of single resources: who watches which, in the way of either era; it knows no resource.

use crate::{client::Client, error::Error, resources::of, settings::Era};

impl Client {
    /// Listens to what the server tells unasked, where its era wants somebody to hold on for that:
    /// somebody should run this as long as the connection lives. Returns at once in the legacy era.
    ///
    /// # Errors
    /// The server's end.
    pub async fn listen(&self) -> Result<(), Error> {
        match self.era() {
            Era::Legacy => Ok(()),
            Era::Modern => self.stand(self.watched()).await,
        }
    }

    /// Wants to be told when this resource changes: [`crate::Notice::ResourceUpdated`]. On the modern
    /// era somebody must run [`Client::listen`].
    ///
    /// # Errors
    /// As [`Client::request`]; the server's refusal among them.
    pub async fn subscribe(&self, uri: &str) -> Result<(), Error> {
        match self.era() {
            Era::Legacy => self.subscription("resources/subscribe", uri).await,
            Era::Modern => self.watched().add(uri).await,
        }
    }

    /// Does not want to be told any more.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn unsubscribe(&self, uri: &str) -> Result<(), Error> {
        match self.era() {
            Era::Legacy => self.subscription("resources/unsubscribe", uri).await,
            Era::Modern => {
                self.watched().remove(uri);
                Ok(())
            }
        }
    }

    async fn subscription(&self, method: &str, uri: &str) -> Result<(), Error> {
        self.request(method, &of(uri), self.list_limit()).await.map(|_| ())
    }
}
