//! A server as a row.

use model::{
    server::{Era, Server, Source, Transport},
    state::{Carrier, Failed, FailureKind, Phase, Ready, State},
};

use crate::{
    app::App,
    secrets::key::Key,
    wire::{
        failure::Failure,
        server::{
            CarrierView, EraView, FailedView, Fix, PhaseView, ReadyView, ServerRow, SourceView,
            StateView, TransportView,
        },
    },
};

/// The row of a server; how many tools it has comes from its last list.
pub(crate) async fn row(app: &App, server: Server, state: State) -> Result<ServerRow, Failure> {
    let tools = app.servers().tools(server.name()).await?.tools.len();
    let plan = servers::plan::of(&server.draft);
    let draft = server.draft;
    Ok(ServerRow {
        name: draft.name.into(),
        title: draft.title,
        description: draft.description,
        transport: transport(draft.transport),
        line: plan.line,
        on: server.on,
        allowed: server.approved.as_deref() == Some(plan.digest.as_str()),
        digest: plan.digest,
        state: state_view(state),
        tools: u32::try_from(tools).unwrap_or(u32::MAX),
        start_limit: seconds(draft.limits.start),
        call_limit: seconds(draft.limits.call),
        source: match draft.source {
            Source::User => SourceView::User,
            Source::Import => SourceView::Import,
            Source::Builtin => SourceView::Builtin,
        },
        created_at: server.created_at.0,
        updated_at: server.updated_at.0,
    })
}

fn seconds(millis: u64) -> u32 {
    u32::try_from(millis / 1000).unwrap_or(u32::MAX)
}

/// How to reach it, as it is kept: with references, without secrets.
pub(crate) fn transport(transport: Transport) -> TransportView {
    match transport {
        Transport::Stdio(it) => {
            TransportView::Stdio { command: it.command, args: it.args, env: it.env, cwd: it.cwd }
        }
        Transport::Http(it) => TransportView::Http { url: it.url, headers: it.headers },
    }
}

fn state_view(state: State) -> StateView {
    match state {
        State::Off => StateView::Off,
        State::Starting(it) => StateView::Starting {
            attempt: it.attempt,
            phase: match it.phase {
                Phase::Waiting => PhaseView::Waiting,
                Phase::Keychain => PhaseView::Keychain,
                Phase::Installing => PhaseView::Installing,
                Phase::Connecting => PhaseView::Connecting,
            },
            since: it.since.0,
        },
        State::Ready(it) => StateView::Ready(ready(it)),
        State::Failed(it) => StateView::Failed(failed(it)),
    }
}

fn ready(it: Ready) -> ReadyView {
    ReadyView {
        era: match it.era {
            Era::Legacy => EraView::Legacy,
            Era::Modern => EraView::Modern,
        },
        version: it.version,
        server_info: it.server_info,
        website: it.website,
        instructions: it.instructions,
        capabilities: it.capabilities,
        carrier: match it.carrier {
            Carrier::Stdio => CarrierView::Stdio,
            Carrier::Http => CarrierView::Http,
            Carrier::OldHttp => CarrierView::OldHttp,
        },
        session: it.session,
        round_trip: it.round_trip,
        pid: it.pid,
        noise: it.noise,
        restarts: it.restarts,
        warnings: it.warnings,
        since: it.since.0,
    }
}

fn failed(it: Failed) -> FailedView {
    let fix = fix(&it);
    FailedView {
        reason: it.reason,
        hint: it.hint,
        exit: it.exit,
        stderr: it.stderr,
        fix,
        retry_at: it.retry_at.map(|at| at.0),
        since: it.since.0,
    }
}

/// The one thing that would help most.
pub(crate) fn fix(failed: &Failed) -> Option<Fix> {
    match failed.kind {
        FailureKind::Unset => match &failed.unset_secret {
            // A reference that is misspelt leads to a name that nothing can have.
            Some(key) if Key::parse(key).is_ok() => Some(Fix::SetSecret { key: key.clone() }),
            Some(_) | None => Some(Fix::Edit),
        },
        FailureKind::CommandMissing
        | FailureKind::NotRunnable
        | FailureKind::Protocol
        | FailureKind::Address
        | FailureKind::Login => Some(Fix::Edit),
        FailureKind::Exited
        | FailureKind::CrashLoop
        | FailureKind::Keychain
        | FailureKind::Unreachable
        | FailureKind::Unavailable
        | FailureKind::Internal => Some(Fix::Restart),
        FailureKind::TimedOut => Some(Fix::MoreTime),
        FailureKind::Unapproved => Some(Fix::Approve),
    }
}

#[cfg(test)]
mod tests {
    use stdx::clock::Millis;

    use super::*;

    /// HOST-14
    #[test]
    fn a_missing_secret_is_set_and_a_name_that_nothing_can_have_is_edited() {
        let unset = |key: &str| Failed {
            reason: String::new(),
            hint: None,
            kind: FailureKind::Unset,
            unset_secret: Some(key.to_owned()),
            exit: None,
            stderr: Vec::new(),
            retry_at: None,
            since: Millis(0),
        };
        assert_eq!(fix(&unset("TOKEN")), Some(Fix::SetSecret { key: "TOKEN".to_owned() }));
        assert_eq!(fix(&unset("my.token")), Some(Fix::Edit));
    }
}
