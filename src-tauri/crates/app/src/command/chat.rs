//! Commands on conversations.

use model::chat::{
    conversation::{ModelChoice, Switches},
    id::ConversationId,
    message::MessageId,
};
use stdx::clock::Millis;

use crate::{
    app::App,
    chatting::tell_row,
    exported, switched,
    view::{self, chat as show},
    window::Window,
    wire::{
        begin::ToolsToBeginWith,
        chat::{
            BeginConversation, ChooseModel, ConversationList, ConversationRef, ConversationRow,
            ConversationSaved, ConversationTools, FoundView, GoOn, ListConversations, MessageRef,
            MessageView, OpenConversation, RenameConversation, SaveConversation, SendMessage,
            SwitchInConversation, SwitchedBefore, Transcript,
        },
        event::UiEvent,
        failure::{Code, Failure},
        provider::ModelRef,
    },
};

/// Most conversations of a list, and messages of a page.
const PAGE: usize = 100;
/// Under which name the model is kept that was chosen last.
const LAST_MODEL: &str = "last_model";

pub(crate) async fn list_conversations(
    app: &App,
    _from: Window,
    ListConversations { query, before }: ListConversations,
) -> Result<ConversationList, Failure> {
    if let Some(query) = query.filter(|it| !it.trim().is_empty()) {
        return search(app, &query).await;
    }
    let rows = app.db().conversations().list(PAGE, before.map(Millis)).await?;
    let more = rows.len() >= PAGE;
    let conversations = rows.into_iter().map(|it| show::listed(app, it)).collect();
    Ok(ConversationList { conversations, more })
}

/// Conversations in which words were found: each once, with the best place.
async fn search(app: &App, query: &str) -> Result<ConversationList, Failure> {
    let hits = app.db().conversations().search(query, PAGE).await?;
    let more = hits.len() == PAGE;
    let mut conversations: Vec<ConversationRow> = Vec::with_capacity(hits.len());
    for hit in hits {
        if conversations.iter().any(|it| it.id == hit.conversation.0) {
            continue;
        }
        // One that was removed meanwhile is none.
        let Some(row) = show::row(app, &hit.conversation).await? else { continue };
        let hits = hit.marks.iter().map(|it| utf16(&hit.text, it)).collect();
        conversations
            .push(ConversationRow { found: Some(FoundView { text: hit.text, hits }), ..row });
    }
    Ok(ConversationList { conversations, more })
}

/// A place in a text as a page counts it.
fn utf16(text: &str, at: &std::ops::Range<usize>) -> (u32, u32) {
    let count = |until: usize| {
        let units = text.get(..until).unwrap_or(text).encode_utf16().count();
        u32::try_from(units).unwrap_or(u32::MAX)
    };
    (count(at.start), count(at.end))
}

pub(crate) async fn begin_conversation(
    app: &App,
    _from: Window,
    BeginConversation { model, switches }: BeginConversation,
) -> Result<ConversationRow, Failure> {
    let model = match model {
        Some(model) => Some(choice(model)),
        None => last_model(app).await?,
    };
    let switches = switched_before(app, switches).await?;
    let conversation = app.db().conversations().create(model).await?;
    app.db().conversations().switch(&conversation.id, &switches).await?;
    tell_row(app, &conversation.id).await;
    row(app, &conversation.id).await
}

/// The model that was chosen last, if its provider is still there.
async fn last_model(app: &App) -> Result<Option<ModelChoice>, Failure> {
    let kept = app.db().settings().get(LAST_MODEL).await?;
    let Some(choice) = kept.and_then(|it| serde_json::from_value::<ModelChoice>(it).ok()) else {
        return Ok(None);
    };
    Ok(app.db().providers().get(choice.provider).await?.map(|_| choice))
}

pub(crate) async fn open_conversation(
    app: &App,
    from: Window,
    OpenConversation { conversation, before }: OpenConversation,
) -> Result<Transcript, Failure> {
    transcript(app, from, &ConversationId(conversation), before.map(MessageId)).await
}

async fn transcript(
    app: &App,
    from: Window,
    id: &ConversationId,
    before: Option<MessageId>,
) -> Result<Transcript, Failure> {
    let conversation = row(app, id).await?;
    let (page, revision) = app.chats().page(id, before, PAGE).await?;
    let messages = show::messages(app, page.messages, from).await?;
    Ok(Transcript { conversation, messages, earlier: page.earlier, revision })
}

pub(crate) async fn send_message(
    app: &App,
    from: Window,
    SendMessage { conversation, parts, replaces }: SendMessage,
) -> Result<MessageView, Failure> {
    let id = ConversationId(conversation);
    let parts = parts.into_iter().map(show::part_of).collect::<Result<_, _>>()?;
    let message = app.chats().say(&id, parts, replaces.map(MessageId)).await?;
    show::message(app, message, from).await
}

pub(crate) async fn go_on(
    app: &App,
    _from: Window,
    GoOn { conversation, replaces }: GoOn,
) -> Result<(), Failure> {
    Ok(app.chats().go_on(&ConversationId(conversation), replaces.map(MessageId)).await?)
}

/// Lasts until its caller goes; what goes on then is stopped. A terminal that sits for a conversation
/// is asked what the calls of it ask.
pub(crate) async fn follow_conversation(
    app: &App,
    _from: Window,
    ConversationRef { conversation }: ConversationRef,
) -> Result<(), Failure> {
    let id = ConversationId(conversation);
    row(app, &id).await?;
    let _following = Following { app: app.clone(), id };
    std::future::pending().await
}

