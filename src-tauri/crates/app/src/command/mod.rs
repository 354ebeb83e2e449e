//! The work of each command, a few lines each: parse, ask the floors below, show.

pub(crate) mod draft;
pub(crate) mod inbox;
pub(crate) mod log;
pub(crate) mod secret;
pub(crate) mod server;
pub(crate) mod tool;

use model::name::ServerName;

use crate::{app::App, wire::failure::Failure};

/// A name that a front end sent. One that cannot be a name is one that nobody has (HOST-9).
fn name_of(app: &App, given: &str) -> Result<ServerName, Failure> {
    ServerName::parse(given).map_err(|_| app.servers().unknown(given).into())
}
