//! The work of each command, a few lines each: parse, ask the floors below, show.

mod draft;
mod log;
mod server;
mod tool;

pub(crate) use draft::{ask_secret, paste_drafts, read_drafts};
pub(crate) use log::read_log;
pub(crate) use server::{
    about, add_demo, add_server, diagnose_server, list_servers, remove_server, restart_server,
    restore_server, switch_server, update_server, wake_server,
};
pub(crate) use tool::{call_tool, cancel_call, list_tools};

use model::name::ServerName;

use crate::{app::App, wire::failure::Failure};

/// A name that a front end sent. One that cannot be a name is one that nobody has (HOST-9).
fn name_of(app: &App, given: &str) -> Result<ServerName, Failure> {
    ServerName::parse(given).map_err(|_| app.servers().unknown(given).into())
}
