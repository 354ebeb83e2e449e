//! What a start would run, as a person is shown it before it runs.

/// The whole of it: what is shown is what runs, bound by the digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaunchPlan {
    /// What it is called.
    pub title: String,
    /// What the line is.
    pub target: Target,
    /// What would run or be called: the whole command line or address, quoted where it must be.
    pub line: String,
    /// The folder it would run in.
    pub cwd: Option<String>,
    /// Names of the environment variables or headers that it sets; their values stay hidden.
    pub names: Vec<String>,
    /// The secrets and variables that are put in at the start, as they are written: `${secret:KEY}`,
    /// `${NAME}`. In order, each once.
    pub refers: Vec<String>,
    /// What the person should know before they say yes.
    pub cautions: Vec<Caution>,
    /// Hex SHA-256 of everything that decides what runs.
    pub digest: String,
}

/// What a plan is about. It cannot be told from the line: a program may be named like an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A program that runs on this machine.
    Program,
    /// An address that is called.
    Address,
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
    /// The address holds a user name or a password, which makes its host hard to see.
    UserInfo,
    /// The host is of a private network: which machine answers depends on where one is.
    PrivateNetwork(String),
    /// The host is a number, not a name.
    NumericHost(String),
    /// The host is written with letters that can look like others.
    Lookalike(String),
}
