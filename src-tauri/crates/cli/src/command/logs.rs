//! `stewardctl logs`: a server's log, to its end or as long as somebody writes it.

use std::{io, time::Duration};

use app::{
    Session,
    wire::{
        event::UiEvent,
        log::{LogLineView, LogPage, LogRange, ReadLog},
    },
};
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    time::timeout,
};

use crate::{arguments::Logs, command::servers, ctx::Ctx, failure::Failure, print};

/// How often a file is looked at that no owner tells of.
const LOOK_AGAIN: Duration = Duration::from_millis(250);
/// How long an owner may take to be gone after it gave an error.
const LEAVING: Duration = Duration::from_secs(5);
/// More lines than come between two looks.
const MOST: usize = 5000;

pub(crate) async fn print(ctx: &Ctx, Logs { server, follow, lines }: Logs) -> Result<(), Failure> {
    let printed = ctx.session(async |session| {
        // Listened to first, so that no line falls between the first page and the first event.
        let events = session.watch().await?;
        let server = servers::named(session, &server).await?;
        let range = LogRange::End;
        let first = ReadLog { server: server.clone(), range, limit: lines };
        let page: LogPage = session.call("read_log", first).await?;
        show(ctx, &page.lines)?;
        match session {
            _ if !follow => Ok(()),
            // Holding the folder to wait for ourselves would keep the others out.
            Session::Owner(..) => {
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

/// Goes on printing until the server is removed; without its owner, as the file grows.
async fn grow(
    ctx: &Ctx,
    session: &Session,
    server: &str,
    mut events: Receiver<UiEvent>,
    mut page: LogPage,
) -> Result<(), Failure> {
    let mut last = page.lines.last().cloned();
    loop {
        match events.recv().await {
            Ok(UiEvent::LogGrew { server: grew }) if grew == server => {}
            Ok(UiEvent::ServerRemoved { server: gone }) if gone == server => return Ok(()),
            Ok(UiEvent::Lagged) | Err(RecvError::Lagged(_)) => {}
            Ok(_) => continue,
            Err(RecvError::Closed) => return follow_file(ctx, server, last).await,
        }
        loop {
            let range = LogRange::After { position: page.end };
            let more = ReadLog { server: server.to_owned(), range, limit: 1000 };
            page = match session.call("read_log", more).await {
                Ok(page) => page,
                // An owner on its way out may have put away what it is asked for.
                Err(_) if is_leaving(&mut events).await => {
                    return follow_file(ctx, server, last).await;
                }
                Err(failure) => return Err(failure.into()),
            };
            let Some(newest) = page.lines.last() else { break };
            last = Some(newest.clone());
            show(ctx, &page.lines)?;
        }
    }
}

/// Whether the owner that gave an error goes away, rather than the error being about the log.
async fn is_leaving(events: &mut Receiver<UiEvent>) -> bool {
    let gone = async { while !matches!(events.recv().await, Err(RecvError::Closed)) {} };
    timeout(LEAVING, gone).await.is_ok()
}

/// Goes on with the file: another owner will write to it. Positions are each owner's own, so the
/// line that was printed last tells where to go on.
async fn follow_file(
    ctx: &Ctx,
    server: &str,
    mut last: Option<LogLineView>,
) -> Result<(), Failure> {
    let mut looks = tokio::time::interval(LOOK_AGAIN);
    loop {
        looks.tick().await;
        let page = app::end_of_log(ctx.data_dir(), server, MOST).await?;
        let new = after(&page.lines, last.as_ref());
        show(ctx, new)?;
        last = new.last().cloned().or(last);
    }
}

/// What comes after a line; everything, when that is not there any more.
fn after<'a>(lines: &'a [LogLineView], last: Option<&LogLineView>) -> &'a [LogLineView] {
    let same =
        |a: &LogLineView, b: &LogLineView| (&a.at, &a.tag, &a.text) == (&b.at, &b.tag, &b.text);
    let printed = last.and_then(|last| lines.iter().rposition(|it| same(it, last)));
    printed.and_then(|at| lines.get(at + 1..)).unwrap_or(lines)
}

fn show(ctx: &Ctx, lines: &[LogLineView]) -> io::Result<()> {
    for it in lines {
        if ctx.json {
            print::json_line(it)?;
        } else {
            let tag = format!("[{}]", it.tag);
            print::foreign(&format!("{} {tag:<12} {}", it.at, it.text))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_printed_yet_comes_after_the_last_line_whatever_its_position() {
        let line = |position: u64, text: &str| LogLineView {
            position,
            at: "now".into(),
            tag: "stderr".into(),
            text: text.into(),
        };
        let lines = [line(0, "a"), line(2, "b"), line(4, "a"), line(6, "c")];
        assert_eq!(after(&lines, Some(&line(90, "a"))), &lines[3..]);
        assert_eq!(after(&lines, Some(&line(6, "c"))), []);
        assert_eq!(after(&lines, Some(&line(6, "gone"))), lines);
        assert_eq!(after(&lines, None), lines);
    }
}
