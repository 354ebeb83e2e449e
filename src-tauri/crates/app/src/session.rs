//! An application to talk to, wherever it runs: our own, or the one that owns the data folder.

use std::sync::Arc;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::sync::broadcast;

use crate::{
    app::{App, Parts},
    dispatch::dispatch,
    owner::{host::Host as _, patience::Patience, remote::Remote},
    terminal::{Terminal, TerminalDesk},
    window::Window,
    wire::{event::UiEvent, failure::Failure},
};

/// Times an owner that is just starting is tried, about a second each.
const TRIES: u32 = 20;

/// What a terminal talks to.
#[derive(Debug)]
pub enum Session {
    /// We own the data folder, and our own calls are asked for at this terminal.
    Owner(App, Arc<dyn Terminal>),
    /// Another process owns it.
    Guest(Remote),
}

impl Session {
    /// Talks to the owner of the data folder, or becomes it. What another owner has to ask is put
    /// at this terminal; what we ask ourselves, at the desk that is among the parts. `waits` hears
    /// once when it takes until an owner has let its guests finish.
    ///
    /// # Errors
    /// `Storage` when the folder cannot be used, `Owned` when its owner does not answer.
    pub async fn open(
        terminal: &Arc<dyn Terminal>,
        mut parts: impl FnMut() -> Parts,
        mut waits: impl FnMut(Failure),
    ) -> Result<Self, Failure> {
        let mut patience = Patience::new(TRIES);
        loop {
            let parts = parts();
            let data_dir = parts.data_dir.clone();
            if let Some(remote) = Remote::connect(&data_dir, Arc::clone(terminal)).await? {
                return Ok(Self::Guest(remote));
            }
            match App::open(parts).await {
                Ok(app) => return Ok(Self::Owner(app, Arc::clone(terminal))),
                // Somebody else is the owner, and will answer or be gone in a moment.
                Err(failure) => patience.again(failure, &data_dir, &mut waits)?,
            }
        }
    }

    /// Runs a command as a person at a terminal.
    ///
    /// # Errors
    /// The command's own failure.
    pub async fn call<R: DeserializeOwned>(
        &self,
        command: &str,
        payload: impl Serialize,
    ) -> Result<R, Failure> {
        self.call_asked(command, payload, None).await
    }

    /// The same; with a seat, what is asked for the call of that tag while the command runs is
    /// asked at this terminal. Without one, an owner with a desk of its own asks there.
    ///
    /// # Errors
    /// The command's own failure.
    pub async fn call_asked<R: DeserializeOwned>(
        &self,
        command: &str,
        payload: impl Serialize,
        seat: Option<&str>,
    ) -> Result<R, Failure> {
        let payload =
            serde_json::to_value(payload).map_err(|it| Failure::malformed(command, &it))?;
        let reply: Value = match self {
            Self::Owner(app, terminal) => {
                let desk = || Arc::new(TerminalDesk::new(Arc::clone(terminal)));
                let _seat = seat.map(|tag| app.seat(tag, desk()));
                dispatch(app, Window::Terminal, command, payload).await?
            }
            Self::Guest(remote) => remote.call(command, payload, seat.map(str::to_owned)).await?,
        };
        serde_json::from_value(reply).map_err(|it| Failure::malformed(command, &it))
    }

    /// All that happens from now on.
    ///
    /// # Errors
    /// `Internal` when the owner went away.
    pub async fn events(&self) -> Result<broadcast::Receiver<UiEvent>, Failure> {
        match self {
            Self::Owner(app, _) => Ok(app.events()),
            Self::Guest(remote) => remote.events().await,
        }
    }

    /// The same for who only looks on: an owner that closes does not wait for it.
    ///
    /// # Errors
    /// `Internal` when the owner went away.
    pub async fn watch(&self) -> Result<broadcast::Receiver<UiEvent>, Failure> {
        match self {
            Self::Owner(app, _) => Ok(app.events()),
            Self::Guest(remote) => remote.watch().await,
        }
    }

    /// Returns when nobody else needs what is ours: a terminal that became the owner by the way
    /// does not cut off the others.
    pub async fn let_guests_finish(&self) {
        match self {
            Self::Owner(app, _) => app.let_guests_finish().await,
            Self::Guest(_) => {}
        }
    }

    /// What others have under way here that would end with us, a few words each.
    pub fn under_way(&self) -> Vec<String> {
        match self {
            Self::Owner(app, _) => app.under_way(),
            Self::Guest(_) => Vec::new(),
        }
    }

    /// Closes what is ours; another owner goes on.
    pub async fn close(self) {
        match self {
            Self::Owner(app, _) => app.close().await,
            Self::Guest(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::{
        app::alone::parts,
        owner::fake::nobody,
        wire::{
            draft::{AddServer, DraftView},
            server::{About, ServerList, ServerRef, ServerRow, StateView, TransportView},
        },
    };

    use super::*;

    async fn open(data_dir: &Path) -> Session {
        Box::pin(Session::open(&nobody(), || parts(data_dir), |it| panic!("{it:?}"))).await.unwrap()
    }

    fn held(title: &str) -> AddServer {
        let transport = TransportView::Stdio {
            command: "no-such-program".into(),
            args: Vec::new(),
            env: [].into(),
            cwd: None,
        };
        let draft = DraftView {
            title: title.into(),
            description: String::new(),
            transport,
            start_limit: None,
            call_limit: None,
        };
        AddServer { draft, replace: false, hold: true }
    }

    #[tokio::test]
    async fn two_sessions_on_one_folder_share_one_application() {
        let folder = tempfile::tempdir().unwrap();
        let data_dir = folder.path().join("data");
        let first = open(&data_dir).await;
        assert!(matches!(first, Session::Owner(..)));
        let second = open(&folder.path().join("data/../data")).await;
        assert!(matches!(second, Session::Guest(_)));
        let mut events = second.watch().await.unwrap();
        let row: ServerRow = second.call("add_server", held("Demo")).await.unwrap();
        assert_eq!((row.name.as_str(), row.on, row.allowed), ("demo", false, false));
        let list: ServerList = first.call("list_servers", ()).await.unwrap();
        assert_eq!(list.servers, [row]);
        let named = ServerRef { server: "demo".into() };
        first.call::<serde_json::Value>("remove_server", named).await.unwrap();
        while events.recv().await.unwrap() != (UiEvent::ServerRemoved { server: "demo".into() }) {}
        let (mine, theirs): (About, About) =
            (first.call("about", ()).await.unwrap(), second.call("about", ()).await.unwrap());
        assert_eq!(mine, theirs);
        second.close().await;
        first.close().await;
    }

    #[tokio::test]
    async fn what_nobody_allowed_does_not_run_however_it_is_woken() {
        let folder = tempfile::tempdir().unwrap();
        let session = open(folder.path()).await;
        let row: ServerRow = session.call("add_server", held("Demo")).await.unwrap();
        let named = ServerRef { server: row.name };
        let woken: ServerRow = session.call("wake_server", named).await.unwrap();
        assert_eq!(woken.state, StateView::Off);
        session.close().await;
    }

    #[tokio::test]
    async fn a_guest_becomes_the_owner_when_the_first_one_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let first = open(folder.path()).await;
        let guest = open(folder.path()).await;
        first.let_guests_finish().await;
        first.close().await;
        let failure = guest.call::<About>("about", ()).await.unwrap_err();
        assert!(failure.hint.is_some_and(|it| it.starts_with("Try again")));
        let again = open(folder.path()).await;
        assert!(matches!(again, Session::Owner(..)));
        again.close().await;
    }
}
