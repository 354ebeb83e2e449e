//! How a server is shown at a terminal.

use app::wire::server::{EraView, PhaseView, ServerRow, StateView, TransportView};

use crate::print;

/// One line a server.
pub(crate) fn list(rows: &[ServerRow]) {
    if rows.is_empty() {
        print::note("no servers yet; register one: stewardctl servers add NAME -- COMMAND");
        return;
    }
    let width = rows.iter().map(|it| it.name.len()).max().unwrap_or_default();
    for row in rows {
        print::foreign(&format!("{:<width$}  {}  {}", row.name, state(row), row.line));
    }
}

/// What a server is doing, in a few words.
pub(crate) fn state(row: &ServerRow) -> String {
    match &row.state {
        StateView::Off if row.on => "on, not running here".to_owned(),
        StateView::Off => "off".to_owned(),
        StateView::Starting { phase: PhaseView::Installing, .. } => "installing".to_owned(),
        StateView::Starting { phase: PhaseView::Connecting, .. } => "starting".to_owned(),
        StateView::Ready(ready) => {
            format!("ready, {}, {} tools", ready.version, row.tools)
        }
        StateView::Failed(failed) => format!("failed: {}", failed.reason),
    }
}

/// Everything about a server.
pub(crate) fn whole(row: &ServerRow) {
    let field = |name: &str, value: &str| print::foreign(&format!("{name:<12} {value}"));
    field("name", &row.name);
    field("title", &row.title);
    if !row.description.is_empty() {
        field("about", &row.description);
    }
    match &row.transport {
        TransportView::Stdio { env, cwd, .. } => {
            field("command", &row.line);
            for (name, value) in env {
                field("env", &format!("{name}={value}"));
            }
            if let Some(cwd) = cwd {
                field("folder", cwd);
            }
        }
        TransportView::Http { headers, .. } => {
            field("url", &row.line);
            for (name, value) in headers {
                field("header", &format!("{name}: {value}"));
            }
        }
    }
    field("state", &state(row));
    match &row.state {
        StateView::Ready(ready) => {
            field("server", &ready.server_info);
            let era = match ready.era {
                EraView::Legacy => "legacy",
                EraView::Modern => "modern",
            };
            field("era", era);
            field("can", &ready.capabilities.join(", "));
            for warning in &ready.warnings {
                field("warning", warning);
            }
        }
        StateView::Failed(failed) => {
            for line in &failed.stderr {
                field("stderr", line);
            }
            if let Some(hint) = &failed.hint {
                field("hint", hint);
            }
        }
        StateView::Off | StateView::Starting { .. } => {}
    }
}
