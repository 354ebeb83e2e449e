//! What can be typed, and what `--help` says of it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};

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

#[derive(Debug, Subcommand)]
pub(crate) enum Models {
    /// Add a provider, and print its models
    ///
    /// A key is asked for on the terminal, hidden, and goes to the system's keychain.
    #[command(after_help = "\
Examples:
  stewardctl models add ollama --url http://127.0.0.1:11434/v1
  stewardctl models add openrouter --url https://openrouter.ai/api/v1 --key")]
    Add {
        /// The name to give it
        name: String,
        /// Its address
        #[arg(long)]
        url: String,
        /// What it speaks
        #[arg(long, value_enum, default_value_t = Dialect::ChatCompletions)]
        dialect: Dialect,
        /// Ask for its key
        #[arg(long)]
        key: bool,
    },
    /// Try a chat without an account: a small model is downloaded, and runs when it is needed
    ///
    /// It is SmolLM2 135M Instruct (Apache-2.0) with llama.cpp's own server (MIT): 127 MB to download, 228
    /// MB on the disk, in the data folder. It is small: it shows how a chat and its calls go, and knows
    /// little. Whatever is downloaded is held against digests that Steward knows.
    Try {
        /// Remove it, with all that was downloaded
        #[arg(long)]
        remove: bool,
    },
    /// Ask a model for a word and for a call, and say what is wrong
    Test {
        /// Which, as PROVIDER/MODEL, or the model's id where only one provider has it
        model: String,
    },
    /// Remove a provider, and its key from the keychain
    #[command(alias = "rm")]
    Remove {
        /// Its name, or its number where several have that name
        provider: String,
    },
}

/// Which interface a provider speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Dialect {
    /// OpenAI's Chat Completions, as most local servers and routers speak it
    ChatCompletions,
    /// OpenAI's Responses
    Responses,
    /// Anthropic's Messages
    Anthropic,
    /// Google's Gemini
    Gemini,
}

#[derive(Debug, Args)]
pub(crate) struct Chat {
    /// What to say; `-` reads it from standard input. Without it the conversation goes on from where
    /// it broke off
    #[arg(required_unless_present = "conversation")]
    pub(crate) text: Option<String>,
    /// Which model, as PROVIDER/MODEL, or its id where only one provider has it
    ///
    /// Without it, the one of the conversation or that was chosen last.
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<String>,
    /// Go on with this conversation; without it a new one is begun, and its id is told
    #[arg(long, value_name = "ID")]
    pub(crate) conversation: Option<String>,
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

#[derive(Debug, Args)]
pub(crate) struct Call {
    /// The server's name
    pub(crate) server: String,
    /// The tool's name
    pub(crate) tool: String,
    /// The arguments as a JSON object; `-` reads them from standard input
    pub(crate) arguments: Option<String>,
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
