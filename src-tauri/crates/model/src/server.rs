//! A registered server: what is kept of it, and what a person wrote before it was registered.

use std::{collections::BTreeMap, fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use stdx::clock::Millis;

use crate::name::ServerName;

/// How to reach a server, in the words of its owner: texts may hold `${VAR}` and
/// `${secret:NAME}`, and never a secret itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transport {
    /// A program that speaks on its standard input and output.
    Stdio(Stdio),
    /// An address that speaks Streamable HTTP.
    Http(Http),
}

/// A program to run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stdio {
    /// A path, or a name to be looked up on the `PATH`.
    pub command: String,
    /// What follows it, one argument each; no shell reads them.
    pub args: Vec<String>,
    /// Set for the program beside what every server gets.
    pub env: BTreeMap<String, String>,
    /// The folder it runs in; the person's home if absent.
    pub cwd: Option<String>,
}

/// An address to call.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Http {
    /// The whole address.
    pub url: String,
    /// Sent with each request.
    pub headers: BTreeMap<String, String>,
}

/// A generation of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Era {
    /// 2025-11-25 and older: `initialize`, sessions.
    Legacy,
    /// 2026-07-28: stateless, `server/discover`.
    Modern,
}

/// Where a registration came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Typed or pasted.
    User,
    /// Read from another program's file.
    Import,
    /// Comes with Steward.
    Builtin,
}

/// How long a server may take, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From the start to a usable connection (HOST-6).
    pub start: u64,
    /// From a call to its result (HOST-37).
    pub call: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { start: 120_000, call: 120_000 }
    }
}

/// What a person hands in to register or change a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The name to register it under.
    pub name: ServerName,
    /// The name as it was given, kept for display.
    pub title: String,
    /// What it is, in the owner's words.
    pub description: String,
    /// How to reach it.
    pub transport: Transport,
    /// How long it may take.
    pub limits: Limits,
    /// Where this came from.
    pub source: Source,
}

/// How grave a log message of a server is, least first (RFC 5424).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// For whoever looks for a fault.
    Debug,
    /// How things go.
    Info,
    /// Ordinary, and worth knowing.
    Notice,
    /// It may go wrong.
    Warning,
    /// It went wrong.
    Error,
    /// A part of it is out of order.
    Critical,
    /// Somebody must do something.
    Alert,
    /// All of it is out of order.
    Emergency,
}

/// What the person wishes of a server beside what it runs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wishes {
    /// From which level on it is to log; the usual if absent.
    pub level: Option<Level>,
    /// The folders that are shared with it, by their whole paths.
    pub folders: Vec<String>,
    /// Whether the model gets the pictures that its tools give (HOST-29).
    pub pictures: bool,
}

/// Names one registration for ever: a server that is registered anew under the name of one that was
/// removed has another, and so has one that is changed to run something else; one that is changed
/// otherwise, or put back, keeps its own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Registration(pub String);

/// A registered server, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// Which registration this is.
    pub registration: Registration,
    /// What was registered.
    pub draft: Draft,
    /// Whether it should run.
    pub on: bool,
    /// The era it spoke last, tried first next time.
    pub era_seen: Option<Era>,
    /// The digest of the launch plan that the person has seen and allowed; nothing else starts.
    /// The store keeps it as nullable text and never looks into it.
    pub approved: Option<String>,
    /// Why it failed last, in words, until it is ready again (HOST-5).
    pub last_error: Option<String>,
    /// The secret that it failed last for want of, if that was why.
    pub unset_secret: Option<String>,
    /// What the person wishes of it.
    pub wishes: Wishes,
    /// When it was registered.
    pub created_at: Millis,
    /// When its registration changed last.
    pub updated_at: Millis,
}

impl Server {
    /// Its name.
    pub fn name(&self) -> &ServerName {
        &self.draft.name
    }
}

macro_rules! text_enum {
    ($name:ident { $($variant:ident = $text:literal),+ $(,)? }) => {
        impl $name {
            /// The word that stands for it in rows and files.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = UnknownWord;

            fn from_str(text: &str) -> Result<Self, UnknownWord> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err(UnknownWord(text.to_owned())),
                }
            }
        }
    };
}

text_enum!(Era { Legacy = "legacy", Modern = "modern" });
text_enum!(Level {
    Debug = "debug",
    Info = "info",
    Notice = "notice",
    Warning = "warning",
    Error = "error",
    Critical = "critical",
    Alert = "alert",
    Emergency = "emergency",
});
text_enum!(Source { User = "user", Import = "import", Builtin = "builtin" });

/// A word that stands for nothing we know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownWord(pub String);

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not known", self.0)
    }
}

impl std::error::Error for UnknownWord {}
