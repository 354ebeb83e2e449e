//! What every command needs: which data folder, which form of output, and a session when asked.

use std::{path::PathBuf, sync::Arc};

use app::{App, KEYCHAIN_SERVICE, Parts, Session, StartUp, Vault, paths};

use crate::{arguments::Arguments, desk::TerminalDesk, failure::Failure};

pub(crate) struct Ctx {
    data_dir: PathBuf,
    /// Whether to print JSON.
    pub(crate) json: bool,
}

impl Ctx {
    pub(crate) fn new(arguments: &Arguments) -> Self {
        let data_dir = arguments.data_dir.clone().unwrap_or_else(paths::data_dir);
        // Another process's folder is meant, whatever folder that runs in.
        let data_dir = std::path::absolute(&data_dir).unwrap_or(data_dir);
        Self { data_dir, json: arguments.json }
    }

    /// Talks to the owner of the data folder, or becomes it.
    pub(crate) async fn session(&self) -> Result<Session, Failure> {
        let session = Session::open(|| self.parts(StartUp::Needed)).await?;
        if let Session::Owner(_) = &session {
            app::logging::start(&self.data_dir);
        }
        Ok(session)
    }

    /// Becomes the owner of the data folder, with all servers that are on.
    pub(crate) async fn own(&self) -> Result<App, Failure> {
        let app = App::open(self.parts(StartUp::All)).await?;
        Ok(app)
    }

    /// Where our own log goes.
    pub(crate) fn start_logging(&self) {
        app::logging::start(&self.data_dir);
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
