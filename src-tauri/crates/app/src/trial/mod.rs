//! The small model of a first try without an account: it is installed when the person asks for it, runs
//! when a conversation needs it, and ends with the app. One task owns it; all others hold a handle.

pub(crate) mod fault;
mod folder;
pub(crate) mod handle;
pub(crate) mod install;
pub(crate) mod keeper;
pub(crate) mod known;
mod process;
pub(crate) mod state;
mod words;
