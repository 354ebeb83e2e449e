//! Conversations as they cross to a front end.

use agent::TurnState;
use model::{
    chat::{
        card::{Arguments, Card, CardState, Decided},
        conversation::{ModelChoice, Title},
        id::ConversationId,
        message::{Body, Message, MessageId, Part, Round, RoundState, Said, Summary},
    },
    name::ServerName,
};
use std::collections::BTreeMap;
use store::chat::conversations::Listed;

use crate::{
    app::App,
    view::{
        glimpse::glimpse,
        note::{self, Place},
        outcome, provider,
    },
    window::Window,
    wire::{
        card::{CardStateView, CardView, DecidedView, ShownView},
        chat::{
            ConversationRow, MessageBody, MessagePart, MessageView, RetryView, RoundStateView,
            SaidView, TurnView,
        },
        failure::{Code, Failure},
        provider::ModelRef,
    },
};

/// The row of one conversation; nothing where it is gone.
pub(crate) async fn row(
    app: &App,
    id: &ConversationId,
) -> Result<Option<ConversationRow>, Failure> {
    let Some(found) = app.db().conversations().listed(id).await? else { return Ok(None) };
    let standing = app.chats().standing(id).await?;
    Ok(Some(conversation_row(found, turn(standing))))
}

/// The row of a conversation in a list.
pub(crate) fn listed(app: &App, it: Listed) -> ConversationRow {
    let turn = turn(app.chats().turn(&it.conversation.id));
    conversation_row(it, turn)
}

fn conversation_row(Listed { conversation: it, last }: Listed, turn: TurnView) -> ConversationRow {
    ConversationRow {
        id: it.id.0,
        title: it.title.text().to_owned(),
        named: matches!(it.title, Title::Given(_)),
        glimpse: last.as_ref().map(glimpse).unwrap_or_default(),
        found: None,
        model: it.model.map(model_ref),
        changed: it.changed.0,
        turn,
    }
}

pub(crate) fn model_ref(it: ModelChoice) -> ModelRef {
    ModelRef { provider: it.provider.0, model: it.model }
}

/// What goes on.
pub(crate) fn turn(it: TurnState) -> TurnView {
    match it {
        TurnState::Idle { can_go_on, words } => TurnView::Idle { can_go_on, words },
        TurnState::Asking { retry } => TurnView::Asking {
            retry: retry.map(|it| RetryView { attempt: it.attempt, at: it.at.0, words: it.words }),
        },
        TurnState::Calling => TurnView::Calling,
        TurnState::Waiting => TurnView::Waiting,
    }
}

/// Messages with what else answers the same.
pub(crate) async fn messages(
    app: &App,
    all: Vec<Message>,
    from: Window,
) -> Result<Vec<MessageView>, Failure> {
    let ids: Vec<_> = all.iter().map(|it| it.id).collect();
    let siblings = app.db().messages().siblings(&ids).await?;
    let mut views = Vec::with_capacity(all.len());
    for it in all {
        views.push(one(app, it, &siblings, from).await);
    }
    Ok(views)
}

/// One message.
pub(crate) async fn message(app: &App, it: Message, from: Window) -> Result<MessageView, Failure> {
    let view = messages(app, vec![it], from).await?.pop();
    view.ok_or_else(|| Failure::new(Code::Internal, "a message was lost"))
}

async fn one(
    app: &App,
    Message { id, conversation, parent, at, body }: Message,
    siblings: &BTreeMap<MessageId, Vec<MessageId>>,
    from: Window,
) -> MessageView {
    let place = Place { app, conversation: &conversation, message: id };
    let siblings = siblings.get(&id).into_iter().flatten().map(|it| it.0).collect();
    let body = match body {
        Body::Person(parts) => MessageBody::Person { parts: parts.into_iter().map(part).collect() },
        Body::Summary(Summary { text, facts, covers, usage }) => {
            MessageBody::Summary { text, facts, covers, usage: provider::usage(usage) }
        }
        Body::Round(round) => self::round(round, place, from).await,
    };
    MessageView { id: id.0, parent: parent.map(|it| it.0), at: at.0, siblings, body }
}

