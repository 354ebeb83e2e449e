//! Commands on calls that wait for a yes, and on the rules by which calls run without one.

use agent::{
    prompt::saw,
    scales::{self, Defined},
    turn::Answer,
};
use model::{
    approval::{Action, Rule, Terms},
    chat::{
        card::{By, CallId, Card, Decided, Shown, ToolRef},
        id::ConversationId,
    },
    name::ServerName,
    server::Registration,
};
use stdx::clock::Millis;
use tokio::task::spawn_blocking;

use crate::{
    app::App,
    leave,
    view::{failure::changed_while_waiting, note},
    window::Window,
    wire::{
        card::{
            CallRef, DecideCall, ModelSaw, RuleAction, RuleList, RuleTerms, RuleView, SetRules,
            ShownView, Verdict,
        },
        event::UiEvent,
        failure::{Code, Failure},
    },
};

/// Of the rules that the buttons of a card make.
const PRIORITY: i64 = 100;

pub(crate) async fn decide_call(
    app: &App,
    from: Window,
    DecideCall { conversation, call, shown, verdict }: DecideCall,
) -> Result<(), Failure> {
    let (id, call) = (ConversationId(conversation), CallId(call));
    let (_, card) = app.db().calls().get(&call).await?;
    let seen = shown.map(by);
    let (answer, decided) = match verdict {
        Verdict::Once => (Answer::Yes, Decided::Once),
        Verdict::Deny => (Answer::No, Decided::Once),
        Verdict::Conversation => (Answer::Yes, Decided::Conversation),
        Verdict::Always => (Answer::Yes, Decided::Always),
        Verdict::Never => (Answer::No, Decided::Always),
    };
    // What the rule is to say is known before, so that it is of what the person saw.
    let terms = match verdict {
        Verdict::Once | Verdict::Deny => None,
        Verdict::Conversation => {
            let shown = shown_to(app, &id, &card, seen.as_ref()).await?;
            Some((allowing(&card, &shown, Some(&id))?, Some(shown)))
        }
        Verdict::Always => {
            let shown = shown_to(app, &id, &card, seen.as_ref()).await?;
            let which = which(&card)?;
            let name = stdx::text::quotable(&which.tool, 100);
            let words = format!("Every call of “{name}” of “{}”", which.server);
            leave::ask(app, from, vec![words], Some(shown.definition.clone())).await?;
            Some((allowing(&card, &shown, None)?, Some(shown)))
        }
        Verdict::Never => Some((denying(app, &card).await?, None)),
    };
    // Who comes too late, or saw what the tool is not, leaves no rule behind.
    app.chats().decide(&id, &call, seen, answer, decided).await?;
    let Some((terms, shown)) = terms else { return Ok(()) };
    let added = add_rule(app, terms, shown).await;
    // Even where it is not kept: what waits beside it is weighed by what is.
    app.chats().reweigh();
    added
}

fn by(ShownView { registration, digest }: ShownView) -> By {
    By { registration: Registration(registration), digest }
}

/// The definition that the person saw on a card. Where that is neither what the card shows nor what
/// the tool is by now, the card is drawn anew.
async fn shown_to(
    app: &App,
    id: &ConversationId,
    card: &Card,
    seen: Option<&By>,
) -> Result<Shown, Failure> {
    if let Some(shown) = card.shown.as_ref().filter(|it| Some(&it.by) == seen) {
        return Ok(shown.clone());
    }
    let now = found(app, which(card)?).await?.shown();
    if Some(&now.by) == seen {
        return Ok(now);
    }
    app.chats().look_again(id, &card.id).await?;
    Err(changed_while_waiting())
}

/// Keeps a rule that the person made on a card.
async fn add_rule(app: &App, terms: Terms, shown: Option<Shown>) -> Result<(), Failure> {
    if let Some(Shown { by, definition, .. }) = shown {
        // So that the difference can be shown when it is defined otherwise.
        let key = note::allowed_key(&by.digest);
        app.db().settings().set(&key, &definition.into()).await?;
    }
    app.db().rules().add(terms).await?;
    app.tell(UiEvent::RulesChanged);
    Ok(())
}

/// That the tool of a card may run as long as it is what was shown.
fn allowing(
    card: &Card,
    Shown { by, .. }: &Shown,
    conversation: Option<&ConversationId>,
) -> Result<Terms, Failure> {
    let terms = of_card(which(card)?, by.registration.clone(), Action::Allow);
    Ok(Terms { digest: Some(by.digest.clone()), conversation: conversation.cloned(), ..terms })
}

/// That the tool of a card may not run, however it is defined.
async fn denying(app: &App, card: &Card) -> Result<Terms, Failure> {
    let which = which(card)?;
    let registration = match &card.shown {
        Some(it) => it.by.registration.clone(),
        None => registration(app, &which.server).await?,
    };
    Ok(of_card(which, registration, Action::Deny))
}

fn of_card(which: &ToolRef, registration: Registration, action: Action) -> Terms {
    Terms {
        priority: PRIORITY,
        server: Some(which.server.clone()),
        registration: Some(registration),
        tool: which.tool.clone(),
        below: None,
        action,
        digest: None,
        conversation: None,
        expires: None,
        note: String::new(),
    }
}

fn which(card: &Card) -> Result<&ToolRef, Failure> {
    let nobody = || Failure::new(Code::UnknownTool, "there is no tool of that name");
    card.tool.as_ref().ok_or_else(nobody)
}

async fn found(app: &App, which: &ToolRef) -> Result<Defined, Failure> {
    let gone =
        || Failure::new(Code::UnknownTool, format!("`{}` is not offered any more", which.tool));
    scales::defined(app.db(), app.catalog(), which).await.ok_or_else(gone)
}

