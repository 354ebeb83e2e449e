//! `stewardctl call`: prints what the tool gives; progress goes to standard error. What its server
//! asks is asked on the terminal.

use std::{
    borrow::Cow,
    convert::Infallible,
    io::{self, IsTerminal as _},
    path::Path,
};

use app::{
    Session,
    desk::NobodyToAsk,
    wire::{
        event::UiEvent,
        failure::{Code, Failure as AppFailure},
        inbox::{EndView, InboxView, StandingView},
        media::FileView,
        tool::{BlockView, CallTool, OutcomeView, StructuredView},
    },
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
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
/// Most bytes of a text that go to a screen.
const MOST_ON_SCREEN: usize = 1 << 20;

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
                print::json(&as_json(outcome)?)?;
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
    if terminal || reason != NobodyToAsk::Nowhere.to_string() {
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

/// The outcome for a program: its structured part is JSON there, and no text. Where it is JSON that
/// no program here can hold, such as half of a character, it is the text as it came.
fn as_json(outcome: &OutcomeView) -> io::Result<Value> {
    let mut value = serde_json::to_value(outcome)?;
    if let (Some(StructuredView { json, .. }), Some(fields)) =
        (&outcome.structured, value.as_object_mut())
    {
        let structured = serde_json::from_str(json).unwrap_or_else(|_| json.as_str().into());
        fields.insert("structured".to_owned(), structured);
    }
    Ok(value)
}

fn show(outcome: &OutcomeView) -> io::Result<()> {
    outcome.blocks.iter().try_for_each(block)?;
    let mirrored =
        outcome.blocks.iter().any(|it| matches!(it, BlockView::Text { mirror: true, .. }));
    match &outcome.structured {
        Some(StructuredView { json, .. }) if !mirrored => print::foreign(&beginning(json))?,
        None if outcome.blocks.is_empty() => print::note("the tool gave nothing"),
        Some(_) | None => {}
    }
    for misfit in &outcome.misfits {
        print::note(&format!("note: the result does not match the tool's schema: {misfit}"));
    }
    remarks(&outcome.odd, outcome.whole.as_ref());
    Ok(())
}

/// What is to be known of a result beside it.
pub(super) fn remarks(odd: &[String], whole: Option<&FileView>) {
    for odd in odd {
        print::note(&format!("note: {odd}"));
    }
    if let Some(FileView { path, size, .. }) = whole {
        print::note(&format!("note: the whole result is in {path} ({size} bytes)"));
    }
}

/// One piece of a result.
pub(super) fn block(block: &BlockView) -> io::Result<()> {
    match block {
        BlockView::Text { text, .. } | BlockView::Resource { text, .. } => {
            print::foreign(&beginning(text))
        }
        BlockView::Media { file } => print::foreign(&file_line(file)),
        BlockView::NotSaved { why, .. } => print::foreign(&format!("[media not saved: {why}]")),
        BlockView::Link { uri, name, .. } => print::foreign(&format!("{name}: {uri}")),
        BlockView::Unknown { json, .. } => print::foreign(&beginning(json)),
    }
}

/// What a file is, and where.
pub(super) fn file_line(file: &FileView) -> String {
    let FileView { mime, size, width, height, path, .. } = file;
    let measure = match (width, height) {
        (Some(width), Some(height)) => format!(", {width} × {height}"),
        _ => String::new(),
    };
    format!("[{mime}{measure}, {size} bytes: {path}]")
}

/// A text as far as anybody reads it on a screen; a file or another program gets all of it.
fn beginning(text: &str) -> Cow<'_, str> {
    if io::stdout().is_terminal() && text.len() > MOST_ON_SCREEN {
        return app::clip(text, MOST_ON_SCREEN).into();
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(structured: Option<&str>) -> OutcomeView {
        OutcomeView {
            blocks: Vec::new(),
            structured: structured.map(|json| StructuredView {
                json: json.to_owned(),
                size: 0,
                cut: false,
            }),
            misfits: Vec::new(),
            is_error: false,
            raw: Some("{}".into()),
            whole: None,
            left_out: 0,
            odd: Vec::new(),
            took: 1,
        }
    }

    #[test]
    fn a_program_gets_the_structured_part_as_json() {
        let value = as_json(&outcome(Some(r#"{"n":[9007199254740993]}"#))).unwrap();
        assert_eq!(value["structured"]["n"][0], 9_007_199_254_740_993_u64);
        assert_eq!(as_json(&outcome(None)).unwrap()["structured"], Value::Null);
        let half = r#"{"\ud83d":1}"#;
        assert_eq!(as_json(&outcome(Some(half))).unwrap()["structured"], half);
    }

    /// HOST-29
    #[test]
    fn a_file_is_one_line_that_says_where_it_is() {
        let file = FileView {
            name: "ab".into(),
            mime: "image/png".into(),
            size: 95,
            width: Some(4),
            height: Some(3),
            path: "/data/media/ab.png".into(),
        };
        assert_eq!(file_line(&file), "[image/png, 4 × 3, 95 bytes: /data/media/ab.png]");
        let sound = FileView { mime: "audio/wav".into(), width: None, height: None, ..file };
        assert_eq!(file_line(&sound), "[audio/wav, 95 bytes: /data/media/ab.png]");
    }

    /// HOST-42
    #[test]
    fn who_could_not_be_asked_is_told_what_to_do() {
        let nowhere = not_asked(&NobodyToAsk::Nowhere.to_string(), false);
        assert!(nowhere.message.ends_with("there is no terminal to ask you on."));
        assert!(nowhere.hint.unwrap().contains("in a terminal"));
        for terminal in [true, false] {
            let unfit = not_asked("this form cannot be shown: it has 200 fields", terminal);
            assert!(unfit.message.ends_with("it has 200 fields."), "{}", unfit.message);
        }
    }
}
