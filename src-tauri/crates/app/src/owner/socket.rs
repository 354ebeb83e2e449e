//! The owner's door: lets terminals in that are ours, and shows nobody in once it closes.

use std::{fs, os::unix::fs::PermissionsExt as _, sync::Arc, time::Duration};

use stdx::tasks::Tasks;
use tokio::net::{UnixListener, UnixStream};
use tracing::{error, warn};

use crate::{
    lasting::lasting,
    owner::{folder::unusable, guests::Guests, host::Host, lock::Lock, terminal::talk},
    wire::failure::Failure,
};

/// A machine that has no file handles left may have some again after this while.
const PAUSE: Duration = Duration::from_millis(100);

/// Listens among `tasks`, which end it.
///
/// # Errors
/// `Storage` when the socket cannot be made.
pub(crate) fn serve<H: Host>(lock: &Lock, host: &H, tasks: &mut Tasks) -> Result<Guests, Failure> {
    let path = lock.socket();
    // We hold the lock, so whoever made it is gone.
    fs::remove_file(path).ok();
    let failed = |error| unusable(lock.data_dir(), &error);
    let listener = Arc::new(UnixListener::bind(path).map_err(failed)?);
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(failed)?;
    lock.invite().map_err(failed)?;
    let guests = Guests::default();
    let (host, ours, held) = (host.clone(), guests.clone(), guests.held());
    tasks.spawn(async move {
        lasting("the socket", || accept(listener.clone(), host.clone(), ours.clone())).await;
        drop(held);
    });
    Ok(guests)
}

async fn accept<H: Host>(listener: Arc<UnixListener>, host: H, guests: Guests) {
    let mut terminals = Tasks::new();
    let mut inside = 0_usize;
    loop {
        let closing = guests.closing().is_cancelled();
        if closing && inside == 0 {
            return;
        }
        tokio::select! {
            accepted = listener.accept() => match accepted {
                // Turned away without a welcome, it tries again until the folder is free.
                Ok((late, _)) if closing => drop(late),
                Ok((stream, _)) if is_ours(&stream) => {
                    terminals.spawn(talk(stream, host.clone(), guests.clone()));
                    inside += 1;
                }
                Ok(_) => warn!("another user's process knocked at the socket"),
                Err(problem) => {
                    warn!(%problem, "the socket does not accept");
                    tokio::time::sleep(PAUSE).await;
                }
            },
            Some(end) = terminals.ended() => {
                inside -= 1;
                if let Err(problem) = end {
                    error!(%problem, "a terminal's connection fell over");
                }
            }
            () = guests.closing().cancelled(), if !closing => {}
        }
    }
}

/// Whether the process at the other end is this person's. The folder and the socket are
/// owner-only; this is the second lock on the door.
pub(super) fn is_ours(stream: &UnixStream) -> bool {
    let ours = rustix::process::geteuid().as_raw();
    stream.peer_cred().is_ok_and(|it| it.uid() == ours)
}

#[cfg(test)]
mod tests {
    use std::{future::Future, path::Path};

    use serde_json::{Value, json};
    use tokio::{task::yield_now, time::Instant};

    use crate::owner::{
        fake::{FakeHost, nobody},
        remote::Remote,
    };

    use super::*;

    async fn connect(folder: &Path) -> Remote {
        Remote::connect(folder, nobody()).await.unwrap().expect("it is let in")
    }

    /// What came of `work` before `other` was done.
    async fn before<T>(work: impl Future<Output = T>, other: impl Future) -> T {
        tokio::select! {
            biased;
            done = work => done,
            _ = other => panic!("it did not wait"),
        }
    }

    #[tokio::test]
    async fn the_socket_is_its_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (host, _) = FakeHost::new();
        let (lock, ..) = host.own(folder.path()).await;
        assert_eq!(fs::metadata(lock.socket()).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[tokio::test]
    async fn an_owner_that_leaves_lets_a_guest_finish_and_nobody_in() {
        let folder = tempfile::tempdir().unwrap();
        let (host, mut said) = FakeHost::new();
        let (lock, guests, _tasks) = host.own(folder.path()).await;
        let guest = connect(folder.path()).await;
        let waiting = guest.call("wait", Value::Null, None);
        let mut waiting = Box::pin(waiting);
        tokio::select! {
            _ = &mut waiting => panic!("nobody released it"),
            begun = said.recv() => assert_eq!(begun, Some("begun")),
        }
        lock.withdraw("");
        let mut leaving = Box::pin(guests.leave());
        let late = before(Remote::connect(folder.path(), nobody()), &mut leaving).await;
        assert!(late.unwrap().is_none());
        // A next step of the work that is under way is taken too.
        assert_eq!(
            before(guest.call("echo", json!(1), None), &mut leaving).await.unwrap(),
            json!(1)
        );
        host.release.send_replace(true);
        assert_eq!(before(waiting, &mut leaving).await.unwrap(), json!("waited"));
        drop(guest);
        leaving.await;
        assert_eq!(said.recv().await, Some("done"));
    }

    #[tokio::test]
    async fn one_that_only_looks_on_holds_nobody_up() {
        let folder = tempfile::tempdir().unwrap();
        let (host, _said) = FakeHost::new();
        let (_lock, guests, _tasks) = host.own(folder.path()).await;
        let guest = connect(folder.path()).await;
        let mut events = guest.watch().await.unwrap();
        let begun = Instant::now();
        guests.leave().await;
        assert!(begun.elapsed() < Duration::from_secs(1), "it was waited for");
        assert!(events.recv().await.is_err());
        assert!(guest.call("echo", json!(1), None).await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn a_silent_guest_with_nothing_under_way_is_sent_away() {
        let folder = tempfile::tempdir().unwrap();
        let (host, _said) = FakeHost::new();
        let (_lock, guests, _tasks) = host.own(folder.path()).await;
        let guest = connect(folder.path()).await;
        guests.leave().await;
        yield_now().await;
        assert!(guest.call("echo", json!(1), None).await.is_err());
    }
}
