//! The work of each command, a few lines each: parse, ask the floors below, show.

pub(crate) mod approval;
pub(crate) mod attach;
pub(crate) mod chat;
pub(crate) mod draft;
pub(crate) mod inbox;
pub(crate) mod link;
pub(crate) mod log;
pub(crate) mod media;
pub(crate) mod prompt;
pub(crate) mod provider;
pub(crate) mod resource;
pub(crate) mod secret;
pub(crate) mod server;
pub(crate) mod tool;
pub(crate) mod trial;
mod under_way;
pub(crate) mod wishes;

use std::time::Duration;

use model::{name::ServerName, server::Server, state::State};

use crate::{
    app::App,
    meant::{Meant, meant},
    wire::failure::{Code, Failure},
};

/// How long the first list of one server is waited for. Those of many come when they come.
const FIRST_LIST: Duration = Duration::from_secs(20);

/// The server that a front end means: by its name, or by its title. What cannot be a name is one
/// that nobody has (HOST-9).
async fn name_of(app: &App, given: &str) -> Result<ServerName, Failure> {
    let name = ServerName::parse(given).ok();
    if let Some(name) = name.as_ref().filter(|it| app.servers().knows(it)) {
        return Ok(name.clone());
    }
    let all = app.servers().list().await?;
    let known = all.iter().map(|(it, _)| (it.name().as_str(), it.draft.title.as_str()));
    match meant(given, known) {
        Meant::One(at) => all.get(at).map(|(it, _)| it.name().clone()),
        Meant::Several(places) => {
            let names = places.iter().filter_map(|at| all.get(*at));
            let names: Vec<_> = names.map(|(it, _)| format!("`{}`", it.name())).collect();
            return Err(several(given, &names));
        }
        Meant::Nobody => name,
    }
    .ok_or_else(|| app.servers().unknown(given).into())
}

fn several(title: &str, names: &[String]) -> Failure {
    let title = stdx::text::visible(&stdx::text::clip(title, 80));
    let words = format!("more than one server has the title `{title}`");
    Failure::new(Code::UnknownServer, words).hint(format!("say which: {}", names.join(", ")))
}

/// One server, or all of them, and how long their lists are waited for.
async fn rows_of(
    app: &App,
    given: Option<&str>,
) -> Result<(Vec<(Server, State)>, Duration), Failure> {
    match given {
        Some(given) => {
            let row = app.servers().get(&name_of(app, given).await?).await?;
            Ok((vec![row], FIRST_LIST))
        }
        None => Ok((app.servers().list().await?, Duration::ZERO)),
    }
}
