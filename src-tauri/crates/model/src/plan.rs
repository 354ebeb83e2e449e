//! What a start would run, as a person is shown it before it runs.

/// The whole of it: what is shown is what runs, bound by the digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaunchPlan {
    /// What it is called.
    pub title: String,
    /// What would run or be called: the whole command line or address, quoted where it must be.
    pub line: String,
    /// The folder it would run in.
    pub cwd: Option<String>,
    /// Names of the environment variables or headers that it sets; their values stay hidden.
    pub names: Vec<String>,
    /// What the person should know before they say yes.
    pub cautions: Vec<Caution>,
    /// Hex SHA-256 of everything that decides what runs.
    pub digest: String,
}

/// One thing to know before saying yes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caution {
    /// A package without a version: what runs can change from day to day.
    Unpinned(String),
    /// A shell reads the arguments and can run anything in them.
    Shell(String),
    /// A variable that makes programs load foreign code.
    Loader(String),
    /// The program runs with the rights of an administrator.
    Elevated(String),
    /// Traffic could be read on its way.
    Unencrypted(String),
}
