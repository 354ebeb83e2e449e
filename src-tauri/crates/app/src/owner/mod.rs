//! One owner a data folder: a lock that ends with the process, and an owner-only socket on which
//! terminals talk to the owner. There is never a second supervisor, log writer or copy of a server.
//! What the owner does for a terminal is its [`host::Host`]'s; nothing here knows the application.

mod answer;
mod asks;
#[cfg(test)]
pub(crate) mod fake;
pub(crate) mod folder;
pub(crate) mod guests;
pub(crate) mod host;
pub(crate) mod lock;
mod nobody;
pub(crate) mod patience;
mod place;
mod prompts;
mod question;
pub(crate) mod remote;
mod saying;
pub(crate) mod socket;
mod terminal;
mod waiting;
mod wire;
