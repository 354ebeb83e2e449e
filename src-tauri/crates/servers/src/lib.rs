//! Register, run and watch over MCP servers; it knows no window and no command.

mod check;
mod convert;
pub mod environment;
mod error;
mod launch;
pub mod log;
mod parts;
pub mod plan;
mod restart;
mod servers;
mod supervised;
mod supervisor;
mod turns;
mod words;

pub use crate::{
    check::check,
    error::{CallFault, Error},
    parts::{Event, Parts},
    servers::{Call, Servers, StartUp, Wanted},
};
