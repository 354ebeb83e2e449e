//! The work of each command, a few lines each: parse, ask the floors below, show.

pub(crate) mod draft;
pub(crate) mod inbox;
pub(crate) mod log;
pub(crate) mod prompt;
pub(crate) mod media;
pub(crate) mod resource;
pub(crate) mod secret;
pub(crate) mod server;
pub(crate) mod tool;
mod under_way;
pub(crate) mod wishes;

use std::time::Duration;

use model::{name::ServerName, server::Server, state::State};

use crate::{app::App, wire::failure::Failure};

/// How long the first list of one server is waited for. Those of many come when they come.
const FIRST_LIST: Duration = Duration::from_secs(20);

/// A name that a front end sent. One that cannot be a name is one that nobody has (HOST-9).
fn name_of(app: &App, given: &str) -> Result<ServerName, Failure> {
    ServerName::parse(given).map_err(|_| app.servers().unknown(given).into())
}

/// One server, or all of them, and how long their lists are waited for.
async fn rows_of(
    app: &App,
    given: Option<&str>,
) -> Result<(Vec<(Server, State)>, Duration), Failure> {
    match given {
        Some(given) => {
            let row = app.servers().get(&name_of(app, given)?).await?;
            Ok((vec![row], FIRST_LIST))
        }
        None => Ok((app.servers().list().await?, Duration::ZERO)),
    }
}
