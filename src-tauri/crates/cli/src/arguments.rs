//! What can be typed, and what `--help` says of it.

pub(crate) mod models;
pub(crate) mod servers;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, value_parser};

use self::{
    models::{Chat, Models},
    servers::Servers,
};

const STATUS: &str = "\
Exit status:
  0  it worked
  1  a call, a server or the data folder failed
  2  what was typed cannot be done

Results go to standard output; errors, hints, notes and progress go to standard error.";

const FILES: &str = "\
The data folder is $XDG_DATA_HOME/steward, or ~/.local/share/steward; on macOS it is
~/Library/Application Support/Steward. It has one owner at a time: the window, `stewardctl
serve`, or a single command. All others talk to the owner. Its log is logs/steward.log; RUST_LOG
chooses what goes into it.";

const EXAMPLES: &str = "\
Examples:
  stewardctl servers add everything -- npx -y @modelcontextprotocol/server-everything
  stewardctl call everything echo '{\"message\":\"hi\"}'
  stewardctl logs everything --follow";

/// Steward at the terminal: registers, runs and calls MCP servers.
///
/// A command that needs a server starts it if it is switched on, unless Steward's window or
/// `stewardctl serve` has it running, and leaves nothing running behind. Secrets that are typed
/// go to the system's keychain.
#[derive(Debug, Parser)]
#[command(
    name = "stewardctl",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    after_help = EXAMPLES,
    after_long_help = format!("{EXAMPLES}\n\n{STATUS}\n\n{FILES}"),
)]
pub(crate) struct Arguments {
    /// The folder that holds everything Steward keeps
    ///
    /// It is made if it is not there, and closed to others if it is empty. The variable
    /// STEWARD_DATA_DIR names it too.
    #[arg(long, global = true, value_name = "DIR")]
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
    ///
    /// One server is started for it, so that its list is fresh; of all servers, the lists that they
    /// gave last are printed.
    Tools {
        /// The server's name
        server: Option<String>,
    },
    /// Call a tool and print what it gives
    ///
    /// Text is printed as it is; with --json everything the tool gave is. The status is 1 when the
    /// tool says that it failed. What its server asks is asked on the terminal, whatever the
    /// standard streams are; without a terminal, in the window of a Steward that runs, or not at
    /// all, and the status is 1.
    #[command(after_help = "\
Examples:
  stewardctl call everything echo '{\"message\":\"hi\"}'
  stewardctl call everything echo - <arguments.json")]
    Call(Call),
    /// Ask a model, which may call the tools of your servers
    ///
    /// The model's text goes to standard output as it comes; its calls, what became of them and what
    /// they cost go to standard error. A call that no rule lets run asks you on the terminal; without
    /// one it is refused, and the status is 1. What servers ask meanwhile is asked on the terminal
    /// too. Ctrl+C stops the model and its calls.
    ///
    /// With --json, each event is printed as a line of JSON instead.
    #[command(after_help = "\
Examples:
  stewardctl chat 'What is in my notes on Oslo?' --model ollama/qwen3
  stewardctl chat 'And on Bergen?' --conversation 0c5f…
  stewardctl chat - <question.md >answer.md")]
    Chat(Chat),
    /// List the providers of models, and the models of each; add, test or remove one
    #[command(args_conflicts_with_subcommands = true)]
    Models {
        /// What to do; without it all are listed
        #[command(subcommand)]
        what: Option<Models>,
    },
    /// List the prompts of one server, or of all that run
    ///
    /// One server is started for it. What stands in brackets can be left out.
    Prompts {
        /// The server's name
        server: Option<String>,
    },
    /// Ask for a prompt and print its messages
    #[command(after_help = "\
Examples:
  stewardctl get-prompt everything args-prompt city=Oslo state='the coast'")]
    GetPrompt(GetPrompt),
    /// List the resources of one server, or of all that run, and their templates
    ///
    /// One server is started for it. A template has variables such as {path}: fill them in, and read
    /// the address that comes of it.
    Resources {
        /// The server's name
        server: Option<String>,
    },
    /// Print what a resource holds
    ///
    /// On a terminal, characters that hide are written out and bytes are only told of; into a file or
    /// a pipe, all goes as it is.
    #[command(after_help = "\
Examples:
  stewardctl read everything demo://resource/dynamic/text/1
  stewardctl read everything demo://resource/dynamic/blob/1 >blob.bin")]
    Read(Read),
    /// Print what an argument of a prompt or of a resource template could become
    #[command(after_help = "\
Examples:
  stewardctl complete everything --prompt completable-prompt department E
  stewardctl complete everything --prompt completable-prompt name --with department=Sales")]
    Complete(Complete),
    /// List, set and remove secrets; values are typed, and never shown
    #[command(subcommand)]
    Secrets(Secrets),
    /// Print a server's log
    ///
    /// With --follow it ends when the server is removed, when its reader goes away, or at once when
    /// no Steward runs that could write more.
    Logs(Logs),
    /// Keep the servers running until a signal ends it
    ///
    /// For machines without a display: starts all servers that are switched on, watches over them,
    /// and serves other stewardctl commands. Ends in good order at SIGINT, SIGTERM or SIGHUP, and at
    /// once at a second one.
    Serve,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Secrets {
    /// List the secrets by name, with who refers to them; no value is read
    ///
    /// `elicit/SERVER/FIELD` is an answer that you had remembered.
    #[command(alias = "ls")]
    List {
        /// Only those whose names fit: `*` stands for anything, `?` for one character
        pattern: Option<String>,
    },
    /// Ask for the value of a secret on the terminal, and keep it in the system's keychain
    ///
    /// It is typed twice and not shown. An empty one removes the secret, after a question.
    Set {
        /// Its name, in capitals, digits and `_`, such as GITHUB_TOKEN
        name: String,
    },
    /// Remove a secret from the keychain, after a question
    #[command(alias = "rm")]
    Remove {
        /// Its name, as the list has it
        name: String,
    },
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
pub(crate) struct GetPrompt {
    /// The server's name
    pub(crate) server: String,
    /// The prompt's name
    pub(crate) prompt: String,
    /// Its arguments
    #[arg(value_name = "NAME=VALUE")]
    pub(crate) arguments: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Read {
    /// The server's name
    pub(crate) server: String,
    /// The resource's address
    pub(crate) uri: String,
    /// Print it again each time it changes
    #[arg(long, short)]
    pub(crate) follow: bool,
}

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("of").required(true).args(["prompt", "template"]))]
pub(crate) struct Complete {
    /// The server's name
    pub(crate) server: String,
    /// The prompt whose argument it is
    #[arg(long, value_name = "NAME")]
    pub(crate) prompt: Option<String>,
    /// The resource template whose variable it is
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) template: Option<String>,
    /// The argument's name
    pub(crate) argument: String,
    /// What is typed of it so far
    #[arg(default_value = "")]
    pub(crate) value: String,
    /// An argument that is there already
    #[arg(long = "with", value_name = "NAME=VALUE")]
    pub(crate) others: Vec<String>,
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
        value_parser = value_parser!(u32).range(1..=5000))]
    pub(crate) lines: u32,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    fn parse(words: &[&str]) -> Result<Arguments, clap::Error> {
        Arguments::try_parse_from([&["stewardctl"], words].concat())
    }

    #[test]
    fn the_whole_of_it_holds_together() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        let bad: [&[&str]; 16] = [
            &["servers", "add", "x"],
            &["servers", "add", "x", "npx"],
            &["servers", "add", "x", "--url", "https://a", "--", "npx"],
            &["servers", "add", "x", "--header", "A: b", "--", "npx"],
            &["logs", "x", "--lines", "0"],
            &["logs", "x", "--lines", "5001"],
            &["call", "x"],
            &["complete", "x", "argument"],
            &["complete", "x", "--prompt", "p", "--template", "t", "argument"],
            &["servers", "roots", "x", "add"],
            &["servers", "roots", "x", "/srv"],
            &["servers", "level", "x", "loud"],
            &["chat"],
            &["models", "add", "x"],
            &["models", "add", "x", "--url", "https://a", "--dialect", "own"],
            &["models", "test"],
        ];
        for words in bad {
            assert!(parse(words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn the_common_arguments_stand_before_or_after_the_command() {
        for words in [["--json", "servers", "list"], ["servers", "list", "--json"]] {
            assert!(parse(&words).unwrap().json);
        }
    }

    #[test]
    fn the_help_says_what_each_status_means() {
        let help = Arguments::command().render_long_help().to_string();
        for words in ["Exit status:", "0  it worked", "Examples:", "logs/steward.log"] {
            assert!(help.contains(words), "{help}");
        }
    }
}
