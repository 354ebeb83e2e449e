//! What can be typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Steward at the terminal: registers, runs and calls MCP servers.
#[derive(Debug, Parser)]
#[command(name = "stewardctl", version, propagate_version = true, arg_required_else_help = true)]
pub(crate) struct Arguments {
    /// The folder that holds everything Steward keeps
    #[arg(long, global = true, value_name = "DIR", env = "STEWARD_DATA_DIR")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Print JSON, for programs
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Register, list and switch servers
    #[command(subcommand)]
    Servers(Servers),
    /// List the tools of one server, or of all
    Tools {
        /// The server's name
        server: Option<String>,
    },
    /// Call a tool and print what it gives
    Call(Call),
    /// Print a server's log
    Logs(Logs),
    /// Keep the servers running until a signal ends it
    Serve,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Servers {
    /// Register a server and start it; typing it is the consent
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
    Enable {
        /// Its name
        name: String,
        /// Allow what it runs; without it, you are asked
        #[arg(long)]
        yes: bool,
    },
    /// Switch a server off
    Disable {
        /// Its name
        name: String,
    },
    /// Remove a server; its log stays
    #[command(alias = "rm")]
    Remove {
        /// Its name
        name: String,
    },
    /// Register the servers of a file, without starting any
    Import {
        /// An mcpServers JSON or one server's JSON; `-` is standard input
        file: PathBuf,
        /// Change servers that are there already
        #[arg(long)]
        replace: bool,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Add {
    /// The name to give it
    pub(crate) name: String,
    /// A variable for the server; what looks like a secret goes to the keychain
    #[arg(long, short, value_name = "K=V")]
    pub(crate) env: Vec<String>,
    /// The folder it runs in
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// The address of an HTTP server
    #[arg(long, conflicts_with_all = ["command", "env", "cwd"])]
    pub(crate) url: Option<String>,
    /// A header for the HTTP server, as `Name: value`
    #[arg(long, value_name = "H", requires = "url")]
    pub(crate) header: Vec<String>,
    /// How long it may take to start, in seconds
    #[arg(long, value_name = "SECONDS")]
    pub(crate) start_limit: Option<u32>,
    /// How long a call may take, in seconds
    #[arg(long, value_name = "SECONDS")]
    pub(crate) call_limit: Option<u32>,
    /// Change the server of that name if there is one
    #[arg(long)]
    pub(crate) replace: bool,
    /// The command and its arguments, after `--`
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "url")]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Call {
    /// The server's name
    pub(crate) server: String,
    /// The tool's name
    pub(crate) tool: String,
    /// The arguments as a JSON object; `-` reads them from standard input
    pub(crate) arguments: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Logs {
    /// The server's name
    pub(crate) server: String,
    /// Go on printing as it grows
    #[arg(long, short)]
    pub(crate) follow: bool,
    /// How many lines to begin with, 1 to 5000
    #[arg(long, short = 'n', default_value_t = 200, value_name = "LINES",
        value_parser = clap::value_parser!(u32).range(1..=5000))]
    pub(crate) lines: u32,
}
