//! `stewardctl logs`: a server's log, to its end or as long as somebody writes it.

use std::io;

use app::{
    Session,
    wire::{
        event::UiEvent,
        failure::{Code, Failure as AppFailure},
        log::{LogPage, LogRange, ReadLog},
    },
};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::{arguments::Logs, ctx::Ctx, failure::Failure, print};

pub(crate) async fn print(ctx: &Ctx, Logs { server, follow, lines }: Logs) -> Result<(), Failure> {
    let printed = ctx.session(async |session| {
        // Listened to first, so that no line falls between the first page and the first event.
        let events = session.watch().await?;
        let range = LogRange::End;
        let first = ReadLog { server: server.clone(), range, limit: lines };
        let page: LogPage = session.call("read_log", first).await?;
        show(ctx, &page)?;
        match session {
            _ if !follow => Ok(()),
            // Holding the folder to wait for ourselves would keep the others out.
            Session::Owner(_) => {
                print::note(
                    "note: no Steward runs on this data folder, so nothing more will come; \
                     start one with `stewardctl serve`",
                );
                Ok(())
            }
            Session::Guest(_) => tokio::select! {
                done = grow(ctx, session, &server, events, page) => done,
                () = print::reader_gone() => Ok(()),
            },
        }
    });
    match printed.await {
        // There is no other way out of what has no end.
        Err(Failure::Stopped) if follow => Ok(()),
        printed => printed,
    }
}

/// Goes on printing until the server is removed or its owner goes away.
async fn grow(
    ctx: &Ctx,
    session: &Session,
    server: &str,
    mut events: Receiver<UiEvent>,
    mut page: LogPage,
) -> Result<(), Failure> {
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
            let more = ReadLog { server: server.to_owned(), range, limit: 1000 };
            page = session.call("read_log", more).await?;
            if page.lines.is_empty() {
                break;
            }
            show(ctx, &page)?;
        }
    }
}

fn show(ctx: &Ctx, page: &LogPage) -> io::Result<()> {
    for it in &page.lines {
        if ctx.json {
            print::json_line(it)?;
        } else {
            let tag = format!("[{}]", it.tag);
            print::foreign(&format!("{} {tag:<12} {}", it.at, it.text))?;
        }
    }
    Ok(())
}
