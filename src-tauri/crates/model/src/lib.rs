//! The nouns of Steward: plain data without I/O; it knows no crate but `stdx`.

pub mod address;
pub mod approval;
pub mod chat;
pub mod completion;
pub mod folder;
pub mod form;
pub mod link;
pub mod listed;
pub mod log;
pub mod media;
pub mod name;
pub mod outcome;
pub mod plan;
pub mod prompt;
pub mod provider;
pub mod resource;
pub mod server;
pub mod state;
pub mod tool;
