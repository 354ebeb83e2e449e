//! From what happens to servers to what is told to windows and terminals.

use servers::{Event, NotKept};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::{
    app::App,
    view,
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
    },
};

/// Hands events on until the application closes.
pub(crate) async fn hand_on(app: App) {
    let mut happening: Receiver<Event> = app.servers().events();
    loop {
        let event = match happening.recv().await {
            Ok(event) => event,
            Err(RecvError::Lagged(_)) => {
                app.tell(UiEvent::Lagged);
                continue;
            }
            Err(RecvError::Closed) => return,
        };
        match event {
            // A server that is gone by now has an event of its own for that.
            Event::Changed(name) => {
                if let Ok((server, state)) = app.servers().get(&name).await
                    && let Ok(row) = view::server::row(&app, server, state).await
                {
                    app.tell(UiEvent::ServerChanged { server: Box::new(row) });
                }
            }
            Event::Removed(name) => app.tell(UiEvent::ServerRemoved { server: name.into() }),
            Event::ToolsChanged(name) => {
                // What waits may be another tool by now than its card shows.
                app.chats().reweigh();
                app.tell(UiEvent::ToolsChanged { server: name.into() });
            }
            Event::PromptsChanged(name) => {
                app.tell(UiEvent::PromptsChanged { server: name.into() });
            }
            Event::ResourcesChanged(name) => {
                app.tell(UiEvent::ResourcesChanged { server: name.into() });
            }
            Event::ResourceUpdated(name, uri) => {
                app.tell(UiEvent::ResourceUpdated { server: name.into(), uri });
            }
            Event::WishesChanged(name) => app.tell(UiEvent::WishesChanged { server: name.into() }),
            Event::AnswersChanged(_) => app.tell(UiEvent::SecretsChanged),
            Event::NotKept(_, NotKept { said, hint }) => {
                let failure = Failure::new(Code::Keychain, said);
                let failure = hint.map_or_else(|| failure.clone(), |it| failure.clone().hint(it));
                app.tell(UiEvent::AnswerNotKept { failure });
            }
            Event::LogGrew(name) => app.tell(UiEvent::LogGrew { server: name.into() }),
        }
    }
}
