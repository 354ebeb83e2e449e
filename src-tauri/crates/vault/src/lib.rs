//! Secrets, kept in the keychain of the operating system and nowhere else; it knows no server.

mod error;
mod key;
mod keychain;
#[cfg(all(unix, not(target_os = "macos")))]
mod look;
mod looks;
mod vault;
mod worker;

pub mod template;

pub use crate::{
    error::{Cause, Error},
    key::key_for,
    looks::looks_secret,
    vault::Vault,
};

#[cfg(test)]
mod tests;
