//! The whole application without a window: commands, events, wire types; it knows no Tauri.

mod app;
mod asked;
pub mod asking;
pub mod cautions;
mod chatting;
mod command;
mod consent;
mod crash;
mod diagnosis;
pub mod dispatch;
mod drafted;
mod drafts;
mod events;
mod exported;
mod keys;
mod lasting;
mod leave;
mod logging;
mod meant;
mod owner;
pub mod paths;
pub mod prompt;
mod references;
mod secrets;
mod session;
mod stopped;
mod switched;
pub mod terminal;
mod trial;
pub mod typescript;
mod view;
mod window;
pub mod wire;
mod written;

pub use crate::{
    app::{App, Parts},
    crash::leave_no_core,
    drafts::KEYCHAIN_SERVICE,
    meant::{Meant, meant},
    owner::remote::Remote,
    session::Session,
    window::Window,
    written::end_of_log,
};
pub use inbox::{desk, item};
pub use servers::StartUp;
pub use stdx::{
    secret::Secret,
    text::{clip, hides, visible},
};
pub use vault::Vault;
