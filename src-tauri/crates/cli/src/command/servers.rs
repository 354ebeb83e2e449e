//! `stewardctl servers`: registered servers.

use app::{
    Session,
    wire::{
        failure::{Code, Failure as AppFailure},
        server::{AllowServer, Removed, ServerList, ServerRef, ServerRow, SwitchServer},
    },
};

use crate::{
    arguments::Servers,
    command::{add, allow, import, ready, show, wishes},
    ctx::Ctx,
    failure::Failure,
    print,
};

pub(crate) async fn run(ctx: &Ctx, what: Servers) -> Result<(), Failure> {
    match what {
        Servers::Add(what) => add::add(ctx, what).await,
        Servers::List => list(ctx).await,
        Servers::Show { name } => show(ctx, &name).await,
        Servers::Enable { name, allow } => enable(ctx, name, allow.as_deref()).await,
        Servers::Disable { name } => disable(ctx, name).await,
        Servers::Remove { name } => remove(ctx, name).await,
        Servers::Roots { name, change, folder } => {
            wishes::roots(ctx, name, change.zip(folder)).await
        }
        Servers::Level { name, level } => wishes::level(ctx, name, level).await,
        Servers::Import { file, replace } => import::import(ctx, &file, replace).await,
    }
}

async fn list(ctx: &Ctx) -> Result<(), Failure> {
    ctx.session(async |session| {
        let rows = rows(session).await?;
        if ctx.json {
            print::json(&rows)?;
        } else {
            show::list(&rows)?;
        }
        Ok(())
    })
    .await
}

async fn show(ctx: &Ctx, name: &str) -> Result<(), Failure> {
    ctx.session(async |session| {
        let row = row(session, name).await?;
        if ctx.json {
            print::json(&row)?;
        } else {
            show::whole(&row)?;
        }
        Ok(())
    })
    .await
}

/// Switches a server on; what nobody has allowed yet is shown first.
async fn enable(ctx: &Ctx, server: String, typed: Option<&str>) -> Result<(), Failure> {
    ctx.session(async |session| {
        let row = row(session, &server).await?;
        if !row.allowed {
            allow::allow(&row, typed).await?;
        }
        // What is started is what was shown here, or was allowed before: nothing that the row has
        // become meanwhile.
        let order = AllowServer { server, digest: row.digest };
        let row: ServerRow = session.call("allow_server", order).await?;
        ready::settle(ctx, session, row).await
    })
    .await
}

async fn disable(ctx: &Ctx, server: String) -> Result<(), Failure> {
    let order = SwitchServer { server, on: false };
    ctx.session(async |session| {
        let row: ServerRow = session.call("switch_server", order).await?;
        if ctx.json {
            print::json(&row)?;
        } else {
            print::line(&format!("{} is off", row.name))?;
        }
        Ok(())
    })
    .await
}

async fn remove(ctx: &Ctx, server: String) -> Result<(), Failure> {
    ctx.session(async |session| {
        let removed: Removed = session.call("remove_server", ServerRef { server }).await?;
        if ctx.json {
            print::json(&removed)?;
        } else {
            print::line(&format!("removed {}; its log is kept", removed.server))?;
        }
        Ok(())
    })
    .await
}

async fn rows(session: &Session) -> Result<Vec<ServerRow>, Failure> {
    let list: ServerList = session.call("list_servers", ()).await?;
    Ok(list.servers)
}

async fn row(session: &Session, name: &str) -> Result<ServerRow, Failure> {
    let rows = rows(session).await?;
    let names: Vec<_> = rows.iter().map(|it| format!("`{}`", it.name)).collect();
    rows.into_iter().find(|it| it.name == name).ok_or_else(|| {
        let known =
            if names.is_empty() { "none is registered yet".to_owned() } else { names.join(", ") };
        let words = format!("no server is named `{name}`");
        AppFailure::new(Code::UnknownServer, words).hint(format!("There are: {known}")).into()
    })
}
