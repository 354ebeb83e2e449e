//! Commands on tools and calls.

use std::convert::Infallible;

use model::outcome::Progress;
use servers::Call;
use tokio::sync::mpsc;

use crate::{
    app::App,
    command::name_of,
    view,
    window::Window,
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
        tool::{CallTool, CancelCall, ListTools, OutcomeView, ServerTools},
    },
};

/// Most bytes of a call's own name.
const LONGEST_NAME: usize = 100;

pub(crate) async fn list_tools(
    app: &App,
    _from: Window,
    ListTools { server }: ListTools,
) -> Result<Vec<ServerTools>, Failure> {
    let name = server.map(|it| name_of(app, &it)).transpose()?;
    let offers = app.catalog().list(name.as_ref()).await?;
    Ok(offers.into_iter().map(view::outcome::offer).collect())
}

pub(crate) async fn call_tool(
    app: &App,
    _from: Window,
    CallTool { call, server, tool, arguments }: CallTool,
) -> Result<OutcomeView, Failure> {
    if call.is_empty() || call.len() > LONGEST_NAME {
        return Err(Failure::new(Code::Invalid, "the call has no fit name").field("call"));
    }
    let server = name_of(app, &server)?;
    let mut under_way = app.begin_call(&call)?;
    let (progress, mut hearing) = mpsc::channel(16);
    let tag = call.clone();
    let calling =
        app.catalog().call(Call { server, tool, arguments, tag, progress: Some(progress) });
    let outcome = tokio::select! {
        // Dropping the call tells the server to stop (HOST-36).
        () = under_way.stopped() => {
            return Err(Failure::new(Code::Cancelled, "the call was stopped")
                .hint("What the server had done by then stays done."));
        }
        outcome = calling => {
            under_way.done();
            outcome?
        }
        never = hand_on(app, &call, &mut hearing) => match never {},
    };
    // What was said just before the result is told before it too.
    while let Ok(last) = hearing.try_recv() {
        tell(app, &call, last);
    }
    Ok(view::outcome::outcome(outcome))
}

pub(crate) async fn cancel_call(
    app: &App,
    _from: Window,
    CancelCall { call }: CancelCall,
) -> Result<(), Failure> {
    app.cancel_call(&call);
    Ok(())
}

/// Tells of progress until it is dropped.
async fn hand_on(app: &App, call: &str, hearing: &mut mpsc::Receiver<Progress>) -> Infallible {
    while let Some(it) = hearing.recv().await {
        tell(app, call, it);
    }
    std::future::pending().await
}

fn tell(app: &App, call: &str, it: Progress) {
    app.tell(UiEvent::CallProgressed {
        call: call.to_owned(),
        done: it.done,
        total: it.total,
        message: it.message,
    });
}
