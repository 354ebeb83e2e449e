//! One reply of one model, streamed, whatever API it speaks. It knows no conversation, no tool's
//! server and no row.

mod endpoint;
mod error;
mod http;
mod listed;
mod message;
mod piece;
mod provider;
mod reply;
mod request;
mod tested;

pub use crate::{
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
