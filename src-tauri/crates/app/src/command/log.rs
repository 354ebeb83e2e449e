//! The command that reads a log.

use servers::log::reader::{Lines, Range};

use crate::{
    app::App,
    command::name_of,
    window::Window,
    wire::{
        failure::Failure,
        log::{LogLineView, LogPage, LogRange, ReadLog},
    },
};

/// Most lines of a page.
const MOST: u32 = 5000;

pub(crate) async fn read_log(
    app: &App,
    _from: Window,
    ReadLog { server, range, limit }: ReadLog,
) -> Result<LogPage, Failure> {
    let name = name_of(app, &server).await?;
    let range = match range {
        LogRange::End => Range::End,
        LogRange::After { position } => Range::After(position),
        LogRange::Before { position } => Range::Before(position),
    };
    let limit = limit.clamp(1, MOST) as usize;
    Ok(page(app.servers().log(&name, range, limit).await?))
}

/// Lines as they cross.
pub(crate) fn page(Lines { lines, start, end, more }: Lines) -> LogPage {
    let line = |(position, line): (u64, model::log::LogLine)| LogLineView {
        position,
        at: line.at.to_string(),
        tag: line.tag.as_str().to_owned(),
        text: line.text,
    };
    LogPage { lines: lines.into_iter().map(line).collect(), start, end, more }
}
