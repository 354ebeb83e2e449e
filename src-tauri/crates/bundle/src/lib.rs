//! What a person pastes, drops or opens, read into drafts of servers; it starts nothing and
//! registers nothing.

mod address;
mod client;
mod command;
mod conceal;
mod entry;
mod error;
mod fields;
mod keep;
mod line;
mod naming;
mod parts;
mod reading;
mod remarks;
mod said;
mod shapes;
mod tree;
mod words;

pub use crate::{
    error::Error,
    keep::{KeptSecret, keep_draft, keep_secrets},
    reading::{MOST_BYTES, Proposal, Reading, read},
};
