//! `stewardctl logs`: a server's log, to its end or for ever.

use app::{
    Session,
    wire::{
        event::UiEvent,
        failure::{Code, Failure as AppFailure},
        log::{LogPage, LogRange, ReadLog},
    },
};
use tokio::sync::broadcast::error::RecvError;

use crate::{ctx::Ctx, failure::Failure, print};

pub(crate) async fn print(
    ctx: &Ctx,
    session: &Session,
    server: String,
    follow: bool,
    limit: u32,
) -> Result<(), Failure> {
    // Listened to first, so that no line falls between the first page and the first event.
    let mut events = session.events().await?;
    let first =
        ReadLog { server: server.clone(), range: LogRange::End, limit: limit.clamp(1, 5000) };
    let mut page: LogPage = session.call("read_log", first).await?;
    show(ctx, &page);
    if !follow {
        return Ok(());
    }
    loop {
        match events.recv().await {
            Ok(UiEvent::LogGrew { server: grew }) if grew == server => {}
            Ok(UiEvent::ServerRemoved { server: gone }) if gone == server => return Ok(()),
            Ok(UiEvent::Lagged) | Err(RecvError::Lagged(_)) => {}
            Ok(_) => continue,
            Err(RecvError::Closed) => {
                let words = "the Steward that wrote the log went away";
                return Err(AppFailure::new(Code::Internal, words).into());
            }
        }
        loop {
            let range = LogRange::After { position: page.end };
            page = session
                .call("read_log", ReadLog { server: server.clone(), range, limit: 1000 })
                .await?;
            if page.lines.is_empty() {
                break;
            }
            show(ctx, &page);
        }
    }
}

fn show(ctx: &Ctx, page: &LogPage) {
    for it in &page.lines {
        if ctx.json {
            match serde_json::to_string(it) {
                Ok(text) => print::line(&text),
                Err(problem) => print::error(&format!("cannot print: {problem}"), None),
            }
        } else {
            let tag = format!("[{}]", it.tag);
            print::foreign(&format!("{} {tag:<12} {}", it.at, it.text));
        }
    }
}
