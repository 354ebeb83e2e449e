//! What a failed start is called: the cause, and what to do. It decides nothing and starts nothing.

mod site;

use std::time::Duration;

use model::{
    server::{Draft, Server, Transport},
    state::{Failed, FailureKind},
};
use stdx::{clock::Millis, text::sentence};
use vault::template::{Kind, Unset};

use crate::{convert::told, launch::Unfit};

fn failed(kind: FailureKind, reason: String, hint: Option<&str>, since: Millis) -> Failed {
    Failed {
        reason,
        hint: hint.map(str::to_owned),
        kind,
        unset_secret: None,
        exit: None,
        stderr: Vec::new(),
        retry_at: None,
        since,
    }
}

/// The person has not allowed what would run.
pub(crate) fn unapproved(draft: &Draft, now: Millis) -> Failed {
    let reason = format!("{} has not been allowed to start yet.", draft.title);
    let hint = "Switch it on to see what it would run, and allow it.";
    failed(FailureKind::Unapproved, reason, Some(hint), now)
}

/// A fault of ours.
pub(crate) fn internal(draft: &Draft, now: Millis) -> Failed {
    let reason = format!("Steward failed while it looked after {}.", draft.title);
    let hint = "Start it again. If it comes back, tell us, with the log.";
    failed(FailureKind::Internal, reason, Some(hint), now)
}

/// A server that failed before this Steward was started; only the reason was kept.
pub(crate) fn earlier(reason: &str, row: &Server) -> Failed {
    let hint = Some("Switch it on to try again.");
    let failure = failed(FailureKind::Exited, reason.to_owned(), hint, row.updated_at);
    Failed { unset_secret: row.unset_secret.clone(), ..failure }
}

/// Nothing was run.
pub(crate) fn unfit(unfit: &Unfit, now: Millis) -> Failed {
    let (reason, hint) = match unfit {
        Unfit::Command(it) => (sentence(&it.to_string()), sentence(&it.hint())),
        Unfit::Unset(Unset(it)) => match it.kind {
            Kind::Variable => (
                format!("The variable `{}` is not set.", it.name),
                "Set it for your login, or write its value in place of the reference.".to_owned(),
            ),
            Kind::Secret => (
                format!("The secret `{}` is not in the keychain.", it.name),
                "Set the secret, then start it again.".to_owned(),
            ),
        },
        Unfit::Vault(it @ vault::Error::Locked) => (
            sentence(&it.to_string()),
            "Unlock the keychain, and the server starts by itself. Start it again to be asked."
                .to_owned(),
        ),
        Unfit::Vault(it @ vault::Error::Absent(_)) => (
            sentence(&it.to_string()),
            "Start one that offers the Secret Service, such as GNOME Keyring, KWallet or \
             KeePassXC, and the server starts by itself. Or have the secret held in memory until \
             you quit, on the Secrets page."
                .to_owned(),
        ),
        Unfit::Vault(it) => {
            (sentence(&it.to_string()), it.hint().unwrap_or("Start it again.").to_owned())
        }
        Unfit::Silent => (
            "The keychain did not answer.".to_owned(),
            "It may be asking you to unlock it. Unlock it, and the server starts by itself."
                .to_owned(),
        ),
        Unfit::Folder(it) => (
            format!("The folder `{}` is not there.", it.display()),
            "Make it, or choose another folder for this server.".to_owned(),
        ),
    };
    let mut failure = failed(unfit.kind(), reason, Some(&hint), now);
    if let Unfit::Unset(Unset(it)) = unfit
        && it.kind == Kind::Secret
    {
        failure.unset_secret = Some(it.name.clone());
    }
    failure
}

