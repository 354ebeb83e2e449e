//! What a server over HTTP that cannot be used is called: the cause, and what to do. It asks nothing
//! of anybody.

use std::time::Duration;

use model::{
    server::{Draft, Transport},
    state::{Failed, FailureKind},
};
use stdx::{clock::Millis, span::span};

use crate::{convert::told, words::failed};

/// A server that HTTP does not reach, at its start or later. The fault holds no secret any more.
pub(super) fn fault(fault: &mcp::HttpError, draft: &Draft, now: Millis) -> Failed {
    let title = &draft.title;
    let why = told(&fault.to_string());
    let (kind, reason, hint) = match fault {
        mcp::HttpError::Unusable(_) => {
            (FailureKind::Internal, format!("{title} cannot be reached: {why}."), RESTART)
        }
        mcp::HttpError::Target(what) => (
            FailureKind::Address,
            format!("{title} has an address that cannot be used: {}.", told(what)),
            "Correct the address, or the header.",
        ),
        mcp::HttpError::Unreachable(what) => (
            FailureKind::Unreachable,
            format!("{title} cannot be reached: {}.", told(what)),
            "Check that it runs and that the address is right. Steward goes on trying.",
        ),
        mcp::HttpError::Untrusted(what) => (
            FailureKind::Unreachable,
            format!("{title} is not trusted: {}.", told(what)),
            "Where it is your own, add the certificate of its authority to the trust store of this \
             system, and start Steward again.",
        ),
        mcp::HttpError::Proxy(what) => (
            FailureKind::Unreachable,
            format!("{title} is behind a proxy, and that refuses: {}.", told(what)),
            "Check the proxy that this system names (such as `HTTPS_PROXY`), and its login.",
        ),
        mcp::HttpError::Login { status, title: said, .. } => {
            return login(draft, *status, said, now);
        }
        mcp::HttpError::Unavailable { status, retry_after } => {
            let reason = format!("{title} is not available just now (status {status}).");
            let hint = retry_after.map_or(AGAIN.to_owned(), when);
            let failure = failed(FailureKind::Unavailable, reason, Some(&hint), now);
            let retry_at = retry_after.map(|it| after(now, it.min(LONGEST_WAIT)));
            return Failed { retry_at, ..failure };
        }
        mcp::HttpError::Status { status, title: said } if *status >= 500 => (
            FailureKind::Unavailable,
            format!("{title} is out of order (status {status}{}).", quoted(said)),
            AGAIN,
        ),
        mcp::HttpError::Status { status, title: said } => (
            FailureKind::Protocol,
            format!("{title} does not answer as an MCP server (status {status}{}).", quoted(said)),
            "Check the path of the address: many servers are at `/mcp`.",
        ),
        mcp::HttpError::Redirected { to } => (
            FailureKind::Address,
            format!("{title} sends on to `{}`, which is another place.", told(to)),
            "If you trust that place, make it the address of this server.",
        ),
        mcp::HttpError::Broken(what) => (
            FailureKind::Unreachable,
            format!("{title} broke off the connection: {}.", told(what)),
            AGAIN,
        ),
        mcp::HttpError::NoReply(what) => (
            FailureKind::Protocol,
            format!("{title} answers, but not as an MCP server: {}.", told(what)),
            "Check the address: many servers are at `/mcp`.",
        ),
        mcp::HttpError::SessionLost(what) => (
            FailureKind::Unavailable,
            format!("{title} has lost the session, and opens no other: {}.", told(what)),
            AGAIN,
        ),
    };
    failed(kind, reason, Some(hint), now)
}

/// A server that asks for a longer rest is asked after this all the same.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// What is done where a server says how long it wants to be left alone.
fn when(wait: Duration) -> String {
    let asks = format!("It asks to be tried again in {}", span(wait));
    if wait <= LONGEST_WAIT {
        return format!("{asks}, and Steward does so.");
    }
    format!("{asks}. Steward tries again in {}; start it to try now.", span(LONGEST_WAIT))
}

const AGAIN: &str = "Steward goes on trying, and it is back as soon as it answers.";
const RESTART: &str = "Start Steward again. If it comes back, tell us, with the log.";

