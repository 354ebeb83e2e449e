//! How a server is shown at a terminal.

use std::{io, time::Duration};

use app::{
    cautions,
    wire::server::{
        CarrierView, EraView, PhaseView, ReadyView, ServerRow, StateView, TransportView,
    },
};
use stdx::{clock::Millis, span::span};

use crate::print;

/// One line a server.
pub(crate) fn list(rows: &[ServerRow], now: Millis) -> io::Result<()> {
    if rows.is_empty() {
        print::note("no servers yet; register one: `stewardctl servers add NAME -- COMMAND`");
        return Ok(());
    }
    let width = rows.iter().map(|it| it.name.len()).max().unwrap_or_default();
    rows.iter().try_for_each(|it| {
        let how = match it.transport {
            TransportView::Stdio { .. } => "",
            TransportView::Http { .. } => "http  ",
        };
        print::foreign(&format!("{:<width$}  {}  {how}{}", it.name, doing(it, now), it.line))
    })
}

/// What a server is doing, and when it is tried again where it failed.
fn doing(row: &ServerRow, now: Millis) -> String {
    let state = state(row);
    match again(row, now) {
        // The sentence goes on.
        Some(again) => format!("{}, {again}", state.trim_end_matches('.')),
        None => state,
    }
}

/// When one that failed is tried again.
fn again(row: &ServerRow, now: Millis) -> Option<String> {
    let StateView::Failed(failed) = &row.state else { return None };
    let left = failed.retry_at?.saturating_sub(now.0).max(0);
    // What is left of a second is a whole one.
    let seconds = left.saturating_add(999) / 1000;
    Some(match seconds {
        0 => "tried again now".to_owned(),
        1..=119 => format!("tried again in {seconds} s"),
        more => {
            let minutes = u64::try_from(more.saturating_add(59) / 60).unwrap_or_default();
            format!("tried again in {}", span(Duration::from_secs(minutes * 60)))
        }
    })
}

/// What a server is doing, in a few words; some of them may be the server's.
pub(crate) fn state(row: &ServerRow) -> String {
    match &row.state {
        StateView::Off if row.on => "on, not running here".to_owned(),
        StateView::Off if !row.allowed => "off, not allowed yet".to_owned(),
        StateView::Off => "off".to_owned(),
        StateView::Starting { phase: PhaseView::Installing, .. } => "installing".to_owned(),
        StateView::Starting { phase: PhaseView::Keychain, .. } => {
            "starting, waits for the keychain".to_owned()
        }
        StateView::Starting { phase: PhaseView::Waiting | PhaseView::Connecting, .. } => {
            "starting".to_owned()
        }
        StateView::Ready(ready) => {
            format!("ready, {}, {} tools", ready.version, row.tools)
        }
        StateView::Failed(failed) => format!("failed: {}", failed.reason),
    }
}

/// What it runs or calls, and with what, a line each.
pub(crate) fn runs(row: &ServerRow) -> Vec<String> {
    let mut lines = Vec::new();
    match &row.transport {
        TransportView::Stdio { env, cwd, .. } => {
            lines.push(field("command", &row.line));
            lines.extend(env.iter().map(|(name, value)| field("env", &format!("{name}={value}"))));
            lines.extend(cwd.iter().map(|cwd| field("folder", cwd)));
        }
        TransportView::Http { headers, .. } => {
            lines.push(field("url", &row.line));
            let header = |(name, value)| field("header", &format!("{name}: {value}"));
            lines.extend(headers.iter().map(header));
        }
    }
    lines
}

/// What to know of it before it is allowed, a line each.
pub(crate) fn cautions(row: &ServerRow) -> Vec<String> {
    cautions::of(row).iter().map(|it| field("caution", it)).collect()
}

/// Everything about a server.
pub(crate) fn whole(row: &ServerRow) -> io::Result<()> {
    lines(row).iter().try_for_each(|line| print::foreign(line))
}

fn lines(row: &ServerRow) -> Vec<String> {
    let mut lines = vec![field("name", &row.name), field("title", &row.title)];
    if !row.description.is_empty() {
        lines.push(field("about", &row.description));
    }
    lines.extend(runs(row));
    lines.push(field("state", &state(row)));
    lines.extend(details(&row.state));
    lines
}

fn details(state: &StateView) -> Vec<String> {
    match state {
        StateView::Ready(ready) => {
            let era = match ready.era {
                EraView::Legacy => "legacy",
                EraView::Modern => "modern",
            };
            let mut lines = vec![
                field("server", &ready.server_info),
                field("era", era),
                field("over", &over(ready)),
                field("can", &ready.capabilities.join(", ")),
            ];
            // A terminal opens nothing: it is a text to copy.
            lines.extend(ready.website.iter().map(|it| field("website", it)));
            lines.extend(ready.warnings.iter().map(|it| field("warning", it)));
            let says = ready.instructions.iter().flat_map(|it| it.lines());
            lines.extend(says.map(|it| field("says", it)));
            lines
        }
        StateView::Failed(failed) => {
            let stderr = failed.stderr.iter().map(|it| field("stderr", it));
            stderr.chain(failed.hint.iter().map(|it| field("hint", it))).collect()
        }
        StateView::Off | StateView::Starting { .. } => Vec::new(),
    }
}

