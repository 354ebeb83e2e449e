//! One conversation's turns: a model's replies and the calls between, with the person's leave. It
//! knows no window, no command and no key.

mod again;
mod chats;
mod dialect;
mod driver;
mod error;
mod live;
mod offering;
mod parts;
mod past;
mod paths;
pub mod prompt;
pub mod scales;
mod seat;
mod told;
pub mod turn;
pub mod weigh;
mod weight;
mod words;

pub use crate::{
    chats::Chats,
    dialect::dialect,
    error::{Error, Unready},
    parts::{Keys, Parts},
    paths::resolve,
    told::{More, Retry, Told, TurnState},
};
