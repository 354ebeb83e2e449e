//! What a server is doing now, and why it is not doing it.

use stdx::clock::Millis;

use crate::server::Era;

/// A server's state; exactly one supervisor task changes it.
#[derive(Debug, Clone, PartialEq)]
pub enum State {
    /// Switched off.
    Off,
    /// On its way.
    Starting(Starting),
    /// Usable.
    Ready(Ready),
    /// Not usable.
    Failed(Failed),
}

/// A start under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Starting {
    /// The first is 1.
    pub attempt: u32,
    /// What it is busy with.
    pub phase: Phase,
    /// Since when.
    pub since: Millis,
}

/// What a start is busy with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Others have their turn first: not all servers are started at once.
    Waiting,
    /// The keychain is to hand out secrets, and may be asking the person to unlock it.
    Keychain,
    /// A package runner fetches the server (HOST-6): its start limit stands still.
    Installing,
    /// The program runs, and the connection is being made.
    Connecting,
}

/// A live connection, in words.
#[derive(Debug, Clone, PartialEq)]
pub struct Ready {
    /// The era spoken.
    pub era: Era,
    /// The protocol version that the server answered with.
    pub version: String,
    /// The name and version the server gives itself.
    pub server_info: String,
    /// The address of its page on the web, by its own account; nobody has looked whether it is one.
    pub website: Option<String>,
    /// What the server says of its use.
    pub instructions: Option<String>,
    /// Names of what it can do, such as `tools` and `prompts`.
    pub capabilities: Vec<String>,
    /// How many tools it lists.
    pub tools: usize,
    /// How messages get there.
    pub carrier: Carrier,
    /// Whether the server keeps a session for us.
    pub session: bool,
    /// How long it takes to answer, in milliseconds, where that was measured.
    pub round_trip: Option<u32>,
    /// Process id of the child.
    pub pid: Option<u32>,
    /// Lines on its standard output that were no messages.
    pub noise: u64,
    /// Starts since it was switched on, beyond the first.
    pub restarts: u32,
    /// What was tolerated, in words.
    pub warnings: Vec<String>,
    /// Since when.
    pub since: Millis,
}

/// How messages get to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carrier {
    /// The standard streams of a process.
    Stdio,
    /// Streamable HTTP.
    Http,
    /// HTTP with one stream for all answers, as servers of 2024-11-05 have it.
    OldHttp,
}

/// Why a server cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    /// What happened and why, one sentence.
    pub reason: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// The kind, for a fitting suggestion.
    pub kind: FailureKind,
    /// The secret that is not set, where that is the cause.
    pub unset_secret: Option<String>,
    /// How the process ended, in words such as `exit status 1`.
    pub exit: Option<String>,
    /// The last lines of its standard error.
    pub stderr: Vec<String>,
    /// When it is tried again, if it is.
    pub retry_at: Option<Millis>,
    /// Since when.
    pub since: Millis,
}

/// The kinds of failure that call for different help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// The command was not found.
    CommandMissing,
    /// It was found and could not be run.
    NotRunnable,
    /// A variable or secret that it refers to is not set.
    Unset,
    /// The keychain is locked, or does not answer: it may be asking the person.
    Keychain,
    /// It ended before it was ready.
    Exited,
    /// It was not ready in time.
    TimedOut,
    /// It spoke, but not MCP.
    Protocol,
    /// It ended again and again.
    CrashLoop,
    /// The person has not seen and allowed what would run.
    Unapproved,
    /// Its address, or a header for it, is of no use.
    Address,
    /// It cannot be reached over the network.
    Unreachable,
    /// It was reached, and serves nobody just now.
    Unavailable,
    /// It wants a key or a login, or refuses the one that it was sent.
    Login,
    /// The fault is ours or the machine's.
    Internal,
}
