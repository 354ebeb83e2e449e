//! What was tried to start a server, and what would help, for the person who asks why.

mod site;

use model::{
    server::{Server, Stdio, Transport},
    state::State,
};
use servers::{environment::Environment, log::reader::Range};
use vault::template::Template;

use crate::{app::App, view, wire::server::Diagnosis};

/// Lines of standard error that are shown.
const LAST_LINES: usize = 20;

/// Looks at everything that a start depends on; it starts nothing.
pub(crate) async fn of(app: &App, server: &Server, state: State) -> Diagnosis {
    let mut tried = Vec::new();
    match &server.draft.transport {
        Transport::Stdio(stdio) => {
            tried.extend(looked_up(app.servers().parts().environment().await, stdio));
        }
        // Not even a connection is begun to where the person has not said yes.
        Transport::Http(_) if !is_allowed(server) => {
            tried.push("Nothing was looked at: its address has not been allowed yet.".to_owned());
        }
        Transport::Http(http) => {
            let environment = app.servers().parts().environment().await;
            tried.extend(site::looked_at(environment, http, &state).await);
        }
    }
    let mut stderr = stderr(app, server).await;
    let (cause, hint, fix) = match state {
        State::Failed(failed) => {
            let fix = view::server::fix(&failed);
            if !failed.stderr.is_empty() {
                stderr = failed.stderr;
            }
            (failed.reason, failed.hint, fix)
        }
        State::Off => ("It is switched off.".to_owned(), None, None),
        State::Starting(it) => {
            tried.push(format!("This is start number {}.", it.attempt));
            ("It is still starting.".to_owned(), None, None)
        }
        State::Ready(it) => {
            tried.extend(it.warnings);
            ("It is ready; nothing is wrong that Steward knows of.".to_owned(), None, None)
        }
    };
    Diagnosis { cause, hint, tried, stderr, fix }
}

fn is_allowed(server: &Server) -> bool {
    server.approved.as_deref() == Some(servers::plan::of(&server.draft).digest.as_str())
}

/// Where the program was looked for and where it would run, as a start would have it.
fn looked_up(environment: &Environment, stdio: &Stdio) -> Vec<String> {
    let filled = |text: &str| {
        // No secret may stand in a command or a folder, so none is looked up.
        let filled = Template::parse(text).expand(|name| environment.var(name), |_| None);
        filled.map_or_else(|_| text.to_owned(), |it| it.reveal().to_owned())
    };
    let cwd = match stdio.cwd.as_deref().map(filled) {
        Some(folder) => environment.at_home(&folder),
        None => environment.home().to_owned(),
    };
    let found = match environment.locate(&filled(&stdio.command), &cwd) {
        Ok(path) => format!("`{}` is {}.", stdio.command, path.display()),
        Err(error) => format!("{error}."),
    };
    let shell = match environment.silence() {
        None => "Your login shell told the search path.".to_owned(),
        Some(why) => format!("Your login shell did not tell the search path: {why}."),
    };
    vec![found, shell, format!("It runs in {}.", cwd.display())]
}

/// The last lines of standard error in the log, for a failure of an earlier run.
async fn stderr(app: &App, server: &Server) -> Vec<String> {
    let page = app.servers().log(server.name(), Range::End, 200).await.unwrap_or_default();
    let lines = page.lines.into_iter().filter(|(_, it)| it.tag == model::log::Tag::Stderr);
    let texts: Vec<_> = lines.map(|(_, it)| it.text).collect();
    texts.into_iter().rev().take(LAST_LINES).rev().collect()
}
