//! The conversation that is talked in at a terminal: which one, with which model, and its servers. It
//! says nothing in it.

use app::{
    Session,
    wire::{
        chat::{
            BeginConversation, ChooseModel, ConversationRef, ConversationRow, ConversationTools,
        },
        server::{ServerList, ServerRef, ServerRow},
    },
};

use crate::{
    command::{models, ready},
    failure::Failure,
    print,
};

/// The conversation that was meant, with the model that was typed.
pub(super) async fn place(
    session: &Session,
    conversation: Option<String>,
    model: Option<String>,
) -> Result<String, Failure> {
    let model = match model {
        Some(model) => Some(models::chosen(session, &model).await?),
        None => None,
    };
    match (conversation, model) {
        (None, model) => {
            let begun: ConversationRow = session
                .call("begin_conversation", BeginConversation { model, switches: Vec::new() })
                .await?;
            print::note(&format!("conversation {}", begun.id));
            Ok(begun.id)
        }
        (Some(conversation), Some(model)) => {
            let order = ChooseModel { conversation, model };
            let row: ConversationRow = session.call("choose_model", order).await?;
            Ok(row.id)
        }
        (Some(conversation), None) => Ok(conversation),
    }
}

/// Has the servers of a conversation run, and says which do not.
pub(super) async fn wake(session: &Session, id: &str) -> Result<(), Failure> {
    let order = ConversationRef { conversation: id.to_owned() };
    let tools: ConversationTools = session.call("conversation_tools", order).await?;
    for words in &tools.words {
        print::note(&format!("note: {words}"));
    }
    let list: ServerList = session.call("list_servers", ()).await?;
    let switched_off =
        |row: &ServerRow| tools.servers.iter().any(|it| it.server == row.name && !it.on);
    for row in list.servers.into_iter().filter(|it| it.on && !switched_off(it)) {
        let order = ServerRef { server: row.name };
        let row: ServerRow = session.call("wake_server", order).await?;
        if let Err(failure) = ready::usable(&row) {
            print::note(&format!("note: without `{}`: {}", row.name, failure.message));
        }
    }
    Ok(())
}
