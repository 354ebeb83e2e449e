//! The whole application without a window: commands, events, wire types; it knows no Tauri.

pub mod app;
mod command;
pub mod desk;
pub mod dispatch;
pub mod typescript;
pub mod wire;
