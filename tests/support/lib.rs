//! Plumbing for tests.

pub mod bridge;
#[cfg(feature = "windows")]
pub mod browser;
pub mod canary;
pub mod desk;
#[cfg(feature = "windows")]
pub mod desktop;
#[cfg(feature = "windows")]
pub mod dialog;
pub mod encode;
#[cfg(feature = "windows")]
mod guard;
pub mod house;
pub mod http_peers;
#[cfg(feature = "windows")]
pub mod keychain;
#[cfg(feature = "windows")]
pub mod notices;
#[cfg(feature = "windows")]
pub mod page;
pub mod peers;
pub mod processes;
#[cfg(feature = "windows")]
pub mod prompt;
pub mod pty;
#[cfg(feature = "windows")]
pub mod questions;
#[cfg(feature = "windows")]
pub mod reader;
pub mod shapes;
pub mod sshd;
pub mod terminal;
pub mod wait;
#[cfg(feature = "windows")]
pub mod window;
pub mod witness;
