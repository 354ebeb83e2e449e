//! `stewardctl servers`: registered servers.

use app::{
    Meant, Session, meant,
    wire::{
        failure::{Code, Failure as AppFailure},
        server::{AllowServer, Removed, ServerList, ServerRef, ServerRow, SwitchServer},
    },
};
use stdx::clock::Clock;

use crate::{
    arguments::servers::Servers,
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
        Servers::Restart { name } => restart(ctx, name).await,
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
            show::list(&rows, Clock::machine().now())?;
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
        let order = AllowServer { server: row.name, digest: row.digest };
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

async fn restart(ctx: &Ctx, server: String) -> Result<(), Failure> {
    ctx.session(async |session| {
        let row = row(session, &server).await?;
        if !row.allowed {
            // What has not been seen yet is looked at where it is allowed.
            return Err(allow::unseen(&row).into());
        }
        let row: ServerRow = session.call("restart_server", ServerRef { server: row.name }).await?;
        ready::settle(ctx, session, row).await
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
            if removed.remembered > 0 {
                print::note(
                    "note: what you had remembered for it is forgotten when Steward starts the next \
                     time; `stewardctl secrets list` shows it until then",
                );
            }
        }
        Ok(())
    })
    .await
}

async fn rows(session: &Session) -> Result<Vec<ServerRow>, Failure> {
    let list: ServerList = session.call("list_servers", ()).await?;
    Ok(list.servers)
}

async fn row(session: &Session, given: &str) -> Result<ServerRow, Failure> {
    let mut rows = rows(session).await?;
    let known = |rows: &[ServerRow]| -> Vec<String> {
        rows.iter().map(|it| format!("`{}`", it.name)).collect()
    };
    match meant(given, rows.iter().map(|it| (it.name.as_str(), it.title.as_str()))) {
        Meant::One(at) => return Ok(rows.swap_remove(at)),
        Meant::Several(places) => {
            let rows: Vec<_> = places.iter().filter_map(|at| rows.get(*at)).cloned().collect();
            let words = format!("more than one server has the title `{}`", app::visible(given));
            return Err(AppFailure::new(Code::UnknownServer, words)
                .hint(format!("say which: {}", known(&rows).join(", ")))
                .into());
        }
        Meant::Nobody => {}
    }
    let names = known(&rows);
    let known =
        if names.is_empty() { "none is registered yet".to_owned() } else { names.join(", ") };
    let words = format!("no server is named `{}`", app::visible(given));
    Err(AppFailure::new(Code::UnknownServer, words).hint(format!("There are: {known}")).into())
}

/// The name of a server by which it is told of; what none is called stays as it was given.
pub(super) async fn named(session: &Session, given: &str) -> Result<String, Failure> {
    let rows = rows(session).await?;
    let found = meant(given, rows.iter().map(|it| (it.name.as_str(), it.title.as_str())));
    Ok(match found {
        Meant::One(at) => rows.get(at).map_or(given, |it| &it.name).to_owned(),
        Meant::Several(_) | Meant::Nobody => given.to_owned(),
    })
}