/// A start that the connection reports as failed. The error holds no secret any more.
pub(crate) fn start(error: &mcp::Error, draft: &Draft, now: Millis) -> Failed {
    let title = &draft.title;
    let far = is_far(draft);
    let (kind, reason, hint) = match error {
        mcp::Error::Http(fault) => return site::fault(fault, draft, now),
        mcp::Error::TimedOut { limit, .. } if far => return slow(*limit, title, now),
        mcp::Error::Protocol(what) if far => (
            FailureKind::Protocol,
            format!("{title} answers, but does not speak MCP: {}.", told(what)),
            "Check that the address is an MCP server's: many are at `/mcp`.",
        ),
        mcp::Error::Spawn { command, source } => (
            FailureKind::NotRunnable,
            format!("`{command}` cannot be run: {source}."),
            "Check that the file is a program and that you may run it.",
        ),
        mcp::Error::Exited { exit, stderr } => return exited(*exit, stderr, title, now),
        mcp::Error::TimedOut { limit, hint, stderr } => {
            return timed_out(*limit, hint, stderr, title, now);
        }
        mcp::Error::Protocol(what) => (
            FailureKind::Protocol,
            format!("{title} runs, but does not speak MCP: {}.", told(what)),
            "Check that the command is an MCP server.",
        ),
        mcp::Error::Rpc(it) => (
            FailureKind::Protocol,
            format!("{title} refused the connection: {}.", told(&it.message)),
            "The log has what it said.",
        ),
        mcp::Error::Guard(_)
        | mcp::Error::Unreadable(_)
        | mcp::Error::Asks
        | mcp::Error::AsksFor { .. }
        | mcp::Error::AsksUnfit(_)
        | mcp::Error::NeedsTask
        | mcp::Error::TooManyRounds { .. }
        | mcp::Error::NotCompleted { .. }
        | mcp::Error::CallTimedOut { .. }
        | mcp::Error::TooLarge { .. }
        | mcp::Error::TooManyValues { .. }
        | mcp::Error::Ended { .. }
        | mcp::Error::NotSent { .. }
        | mcp::Error::Closed => (
            FailureKind::Protocol,
            format!("{title} did not start: {}.", told(&error.to_string())),
            "The log has what it said.",
        ),
    };
    failed(kind, reason, Some(hint), now)
}

fn exited(exit: mcp::Exit, stderr: &[String], title: &str, now: Millis) -> Failed {
    let hint = if stderr.is_empty() {
        "It said nothing on standard error. Try the command in a terminal."
    } else {
        "Its last lines say why; the log has the rest."
    };
    let reason = format!("{title} stopped at once ({exit}).");
    Failed {
        exit: Some(exit.to_string()),
        stderr: stderr.iter().map(|it| told(it)).collect(),
        ..failed(FailureKind::Exited, reason, Some(hint), now)
    }
}

fn timed_out(limit: Duration, why: &str, stderr: &[String], title: &str, now: Millis) -> Failed {
    let seconds = limit.as_secs_f64();
    let reason = format!("{title} timed out: it was not ready within {seconds} s{why}.");
    let hint = "Give it more time, or try the command in a terminal.";
    Failed {
        stderr: stderr.iter().map(|it| told(it)).collect(),
        ..failed(FailureKind::TimedOut, reason, Some(hint), now)
    }
}

fn slow(limit: Duration, title: &str, now: Millis) -> Failed {
    let seconds = limit.as_secs_f64();
    let reason =
        format!("{title} timed out: it did not answer as an MCP server within {seconds} s.");
    let hint = "Give it more time, or check that it runs and that the address is right.";
    failed(FailureKind::TimedOut, reason, Some(hint), now)
}

fn is_far(draft: &Draft) -> bool {
    matches!(draft.transport, Transport::Http(_))
}

/// A server without a process of ours that was ready and cannot be reached any more. The error holds
/// no secret any more.
pub(crate) fn lost(error: &mcp::Error, draft: &Draft, now: Millis) -> Failed {
    if let mcp::Error::Http(fault) = error {
        return site::fault(fault, draft, now);
    }
    let reason = format!("{} stopped answering: {}.", draft.title, told(&error.to_string()));
    let hint = "Steward goes on trying, and it is back as soon as it answers.";
    failed(FailureKind::Unreachable, reason, Some(hint), now)
}

/// A server that was ready and ended.
pub(crate) fn died(ended: &mcp::Ended, stderr: &[String], draft: &Draft, now: Millis) -> Failed {
    let how = ended.exit.map(|it| it.to_string());
    let reason = match &how {
        Some(how) => format!("{} stopped ({how}).", draft.title),
        None => format!("{} stopped answering.", draft.title),
    };
    let kind = if is_far(draft) { FailureKind::Unreachable } else { FailureKind::Exited };
    let mut failure = failed(kind, reason, None, now);
    failure.exit = how;
    failure.stderr = stderr.iter().map(|it| told(it)).collect();
    failure
}

/// A server that ended again and again.
pub(crate) fn crash_loop(mut failure: Failed, draft: &Draft) -> Failed {
    let times = "five times in a row";
    failure.reason = format!("{} stopped {times}. {}", draft.title, failure.reason);
    failure.hint =
        Some("It gets a rest of five minutes. Its last lines say why it stops.".to_owned());
    failure.kind = FailureKind::CrashLoop;
    failure
}
