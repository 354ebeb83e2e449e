//! `stewardctl tools`: what can be called.

use std::io;

use app::wire::{
    server::{ServerList, ServerRow, StateView},
    tool::{ListTools, ServerTools},
};

use crate::{command::ready, ctx::Ctx, failure::Failure, print};

/// The longest description in a list, in bytes.
const LONGEST_ABOUT: usize = 400;

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
        let rows = match &row {
            Some(row) => vec![row.clone()],
            None => session.call::<ServerList>("list_servers", ()).await?.servers,
        };
        missing(&offers, &rows).iter().for_each(|it| print::note(it));
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

/// What is said of servers without tools: why, where that is known.
fn missing(offers: &[ServerTools], rows: &[ServerRow]) -> Vec<String> {
    let mut notes = Vec::new();
    for offer in offers.iter().filter(|it| it.tools.is_empty()) {
        let name = &offer.server;
        let row = rows.iter().find(|it| it.name == *name);
        let warnings = row.map(ready::warnings).unwrap_or_default();
        if warnings.is_empty() {
            let never = if offer.ready { "lists no tools" } else { "has listed no tools yet" };
            notes.push(format!("`{name}` {never}"));
        }
        notes.extend(warnings.iter().map(|it| format!("warning: `{name}`: {it}")));
    }
    notes
}

/// Its tools, below its name if `among` others.
fn show(offer: &ServerTools, among: bool) -> io::Result<()> {
    let indent = if among { "  " } else { "" };
    if among {
        print::foreign(&format!("{}:", offer.server))?;
    }
    for tool in &offer.tools {
        print::foreign(&format!("{indent}{}{}", tool.name, about(&tool.description)))?;
    }
    for (tool, mark) in
        offer.tools.iter().flat_map(|it| it.marks.iter().map(move |mark| (it, mark)))
    {
        print::note(&format!("{indent}note: {}: {mark}", tool.name));
    }
    for aside in &offer.set_aside {
        print::note(&format!("{indent}set aside: {}: {}", aside.name, aside.reason));
    }
    Ok(())
}

/// The first line of what something is said to be, as far as a list has room for it.
pub(super) fn about(description: &str) -> String {
    let first = description.lines().next().unwrap_or_default();
    if first.is_empty() {
        return String::new();
    }
    if first.len() <= LONGEST_ABOUT {
        return format!("  {first}");
    }
    format!("  {} ({} bytes; --json has all)", app::clip(first, LONGEST_ABOUT), first.len())
}

#[cfg(test)]
mod tests {
    use app::wire::{
        failure::Code,
        server::{CarrierView, EraView, FailedView, ReadyView},
    };

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

    fn ready_with(warnings: &[&str]) -> ReadyView {
        ReadyView {
            era: EraView::Modern,
            version: "2026-07-28".into(),
            server_info: "demo 1".into(),
            website: None,
            instructions: None,
            capabilities: vec!["tools".into()],
            carrier: CarrierView::Stdio,
            session: false,
            round_trip: None,
            pid: Some(1),
            noise: 0,
            restarts: 0,
            warnings: warnings.iter().map(|&it| it.to_owned()).collect(),
            since: 0,
        }
    }

    #[test]
    fn a_list_has_the_beginning_of_a_long_description_and_says_so() {
        assert_eq!(about("Adds.\nAnd more."), "  Adds.");
        assert_eq!(about(""), "");
        let said = about(&"x".repeat(2_000_000));
        assert!(said.len() < 500 && said.ends_with("… (2000000 bytes; --json has all)"), "{said}");
    }

    #[test]
    fn why_there_are_no_tools_is_said_where_it_is_known() {
        let offer = |ready| ServerTools {
            server: "demo".into(),
            title: "Demo".into(),
            ready,
            tools: Vec::new(),
            set_aside: Vec::new(),
        };
        let why = "the tools could not be listed: too long";
        let odd = ServerRow { state: StateView::Ready(ready_with(&[why])), ..row() };
        let fine = ServerRow { state: StateView::Ready(ready_with(&[])), ..row() };
        for (offer, row, said) in [
            (offer(true), odd, "warning: `demo`: the tools could not be listed: too long"),
            (offer(true), fine, "`demo` lists no tools"),
            (offer(false), row(), "`demo` has listed no tools yet"),
        ] {
            assert_eq!(missing(&[offer], &[row]), [said]);
        }
    }

    #[test]
    fn the_list_of_a_server_that_is_off_is_what_was_asked_for() {
        assert!(current(&row()).is_ok());
    }
}
