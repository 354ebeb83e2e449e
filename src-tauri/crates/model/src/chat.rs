//! Conversations: what a person and a model say to each other, and the calls between.

pub mod came;
pub mod card;
pub mod conversation;
pub mod id;
pub mod message;