/// HOST-14: what is missing is said, and where it goes.
fn login(draft: &Draft, status: u16, said: &str, now: Millis) -> Failed {
    let title = &draft.title;
    let said = told(said);
    let said = if said.is_empty() { String::new() } else { format!(", `{said}`") };
    let reason = format!("{title} needs a key or a login: it answers with status {status}{said}.");
    let sends = match &draft.transport {
        Transport::Http(http) => !http.headers.is_empty(),
        Transport::Stdio(_) => false,
    };
    let hint = if sends {
        "It was sent headers, and does not take them: set the key anew, or correct the header."
    } else {
        "Add the header that it wants, such as `Authorization`, with your key. A login in the \
         browser cannot be made yet."
    };
    failed(FailureKind::Login, reason, Some(hint), now)
}

fn quoted(said: &str) -> String {
    let said = told(said);
    if said.is_empty() { said } else { format!(": `{said}`") }
}

fn after(now: Millis, wait: Duration) -> Millis {
    let wait = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
    Millis(now.0.saturating_add(wait))
}

#[cfg(test)]
mod tests {
    use model::{
        name::ServerName,
        server::{Http, Limits, Source},
    };

    use super::*;

    fn draft(headers: &[&str]) -> Draft {
        let headers = headers.iter().map(|it| ((*it).to_owned(), String::new())).collect();
        Draft {
            name: ServerName::parse("far").unwrap(),
            title: "Far".into(),
            description: String::new(),
            transport: Transport::Http(Http { url: "https://a.example/mcp".into(), headers }),
            limits: Limits::default(),
            source: Source::User,
        }
    }

    fn login() -> mcp::HttpError {
        let challenge = Box::default();
        mcp::HttpError::Login { status: 401, title: "no token".into(), challenge }
    }

    #[test]
    fn a_login_says_whether_something_was_sent() {
        let bare = fault(&login(), &draft(&[]), Millis(0));
        assert_eq!(bare.kind, FailureKind::Login);
        assert_eq!(
            bare.reason,
            "Far needs a key or a login: it answers with status 401, `no token`."
        );
        assert!(bare.hint.unwrap().starts_with("Add the header"));
        let sent = fault(&login(), &draft(&["Authorization"]), Millis(0));
        assert!(sent.hint.unwrap().contains("does not take them"));
    }

    #[test]
    fn what_passes_by_itself_is_told_from_what_does_not() {
        let kind = |it: &mcp::HttpError| fault(it, &draft(&[]), Millis(0)).kind;
        let status = |status| mcp::HttpError::Status { status, title: String::new() };
        assert_eq!(kind(&status(500)), FailureKind::Unavailable);
        assert_eq!(kind(&status(404)), FailureKind::Protocol);
        let refused = mcp::HttpError::Unreachable("Connection refused".into());
        assert_eq!(kind(&refused), FailureKind::Unreachable);
        let sent_on = mcp::HttpError::Redirected { to: "https://b.example".into() };
        assert_eq!(kind(&sent_on), FailureKind::Address);
    }

    #[test]
    fn a_server_that_says_when_is_asked_then() {
        let retry_after = Some(Duration::from_secs(5));
        let busy = mcp::HttpError::Unavailable { status: 503, retry_after };
        let failure = fault(&busy, &draft(&[]), Millis(1000));
        assert_eq!(failure.retry_at, Some(Millis(6000)));
        assert_eq!(failure.reason, "Far is not available just now (status 503).");
        assert_eq!(failure.hint.unwrap(), "It asks to be tried again in 5 s, and Steward does so.");
        let retry_after = Some(Duration::from_secs(9 * 86_400));
        let busy = mcp::HttpError::Unavailable { status: 429, retry_after };
        let failure = fault(&busy, &draft(&[]), Millis(1000));
        assert_eq!(failure.retry_at, Some(Millis(86_401_000)));
        assert_eq!(
            failure.hint.unwrap(),
            "It asks to be tried again in 9 days. Steward tries again in 24 hours; start it to try \
             now."
        );
    }
}
