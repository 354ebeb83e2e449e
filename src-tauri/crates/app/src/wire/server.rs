//! A server as the page shows it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One registered server and what it is doing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerRow {
    /// Its name, unique.
    pub name: String,
    /// The name as it was given.
    pub title: String,
    /// What it is, in the owner's words.
    pub description: String,
    /// How to reach it.
    pub transport: TransportView,
    /// The whole command line or address, quoted where it must be.
    pub line: String,
    /// Whether it should run.
    pub on: bool,
    /// Whether the person has seen and allowed what it runs.
    pub allowed: bool,
    /// The fingerprint of all that it runs; another one, and it is not what was seen.
    pub digest: String,
    /// What it is doing.
    pub state: StateView,
    /// How many tools it listed last, also while it is off.
    pub tools: u32,
    /// Seconds it may take to start.
    pub start_limit: u32,
    /// Seconds a call may take.
    pub call_limit: u32,
    /// Where it came from: `user`, `import` or `builtin`.
    pub source: SourceView,
    /// When it was registered, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created_at: i64,
    /// When its registration changed last, in milliseconds since 1970.
    #[ts(type = "number")]
    pub updated_at: i64,
}

/// How to reach a server. Values may hold `${VAR}` and `${secret:NAME}`, never a secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum TransportView {
    /// A program.
    Stdio {
        /// A path, or a name on the `PATH`.
        command: String,
        /// One argument each.
        args: Vec<String>,
        /// Environment variables.
        env: BTreeMap<String, String>,
        /// The folder it runs in.
        cwd: Option<String>,
    },
    /// An address.
    Http {
        /// The whole address.
        url: String,
        /// Sent with each request.
        headers: BTreeMap<String, String>,
    },
}

/// Where a registration came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum SourceView {
    /// Typed or pasted.
    User,
    /// Read from another program's file.
    Import,
    /// Comes with Steward.
    Builtin,
}

/// What a server is doing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum StateView {
    /// Switched off.
    Off,
    /// On its way.
    Starting {
        /// The first is 1.
        attempt: u32,
        /// What it is busy with.
        phase: PhaseView,
        /// Since when, in milliseconds since 1970.
        #[ts(type = "number")]
        since: i64,
    },
    /// Usable.
    Ready(ReadyView),
    /// Not usable.
    Failed(FailedView),
}

/// What a start is busy with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum PhaseView {
    /// Others have their turn first.
    Waiting,
    /// The keychain is to hand out secrets, and may be asking the person to unlock it.
    Keychain,
    /// A package runner fetches the server.
    Installing,
    /// The program runs, and the connection is being made.
    Connecting,
}

/// A live connection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReadyView {
    /// `legacy` or `modern`.
    pub era: EraView,
    /// The protocol version that the server answered with.
    pub version: String,
    /// The name and version the server gives itself.
    pub server_info: String,
    /// The address of its page on the web, as a stranger wrote it; it is opened by `open_link` alone.
    pub website: Option<String>,
    /// What the server says of its use; plain text of a stranger.
    pub instructions: Option<String>,
    /// What it can do, such as `tools` and `prompts`.
    pub capabilities: Vec<String>,
    /// How messages get there.
    pub carrier: CarrierView,
    /// Whether the server keeps a session for us.
    pub session: bool,
    /// How long it takes to answer, in milliseconds, where that was measured.
    pub round_trip: Option<u32>,
    /// Process id of the child.
    pub pid: Option<u32>,
    /// Lines on its standard output that were no messages.
    #[ts(type = "number")]
    pub noise: u64,
    /// Starts since it was switched on, beyond the first.
    pub restarts: u32,
    /// What was tolerated, in words.
    pub warnings: Vec<String>,
    /// Since when, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
}

/// How messages get to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum CarrierView {
    /// The standard streams of a process.
    Stdio,
    /// Streamable HTTP.
    Http,
    /// HTTP with one stream for all answers, as servers of 2024-11-05 have it.
    OldHttp,
}

/// A generation of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum EraView {
    /// 2025-11-25 and older.
    Legacy,
    /// 2026-07-28.
    Modern,
}

/// Why a server cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FailedView {
    /// What happened and why, one sentence.
    pub reason: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// How the process ended, such as `exit status 1`.
    pub exit: Option<String>,
    /// The last lines of its standard error; plain text of a stranger.
    pub stderr: Vec<String>,
    /// What would help, as a button.
    pub fix: Option<Fix>,
    /// When it is tried again, in milliseconds since 1970.
    #[ts(type = "number | null")]
    pub retry_at: Option<i64>,
    /// Since when, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
}

/// What would help; each is a button of the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Fix {
    /// Start it again.
    Restart,
    /// Change its registration.
    Edit,
    /// Set the secret that it refers to.
    SetSecret {
        /// The secret's name.
        key: String,
    },
    /// Look at what would run, and allow it.
    Approve,
    /// Give it more time, and start it again.
    MoreTime,
}

/// All servers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerList {
    /// In the order of their names.
    pub servers: Vec<ServerRow>,
}

/// Names one server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ServerRef {
    /// Its name.
    pub server: String,
}

/// Switches a server on or off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SwitchServer {
    /// Its name.
    pub server: String,
    /// Whether it should run.
    pub on: bool,
}

/// Allows what a server runs, as it was seen at a terminal, and switches it on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AllowServer {
    /// Its name.
    pub server: String,
    /// The fingerprint of what was seen, as in `ServerRow`.
    pub digest: String,
}

/// What was tried and what would help.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Diagnosis {
    /// What happened and why.
    pub cause: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// What Steward looked at and found, one line each.
    pub tried: Vec<String>,
    /// The last lines of its standard error.
    pub stderr: Vec<String>,
    /// What would help, as a button.
    pub fix: Option<Fix>,
}

/// About this Steward.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// Its version.
    pub version: String,
    /// The folder that holds everything it keeps.
    pub data_dir: String,
}

/// What was removed; `restore_server` takes it back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Removed {
    /// The server's name.
    pub server: String,
    /// The name as it was given.
    pub title: String,
    /// How many answers are remembered for it; they are forgotten once it cannot be taken back.
    pub remembered: usize,
}
