//! `stewardctl call`: prints what the tool gives; progress goes to standard error.

use std::{
    io::{IsTerminal as _, Read as _},
    sync::atomic::{AtomicU64, Ordering},
};

use app::{
    Session,
    wire::{
        event::UiEvent,
        failure::{Code, Failure as AppFailure},
        server::{ServerRef, ServerRow, StateView},
        tool::{BlockView, CallTool, OutcomeView},
    },
};
use serde_json::{Map, Value};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::{arguments, ctx::Ctx, failure::Failure, print};

pub(crate) async fn call(
    ctx: &Ctx,
    session: &Session,
    arguments::Call { server, tool, arguments }: arguments::Call,
) -> Result<(), Failure> {
    let arguments = parse(arguments.as_deref())?;
    let row: ServerRow = session.call("wake_server", ServerRef { server: server.clone() }).await?;
    usable(&row)?;
    let call = name();
    let events = session.events().await?;
    let calling = session
        .call::<OutcomeView>("call_tool", CallTool { call: call.clone(), server, tool, arguments });
    let outcome = tokio::select! {
        outcome = calling => outcome?,
        gone = show_progress(events, &call) => return Err(gone),
    };
    if ctx.json {
        print::json(&outcome);
    } else {
        show(&outcome);
    }
    if outcome.is_error { Err(Failure::Tool) } else { Ok(()) }
}

/// A server that is off or failed cannot be called; the row says why.
fn usable(row: &ServerRow) -> Result<(), Failure> {
    let failure = match &row.state {
        StateView::Ready(_) => return Ok(()),
        StateView::Off => {
            let words = format!("`{}` is switched off", row.name);
            let hint = format!("switch it on: stewardctl servers enable {}", row.name);
            AppFailure::new(Code::NotReady, words).hint(hint)
        }
        StateView::Starting { .. } => {
            AppFailure::new(Code::NotReady, format!("`{}` is still starting", row.name))
        }
        StateView::Failed(failed) => {
            let last = failed.stderr.last().map(|it| format!(" Its last line: {it}"));
            let words = format!("{}{}", failed.reason, last.unwrap_or_default());
            let failure = AppFailure::new(Code::NotReady, words);
            match &failed.hint {
                Some(hint) => failure.hint(hint),
                None => failure,
            }
        }
    };
    Err(failure.into())
}

fn parse(arguments: Option<&str>) -> Result<Map<String, Value>, Failure> {
    let text = match arguments {
        None => return Ok(Map::new()),
        Some("-") => {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(|error| Failure::usage(format!("cannot read standard input: {error}")))?;
            text
        }
        Some(text) => text.to_owned(),
    };
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    match serde_json::from_str(&text) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(Failure::usage("the arguments are JSON, but not an object")),
        Err(error) => Err(Failure::Usage {
            message: format!(
                "the arguments are no JSON: line {}, column {}",
                error.line(),
                error.column()
            ),
            hint: Some(r#"write them as one word: '{"message":"hi"}'"#.to_owned()),
        }),
    }
}

/// A name for the call that no other terminal uses.
fn name() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("terminal-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Shows progress on a terminal, and nothing to a program; ends only when events end.
async fn show_progress(mut events: Receiver<UiEvent>, ours: &str) -> Failure {
    let shown = std::io::stderr().is_terminal();
    loop {
        match events.recv().await {
            Ok(UiEvent::CallProgressed { call, done, total, message }) if shown && call == ours => {
                let of = total.map(|it| format!(" of {it}")).unwrap_or_default();
                print::note(&format!("{done}{of} {}", message.unwrap_or_default()));
            }
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            // The call itself says that the owner went away.
            Err(RecvError::Closed) => std::future::pending().await,
        }
    }
}

fn show(outcome: &OutcomeView) {
    for block in &outcome.blocks {
        match block {
            BlockView::Text { text } | BlockView::Resource { text, .. } => print::foreign(text),
            BlockView::Media { mime, data } => {
                // Four letters of base64 are three bytes.
                print::foreign(&format!(
                    "[{mime}, about {} bytes; --json has them]",
                    data.len() / 4 * 3
                ));
            }
            BlockView::Link { uri, name, .. } => print::foreign(&format!("{name}: {uri}")),
            BlockView::Unknown { json } => print::foreign(json),
        }
    }
    if outcome.blocks.is_empty() {
        match &outcome.structured {
            Some(structured) => print::json(structured),
            None => print::note("the tool gave nothing"),
        }
    }
    for odd in &outcome.odd {
        print::note(&format!("note: {odd}"));
    }
}
