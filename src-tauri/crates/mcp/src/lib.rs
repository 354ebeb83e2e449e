//! The MCP wire: one live connection to one server. It knows no row, no window and no secret store.

mod client;
mod connect;
mod error;
mod exit;
mod guard;
mod hello;
mod notice;
mod outcome;
mod raw;
mod settings;
mod tools;

pub use crate::{
    client::{Call, Client},
    connect::{Connection, Ended, Reason, connect},
    error::{Error, RpcError},
    exit::Exit,
    guard::Guard,
    hello::{Hello, ServerInfo},
    notice::{List, Notice, Phase, Progress},
    outcome::{Block, Outcome},
    raw::Raw,
    settings::{ClientInfo, Era, EraChoice, LEGACY_VERSION, Launch, MODERN_VERSION, Settings},
    tools::{SetAside, TaskSupport, Tool, ToolList},
};
