//! One reply of one model, streamed, whatever API it speaks. It knows no conversation, no tool's
//! server and no row.

mod adapter;
mod after;
mod asking;
mod base;
mod endpoint;
mod error;
mod http;
mod listed;
mod listing;
pub mod local;
mod message;
mod names;
mod piece;
mod provider;
mod reply;
mod request;
pub mod schema;
mod status;
mod tested;
mod testing;
#[cfg(test)]
mod tests;
pub mod tokens;
mod words;

pub use crate::{
    base::is_near,
    endpoint::{Dialect, Endpoint},
    error::{Error, Retry},
    http::{Http, Patience},
    listed::Listed,
    message::{Arguments, Call, Message, Part, Said, Thought, ToolResult},
    piece::Piece,
    provider::{Provider, Replying},
    reply::{Reply, Stop, Usage},
    request::{Choice, Request, Tool},
    tested::{Step, Tested},
};
