//! The shapes that cross to the page and the terminal; TypeScript is printed from them.
//!
//! Nothing here can hold a secret: rows and drafts carry references such as `${secret:KEY}`.

pub mod begin;
pub mod card;
pub mod chat;
pub mod draft;
pub mod event;
pub mod failure;
pub mod inbox;
pub mod link;
pub mod log;
pub mod media;
pub mod prompt;
pub mod provider;
pub mod resource;
pub mod secret;
pub mod server;
pub mod tool;
pub mod trial;
pub mod wishes;
