//! Plumbing for tests.

pub mod bridge;
pub mod desk;
#[cfg(feature = "windows")]
pub mod desktop;
#[cfg(feature = "windows")]
pub mod dialog;
#[cfg(feature = "windows")]
pub mod page;
#[cfg(feature = "windows")]
pub mod processes;
#[cfg(feature = "windows")]
pub mod wait;
#[cfg(feature = "windows")]
pub mod window;