/// How messages get there.
fn over(ready: &ReadyView) -> String {
    let carrier = match ready.carrier {
        CarrierView::Stdio => return "stdio".to_owned(),
        CarrierView::Http => "http",
        CarrierView::OldHttp => "http, as servers of 2024-11-05 have it",
    };
    let session = if ready.session { ", in a session" } else { "" };
    let answers = ready.round_trip.map(|it| format!(", answers in {it} ms")).unwrap_or_default();
    format!("{carrier}{session}{answers}")
}

fn field(name: &str, value: &str) -> String {
    format!("{name:<8} {value}")
}

#[cfg(test)]
pub(crate) mod tests {
    use app::wire::server::{FailedView, SourceView};

    use super::*;

    /// A server that is off and that nobody has allowed.
    pub(crate) fn row() -> ServerRow {
        ServerRow {
            name: "demo".into(),
            title: "Demo".into(),
            description: String::new(),
            transport: TransportView::Stdio {
                command: "python3".into(),
                args: vec!["a b.py".into()],
                env: [("TOKEN".to_owned(), "${secret:DEMO_TOKEN}".to_owned())].into(),
                cwd: Some("/srv".into()),
            },
            line: "python3 'a b.py'".into(),
            on: false,
            allowed: true,
            digest: "d1".into(),
            state: StateView::Off,
            tools: 0,
            start_limit: 120,
            call_limit: 120,
            source: SourceView::User,
            created_at: 0,
            updated_at: 0,
        }
    }

    #[test]
    fn the_whole_of_a_server_has_its_line_variables_and_folder() {
        assert_eq!(
            lines(&row()),
            [
                "name     demo",
                "title    Demo",
                "command  python3 'a b.py'",
                "env      TOKEN=${secret:DEMO_TOKEN}",
                "folder   /srv",
                "state    off",
            ]
        );
    }

    /// Security, consents: the same words as in the dialog.
    #[test]
    fn what_to_know_before_a_yes_is_said() {
        assert_eq!(cautions(&row()), [""; 0]);
        let transport = TransportView::Stdio {
            command: "sh".into(),
            args: vec!["-c".into(), "true".into()],
            env: [("LD_PRELOAD".to_owned(), "x.so".to_owned())].into(),
            cwd: None,
        };
        assert_eq!(
            cautions(&ServerRow { transport, ..row() }),
            [
                "caution  “sh” is a shell: it can run anything that is in its arguments.",
                "caution  “LD_PRELOAD” makes programs load code from elsewhere.",
            ]
        );
    }

    #[test]
    fn how_messages_get_there_is_said() {
        let ready = |carrier, session, round_trip| ReadyView {
            era: EraView::Legacy,
            version: String::new(),
            server_info: String::new(),
            website: None,
            instructions: None,
            capabilities: Vec::new(),
            carrier,
            session,
            round_trip,
            pid: None,
            noise: 0,
            restarts: 0,
            warnings: Vec::new(),
            since: 0,
        };
        assert_eq!(over(&ready(CarrierView::Stdio, false, None)), "stdio");
        let far = ready(CarrierView::Http, true, Some(12));
        assert_eq!(over(&far), "http, in a session, answers in 12 ms");
        // A link is a text at a terminal.
        let website = Some("https://a.example/".to_owned());
        let lines = details(&StateView::Ready(ReadyView { website, ..far }));
        assert!(lines.contains(&field("website", "https://a.example/")), "{lines:?}");
    }

    /// HOST-5, HOST-13
    #[test]
    fn one_that_is_tried_again_says_when() {
        let failed = |retry_at| FailedView {
            reason: "It ended.".into(),
            hint: None,
            exit: None,
            stderr: Vec::new(),
            fix: None,
            retry_at,
            since: 0,
        };
        for (retry_at, said) in [
            (Some(13_001), Some("tried again in 12 s")),
            (Some(1_500), Some("tried again now")),
            (Some(301_500), Some("tried again in 5 minutes")),
            (None, None),
        ] {
            let row = ServerRow { state: StateView::Failed(failed(retry_at)), ..row() };
            assert_eq!(again(&row, Millis(1_501)).as_deref(), said, "{retry_at:?}");
        }
        assert_eq!(again(&row(), Millis(0)), None);
    }

    #[test]
    fn one_that_nobody_allowed_says_so() {
        assert_eq!(state(&ServerRow { allowed: false, ..row() }), "off, not allowed yet");
    }
}
