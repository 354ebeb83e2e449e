//! From what happens in the inbox to what is told to windows and terminals: that it changed, at
//! most twenty times a second, and how many wait.

use std::time::Duration;

use inbox::item::{Item, Standing};
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    time::sleep,
};

use crate::{app::App, wire::event::UiEvent};

/// Between two tellings. A question that opens at once was asked a moment ago.
const PAUSE: Duration = Duration::from_millis(50);

/// Tells of changes until the application closes.
pub(crate) async fn hand_on(app: App) {
    let mut happening: Receiver<Item> = app.inbox().events();
    loop {
        match happening.recv().await {
            // What was missed is in the list that is read next.
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
        sleep(PAUSE).await;
        // All that came meanwhile is told by the one event.
        happening = happening.resubscribe();
        tell(&app).await;
    }
}

/// Tells that something in the inbox is otherwise now.
pub(crate) async fn tell(app: &App) {
    // Rows that cannot be read now are told of by the command that reads them.
    let approvals = app.db().calls().count_pending().await.unwrap_or(0);
    let approvals = u32::try_from(approvals).unwrap_or(u32::MAX);
    app.tell(UiEvent::InboxChanged { waiting: waiting(app).saturating_add(approvals) });
}

fn waiting(app: &App) -> u32 {
    let list = app.inbox().list();
    let waits = |it: &&Item| match it.standing {
        Standing::Queued | Standing::Open => true,
        Standing::Settled { .. } => false,
    };
    u32::try_from(list.iter().filter(waits).count()).unwrap_or(u32::MAX)
}
