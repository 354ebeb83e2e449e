//! What every command needs: which data folder, which form of output, and a session when asked.

use std::{path::PathBuf, sync::Arc};

use app::{
    App, KEYCHAIN_SERVICE, Parts, Session, StartUp, Vault, paths,
    wire::failure::{Code, Failure as AppFailure},
};

use crate::{arguments::Arguments, desk::TerminalDesk, failure::Failure, print, signals};

pub(crate) struct Ctx {
    data_dir: PathBuf,
    /// Whether to print JSON.
    pub(crate) json: bool,
}

impl Ctx {
    pub(crate) fn new(arguments: &Arguments) -> Result<Self, Failure> {
        let data_dir = arguments.data_dir.clone().or_else(paths::data_dir).ok_or_else(homeless)?;
        // Another process's folder is meant, whatever folder that runs in.
        let data_dir = std::path::absolute(&data_dir).unwrap_or(data_dir);
        Ok(Self { data_dir, json: arguments.json })
    }

    /// Works at the owner of the data folder, or becomes it for as long as the work takes. Read
    /// what was typed before: nobody else can own the folder meanwhile. Print within: what we do
    /// for others afterwards may take longer.
    pub(crate) async fn session(
        &self,
        work: impl AsyncFnOnce(&Session) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let session = Session::open(|| self.parts(StartUp::Needed), waits).await?;
        let worked = tokio::select! {
            done = Box::pin(work(&session)) => done.map_err(Failure::told),
            // Whatever was started ends in good order below.
            signal = signals::asked_to_end() => signal.and(Err(Failure::Stopped)),
        };
        if !matches!(worked, Err(Failure::Stopped)) {
            tokio::select! {
                () = session.let_guests_finish() => {}
                // Whoever ends us does not wait for others.
                _ = signals::asked_to_end() => {}
            }
        }
        session.close().await;
        worked
    }

    /// Becomes the owner of the data folder, with all servers that are on.
    pub(crate) async fn own(&self) -> Result<App, Failure> {
        Ok(App::open_in_turn(|| self.parts(StartUp::All), 1, waits).await?)
    }

    fn parts(&self, start_up: StartUp) -> Parts {
        Parts {
            data_dir: self.data_dir.clone(),
            desk: Arc::new(TerminalDesk),
            demo: paths::demo(None),
            vault: Vault::os(KEYCHAIN_SERVICE),
            start_up,
        }
    }
}

/// Says why nothing happens yet.
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
