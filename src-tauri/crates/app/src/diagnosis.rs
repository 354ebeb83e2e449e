//! What was tried to start a server, and what would help, for the person who asks why.

use std::path::Path;

use model::{
    server::{Server, Transport},
    state::State,
};
use servers::log::Range;

use crate::{app::App, view, wire::server::Diagnosis};

/// Lines of standard error that are shown.
const LAST_LINES: usize = 20;

/// Looks at everything that a start depends on; it starts nothing.
pub(crate) async fn of(app: &App, server: &Server, state: State) -> Diagnosis {
    let mut tried = Vec::new();
    if let Transport::Stdio(stdio) = &server.draft.transport {
        let environment = app.servers().parts().environment().await;
        let cwd = stdio.cwd.as_deref().map_or(environment.home(), Path::new);
        match environment.locate(&stdio.command, cwd) {
            Ok(path) => tried.push(format!("`{}` is {}.", stdio.command, path.display())),
            Err(error) => tried.push(format!("{error}.")),
        }
        match environment.silence() {
            None => tried.push("Your login shell told the search path.".to_owned()),
            Some(why) => {
                tried.push(format!("Your login shell did not tell the search path: {why}."));
            }
        }
        tried.push(format!("It runs in {}.", cwd.display()));
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

/// The last lines of standard error in the log, for a failure of an earlier run.
async fn stderr(app: &App, server: &Server) -> Vec<String> {
    let page = app.servers().log(server.name(), Range::End, 200).await.unwrap_or_default();
    let lines = page.lines.into_iter().filter(|(_, it)| it.tag == model::log::Tag::Stderr);
    let texts: Vec<_> = lines.map(|(_, it)| it.text).collect();
    texts.into_iter().rev().take(LAST_LINES).rev().collect()
}
