//! The calls that all contenders make alike, down to the bytes; it knows no pipe.

use std::fmt;

use serde_json::{Map, Value, json};

use crate::echo::{filler, tool_name};

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
    /// The list of all tools, of which there must be so many.
    List(usize),
}

impl Job {
    /// The method that is called.
    pub fn method(self) -> &'static str {
        match self {
            Self::Echo | Self::Text(_) => "tools/call",
            Self::List(_) => "tools/list",
        }
    }

    /// The name of the tool that is called.
    pub fn tool(self) -> Option<&'static str> {
        match self {
            Self::Echo => Some("echo"),
            Self::Text(_) => Some("text"),
            Self::List(_) => None,
        }
    }

    /// Its arguments for call number `n`, which differ from call to call where that costs nothing.
    pub fn arguments(self, n: u64) -> Map<String, Value> {
        let (key, value) = match self {
            Self::Echo => ("message", json!(Self::message(n))),
            Self::Text(bytes) => ("bytes", json!(bytes)),
            Self::List(_) => return Map::new(),
        };
        Map::from_iter([(key.to_owned(), value)])
    }

    /// The text that must come back.
    pub fn expected(self, n: u64) -> String {
        match self {
            Self::Echo => Self::message(n),
            Self::Text(bytes) => filler(bytes),
            Self::List(count) => Self::listed(count, &tool_name(count.saturating_sub(1))),
        }
    }

    /// What is compared of a list.
    pub fn listed(count: usize, last: &str) -> String {
        format!("{count} tools, the last is `{last}`")
    }

    /// The request as our own client writes it, for the loop that has no client.
    pub fn line(self, era: Era, n: u64) -> Vec<u8> {
        let meta = meta(era, n);
        match self.tool() {
            Some(tool) => {
                let arguments = json!(self.arguments(n));
                let params =
                    format!(r#"{{"name":"{tool}","arguments":{arguments},"_meta":{meta}}}"#);
                request(n, self.method(), &params)
            }
            None => self.page(era, n, 0),
        }
    }

    /// The same for one page of a list.
    pub fn page(self, era: Era, n: u64, page: usize) -> Vec<u8> {
        let meta = meta(era, n);
        let params = match page {
            0 => format!(r#"{{"_meta":{meta}}}"#),
            page => format!(r#"{{"cursor":"{page}","_meta":{meta}}}"#),
        };
        request(n, self.method(), &params)
    }

    fn message(n: u64) -> String {
        format!("Good morning, desk {n:08}")
    }
}

/// The first word to a server, and its method.
pub fn hello(era: Era, n: u64) -> (&'static str, Vec<u8>) {
    match era {
        Era::Legacy => {
            let params = json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": { "name": "bare", "version": "0" },
            });
            ("initialize", request(n, "initialize", &params.to_string()))
        }
        Era::Modern => {
            let params = format!(r#"{{"_meta":{}}}"#, meta(era, n));
            ("server/discover", request(n, "server/discover", &params))
        }
    }
}

fn meta(era: Era, n: u64) -> Value {
    let mut meta = Map::from_iter([("progressToken".to_owned(), json!(n))]);
    if era == Era::Modern {
        let client = json!({ "name": "steward", "title": "Steward", "version": "0.1.0" });
        meta.insert("io.modelcontextprotocol/clientCapabilities".to_owned(), json!({}));
        meta.insert("io.modelcontextprotocol/clientInfo".to_owned(), client);
        meta.insert("io.modelcontextprotocol/protocolVersion".to_owned(), json!(MODERN));
    }
    json!(meta)
}

fn request(n: u64, method: &str, params: &str) -> Vec<u8> {
    let end = '\n';
    format!(r#"{{"jsonrpc":"2.0","id":{n},"method":"{method}","params":{params}}}{end}"#)
        .into_bytes()
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
            Self::List(tools) => write!(f, "{tools} tools"),
        }
    }
}
