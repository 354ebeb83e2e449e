//! The threads that talk to the keychain, one request after the other: one that may ask the person,
//! and one that only looks, and never waits behind the first.
//!
//! They are threads of their own and not tokio's: a keychain may ask the person for as long as it
//! likes, and a runtime that is shut down waits for its blocking threads. Where the keychain's program
//! ends while it asks, nothing ever answers: that thread is left alone, and another one takes its place.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
    time::Duration,
};

use tokio::{
    sync::{oneshot, watch},
    time::sleep,
};

use crate::{error::Error, keychain::Keychain};

/// How often it is looked whether the keychain's program is still the one that was asked.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

type Work = Box<dyn FnOnce(&mut Keychain) + Send>;
type Lost = Arc<dyn Fn(&mut Keychain) -> u64 + Send + Sync>;

/// A handle; the threads end when the last one is dropped and all is answered.
#[derive(Clone)]
pub(crate) struct Worker {
    // Held for a look-up, never over an await.
    asking: Arc<Mutex<Arc<Lane>>>,
    looking: Arc<Lane>,
    service: Arc<str>,
    folder: Option<String>,
    /// How often the keychain's program was lost.
    lost: Lost,
}

/// One thread.
struct Lane {
    jobs: mpsc::Sender<Job>,
    /// How often the keychain's program was lost when what runs there was asked for.
    busy: Arc<Mutex<Option<u64>>>,
    given_up: watch::Sender<bool>,
}

struct Job {
    lost: u64,
    work: Work,
}

impl Lane {
    fn start(service: &str, folder: Option<&str>) -> Arc<Self> {
        let (jobs, queue) = mpsc::channel::<Job>();
        let busy = Arc::<Mutex<Option<u64>>>::default();
        let (service, folder) = (service.to_owned(), folder.map(str::to_owned));
        let runs = Arc::clone(&busy);
        let work = move || {
            let mut keychain = Keychain::new(service, folder);
            for Job { lost, work } in queue {
                *held(&runs) = Some(lost);
                work(&mut keychain);
                *held(&runs) = None;
            }
        };
        // Without a thread the queue is gone, and every request is answered with an error.
        drop(thread::Builder::new().name("vault".to_owned()).spawn(work));
        Arc::new(Self { jobs, busy, given_up: watch::Sender::new(false) })
    }

    /// Queues `work`; if nobody waits for it any more in its turn, it is not done.
    fn queue<T: Send + 'static>(
        &self,
        lost: u64,
        work: impl FnOnce(&mut Keychain) -> Result<T, Error> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T, Error>>, Error> {
        let (reply, answer) = oneshot::channel();
        let work: Work = Box::new(move |keychain| {
            if !reply.is_closed() {
                drop(reply.send(work(keychain)));
            }
        });
        self.jobs.send(Job { lost, work }).map_err(|_| gone())?;
        Ok(answer)
    }
}

impl Worker {
    pub(crate) fn start(service: String, folder: Option<String>) -> Self {
        Self::start_by(service, folder, Arc::new(Keychain::lost))
    }

    fn start_by(service: String, folder: Option<String>, lost: Lost) -> Self {
        let lane = || Lane::start(&service, folder.as_deref());
        let (asking, looking) = (Arc::new(Mutex::new(lane())), lane());
        Self { asking, looking, service: service.into(), folder, lost }
    }

    pub(crate) fn service(&self) -> &str {
        &self.service
    }

