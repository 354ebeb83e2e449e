//! The thread that talks to the keychain, one request after the other.
//!
//! It is a thread of its own and not tokio's: a keychain may ask the person for as long as it
//! likes, and a runtime that is shut down waits for its blocking threads.

use std::{
    sync::{Arc, mpsc},
    thread,
};

use tokio::sync::oneshot;

use crate::{error::Error, keychain::Keychain};

type Job = Box<dyn FnOnce(&mut Keychain) + Send>;

/// A handle; the thread ends when the last one is dropped and all is answered.
#[derive(Clone)]
pub(crate) struct Worker {
    jobs: mpsc::Sender<Job>,
    service: Arc<str>,
}

impl Worker {
    pub(crate) fn start(service: String, folder: Option<String>) -> Self {
        let (jobs, queue) = mpsc::channel::<Job>();
        let filed: Arc<str> = service.as_str().into();
        let work = move || {
            let mut keychain = Keychain::new(service, folder);
            for job in queue {
                job(&mut keychain);
            }
        };
        // Without a thread the queue is gone, and every request is answered with an error.
        drop(thread::Builder::new().name("vault".to_owned()).spawn(work));
        Self { jobs, service: filed }
    }

    pub(crate) fn service(&self) -> &str {
        &self.service
    }

    /// Runs `work` in its turn. If the caller stops waiting, the answer is dropped.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Keychain) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let job: Job = Box::new(move |keychain| {
            // Nobody waits any more for a request that was given up before its turn.
            if !reply.is_closed() {
                drop(reply.send(work(keychain)));
            }
        });
        self.jobs.send(job).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

fn gone() -> Error {
    Error::Failed("its thread has ended".into())
}

#[cfg(test)]
mod tests {
    use super::*;

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
        // Both are queued by their first poll.
        assert!(futures_pending(&mut first).await && futures_pending(&mut second).await);
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

    async fn futures_pending<T>(future: &mut (impl Future<Output = T> + Unpin)) -> bool {
        std::future::poll_fn(|context| {
            let pending = std::pin::Pin::new(&mut *future).poll(context).is_pending();
            std::task::Poll::Ready(pending)
        })
        .await
    }
}
