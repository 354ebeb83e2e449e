//! How a server is started and for how long one waits for it; it knows nothing that runs.

use std::{path::PathBuf, sync::Arc, time::Duration};

use serde::Serialize;
use serde_json::{Value, json};
use stdx::secret::Secret;

use crate::{asker::Asker, oauth::bearer::Bearer};

/// The newest version of the modern era that this client speaks.
pub const MODERN_VERSION: &str = "2026-07-28";
/// The newest version of the legacy era that this client speaks.
pub const LEGACY_VERSION: &str = "2025-11-25";

/// What is run. Arguments and values may be secrets, so none of them prints itself.
#[derive(Debug, Clone)]
pub struct Launch {
    /// The program: a path, or a name that is looked up in the `PATH` of `env`.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<Secret>,
    /// Its whole environment: nothing of ours is handed on by itself.
    pub env: Vec<(String, Secret)>,
    /// Where it runs; `None` for where we run.
    pub cwd: Option<PathBuf>,
}

/// Limits and choices of one connection.
#[derive(Debug, Clone)]
pub struct Settings {
    /// What the server is told of us.
    pub client: ClientInfo,
    /// Who is asked when the server asks the person something. `None` where nobody can be: then
    /// the server is told that questions are not served.
    pub asker: Option<Arc<dyn Asker>>,
    /// Who has the token that goes with each request over HTTP. `None` where none is needed, or
    /// where it is among the headers of the target.
    pub bearer: Option<Arc<dyn Bearer>>,
    /// Which era is tried first.
    pub era: EraChoice,
    /// From the start of the process to its readiness. While a package runner fetches it stands
    /// still.
    pub start_limit: Duration,
    /// How long a package runner may fetch.
    pub install_limit: Duration,
    /// How long the question for the era waits for its answer before the other way is tried too.
    /// While a package runner fetches it stands still.
    pub probe_limit: Duration,
    /// How long one page of a list may take.
    pub list_limit: Duration,
    /// How long is waited before an input round that asks nobody; each time twice as long, up to
    /// 16 times this.
    pub round_gap: Duration,
    /// The two waits of the stop order: after stdin is closed, and after SIGTERM.
    pub stop_grace: Duration,
    /// The longest line that is read from the server, in bytes; at least 1 kB.
    pub line_limit: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            client: ClientInfo {
                name: "steward".to_owned(),
                title: Some("Steward".to_owned()),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            },
            asker: None,
            bearer: None,
            era: EraChoice::Auto { last: None },
            start_limit: Duration::from_secs(120),
            install_limit: Duration::from_secs(15 * 60),
            probe_limit: Duration::from_secs(8),
            list_limit: Duration::from_secs(60),
            round_gap: Duration::from_millis(250),
            stop_grace: Duration::from_secs(2),
            line_limit: 32 << 20,
        }
    }
}

impl Settings {
    /// HOST-49: what a server may ask for, in either era. What nobody would answer is not declared.
    pub(crate) fn capabilities(&self) -> Value {
        capabilities(self.asker.as_deref(), Era::Legacy)
    }
}

/// HOST-22: folders are declared only where the person shares some, and sampling nowhere.
pub(crate) fn capabilities(asker: Option<&dyn Asker>, era: Era) -> Value {
    let Some(asker) = asker else { return json!({}) };
    let mut capabilities = json!({ "elicitation": { "form": {}, "url": {} } });
    if asker.roots().is_some() {
        capabilities["roots"] = match era {
            Era::Legacy => json!({ "listChanged": true }),
            Era::Modern => json!({}),
        };
    }
    capabilities
}

/// Who we are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClientInfo {
    /// The name for machines.
    pub name: String,
    /// The name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Our version.
    pub version: String,
}

/// The two ways of speaking MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Era {
    /// 2025-11-25 and older: a session that `initialize` opens.
    Legacy,
    /// 2026-07-28 and newer: every request says its version.
    Modern,
}

/// Which era to speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EraChoice {
    /// Find out; begin with what worked last time. After a failed start, and when the command
    /// has changed, `last` should be forgotten.
    Auto {
        /// The era of the last connection to this server.
        last: Option<Era>,
    },
    /// This one and no other.
    Only(Era),
}
