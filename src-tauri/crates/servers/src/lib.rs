//! Register, run and watch over MCP servers; it knows no window and no command.

mod asking;
mod calls;
mod caution;
mod changes;
mod check;
mod convert;
pub mod environment;
mod error;
mod gaps;
mod kept;
mod launch;
pub mod log;
mod offered;
mod offers;
mod parts;
pub mod plan;
mod redact;
mod redacted;
mod restart;
mod runner;
mod servers;
mod start_up;
mod supervised;
mod supervisor;
mod table;
#[cfg(test)]
mod tests;
mod turns;
mod unset;
mod used;
mod waiting;
mod wished;
mod wishes;
mod words;

pub use crate::{
    calls::{Call, Errand},
    changes::Wanted,
    check::check,
    error::{CallFault, Error, Pulse},
    parts::{Event, NotKept, Parts},
    servers::Servers,
    supervised::StartUp,
};
