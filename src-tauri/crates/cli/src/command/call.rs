//! `stewardctl call`: prints what the tool gives; progress goes to standard error.

use std::{
    convert::Infallible,
    io::{self, IsTerminal as _},
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
};

use app::{
    Session,
    wire::{
        event::UiEvent,
        tool::{BlockView, CallTool, OutcomeView},
    },
};
use serde_json::{Map, Value};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::{
    arguments,
    command::{input, ready},
    ctx::Ctx,
    failure::Failure,
    print,
};

pub(crate) async fn call(ctx: &Ctx, typed: arguments::Call) -> Result<(), Failure> {
    let arguments::Call { server, tool, arguments } = typed;
    let arguments = match arguments.as_deref() {
        None => Map::new(),
        Some("-") => parse(&input::text_of(Path::new("-"))?)?,
        Some(text) => parse(text)?,
    };
    let order = CallTool { call: name(), server, tool, arguments };
    ctx.session(async |session| {
        let outcome = run(session, order).await?;
        if ctx.json {
            print::json(&outcome)?;
        } else {
            show(&outcome)?;
        }
        if outcome.is_error { Err(Failure::tool()) } else { Ok(()) }
    })
    .await
}

async fn run(session: &Session, order: CallTool) -> Result<OutcomeView, Failure> {
    let row = ready::wake(session, order.server.clone()).await?;
    ready::usable(&row)?;
    let events = session.events().await?;
    let ours = order.call.clone();
    tokio::select! {
        outcome = session.call::<OutcomeView>("call_tool", order) => Ok(outcome?),
        never = show_progress(events, &ours) => match never {},
    }
}

fn parse(text: &str) -> Result<Map<String, Value>, Failure> {
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    match serde_json::from_str(text) {
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

/// Shows progress on a terminal, and nothing to a program, until it is dropped.
async fn show_progress(mut events: Receiver<UiEvent>, ours: &str) -> Infallible {
    let shown = io::stderr().is_terminal();
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

fn show(outcome: &OutcomeView) -> io::Result<()> {
    outcome.blocks.iter().try_for_each(block)?;
    if outcome.blocks.is_empty() {
        match &outcome.structured {
            Some(structured) => print::json(structured)?,
            None => print::note("the tool gave nothing"),
        }
    }
    for odd in &outcome.odd {
        print::note(&format!("note: {odd}"));
    }
    Ok(())
}

fn block(block: &BlockView) -> io::Result<()> {
    match block {
        BlockView::Text { text } | BlockView::Resource { text, .. } => print::foreign(text),
        BlockView::Media { mime, data } => {
            // Four letters of base64 are three bytes.
            let bytes = data.len() / 4 * 3;
            print::foreign(&format!("[{mime}, about {bytes} bytes; --json has them]"))
        }
        BlockView::Link { uri, name, .. } => print::foreign(&format!("{name}: {uri}")),
        BlockView::Unknown { json } => print::foreign(json),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_an_object_or_nothing() {
        assert_eq!(parse(" \n").unwrap(), Map::new());
        assert_eq!(parse(r#"{"a":1}"#).unwrap()["a"], 1);
        for (bad, words) in [("[1]", "not an object"), ("{\n  x}", "line 2, column 3")] {
            let Err(Failure::Usage { message, .. }) = parse(bad) else { panic!("{bad}") };
            assert!(message.contains(words), "{message}");
        }
    }

    #[test]
    fn calls_of_one_process_have_names_of_their_own() {
        assert_ne!(name(), name());
    }
}