/// Somebody at a terminal for whom a turn goes on.
struct Following {
    app: App,
    id: ConversationId,
}

impl Drop for Following {
    fn drop(&mut self) {
        self.app.chats().stop(&self.id);
    }
}

pub(crate) async fn stop_turn(
    app: &App,
    _from: Window,
    ConversationRef { conversation }: ConversationRef,
) -> Result<(), Failure> {
    app.chats().stop(&ConversationId(conversation));
    Ok(())
}

pub(crate) async fn show_branch(
    app: &App,
    from: Window,
    MessageRef { conversation, message }: MessageRef,
) -> Result<Transcript, Failure> {
    let id = ConversationId(conversation);
    let leaf = app.db().messages().leaf_under(MessageId(message)).await?;
    app.chats().show(&id, leaf).await?;
    tell_row(app, &id).await;
    transcript(app, from, &id, None).await
}

pub(crate) async fn copy_conversation(
    app: &App,
    _from: Window,
    MessageRef { conversation, message }: MessageRef,
) -> Result<ConversationRow, Failure> {
    let id = ConversationId(conversation);
    let copy = app.db().conversations().copy(&id, MessageId(message)).await?;
    tell_row(app, &copy.id).await;
    row(app, &copy.id).await
}

pub(crate) async fn rename_conversation(
    app: &App,
    _from: Window,
    RenameConversation { conversation, title }: RenameConversation,
) -> Result<ConversationRow, Failure> {
    let id = ConversationId(conversation);
    app.db().conversations().rename(&id, &title).await?;
    tell_row(app, &id).await;
    row(app, &id).await
}

pub(crate) async fn remove_conversation(
    app: &App,
    _from: Window,
    ConversationRef { conversation }: ConversationRef,
) -> Result<(), Failure> {
    let id = ConversationId(conversation);
    app.chats().remove(&id).await?;
    app.tell(UiEvent::ConversationRemoved { conversation: id.0 });
    Ok(())
}

pub(crate) async fn restore_conversation(
    app: &App,
    _from: Window,
    ConversationRef { conversation }: ConversationRef,
) -> Result<ConversationRow, Failure> {
    let id = ConversationId(conversation);
    app.db().conversations().restore(&id).await?;
    tell_row(app, &id).await;
    row(app, &id).await
}

/// The person says where in the system's own dialog: a page has no way to write a file.
pub(crate) async fn save_conversation(
    app: &App,
    _from: Window,
    SaveConversation { conversation, format }: SaveConversation,
) -> Result<ConversationSaved, Failure> {
    let path = exported::save(app, &ConversationId(conversation), format).await?;
    Ok(ConversationSaved { path: path.map(|it| it.display().to_string()) })
}

pub(crate) async fn choose_model(
    app: &App,
    _from: Window,
    ChooseModel { conversation, model }: ChooseModel,
) -> Result<ConversationRow, Failure> {
    let id = ConversationId(conversation);
    let choice = choice(model);
    let kept =
        serde_json::to_value(&choice).map_err(|it| Failure::new(Code::Internal, it.to_string()))?;
    app.db().conversations().choose(&id, choice).await?;
    app.db().settings().set(LAST_MODEL, &kept).await?;
    tell_row(app, &id).await;
    row(app, &id).await
}

/// What a conversation that has not begun would give its model.
pub(crate) async fn tools_to_begin_with(
    app: &App,
    _from: Window,
    ToolsToBeginWith { model, switches }: ToolsToBeginWith,
) -> Result<ConversationTools, Failure> {
    let model = match model {
        Some(model) => Some(choice(model)),
        None => last_model(app).await?,
    };
    let switches = switched_before(app, switches).await?;
    switched::with(app, model.as_ref(), &switches).await
}

/// The switches as a conversation keeps them; of two for one thing the later counts.
async fn switched_before(app: &App, all: Vec<SwitchedBefore>) -> Result<Switches, Failure> {
    let mut switches = Switches::default();
    for SwitchedBefore { server, tool, on } in all {
        let server = super::name_of(app, &server).await?;
        switched::put(&mut switches, server, tool, on);
    }
    Ok(switches)
}

pub(crate) async fn conversation_tools(
    app: &App,
    _from: Window,
    ConversationRef { conversation }: ConversationRef,
) -> Result<ConversationTools, Failure> {
    switched::tools(app, &ConversationId(conversation)).await
}

pub(crate) async fn switch_in_conversation(
    app: &App,
    _from: Window,
    SwitchInConversation { conversation, server, tool, on }: SwitchInConversation,
) -> Result<ConversationTools, Failure> {
    let id = ConversationId(conversation);
    let server = super::name_of(app, &server).await?;
    switched::switch(app, &id, server, tool, on).await?;
    switched::tools(app, &id).await
}

fn choice(ModelRef { provider, model }: ModelRef) -> ModelChoice {
    ModelChoice { provider: model::provider::ProviderId(provider), model }
}

async fn row(app: &App, id: &ConversationId) -> Result<ConversationRow, Failure> {
    view::chat::row(app, id).await?.ok_or_else(|| agent::Error::Unknown(id.clone()).into())
}
