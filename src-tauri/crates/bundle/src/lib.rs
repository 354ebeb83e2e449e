//! What a person pastes, drops or opens, read into drafts of servers; it starts nothing and
//! registers nothing.

mod error;
mod reading;

pub use error::Error;
pub use reading::{MOST_BYTES, Proposal, Reading, read};
