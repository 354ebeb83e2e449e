//! A draft, both ways. What a front end sends is parsed here, once.

use model::{
    name::ServerName,
    server::{Draft, Http, Limits, Source, Stdio, Transport},
};

use crate::{
    view::server::transport,
    wire::{
        draft::{DraftView, Proposal},
        failure::{Code, Failure},
        server::TransportView,
    },
};

/// The draft that a front end sent.
///
/// # Errors
/// `Invalid`, naming the field; the rest is for `servers::check`.
pub(crate) fn parse(view: DraftView, source: Source) -> Result<Draft, Failure> {
    let title = view.title.trim().to_owned();
    if title.is_empty() {
        let words = "the server has no name";
        return Err(Failure::new(Code::Invalid, words).field("title").hint("Give it one."));
    }
    let name = ServerName::slug(&title).ok_or_else(|| {
        let words = "no server name can be made of this one";
        Failure::new(Code::Invalid, words)
            .field("title")
            .hint("Use a name with at least one of the letters a to z.")
    })?;
    let defaults = Limits::default();
    let millis = |seconds: Option<u32>, default| seconds.map_or(default, |it| u64::from(it) * 1000);
    Ok(Draft {
        name,
        title,
        description: view.description,
        transport: match view.transport {
            TransportView::Stdio { command, args, env, cwd } => Transport::Stdio(Stdio {
                command: command.trim().to_owned(),
                args,
                env,
                cwd: cwd.filter(|it| !it.trim().is_empty()),
            }),
            TransportView::Http { url, headers } => {
                Transport::Http(Http { url: url.trim().to_owned(), headers })
            }
        },
        limits: Limits {
            start: millis(view.start_limit, defaults.start),
            call: millis(view.call_limit, defaults.call),
        },
        source,
    })
}

/// A draft for a front end.
pub(crate) fn proposal(found: bundle::Proposal, taken: bool) -> Proposal {
    let draft = found.draft;
    let seconds = |millis: u64| u32::try_from(millis / 1000).ok();
    Proposal {
        name: draft.name.into(),
        taken,
        notes: found.notes,
        draft: DraftView {
            title: draft.title,
            description: draft.description,
            transport: transport(draft.transport),
            start_limit: seconds(draft.limits.start),
            call_limit: seconds(draft.limits.call),
        },
    }
}