async fn round(it: Round, place: Place<'_>, from: Window) -> MessageBody {
    let (state, words) = match it.state {
        RoundState::Writing => (RoundStateView::Writing, None),
        RoundState::Done => (RoundStateView::Done, None),
        RoundState::CutShort => (RoundStateView::CutShort, None),
        RoundState::Stopped => (RoundStateView::Stopped, None),
        RoundState::Failed(words) => (RoundStateView::Failed, Some(words)),
        RoundState::Interrupted => (RoundStateView::Interrupted, None),
    };
    let mut said = Vec::with_capacity(it.said.len());
    for piece in it.said {
        said.push(match piece {
            Said::Text(text) => SaidView::Text { text },
            Said::Thought { text, .. } => SaidView::Thought { text },
            Said::Call(card) => {
                SaidView::Call { card: Box::new(self::card(*card, place, from).await) }
            }
        });
    }
    let usage = provider::usage(it.usage);
    MessageBody::Round {
        provider: it.provider,
        model: it.model,
        said,
        state,
        words,
        usage,
        took: it.took,
    }
}

/// One card.
pub(crate) async fn card(it: Card, place: Place<'_>, from: Window) -> CardView {
    let (notes, shown) = note::notes(&it, place).await;
    let (state, words, given) = match it.state {
        CardState::Pending => (CardStateView::Pending, None, None),
        CardState::Running => (CardStateView::Running, None, None),
        CardState::Done(outcome) => (CardStateView::Done, None, Some(*outcome)),
        CardState::Failed(outcome) => (CardStateView::Failed, None, Some(*outcome)),
        CardState::Broken(_, words) => (CardStateView::Failed, Some(words), None),
        CardState::Cancelled => (CardStateView::Cancelled, None, None),
        CardState::Rejected(words) => (CardStateView::Rejected, Some(words), None),
        CardState::Interrupted => (CardStateView::Interrupted, None, None),
    };
    let (arguments, broken) = match it.arguments {
        Arguments::Object(map) => (Some(map), None),
        Arguments::Broken(text) => (None, Some(text)),
    };
    let tool = it.tool.as_ref().map_or_else(|| it.public.clone(), |it| it.tool.clone());
    CardView {
        id: it.id.0,
        public_name: it.public,
        server: it.tool.map(|it| it.server.into()),
        tool,
        arguments,
        broken,
        state,
        words,
        outcome: given.map(|it| Box::new(outcome::outcome(it, from))),
        decided: it.decided.map(|it| match it {
            Decided::Rule => DecidedView::Rule,
            Decided::Once => DecidedView::Once,
            Decided::Conversation => DecidedView::Conversation,
            Decided::Always => DecidedView::Always,
        }),
        shown: shown.map(|it| ShownView { registration: it.registration.0, digest: it.digest }),
        notes,
        asked: it.asked.0,
        started: it.started.map(|it| it.0),
        ended: it.ended.map(|it| it.0),
    }
}

fn part(it: Part) -> MessagePart {
    match it {
        Part::Text { text } => MessagePart::Text { text },
        Part::File { name, mime, text } => MessagePart::File { name, mime, text },
        Part::Picture { name, mime, hash, size } => MessagePart::Picture { name, mime, hash, size },
        Part::Resource { server, uri, mime, text } => {
            MessagePart::Resource { server: server.into(), uri, mime, text }
        }
        Part::Prompt { server, name, text } => {
            MessagePart::Prompt { server: server.into(), name, text }
        }
    }
}

/// A piece of what a person sends, as it is kept.
///
/// # Errors
/// `Invalid` for a server's name that is none.
pub(crate) fn part_of(it: MessagePart) -> Result<Part, Failure> {
    let name = |server: &str| {
        let no_name = |_| Failure::new(Code::Invalid, "that is no server's name").field("parts");
        ServerName::parse(server).map_err(no_name)
    };
    Ok(match it {
        MessagePart::Text { text } => Part::Text { text },
        MessagePart::File { name, mime, text } => Part::File { name, mime, text },
        MessagePart::Picture { name, mime, hash, size } => Part::Picture { name, mime, hash, size },
        MessagePart::Resource { server, uri, mime, text } => {
            Part::Resource { server: name(&server)?, uri, mime, text }
        }
        MessagePart::Prompt { server, name: prompt, text } => {
            Part::Prompt { server: name(&server)?, name: prompt, text }
        }
    })
}
