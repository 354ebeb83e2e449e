//! One conversation's turns: a model's replies and the calls between, with the person's leave. It
//! knows no window, no command and no key.

mod chats;
mod driver;
mod error;
mod live;
mod paths;
pub mod prompt;
mod told;
pub mod turn;
pub mod weigh;
mod words;

pub use crate::{
    chats::{Chats, Keys, Parts},
    driver::dialect,
    error::Error,
    paths::resolve,
    told::{More, Retry, Told, TurnState},
};
