//! The rows of the chat: conversations, the tree of their messages, and the calls in them; it knows
//! no model and no tool.

pub mod calls;
pub mod came;
pub mod conversations;
pub mod mend;
pub mod messages;
pub mod path;
pub mod search;

pub(crate) mod conversation;

mod body;
mod card;
mod copy;
mod outcome;
mod query;
mod title;

#[cfg(test)]
mod tests;
