//! The resources that somebody watches, and what the server says to that; it knows no request.

use std::{collections::BTreeSet, time::Duration};

use serde_json::Value;
use tokio::{sync::watch, time::timeout};

use crate::error::{Error, RpcError};

/// The notification by which a server says that it has begun.
pub(crate) const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
/// How long a server may take to say which resources it tells of; one that does not say is believed.
const SOON: Duration = Duration::from_secs(10);

/// The resources that somebody watches, and what the server said to that.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    wanted: watch::Sender<BTreeSet<String>>,
    heard: watch::Sender<Heard>,
}

/// What was asked for last, and what came of it.
#[derive(Debug, Default)]
struct Heard {
    asked: BTreeSet<String>,
    said: Said,
}

#[derive(Debug, Default)]
enum Said {
    #[default]
    Nothing,
    Granted(BTreeSet<String>),
    Refused(RpcError),
}

impl Watched {
    /// Those that are watched, as they change.
    pub(super) fn wanted(&self) -> watch::Receiver<BTreeSet<String>> {
        self.wanted.subscribe()
    }

    /// Watches one more, and waits until the server said whether it tells of it.
    pub(crate) async fn add(&self, uri: &str) -> Result<(), Error> {
        let mut heard = self.heard.subscribe();
        self.wanted.send_if_modified(|wanted| wanted.insert(uri.to_owned()));
        let said = heard.wait_for(|it| it.asked.contains(uri));
        let refused = match timeout(SOON, said).await {
            Ok(Ok(heard)) => match &heard.said {
                Said::Nothing => None,
                Said::Granted(granted) if granted.contains(uri) => None,
                Said::Granted(_) => {
                    let message = "the server does not tell when this changes".to_owned();
                    Some(RpcError { code: None, message, data: None })
                }
                Said::Refused(refused) => Some(refused.clone()),
            },
            Ok(Err(_)) | Err(_) => None,
        };
        match refused {
            None => Ok(()),
            Some(refused) => {
                self.remove(uri);
                Err(refused.into())
            }
        }
    }

    /// Watches one no more.
    pub(crate) fn remove(&self, uri: &str) {
        self.wanted.send_if_modified(|wanted| wanted.remove(uri));
    }

    /// The server said with which it has begun.
    pub(super) fn granted(&self, asked: &BTreeSet<String>, said: &Value) {
        let listed = said.get("notifications").and_then(|it| it.get("resourceSubscriptions"));
        let granted = match listed {
            Some(Value::Array(listed)) => {
                listed.iter().filter_map(Value::as_str).map(str::to_owned).collect()
            }
            // It says that it has begun, and not with what.
            None if said.get("notifications").is_none() => asked.clone(),
            Some(_) | None => BTreeSet::new(),
        };
        let (asked, said) = (asked.clone(), Said::Granted(granted));
        self.heard.send_replace(Heard { asked, said });
    }

    /// The server wants none of it.
    pub(super) fn refused(&self, asked: BTreeSet<String>, refused: RpcError) {
        self.heard.send_replace(Heard { asked, said: Said::Refused(refused) });
    }
}