    /// Runs `work`, which may ask the person, in its turn. If the caller stops waiting, the answer is
    /// dropped.
    ///
    /// # Errors
    /// Those of `work`, and [`Error::Failed`] where the keychain's program ended meanwhile.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Keychain) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let lost = self.lost().await;
        let lane = Arc::clone(&held(&self.asking));
        let mut answer = lane.queue(lost, work)?;
        let mut given_up = lane.given_up.subscribe();
        loop {
            tokio::select! {
                biased;
                answer = &mut answer => return answer.map_err(|_| gone())?,
                _ = given_up.wait_for(|it| *it) => return Err(ended()),
                () = sleep(LOOK_AGAIN) => {}
            }
            let now = self.lost().await;
            let asked = *held(&lane.busy);
            if asked.is_some_and(|it| it != now) {
                self.give_up(&lane);
            }
        }
    }

    /// Runs `work`, which asks nobody, whatever the person is asked meanwhile.
    ///
    /// # Errors
    /// Those of `work`.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Keychain) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.looking.queue(0, work)?.await.map_err(|_| gone())?
    }

    async fn lost(&self) -> u64 {
        let lost = Arc::clone(&self.lost);
        // Without its thread there is no request that could be lost.
        self.look(move |keychain| Ok(lost(keychain))).await.unwrap_or_default()
    }

    /// Leaves a thread alone that waits for a program that is gone.
    fn give_up(&self, lane: &Arc<Lane>) {
        let mut asking = held(&self.asking);
        // Another of those who wait may have been first.
        if Arc::ptr_eq(&asking, lane) {
            *asking = Lane::start(&self.service, self.folder.as_deref());
        }
        drop(asking);
        lane.given_up.send_replace(true);
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn gone() -> Error {
    Error::Failed("its thread has ended".into())
}

fn ended() -> Error {
    Error::Failed("its program ended while it was asked".into())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use tokio::time::timeout;

    use super::*;

    const MOMENT: Duration = Duration::from_millis(200);

    #[tokio::test]
    async fn requests_are_answered_in_turn() {
        let worker = Worker::start("steward-test".to_owned(), None);
        for number in 0..3 {
            assert_eq!(worker.ask(move |_| Ok(number)).await.unwrap(), number);
        }
    }

    #[tokio::test]
    async fn a_request_given_up_before_its_turn_is_not_made() {
        let worker = Worker::start("steward-test".to_owned(), None);
        let (go, wait) = mpsc::channel::<()>();
        let first = worker.ask(move |_| Ok(wait.recv().is_ok()));
        let (made, was_made) = mpsc::channel::<()>();
        let mut second = Box::pin(worker.ask(move |_| Ok(made.send(()).is_ok())));
        let mut first = Box::pin(first);
        // By then it is queued.
        assert!(timeout(MOMENT, &mut first).await.is_err());
        assert!(timeout(MOMENT, &mut second).await.is_err());
        drop(second);
        go.send(()).unwrap();
        assert!(first.await.unwrap());
        assert!(worker.ask(|_| Ok(true)).await.unwrap());
        assert!(was_made.try_recv().is_err());
    }

    /// A prompt that nobody answers must not hold up the end of the program.
    #[test]
    fn a_request_that_hangs_does_not_hold_up_the_runtime() {
        let worker = Worker::start("steward-test".to_owned(), None);
        let (_never, wait) = mpsc::channel::<()>();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let (begun, has_begun) = mpsc::channel();
        let hangs = worker.clone();
        let asked = runtime.spawn(async move {
            let work = move |_: &mut Keychain| {
                begun.send(()).unwrap();
                Ok(wait.recv().is_ok())
            };
            hangs.ask(work).await
        });
        has_begun.recv().unwrap();
        drop(runtime);
        assert!(asked.is_finished());
    }

    /// HOST-64
    #[tokio::test]
    async fn a_program_that_ends_while_it_asks_holds_up_nobody_for_good() {
        let lost = Arc::new(AtomicU64::new(0));
        let told = Arc::clone(&lost);
        let tells: Lost = Arc::new(move |_: &mut Keychain| told.load(Ordering::Relaxed));
        let worker = Worker::start_by("steward-test".to_owned(), None, tells);
        let (_never, wait) = mpsc::channel::<()>();
        let mut asked = Box::pin(worker.ask(move |_| Ok(wait.recv().is_ok())));
        assert!(timeout(MOMENT, &mut asked).await.is_err());
        let mut both = Box::pin(async { tokio::join!(asked, worker.ask(|_| Ok(1))) });
        let long = LOOK_AGAIN + LOOK_AGAIN / 2;
        assert!(timeout(long, &mut both).await.is_err(), "it may ask for long");
        assert!(worker.look(|_| Ok(true)).await.unwrap(), "who looks waits for nobody");
        lost.store(1, Ordering::Relaxed);
        let (asked, behind) = both.await;
        assert!(matches!(asked, Err(Error::Failed(_))), "{asked:?}");
        assert!(matches!(behind, Err(Error::Failed(_))), "{behind:?}");
        assert_eq!(worker.ask(|_| Ok(2)).await.unwrap(), 2);
    }
}
