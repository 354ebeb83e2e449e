//! Plumbing for tests.

pub mod bridge;
pub mod canary;
pub mod desk;
#[cfg(feature = "windows")]
pub mod desktop;
#[cfg(feature = "windows")]
pub mod dialog;
pub mod house;
#[cfg(feature = "windows")]
pub mod page;
pub mod peers;
pub mod processes;
pub mod pty;
#[cfg(feature = "windows")]
pub mod reader;
pub mod shapes;
pub mod terminal;
pub mod wait;
#[cfg(feature = "windows")]
pub mod window;
pub mod witness;
