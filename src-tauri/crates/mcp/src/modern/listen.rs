//! What a server of the modern era tells unasked it tells on requests that stand: one for its lists,
//! one for the resources that somebody watches. It knows no listener.

use std::{pin::Pin, time::Duration};

use serde_json::{Map, Value, json};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep},
};

use crate::{
    client::Client, error::Error, modern::watched::Watched, offers::Changes, pending::Reply,
};

const LISTEN: &str = "subscriptions/listen";
/// The waits before a request that the server ended is sent again.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

impl Client {
    /// Holds the requests open on which the server tells of changes, and opens them again when it
    /// ends them. Returns at once where the era has no such thing, and else not before the
    /// connection ends or the server refuses all of it.
    ///
    /// # Errors
    /// The server's refusal, and its end.
    pub(crate) async fn stand(&self, watched: &Watched) -> Result<(), Error> {
        tokio::try_join!(self.hear_of_lists(), self.hear_of_resources(watched)).map(|_| ())
    }

    async fn hear_of_lists(&self) -> Result<(), Error> {
        let Changes { tools, prompts, resources } = self.offers().changes;
        let mut filter = Map::new();
        for (key, said) in [
            ("toolsListChanged", tools),
            ("promptsListChanged", prompts),
            ("resourcesListChanged", resources),
        ] {
            if said {
                filter.insert(key.to_owned(), json!(true));
            }
        }
        if filter.is_empty() {
            return Ok(());
        }
        let (mut wait, mut again) = (FIRST_WAIT, false);
        loop {
            let began = Instant::now();
            let mut standing = Standing::open(self, &filter);
            let ended = loop {
                tokio::select! {
                    ended = &mut standing.ended => break ended,
                    // What changed while nobody listened was told to nobody.
                    Some(_) = standing.begun.recv() => if std::mem::replace(&mut again, true) {
                        self.changed(self.offers().changes);
                    },
                }
            };
            // A server that cannot do it says no more of its lists than before.
            if let Err(Error::Rpc(_)) = &ended {
                return Ok(());
            }
            pause(ended, began, &mut wait).await?;
        }
    }

    async fn hear_of_resources(&self, watched: &Watched) -> Result<(), Error> {
        let mut wanted = watched.wanted();
        let (mut before, mut wait) = (None, FIRST_WAIT);
        loop {
            let asked = wanted.borrow_and_update().clone();
            if asked.is_empty() {
                before = None;
                // Whoever holds `watched` holds the sender too.
                wanted.changed().await.ok();
                continue;
            }
            let mut filter = Map::new();
            filter.insert("resourceSubscriptions".to_owned(), json!(asked));
            let began = Instant::now();
            let mut standing = Standing::open(self, &filter);
            let ended = loop {
                tokio::select! {
                    ended = &mut standing.ended => break Some(ended),
                    Some(said) = standing.begun.recv() => {
                        watched.granted(&asked, &said);
                        // What changed until now was told on the one before.
                        before = None;
                    }
                    Ok(()) = wanted.changed() => break None,
                }
            };
            let Some(ended) = ended else {
                before = Some(standing);
                continue;
            };
            drop(before.take());
            if let Err(Error::Rpc(refused)) = ended {
                watched.refused(asked, refused);
                wanted.changed().await.ok();
            } else {
                pause(ended, began, &mut wait).await?;
            }
        }
    }
}

/// A request that stands. Dropping it ends it at the server.
struct Standing {
    ended: Pin<Box<dyn Future<Output = Reply> + Send>>,
    begun: mpsc::UnboundedReceiver<Value>,
}

impl Standing {
    fn open(client: &Client, filter: &Map<String, Value>) -> Self {
        let mut params = Map::new();
        params.insert("notifications".to_owned(), Value::Object(filter.clone()));
        let (begins, begun) = mpsc::unbounded_channel();
        let client = client.clone();
        let ended = Box::pin(async move { client.stay(LISTEN, &params, begins).await });
        Self { ended, begun }
    }
}

/// Waits before a request that has ended is sent again, longer each time it was short.
async fn pause(ended: Reply, began: Instant, wait: &mut Duration) -> Result<(), Error> {
    // Whether it was the one that stood or the next that found the end makes no difference.
    let ended = ended.map_err(Error::after_sending);
    if let Err(error @ (Error::Ended { .. } | Error::Closed)) = ended {
        return Err(error);
    }
    if began.elapsed() > LONGEST_WAIT {
        *wait = FIRST_WAIT;
    }
    sleep(*wait).await;
    *wait = (*wait * 2).min(LONGEST_WAIT);
    Ok(())
}
