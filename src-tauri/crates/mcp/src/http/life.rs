//! One connection to a server over HTTP from its beginning to its end, with all that works for it;
//! it knows no era.

use std::{sync::Arc, time::Duration};

use stdx::tasks::Tasks;
use tokio::{
    sync::{Semaphore, mpsc, watch},
    time::timeout,
};
use tokio_util::sync::CancellationToken;

use crate::{
    ended::{Ended, Reason},
    error::Error,
    herald::{self, Walk},
    http::{
        courier::Courier,
        feed::Feed,
        pool::Pool,
        target::{Address, Target, origin},
        transport::Http,
        wire::Wire,
    },
    hub::{Hub, Outbox},
    link::{Link, Transport},
    notice::Notice,
    pending::Over,
    settings::Settings,
    stdio::guard::Guard,
};

/// How many answers and cancels may be on their way at once.
const MOST_SAID: usize = 16;
/// How long a listener that does not read is waited for at the end.
const SHORT_GRACE: Duration = Duration::from_millis(500);

/// A connection that lives. Dropping it ends it in the background.
#[derive(Debug)]
pub(crate) struct Online {
    pub(crate) hub: Arc<Hub>,
    pub(crate) http: Arc<Http>,
    ended: watch::Receiver<Option<Ended>>,
    stop: CancellationToken,
}

impl Online {
    /// Begins it. Nothing is sent yet.
    ///
    /// # Errors
    /// [`Error::Http`] where the target is of no use.
    pub(crate) fn start(
        target: &Target,
        settings: &Settings,
        pool: &Pool,
        guard: &Guard,
        notices: &mpsc::Sender<Notice>,
    ) -> Result<Self, Error> {
        let address = Address::read(target)?;
        let place = origin(address.url());
        let (herald, walk) = herald::herald(notices.clone());
        let (hub, outbox) = Hub::new(herald, settings.line_limit, settings.asker.clone());
        let hub = Arc::new(hub);
        hub.herald.tell(Notice::Lifecycle(format!("connecting to `{place}`")));
        let wire = Wire::new(pool, address, &settings.client).with(settings.bearer.clone());
        let http = Arc::new(Http::new(Courier::new(wire, Feed::new(Arc::clone(&hub)))));
        let (end, ended) = watch::channel(None);
        let stop = CancellationToken::new();
        let owner =
            Owner { hub: Arc::clone(&hub), http: Arc::clone(&http), grace: settings.stop_grace };
        let (stopped, held) = (stop.clone(), guard.clone());
        guard.spawn(async move {
            // Whoever waits for the end may be gone.
            end.send(Some(owner.live(stopped, walk, outbox).await)).ok();
            // It owns this task, and must not end it by going first.
            drop(held);
        });
        Ok(Self { hub, http, ended, stop })
    }

    /// What it is asked by.
    pub(crate) fn link(&self) -> Link {
        Link::new(Arc::clone(&self.hub), Transport::Http(Arc::clone(&self.http)))
    }

    /// Waits for the end.
    pub(crate) async fn ended(&mut self) -> Ended {
        match self.ended.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(ended)) => ended.clone(),
            // The runtime is going down.
            Ok(None) | Err(_) => Ended { exit: None, reason: Reason::Closed },
        }
    }

    /// Ends it, and waits for that.
    pub(crate) async fn close(mut self) -> Ended {
        self.stop.cancel();
        self.ended().await
    }
}

impl Drop for Online {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// The one that holds what works for a connection, and ends it in order.
struct Owner {
    hub: Arc<Hub>,
    http: Arc<Http>,
    grace: Duration,
}

impl Owner {
    async fn live(self, stop: CancellationToken, walk: Walk, outbox: Outbox) -> Ended {
        let Self { hub, http, grace } = self;
        let over = CancellationToken::new();
        let (mut telling, mut carrying) = (Tasks::new(), Tasks::new());
        telling.spawn(walk.run(over.clone()));
        carrying.spawn(carry(Arc::clone(&http.courier), outbox));
        let (reason, end) = tokio::select! {
            biased;
            () = stop.cancelled() => (Reason::Closed, Over::Closed),
            () = http.courier.over.cancelled() => {
                let how = http.courier.how.get().cloned().unwrap_or_default();
                (Reason::OutputClosed, Over::Ended(how))
            }
        };
        hub.pending.finish(end);
        http.stop().await;
        carrying.stop().await;
        let state = http.courier.session.now();
        if state.has_id() {
            // A server that does not take it will forget the session by itself.
            timeout(grace, http.courier.wire.delete(state.headers())).await.ok();
        }
        hub.herald.tell(Notice::Lifecycle("the connection is closed".to_owned()));
        over.cancel();
        timeout(SHORT_GRACE, telling.ended()).await.ok();
        Ended { exit: None, reason }
    }
}

/// Carries what was posted, some at once: one that hangs must not hold up the others.
async fn carry(courier: Arc<Courier>, mut frames: Outbox) {
    let room = Arc::new(Semaphore::new(MOST_SAID));
    let mut tasks = Tasks::new();
    while let Ok(turn) = Arc::clone(&room).acquire_owned().await
        && let Some(frame) = frames.next().await
    {
        let courier = Arc::clone(&courier);
        tasks.reap();
        tasks.spawn(async move {
            if let Err(fault) = courier.say(frame).await {
                let text = format!("it did not take an answer or a cancel: {fault}");
                courier.feed.hub.herald.tell(Notice::Warning(text));
            }
            drop(turn);
        });
    }
}
