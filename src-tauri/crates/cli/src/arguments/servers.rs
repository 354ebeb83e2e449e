//! What can be typed of servers.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Subcommand)]
pub(crate) enum Servers {
    /// Register a server and start it; typing it is the consent
    ///
    /// Waits until it is ready, and prints its tools. One that fails is kept, so that it can be
    /// mended with --replace.
    #[command(after_help = "\
Examples:
  stewardctl servers add files --env ROOT=/srv -- npx -y @modelcontextprotocol/server-filesystem@1 /srv
  stewardctl servers add mine --cwd ~/src/mine -- python3 server.py
  stewardctl servers add far --url https://mcp.example.com/mcp --header 'Authorization: Bearer ?'")]
    Add(Add),
    /// List all servers
    #[command(alias = "ls")]
    List,
    /// Show everything about a server
    Show {
        /// Its name
        name: String,
    },
    /// Switch a server on; what nobody has allowed yet is shown first
    ///
    /// An imported or changed server asks before its first start. Without a terminal to ask at, it
    /// is not started: what it runs is printed with a fingerprint, and --allow takes that.
    Enable {
        /// Its name
        name: String,
        /// Allow what has this fingerprint, and nothing else
        #[arg(long, value_name = "FINGERPRINT")]
        allow: Option<String>,
    },
    /// Switch a server off, and wait until it is gone
    Disable {
        /// Its name
        name: String,
    },
    /// Stop a server, start it again, and wait until it is ready
    ///
    /// For one that hangs: its process and all that it started are ended. A server that is off is
    /// switched on. What nobody has allowed yet is not started.
    Restart {
        /// Its name
        name: String,
    },
    /// Remove a server; its log stays
    #[command(alias = "rm")]
    Remove {
        /// Its name
        name: String,
    },
    /// Show or change which folders are shared with a server
    ///
    /// A server that asks for them learns their paths. That is a hint for it and no fence: what its
    /// program may read is what you may read. A server of the older protocol that was told that there
    /// are none is started again.
    #[command(after_help = "\
Examples:
  stewardctl servers roots files
  stewardctl servers roots files add ~/src/mine")]
    Roots {
        /// Its name
        name: String,
        /// What to do; without it they are listed
        #[arg(requires = "folder")]
        change: Option<Change>,
        /// The folder
        folder: Option<PathBuf>,
    },
    /// Show or set from which level on a server logs
    ///
    /// It is kept, and takes effect at once. `default` leaves it to the server, or, in the newer
    /// protocol, where a server logs only what it is asked for, is `info`.
    Level {
        /// Its name
        name: String,
        /// debug, info, notice, warning, error, critical, alert, emergency, or default
        level: Option<Level>,
    },
    /// Register the servers of a file, without starting any
    ///
    /// Prints what each of them would run. Look at it, then switch on those that you want. One bad
    /// entry stops no other.
    Import {
        /// An mcpServers JSON or one server's JSON; `-` is standard input
        file: PathBuf,
        /// Change servers that are there already; they are switched off until you allow them
        #[arg(long)]
        replace: bool,
    },
}

/// What becomes of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Change {
    /// Share it
    Add,
    /// Share it no more
    Remove,
}

/// A log level; least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
    Default,
}

#[derive(Debug, Args)]
pub(crate) struct Add {
    /// The name to give it
    pub(crate) name: String,
    /// A variable for the server; a value `?` is asked for, hidden, and goes to the keychain
    ///
    /// What looks like a secret goes to the keychain in any case; on a command line, other programs
    /// and the shell's history have seen it by then.
    #[arg(long, short, value_name = "K=V")]
    pub(crate) env: Vec<String>,
    /// The folder it runs in
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// The address of an HTTP server
    #[arg(long, conflicts_with_all = ["command", "env", "cwd"])]
    pub(crate) url: Option<String>,
    /// A header for the HTTP server, as `Name: value`; a value that ends in `?` is asked for
    ///
    /// It is asked for hidden, and goes to the keychain, as with --env: `Authorization: Bearer ?`.
    #[arg(long, value_name = "H", requires = "url", conflicts_with = "command")]
    pub(crate) header: Vec<String>,
    /// How long it may take to start, in seconds
    #[arg(long, value_name = "SECONDS")]
    pub(crate) start_limit: Option<u32>,
    /// How long a call may go without a sign of life, in seconds
    ///
    /// Progress begins it anew, and so does each round of a server that asks something. The whole
    /// may take five times as long. While you are asked, neither runs.
    #[arg(long, value_name = "SECONDS")]
    pub(crate) call_limit: Option<u32>,
    /// Change the server of that name if there is one
    #[arg(long)]
    pub(crate) replace: bool,
    /// The command and its arguments, after `--`
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "url")]
    pub(crate) command: Vec<String>,
}
