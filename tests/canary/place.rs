//! The places that are searched, and which of them a file belongs to.

use std::path::{Path, PathBuf};

/// Where a secret could turn up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// Files in the data folder that are in none of the next two.
    Data,
    /// `steward.db` with its WAL and SHM.
    Database,
    /// `logs/` in the data folder.
    Logs,
    /// What the web view keeps: storage and caches.
    WebStorage,
    /// Everything else in the home.
    Home,
    /// The temp folder of the run, and what else is new in the machine's.
    Temp,
    /// Standard output and error of the app.
    AppOutput,
    /// Standard output and error of the terminals, and what was on their screens.
    TerminalOutput,
    /// What models were sent.
    Model,
    /// What the page said to the program.
    Said,
    /// What the program answered.
    Answered,
    /// The events that the page heard.
    Heard,
    /// The memory of the page's process.
    PageMemory,
    /// The memory of the process that fetches and stores for the page.
    NetworkMemory,
    /// Variables of all processes but the one that a value is for.
    Environment,
    /// Command lines of the same.
    CommandLine,
    /// What is left of programs that crashed.
    Crash,
}

impl Place {
    /// All of them, in the order of the table.
    pub(crate) const ALL: [Self; 17] = [
        Self::Data,
        Self::Database,
        Self::Logs,
        Self::WebStorage,
        Self::Home,
        Self::Temp,
        Self::AppOutput,
        Self::TerminalOutput,
        Self::Model,
        Self::Said,
        Self::Answered,
        Self::Heard,
        Self::PageMemory,
        Self::NetworkMemory,
        Self::Environment,
        Self::CommandLine,
        Self::Crash,
    ];

    /// What it is called in the table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Data => "data folder",
            Self::Database => "database, WAL, SHM",
            Self::Logs => "logs",
            Self::WebStorage => "web view storage",
            Self::Home => "the rest of HOME",
            Self::Temp => "temp folders",
            Self::AppOutput => "output of the app",
            Self::TerminalOutput => "output of terminals",
            Self::Model => "sent to models",
            Self::Said => "IPC: said",
            Self::Answered => "IPC: answered",
            Self::Heard => "IPC: events",
            Self::PageMemory => "WebKitWebProcess",
            Self::NetworkMemory => "WebKitNetworkProcess",
            Self::Environment => "environments",
            Self::CommandLine => "command lines",
            Self::Crash => "crash files",
        }
    }
}

/// Where the things of a run are.
#[derive(Debug)]
pub(crate) struct Ground {
    /// The temp folder of the run, which holds the others.
    pub(crate) run: PathBuf,
    /// The home of the person.
    pub(crate) home: PathBuf,
    /// The data folder.
    pub(crate) data: PathBuf,
    /// Where the outputs of the programs go.
    pub(crate) said: PathBuf,
}

impl Ground {
    /// The keychain's own files, which are the one place for a secret.
    pub(crate) fn keychain(&self) -> PathBuf {
        self.home.join(".local/share/keyrings")
    }

    /// What the web view keeps, by the identifier of the app.
    pub(crate) fn web_storage(&self) -> PathBuf {
        self.home.join(".local/share/dev.steward.desktop")
    }

    /// Where a file of the run belongs; `None`: to the keychain.
    pub(crate) fn place_of(&self, file: &Path) -> Option<Place> {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let place = if file.starts_with(self.keychain()) {
            return None;
        } else if name == "core" || name.starts_with("core.") {
            Place::Crash
        } else if file.starts_with(self.data.join("logs")) {
            Place::Logs
        } else if file.starts_with(&self.data) {
            if name.starts_with("steward.db") { Place::Database } else { Place::Data }
        } else if file.components().any(|it| it.as_os_str() == "dev.steward.desktop") {
            Place::WebStorage
        } else if file.starts_with(&self.home) {
            Place::Home
        } else if file.starts_with(&self.said) {
            match name.split(['.', '-']).next() {
                Some("app") => Place::AppOutput,
                Some("model") => Place::Model,
                Some(_) | None => Place::TerminalOutput,
            }
        } else {
            Place::Temp
        };
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_a_run_belongs_somewhere() {
        let ground = Ground {
            run: "/r".into(),
            home: "/r/h".into(),
            data: "/r/h/.local/share/steward".into(),
            said: "/r/said".into(),
        };
        let of = |file: &str| ground.place_of(Path::new(file));
        assert_eq!(of("/r/h/.local/share/steward/steward.db-wal"), Some(Place::Database));
        assert_eq!(of("/r/h/.local/share/steward/logs/mcp/x.log"), Some(Place::Logs));
        assert_eq!(of("/r/h/.local/share/steward/owner"), Some(Place::Data));
        assert_eq!(of("/r/h/.cache/dev.steward.desktop/x"), Some(Place::WebStorage));
        assert_eq!(of("/r/h/.local/share/dev.steward.desktop/x"), Some(Place::WebStorage));
        assert_eq!(of("/r/h/.local/share/keyrings/login.keyring"), None);
        assert_eq!(of("/r/h/.config/x"), Some(Place::Home));
        assert_eq!(of("/r/said/app.err"), Some(Place::AppOutput));
        assert_eq!(of("/r/said/terminal-1.out"), Some(Place::TerminalOutput));
        assert_eq!(of("/r/said/model.sent"), Some(Place::Model));
        assert_eq!(of("/r/x"), Some(Place::Temp));
        assert_eq!(of("/r/core.71"), Some(Place::Crash));
    }
}
