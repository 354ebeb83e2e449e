//! Whether a server can be used, and what is said when it cannot.

use app::{
    Session,
    wire::{
        failure::{Code, Failure as AppFailure},
        server::{FailedView, Fix, ServerRef, ServerRow, StateView},
        tool::{ListTools, ServerTools},
    },
};

use crate::{command::show, ctx::Ctx, failure::Failure, print};

/// The row of a server that runs, if it should; one that is only on its way is waited for.
pub(crate) async fn wake(session: &Session, server: String) -> Result<ServerRow, Failure> {
    Ok(session.call("wake_server", ServerRef { server }).await?)
}

/// Waits until a server that was just started is ready or failed, and says which (HOST-4).
pub(crate) async fn settle(ctx: &Ctx, session: &Session, row: ServerRow) -> Result<(), Failure> {
    let row = wake(session, row.name).await?;
    if ctx.json {
        print::json(&row)?;
    }
    if let StateView::Failed(failed) = &row.state {
        for line in &failed.stderr {
            print::note(&format!("  {line}"));
        }
        return Err(not_started(&row, failed).into());
    }
    if ctx.json {
        return Ok(());
    }
    let server = Some(row.name.clone());
    let offers: Vec<ServerTools> = session.call("list_tools", ListTools { server }).await?;
    print::foreign(&format!("{} is {}", row.name, show::state(&row)))?;
    for it in warnings(&row) {
        print::note(&format!("warning: {it}"));
    }
    for tool in offers.iter().flat_map(|it| &it.tools) {
        print::foreign(&format!("  {}", tool.name))?;
    }
    Ok(())
}

/// What was tolerated of a server that is ready.
pub(crate) fn warnings(row: &ServerRow) -> &[String] {
    match &row.state {
        StateView::Ready(ready) => &ready.warnings,
        StateView::Off | StateView::Starting { .. } | StateView::Failed(_) => &[],
    }
}

fn not_started(row: &ServerRow, failed: &FailedView) -> AppFailure {
    let kept = if row.on { "It is tried again." } else { "It is kept, switched off." };
    let failure = AppFailure::said(Code::NotReady, format!("{} {kept}", failed.reason));
    let log = || format!("look into its log: `stewardctl logs {}`", row.name);
    failure.hint(failed.hint.clone().unwrap_or_else(log))
}

/// A server that is off or failed cannot be called; the row says why.
pub(crate) fn usable(row: &ServerRow) -> Result<(), AppFailure> {
    let enable = format!("`stewardctl servers enable {}`", row.name);
    let failure = match &row.state {
        StateView::Ready(_) => return Ok(()),
        StateView::Off => {
            let words = format!("`{}` is switched off", row.name);
            AppFailure::new(Code::NotReady, words).hint(format!("switch it on: {enable}"))
        }
        StateView::Starting { .. } => {
            AppFailure::new(Code::NotReady, format!("`{}` is still starting", row.name))
        }
        StateView::Failed(failed) => {
            let last = failed.stderr.last().map(|it| format!(" Its last line: {it}"));
            let again =
                if failed.retry_at.is_some() { " It is tried again by itself." } else { "" };
            let words = format!("{}{}{again}", failed.reason, last.unwrap_or_default());
            let stop = if words.ends_with(['.', '?', '!', '…']) { "" } else { "." };
            let failure = AppFailure::said(Code::NotReady, format!("{words}{stop}"));
            match &failed.hint {
                _ if failed.fix == Some(Fix::Approve) => {
                    failure.hint(format!("look at what it runs: {enable}"))
                }
                Some(hint) => failure.hint(hint),
                None => failure,
            }
        }
    };
    Err(failure)
}

#[cfg(test)]
mod tests {
    use crate::command::show::tests::row;

    use super::*;

    fn failed(hint: Option<&str>, fix: Option<Fix>) -> FailedView {
        FailedView {
            reason: "It ended.".into(),
            hint: hint.map(str::to_owned),
            exit: None,
            stderr: vec!["no configuration".into()],
            fix,
            retry_at: None,
            since: 0,
        }
    }

    #[test]
    fn a_server_that_is_off_says_how_to_switch_it_on() {
        let failure = usable(&row()).unwrap_err();
        assert_eq!(failure.message, "`demo` is switched off.");
        assert_eq!(failure.hint.unwrap(), "Switch it on: `stewardctl servers enable demo`.");
    }

    #[test]
    fn a_failed_one_gives_its_reason_last_line_and_hint() {
        let state = StateView::Failed(failed(Some("Mend it."), None));
        let failure = usable(&ServerRow { state, ..row() }).unwrap_err();
        assert_eq!(failure.message, "It ended. Its last line: no configuration.");
        assert_eq!(failure.hint.as_deref(), Some("Mend it."));
        let waiting = FailedView { retry_at: Some(1), stderr: Vec::new(), ..failed(None, None) };
        let failure = usable(&ServerRow { state: StateView::Failed(waiting), ..row() });
        assert_eq!(failure.unwrap_err().message, "It ended. It is tried again by itself.");
        let state = StateView::Failed(failed(Some("Look at it."), Some(Fix::Approve)));
        let failure = usable(&ServerRow { state, ..row() }).unwrap_err();
        assert!(failure.hint.unwrap().contains("`stewardctl servers enable demo`"));
    }

    #[test]
    fn a_name_at_the_front_keeps_its_spelling() {
        let gone = FailedView { reason: "c40 stopped.".into(), ..failed(None, None) };
        let kept = not_started(&row(), &gone).message;
        assert_eq!(kept, "c40 stopped. It is kept, switched off.");
        let gone = FailedView { stderr: Vec::new(), ..gone };
        let failure = usable(&ServerRow { state: StateView::Failed(gone), ..row() });
        assert_eq!(failure.unwrap_err().message, "c40 stopped.");
    }

    #[test]
    fn a_start_that_failed_says_what_became_of_the_server() {
        let failure = not_started(&ServerRow { on: true, ..row() }, &failed(None, None));
        assert_eq!(failure.message, "It ended. It is tried again.");
        assert_eq!(failure.hint.unwrap(), "Look into its log: `stewardctl logs demo`.");
    }
}
