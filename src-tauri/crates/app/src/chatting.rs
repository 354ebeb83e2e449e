//! What conversations need of the application: the keys of providers, and that what happens in them
//! reaches windows and terminals.

use std::{fmt, sync::Arc};

use agent::{Keys, Told, Unready};
use futures_util::future::{BoxFuture, FutureExt as _};
use model::{
    chat::{card::CardState, id::ConversationId},
    provider::Provider,
};
use tokio::sync::broadcast::error::RecvError;
use url::Url;
use vault::Vault;

use crate::{
    app::App,
    asked,
    trial::{fault::Fault, handle::Trial, known::is_ours},
    view,
    window::Window,
    wire::event::UiEvent,
};

/// The keys of providers, in the keychain.
pub(crate) struct VaultKeys {
    pub(crate) vault: Vault,
    pub(crate) trial: Trial,
}

impl fmt::Debug for VaultKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VaultKeys")
    }
}

impl Keys for VaultKeys {
    fn endpoint<'a>(
        &'a self,
        provider: &'a Provider,
    ) -> BoxFuture<'a, Result<llm::Endpoint, Unready>> {
        async move {
            if is_ours(provider) {
                let (base_url, key) = self.trial.serve().await.map_err(|it| unready(&it))?;
                let dialect = agent::dialect(provider.dialect);
                return Ok(llm::Endpoint { dialect, base_url, key: Some(key) });
            }
            let base_url = Url::parse(&provider.base_url).map_err(|error| {
                Unready(format!(
                    "The address of {} cannot be used: {error}. Mend it on the Models page.",
                    provider.name
                ))
            })?;
            let key = match &provider.key {
                None => None,
                Some(name) => match self.vault.get(name).await {
                    Ok(Some(key)) => Some(key),
                    Ok(None) => {
                        return Err(Unready(format!(
                            "The key of {} is not in the keychain. Set it on the Models page.",
                            provider.name
                        )));
                    }
                    Err(error) => {
                        let hint = error.hint().unwrap_or("Unlock it, then try again.");
                        return Err(Unready(format!(
                            "The key of {} could not be read: {error}. {hint}",
                            provider.name
                        )));
                    }
                },
            };
            Ok(llm::Endpoint { dialect: agent::dialect(provider.dialect), base_url, key })
        }
        .boxed()
    }
}

/// Why the small model cannot be asked, in sentences.
fn unready(fault: &Fault) -> Unready {
    let words = format!("{}.", stdx::text::sentence(&fault.to_string()).trim_end_matches('.'));
    Unready([words.as_str(), fault.hint().unwrap_or_default()].join(" ").trim_end().to_owned())
}

/// Hands on how the small model stands, until the application closes.
pub(crate) async fn hand_on_trial(app: App) {
    let mut changes = app.trial().changes();
    while changes.changed().await.is_ok() {
        let trial = view::trial::state(changes.borrow_and_update().clone());
        app.tell(UiEvent::TrialChanged { trial });
    }
}

/// Hands on what happens in conversations, until the application closes.
pub(crate) async fn hand_on(app: App) {
    let mut happening = app.chats().told();
    loop {
        match happening.recv().await {
            Ok(told) => hand_on_one(&app, told).await,
            Err(RecvError::Lagged(_)) => app.tell(UiEvent::Lagged),
            Err(RecvError::Closed) => return,
        }
    }
}

async fn hand_on_one(app: &App, told: Told) {
    match told {
        Told::Row(id) => tell_row(app, &id).await,
        Told::Message { revision, message } => {
            let conversation = message.conversation.0.clone();
            // A message that cannot be read is told of by the next opening.
            if let Ok(message) = view::chat::message(app, *message, Window::Main).await {
                app.tell(UiEvent::MessageChanged {
                    conversation,
                    revision,
                    message: Box::new(message),
                });
            }
        }
        Told::Grew { conversation, revision, message, more } => app.tell(UiEvent::ReplyGrew {
            conversation: conversation.0,
            revision,
            message: message.0,
            piece: u32::try_from(more.piece).unwrap_or(u32::MAX),
            thought: more.thought,
            text: more.text,
        }),
        Told::Card { conversation, revision, message, card } => {
            let waits = matches!(card.state, CardState::Pending);
            // What ran did not wait any more.
            let ran = matches!(card.state, CardState::Done(_) | CardState::Failed(_));
            let place = view::note::Place { app, conversation: &conversation, message };
            let card = Box::new(view::chat::card(*card, place, Window::Main).await);
            let id = conversation.clone();
            app.tell(UiEvent::CardChanged {
                conversation: conversation.0,
                revision,
                message: message.0,
                card,
            });
            // It waits now, or it did.
            if !ran {
                asked::tell(app).await;
            }
            if waits {
                tell_row(app, &id).await;
            }
        }
        Told::Turn { conversation, revision, turn } => {
            let id = conversation.clone();
            let turn = view::chat::turn(turn);
            app.tell(UiEvent::TurnChanged { conversation: conversation.0, revision, turn });
            tell_row(app, &id).await;
        }
        Told::Progress { call, progress } => app.tell(UiEvent::CallProgressed {
            call: call.0,
            done: progress.done,
            total: progress.total,
            message: progress.message,
        }),
    }
}

/// Says that a conversation's row is not what it was.
pub(crate) async fn tell_row(app: &App, id: &ConversationId) {
    match view::chat::row(app, id).await {
        Ok(Some(row)) => app.tell(UiEvent::ConversationChanged { conversation: Box::new(row) }),
        Ok(None) => app.tell(UiEvent::ConversationRemoved { conversation: id.0.clone() }),
        Err(error) => {
            tracing::warn!(conversation = %id, message = %error.message, "a row cannot be told");
        }
    }
}

/// The keys of providers, for the conversations.
pub(crate) fn keys(vault: &Vault, trial: &Trial) -> Arc<dyn Keys> {
    Arc::new(VaultKeys { vault: vault.clone(), trial: trial.clone() })
}
