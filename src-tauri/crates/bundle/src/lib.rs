//! What a person pastes, drops or opens, read into drafts of servers; it starts nothing and
//! registers nothing.

mod conceal;
mod error;
mod keep;
mod parts;
mod reading;

pub use crate::{
    error::Error,
    keep::{KeptSecret, keep_draft, keep_secrets},
    reading::{MOST_BYTES, Proposal, Reading, read},
};
