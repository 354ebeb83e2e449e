//! The calls that all contenders make alike, down to the bytes; it knows no pipe.

use std::fmt;

use serde_json::{Map, Value, json};

use crate::echo::filler;

/// The version of the modern era that all contenders speak.
pub const MODERN: &str = "2026-07-28";

/// The two ways of speaking MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Era {
    /// A session that `initialize` opens.
    Legacy,
    /// Every request says its version.
    Modern,
}

/// What is asked of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// A short text comes back.
    Echo,
    /// A text of so many bytes comes back.
    Text(usize),
}

impl Job {
    /// The tool's name.
    pub fn tool(self) -> &'static str {
        match self {
            Self::Echo => "echo",
            Self::Text(_) => "text",
        }
    }

    /// Its arguments for call number `n`, which differ from call to call where that costs nothing.
    pub fn arguments(self, n: u64) -> Map<String, Value> {
        let (key, value) = match self {
            Self::Echo => ("message", json!(Self::message(n))),
            Self::Text(bytes) => ("bytes", json!(bytes)),
        };
        Map::from_iter([(key.to_owned(), value)])
    }

    /// The text that must come back.
    pub fn expected(self, n: u64) -> String {
        match self {
            Self::Echo => Self::message(n),
            Self::Text(bytes) => filler(bytes),
        }
    }

    /// The request as our own client writes it, for the loop that has no client.
    pub fn line(self, era: Era, n: u64) -> Vec<u8> {
        let mut meta = Map::from_iter([("progressToken".to_owned(), json!(n))]);
        if era == Era::Modern {
            let client = json!({ "name": "steward", "title": "Steward", "version": "0.1.0" });
            meta.insert("io.modelcontextprotocol/clientCapabilities".to_owned(), json!({}));
            meta.insert("io.modelcontextprotocol/clientInfo".to_owned(), client);
            meta.insert("io.modelcontextprotocol/protocolVersion".to_owned(), json!(MODERN));
        }
        let (tool, arguments, meta) = (self.tool(), json!(self.arguments(n)), json!(meta));
        format!(
            r#"{{"jsonrpc":"2.0","id":{n},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},"_meta":{meta}}}}}{}"#,
            '\n'
        )
        .into_bytes()
    }

    fn message(n: u64) -> String {
        format!("Good morning, desk {n:08}")
    }
}

impl fmt::Display for Era {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Legacy => "legacy",
            Self::Modern => "modern",
        })
    }
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Echo => f.write_str("28 bytes"),
            Self::Text(bytes) if *bytes >= 1 << 20 => write!(f, "{} MiB", bytes >> 20),
            Self::Text(bytes) => write!(f, "{} KiB", bytes >> 10),
        }
    }
}
