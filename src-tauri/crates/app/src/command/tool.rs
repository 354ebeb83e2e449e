//! Commands on tools and calls.

use servers::{Call, Errand};

use crate::{
    app::App,
    command::{name_of, under_way::carry_out},
    view::{self, lists::Lists},
    window::Window,
    wire::{
        failure::Failure,
        tool::{CallTool, CancelCall, ListTools, OutcomeView, ServerTools},
    },
};

pub(crate) async fn list_tools(
    app: &App,
    from: Window,
    ListTools { server }: ListTools,
) -> Result<Vec<ServerTools>, Failure> {
    let name = match &server {
        Some(server) => Some(name_of(app, server).await?),
        None => None,
    };
    let offers = app.catalog().list(name.as_ref()).await?;
    let mut lists = Lists::of(from);
    Ok(offers.into_iter().map(|it| view::outcome::offer(it, &mut lists)).collect())
}

pub(crate) async fn call_tool(
    app: &App,
    from: Window,
    CallTool { call, server, tool, arguments }: CallTool,
) -> Result<OutcomeView, Failure> {
    let server = name_of(app, &server).await?;
    let outcome = carry_out(app, &call, server, async |errand| {
        let Errand { server, tag, progress } = errand;
        app.catalog().call(Call { server, tool, arguments, tag, progress }).await
    })
    .await?;
    Ok(view::outcome::outcome(outcome, from))
}

pub(crate) async fn cancel_call(
    app: &App,
    _from: Window,
    CancelCall { call }: CancelCall,
) -> Result<(), Failure> {
    app.cancel_call(&call);
    Ok(())
}
