//! `stewardctl servers`: registered servers.

use std::{collections::BTreeMap, io::Read as _, path::Path};

use app::{
    Session,
    wire::{
        draft::{AddServer, DraftView, ReadDrafts, Reading},
        failure::{Code, Failure as AppFailure},
        server::{
            Removed, ServerList, ServerRef, ServerRow, StateView, SwitchServer, TransportView,
        },
        tool::{ListTools, ServerTools},
    },
};

use crate::{
    arguments::{Add, Servers},
    command::show,
    ctx::Ctx,
    failure::Failure,
    print,
};

pub(crate) async fn run(ctx: &Ctx, session: &Session, what: Servers) -> Result<(), Failure> {
    match what {
        Servers::Add(add) => {
            let replace = add.replace;
            let added = AddServer { draft: draft(add)?, replace, hold: false };
            let row: ServerRow = session.call("add_server", added).await?;
            settle(ctx, session, row).await
        }
        Servers::List => {
            let list: ServerList = session.call("list_servers", ()).await?;
            if ctx.json {
                print::json(&list.servers);
            } else {
                show::list(&list.servers);
            }
            Ok(())
        }
        Servers::Show { name } => {
            let row = row(session, &name).await?;
            if ctx.json {
                print::json(&row);
            } else {
                show::whole(&row);
            }
            Ok(())
        }
        Servers::Enable { name } => switch(ctx, session, name, true).await,
        Servers::Disable { name } => switch(ctx, session, name, false).await,
        Servers::Remove { name } => {
            let removed: Removed =
                session.call("remove_server", ServerRef { server: name }).await?;
            if ctx.json {
                print::json(&removed);
            } else {
                print::line(&format!("removed {}; its log is kept", removed.server));
            }
            Ok(())
        }
        Servers::Import { file, replace } => import(ctx, session, &file, replace).await,
    }
}

async fn row(session: &Session, name: &str) -> Result<ServerRow, Failure> {
    let list: ServerList = session.call("list_servers", ()).await?;
    let names: Vec<_> = list.servers.iter().map(|it| format!("`{}`", it.name)).collect();
    list.servers.into_iter().find(|it| it.name == name).ok_or_else(|| {
        let known =
            if names.is_empty() { "none is registered yet".to_owned() } else { names.join(", ") };
        let words = format!("no server is named `{name}`");
        AppFailure::new(Code::UnknownServer, words).hint(format!("There are: {known}")).into()
    })
}

async fn switch(ctx: &Ctx, session: &Session, server: String, on: bool) -> Result<(), Failure> {
    let row: ServerRow = session.call("switch_server", SwitchServer { server, on }).await?;
    if on {
        return settle(ctx, session, row).await;
    }
    if ctx.json {
        print::json(&row);
    } else {
        print::line(&format!("{} is off", row.name));
    }
    Ok(())
}

/// Waits until a server that was just started is ready or failed, and says which (HOST-4).
async fn settle(ctx: &Ctx, session: &Session, row: ServerRow) -> Result<(), Failure> {
    let named = ServerRef { server: row.name };
    let row: ServerRow = session.call("wake_server", named).await?;
    let server = Some(row.name.clone());
    let offers: Vec<ServerTools> = session.call("list_tools", ListTools { server }).await?;
    if let StateView::Failed(failed) = &row.state {
        if ctx.json {
            print::json(&row);
        }
        for line in &failed.stderr {
            print::note(&format!("  {line}"));
        }
        let kept = if row.on { "It is tried again." } else { "It is kept, switched off." };
        let words = format!("{} {kept}", failed.reason);
        let failure = AppFailure::new(Code::NotReady, words);
        let hint = failed.hint.clone().unwrap_or_else(|| format!("stewardctl logs {}", row.name));
        return Err(failure.hint(hint).into());
    }
    if ctx.json {
        print::json(&row);
        return Ok(());
    }
    print::line(&format!("{} is {}", row.name, show::state(&row)));
    for tool in offers.iter().flat_map(|it| &it.tools) {
        print::foreign(&format!("  {}", tool.name));
    }
    Ok(())
}

fn draft(add: Add) -> Result<DraftView, Failure> {
    let transport = match add.url {
        Some(url) => TransportView::Http { url, headers: pairs(&add.header, ':', "--header")? },
        None => {
            let mut words = add.command.into_iter();
            let command =
                words.next().ok_or_else(|| Failure::usage("the command is missing after `--`"))?;
            TransportView::Stdio {
                command,
                args: words.collect(),
                env: pairs(&add.env, '=', "--env")?,
                cwd: add.cwd.map(|it| absolute(&it)),
            }
        }
    };
    Ok(DraftView {
        title: add.name,
        description: String::new(),
        transport,
        start_limit: add.start_limit,
        call_limit: add.call_limit,
    })
}

fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

fn pairs(given: &[String], between: char, flag: &str) -> Result<BTreeMap<String, String>, Failure> {
    let mut pairs = BTreeMap::new();
    for one in given {
        // The value may be a secret: it is not repeated.
        let (name, value) = one.split_once(between).ok_or_else(|| Failure::Usage {
            message: format!("`{flag}` takes a name, `{between}` and a value"),
            hint: Some(format!("for example {flag} NAME{between}value")),
        })?;
        let value = if between == ':' { value.trim_start() } else { value };
        pairs.insert(name.to_owned(), value.to_owned());
    }
    Ok(pairs)
}

async fn import(ctx: &Ctx, session: &Session, file: &Path, replace: bool) -> Result<(), Failure> {
    let text = read(file)?;
    let reading: Reading = session.call("read_drafts", ReadDrafts { text }).await?;
    for note in &reading.notes {
        print::note(&format!("note: {note}"));
    }
    let mut failed = None;
    for proposal in reading.proposals {
        for note in &proposal.notes {
            print::note(&format!("note: {}: {note}", proposal.name));
        }
        let added = AddServer { draft: proposal.draft, replace, hold: true };
        let done = match session.call::<ServerRow>("add_server", added).await {
            Ok(row) => settle(ctx, session, row).await,
            Err(failure) => Err(failure.into()),
        };
        // One bad entry does not stop the others; the last failure decides the status.
        if let Err(failure) = done
            && let Some(before) = failed.replace(failure)
        {
            before.tell();
        }
    }
    failed.map_or(Ok(()), Err)
}

fn read(file: &Path) -> Result<String, Failure> {
    let text = if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    text.map_err(|error| Failure::usage(format!("cannot read `{}`: {error}", file.display())))
}
