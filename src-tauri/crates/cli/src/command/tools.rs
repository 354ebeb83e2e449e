//! `stewardctl tools`: what can be called.

use std::io;

use app::wire::{
    server::{ServerRow, StateView},
    tool::{ListTools, ServerTools},
};

use crate::{command::ready, ctx::Ctx, failure::Failure, print};

pub(crate) async fn list(ctx: &Ctx, server: Option<String>) -> Result<(), Failure> {
    ctx.session(async |session| {
        // A list that a running server gives is fresher than one that was kept.
        let row = match &server {
            Some(server) => Some(ready::wake(session, server.clone()).await?),
            None => None,
        };
        let offers: Vec<ServerTools> = session.call("list_tools", ListTools { server }).await?;
        if ctx.json {
            print::json(&offers)?;
        } else {
            offers.iter().try_for_each(|it| show(it, row.is_none()))?;
        }
        row.map_or(Ok(()), |row| current(&row))
    })
    .await
}

/// A kept list of a server that failed is printed, and yet no answer.
fn current(row: &ServerRow) -> Result<(), Failure> {
    let Err(failure) = ready::usable(row) else { return Ok(()) };
    if row.state == StateView::Off {
        // It was switched off on purpose: its list is as it was then.
        print::note(&format!("note: {}", failure.message));
        return Ok(());
    }
    Err(failure.into())
}

/// Its tools, below its name if `among` others.
fn show(offer: &ServerTools, among: bool) -> io::Result<()> {
    let indent = if among { "  " } else { "" };
    if among {
        print::foreign(&format!("{}:", offer.server))?;
    }
    for tool in &offer.tools {
        let first = tool.description.lines().next().unwrap_or_default();
        let about = if first.is_empty() { String::new() } else { format!("  {first}") };
        print::foreign(&format!("{indent}{}{about}", tool.name))?;
    }
    for (tool, mark) in
        offer.tools.iter().flat_map(|it| it.marks.iter().map(move |mark| (it, mark)))
    {
        print::note(&format!("{indent}note: {}: {mark}", tool.name));
    }
    for aside in &offer.set_aside {
        print::note(&format!("{indent}set aside: {}: {}", aside.name, aside.reason));
    }
    if offer.tools.is_empty() {
        print::note(&format!("{indent}`{}` has listed no tools yet", offer.server));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use app::wire::{failure::Code, server::FailedView};

    use crate::command::show::tests::row;

    use super::*;

    #[test]
    fn a_kept_list_of_a_failed_server_does_not_hide_the_failure() {
        let failed = FailedView {
            reason: "It ended.".into(),
            hint: None,
            exit: None,
            stderr: Vec::new(),
            fix: None,
            retry_at: None,
            since: 0,
        };
        let row = ServerRow { state: StateView::Failed(failed), tools: 3, ..row() };
        let Err(Failure::App(failure)) = current(&row) else { panic!("it is hidden") };
        assert_eq!((failure.code, failure.message.as_str()), (Code::NotReady, "It ended."));
    }

    #[test]
    fn the_list_of_a_server_that_is_off_is_what_was_asked_for() {
        assert!(current(&row()).is_ok());
    }
}
