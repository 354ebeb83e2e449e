//! `stewardctl call`: prints what the tool gives; progress goes to standard error. What its server
//! asks is asked on the terminal.

use std::{
    convert::Infallible,
    io::{self, IsTerminal as _},
    path::Path,
};

use app::{
    Session,
    wire::{
        event::UiEvent,
        failure::{Code, Failure as AppFailure},
        inbox::{EndView, InboxView, StandingView},
        tool::{BlockView, CallTool, OutcomeView},
    },
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Map;
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::{
    arguments,
    command::{exact, input, ready},
    ctx::Ctx,
    failure::Failure,
    print, terminal,
};

/// Most bytes of arguments that are read.
const MOST: u64 = 64 << 20;

pub(crate) async fn call(ctx: &Ctx, typed: arguments::Call) -> Result<(), Failure> {
    let arguments::Call { server, tool, arguments } = typed;
    let arguments = match arguments.as_deref() {
        None => Map::new(),
        Some("-") => exact::object(&input::text_of(Path::new("-"), MOST)?)?,
        Some(text) => exact::object(text)?,
    };
    let order = CallTool { call: name(), server, tool, arguments };
    ctx.session(async |session| {
        let ours = order.call.clone();
        let called = run(session, order).await;
        let unasked = unasked(session, &ours).await;
        if let Ok(outcome) = &called {
            if ctx.json {
                print::json(outcome)?;
            } else {
                show(outcome)?;
            }
        }
        // Whatever the tool makes of it: the person was not asked, and must hear that.
        match (called, unasked) {
            (_, Some(failure)) => Err(failure.into()),
            (Ok(outcome), None) if outcome.is_error => {
                print::error("the tool reported an error", None);
                Err(Failure::tool())
            }
            (called, None) => called.map(|_| ()),
        }
    })
    .await
}

async fn run(session: &Session, order: CallTool) -> Result<OutcomeView, Failure> {
    let (server, ours) = (order.server.clone(), order.call.clone());
    carry_out(session, server, &ours, "call_tool", order).await
}

/// Says a command that has a server do something under this name: the server is woken, what it
/// asks is asked on the terminal, and progress goes to standard error.
pub(super) async fn carry_out<R: DeserializeOwned>(
    session: &Session,
    server: String,
    ours: &str,
    command: &str,
    order: impl Serialize,
) -> Result<R, Failure> {
    let row = ready::wake(session, server).await?;
    ready::usable(&row)?;
    let events = session.events().await?;
    let seat = terminal::is_there().then_some(ours);
    tokio::select! {
        reply = session.call_asked::<R>(command, order, seat) => Ok(reply?),
        never = show_progress(events, ours) => match never {},
    }
}

/// Why the person was not asked what the server wanted to know for our call.
pub(super) async fn unasked(session: &Session, ours: &str) -> Option<AppFailure> {
    // An owner that is gone has said so already.
    let inbox: InboxView = session.call("list_inbox", ()).await.ok()?;
    let refused = inbox.settled.into_iter().find_map(|it| match it.standing {
        StandingView::Settled { end: EndView::Refused { reason }, .. }
            // What may have been for another's call is that one's failure, or nobody's.
            if !it.calls.is_empty() && it.calls.iter().all(|it| it.call == ours) =>
        {
            Some(reason)
        }
        StandingView::Settled { .. } | StandingView::Queued | StandingView::Open => None,
    })?;
    Some(not_asked(&refused, terminal::is_there()))
}

fn not_asked(reason: &str, terminal: bool) -> AppFailure {
    if terminal {
        let words = format!("the server asks something that could not be put to you: {reason}");
        return AppFailure::new(Code::NobodyToAsk, words);
    }
    let words = "the server asks something, and there is no terminal to ask you on";
    AppFailure::new(Code::NobodyToAsk, words).hint(
        "run it in a terminal, where its input and output may be pipes all the same, or with \
         Steward's window open; no flag, variable or file answers for you",
    )
}

/// A name for the call that no other terminal uses: a process makes one.
pub(super) fn name() -> String {
    format!("terminal-{}", std::process::id())
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

/// One piece of a result.
pub(super) fn block(block: &BlockView) -> io::Result<()> {
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

    /// HOST-42
    #[test]
    fn who_could_not_be_asked_is_told_what_to_do() {
        let nowhere = not_asked("nobody is there to be asked", false);
        assert!(nowhere.message.ends_with("there is no terminal to ask you on."));
        assert!(nowhere.hint.unwrap().contains("in a terminal"));
        let unfit = not_asked("this form cannot be shown: it has 200 fields", true);
        assert!(unfit.message.ends_with("it has 200 fields."), "{}", unfit.message);
    }
}
