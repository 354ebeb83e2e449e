//! From which level on a server's log messages are wanted; it knows no log.

use std::fmt;

use serde_json::{Map, json};

use crate::{client::Client, error::Error, settings::Era};

/// How grave a log message is, least first (RFC 5424).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// For whoever looks for a fault.
    Debug,
    /// How things go.
    Info,
    /// Ordinary, and worth knowing.
    Notice,
    /// It may go wrong.
    Warning,
    /// It went wrong.
    Error,
    /// A part of it is out of order.
    Critical,
    /// Somebody must do something.
    Alert,
    /// All of it is out of order.
    Emergency,
}

impl Level {
    /// The word for it on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

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
}
