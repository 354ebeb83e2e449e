//! The MCP wire: one live connection to one server. It knows no row, no window and no secret store.

mod asked;
mod asker;
mod block;
mod client;
mod connect;
mod era;
mod error;
mod evidence;
mod exit;
mod glimpse;
mod hello;
mod herald;
mod hold;
mod hub;
mod legacy;
mod letter;
mod link;
mod meet;
mod mend;
mod message;
mod modern;
mod notice;
mod outcome;
mod pages;
mod patience;
mod pending;
mod raw;
mod request;
mod router;
mod settings;
mod stdio;
#[cfg(test)]
mod tests;
mod tools;
mod whose;

pub use crate::{
    asker::{Answer, Answering, Asked, Asker, CallRef, Content, Question},
    block::Block,
    client::{Call, Client},
    connect::{Connection, connect},
    error::{Error, RpcError},
    exit::Exit,
    hello::{Hello, ServerInfo},
    notice::{List, Notice, Phase, Progress},
    outcome::Outcome,
    raw::Raw,
    settings::{ClientInfo, Era, EraChoice, LEGACY_VERSION, Launch, MODERN_VERSION, Settings},
    stdio::{
        guard::Guard,
        life::{Ended, Reason},
    },
    tools::{SetAside, TaskSupport, Tool, ToolList},
};
