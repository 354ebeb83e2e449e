//! What every command needs: which data folder, which form of output, and a session when asked.

use std::{
    path::{Path, PathBuf},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use app::{
    App, KEYCHAIN_SERVICE, Parts, Session, StartUp, Vault, paths,
    terminal::Terminal,
    wire::failure::{Code, Failure as AppFailure},
};

use tokio::time::timeout;

use crate::{
    arguments::Arguments, desk::HeadlessDesk, failure::Failure, print, signals::Signals,
    terminal::Here,
};

/// How long it may take until something is done without a word about it.
const PATIENCE: Duration = Duration::from_secs(1);

pub(crate) struct Ctx {
    data_dir: PathBuf,
    /// Whether to print JSON.
    pub(crate) json: bool,
    /// Where the person is asked.
    pub(crate) here: Here,
}

impl Ctx {
    pub(crate) fn new(arguments: &Arguments) -> Result<Self, Failure> {
        let named = paths::named_data_dir(arguments.data_dir.clone());
        let data_dir = named.or_else(paths::data_dir).ok_or_else(homeless)?;
        // Another process's folder is meant, whatever folder that runs in.
        let data_dir = std::path::absolute(&data_dir).unwrap_or(data_dir);
        Ok(Self { data_dir, json: arguments.json, here: Here::default() })
    }

    /// The data folder, whoever owns it.
    pub(crate) fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// Works at the owner of the data folder, or becomes it for as long as the work takes. Read
    /// what was typed before: nobody else can own the folder meanwhile. Print within: what we do
    /// for others afterwards may take longer.
    pub(crate) async fn session(
        &self,
        work: impl AsyncFnOnce(&Session) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let session = self.open().await?;
        let mut signals = Signals::listen();
        let worked = tokio::select! {
            done = Box::pin(work(&session)) => done.map_err(Failure::told),
            // Whatever was started ends in good order below.
            () = self.here.wants_to_leave() => Err(Failure::Stopped),
            signal = signals.next() => signal.and(Err(Failure::Stopped)),
        };
        if !matches!(worked, Err(Failure::Stopped)) {
            if self.here.has_kept() {
                tokio::select! {
                    () = self.kept(&session) => {}
                    // Whoever ends us does not wait for the keychain.
                    _ = signals.next() => {}
                }
            }
            tokio::select! {
                () = self.let_others_finish(&session) => {}
                // Whoever ends us does not wait for others.
                _ = signals.next() => {}
            }
            tokio::select! {
                // What is typed for a question that is gone is not for the next program.
                () = self.here.quiet() => {}
                _ = signals.next() => {}
            }
        }
        tokio::select! {
            () = session.close() => {}
            // Whoever asks again does not wait; what still runs is ended with us.
            _ = signals.next() => {}
        }
        self.here.leave();
        worked
    }

    /// Becomes the owner of the data folder, with all servers that are on.
    pub(crate) async fn own(&self) -> Result<App, Failure> {
        let parts = || self.parts(StartUp::All);
        Ok(App::open_in_turn(parts, 1, waits).await?)
    }

    /// Waits until what was answered is remembered, or was told not to be.
    async fn kept(&self, session: &Session) {
        let mut done = pin!(session.call::<()>("await_answers", ()));
        if timeout(PATIENCE, &mut done).await.is_err() {
            self.here.note(
                "Waiting for the keychain, which may be asking you to unlock it. Ctrl+C ends this; \
                 what you answered is then not remembered.",
            );
            // An owner that went away remembers nothing, and there is nobody to tell what.
            done.await.ok();
        }
    }

    /// Waits until nobody needs what is ours; says for whom, and what else would end.
    async fn let_others_finish(&self, session: &Session) {
        let mut finished = pin!(session.let_guests_finish());
        let mut told = Vec::new();
        while timeout(PATIENCE, &mut finished).await.is_err() {
            let now = session.under_way();
            if now.is_empty() || now == told {
                continue;
            }
            self.here.note(&format!(
                "This command is done. It goes on for others that work through it: {}. Ctrl+C ends \
                 that too.",
                now.join("; ")
            ));
            told = now;
        }
    }

    async fn open(&self) -> Result<Session, AppFailure> {
        let terminal: Arc<dyn Terminal> = Arc::new(self.here.clone());
        Session::open(&terminal, || self.parts(StartUp::Needed), waits).await
    }

    /// Nobody is asked here for what others do: a call has its own seat at its own terminal.
    fn parts(&self, start_up: StartUp) -> Parts {
        Parts {
            data_dir: self.data_dir.clone(),
            desk: Arc::new(HeadlessDesk),
            demo: paths::demo(None),
            vault: Vault::os(KEYCHAIN_SERVICE),
            start_up,
        }
    }
}

/// Says why nothing happens yet.
#[expect(clippy::needless_pass_by_value, reason = "who waits is handed it")]
fn waits(failure: AppFailure) {
    print::note(&format!("note: {}", failure.message));
}

fn homeless() -> Failure {
    AppFailure::new(Code::Storage, "no home folder is known")
        .hint("name a folder for what Steward keeps: `--data-dir DIR`")
        .into()
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[test]
    fn a_folder_that_was_named_is_kept_absolute() {
        let typed = ["stewardctl", "--data-dir", "here", "serve"];
        let ctx = Ctx::new(&Arguments::try_parse_from(typed).unwrap()).unwrap();
        assert!(ctx.data_dir.is_absolute() && ctx.data_dir.ends_with("here"));
        assert!(!ctx.json);
    }
}