async fn registration(app: &App, server: &ServerName) -> Result<Registration, Failure> {
    Ok(app.servers().get(server).await?.0.registration)
}

pub(crate) async fn model_saw(
    app: &App,
    _from: Window,
    CallRef { call }: CallRef,
) -> Result<ModelSaw, Failure> {
    let (_, card) = app.db().calls().get(&CallId(call)).await?;
    let text = saw::saw(&card).text;
    // The vocabulary is large, and is read on first use.
    let counting = spawn_blocking(move || {
        let tokens = llm::tokens::Tokens::load().map_or(0, |it| it.count(&text));
        (u32::try_from(tokens).unwrap_or(u32::MAX), text)
    });
    let counted = counting.await.map_err(|it| Failure::new(Code::Internal, it.to_string()))?;
    let (tokens, text) = counted;
    Ok(ModelSaw { size: text.len() as u64, text, tokens })
}

pub(crate) async fn list_rules(app: &App, _from: Window, (): ()) -> Result<RuleList, Failure> {
    let mut rules = app.db().rules().list().await?;
    rules.sort_by_cached_key(agent::weigh::rank);
    let mut views = Vec::with_capacity(rules.len());
    for Rule { id, terms, created } in rules {
        let removed = match &terms.server {
            Some(name) => registration(app, name).await.ok() != terms.registration,
            None => false,
        };
        let stale = !removed && is_stale(app, &terms).await;
        let title = match &terms.conversation {
            Some(it) => {
                app.db().conversations().get(it).await?.map(|it| it.title.text().to_owned())
            }
            None => None,
        };
        let created = created.0;
        views.push(RuleView { id: id.0, terms: view(terms), stale, removed, title, created });
    }
    Ok(RuleList { rules: views })
}

/// Whether a rule is bound to a definition that no tool has any more.
async fn is_stale(app: &App, terms: &Terms) -> bool {
    let (Some(digest), Some(server)) = (&terms.digest, &terms.server) else { return false };
    let which = ToolRef { server: server.clone(), tool: terms.tool.clone() };
    found(app, &which).await.map_or(true, |it| it.by.digest != *digest)
}

pub(crate) async fn set_rules(
    app: &App,
    from: Window,
    SetRules { rules }: SetRules,
) -> Result<RuleList, Failure> {
    // Folders are looked for on the disk, which may not answer.
    let read = spawn_blocking(move || rules.into_iter().map(terms).collect::<Result<Vec<_>, _>>());
    let read = read.await.map_err(|it| Failure::new(Code::Internal, it.to_string()))??;
    let mut wanted = Vec::with_capacity(read.len());
    for terms in read {
        wanted.push(bound(app, terms).await?);
    }
    let before: Vec<_> = app.db().rules().list().await?.into_iter().map(|it| it.terms).collect();
    let more = leave::loosened(&before, &wanted);
    if !more.is_empty() {
        leave::ask(app, from, more, None).await?;
        let now: Vec<_> = app.db().rules().list().await?.into_iter().map(|it| it.terms).collect();
        if now != before {
            let words = "the rules were changed elsewhere while the dialog was open";
            return Err(Failure::new(Code::Invalid, words).hint("Look at them, then save again."));
        }
    }
    app.db().rules().replace_all(wanted).await?;
    app.tell(UiEvent::RulesChanged);
    app.chats().reweigh();
    list_rules(app, from, ()).await
}

/// A rule for a server's tools is bound to the registration of now, unless it was to one before.
async fn bound(app: &App, terms: Terms) -> Result<Terms, Failure> {
    let registration = match (&terms.server, terms.registration.clone()) {
        (Some(name), None) => Some(registration(app, name).await?),
        (_, kept) => kept,
    };
    Ok(Terms { registration, ..terms })
}

fn view(it: Terms) -> RuleTerms {
    RuleTerms {
        priority: it.priority,
        server: it.server.map(String::from),
        registration: it.registration.map(|it| it.0),
        tool: it.tool,
        below: it.below,
        action: match it.action {
            Action::Ask => RuleAction::Ask,
            Action::Allow => RuleAction::Allow,
            Action::Deny => RuleAction::Deny,
        },
        digest: it.digest,
        conversation: it.conversation.map(|it| it.0),
        expires: it.expires.map(|it| it.0),
        note: it.note,
    }
}

fn terms(it: RuleTerms) -> Result<Terms, Failure> {
    let invalid = |field: &str, words: &str| Failure::new(Code::Invalid, words).field(field);
    let server = match it.server.as_deref().map(str::trim).filter(|it| !it.is_empty()) {
        None => None,
        Some(name) => Some(
            ServerName::parse(name).map_err(|_| invalid("server", "that is no server's name"))?,
        ),
    };
    if it.tool.trim().is_empty() {
        return Err(invalid("tool", "the rule names no tool").hint("Write `*` for all of them."));
    }
    let below = match it.below.as_deref().map(str::trim).filter(|it| !it.is_empty()) {
        None => None,
        Some(folder) if std::path::Path::new(folder).is_absolute() => {
            Some(agent::resolve(folder).to_string_lossy().into_owned())
        }
        Some(_) => return Err(invalid("below", "the folder is no whole path")),
    };
    Ok(Terms {
        priority: it.priority,
        registration: it.registration.filter(|_| server.is_some()).map(Registration),
        server,
        tool: it.tool.trim().to_owned(),
        below,
        action: match it.action {
            RuleAction::Ask => Action::Ask,
            RuleAction::Allow => Action::Allow,
            RuleAction::Deny => Action::Deny,
        },
        digest: it.digest,
        conversation: it.conversation.map(ConversationId),
        expires: it.expires.map(Millis),
        note: stdx::text::clip(&it.note, 500),
    })
}
