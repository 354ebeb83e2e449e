//! Commands on registered servers.

use std::{collections::BTreeSet, time::Duration};

use model::{
    name::ServerName,
    server::{Draft, Server, Source, Stdio, Transport},
};
use servers::Wanted;

use crate::{
    app::App,
    command::name_of,
    consent, diagnosis,
    drafts::{self, Made},
    references,
    secrets::remembered,
    view,
    window::Window,
    wire::{
        draft::{AddServer, UpdateServer},
        failure::{Code, Failure},
        server::{
            About, AllowServer, Diagnosis, Removed, ServerList, ServerRef, ServerRow, SwitchServer,
        },
    },
};

/// A terminal waits no longer for a server: a package runner may fetch for 15 minutes (HOST-6).
const WAKE_LIMIT: Duration = Duration::from_secs(16 * 60);

pub(crate) async fn about(app: &App, _from: Window, (): ()) -> Result<About, Failure> {
    Ok(About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        data_dir: app.data_dir().display().to_string(),
    })
}

pub(crate) async fn list_servers(app: &App, _from: Window, (): ()) -> Result<ServerList, Failure> {
    let mut rows = Vec::new();
    for (server, state) in app.servers().list().await? {
        rows.push(view::server::row(app, server, state).await?);
    }
    app.show();
    Ok(ServerList { servers: rows })
}

pub(crate) async fn add_server(
    app: &App,
    from: Window,
    AddServer { draft, replace, hold }: AddServer,
) -> Result<ServerRow, Failure> {
    // What is only kept was read from another program's file: nobody typed it.
    let source = if hold { Source::Import } else { Source::User };
    let draft = view::draft::parse(draft, source)?;
    add(app, from, draft, How { replace, hold }).await
}

/// Registers the demo server that comes with Steward.
pub(crate) async fn add_demo(app: &App, from: Window, (): ()) -> Result<ServerRow, Failure> {
    let stdio = Stdio {
        command: "python3".to_owned(),
        args: vec![app.demo().display().to_string()],
        ..Stdio::default()
    };
    let name = ServerName::slug("Demo").ok_or_else(|| app.servers().unknown("Demo"))?;
    let draft = Draft {
        name,
        title: "Demo".to_owned(),
        description: "Comes with Steward: text, JSON, a picture, and a slow tool to try."
            .to_owned(),
        transport: Transport::Stdio(stdio),
        limits: model::server::Limits::default(),
        source: Source::Builtin,
    };
    add(app, from, draft, How { replace: false, hold: false }).await
}

/// How to add a server, as `AddServer` says.
struct How {
    replace: bool,
    hold: bool,
}

async fn add(app: &App, from: Window, draft: Draft, how: How) -> Result<ServerRow, Failure> {
    let asked = references::places(&draft).into_iter().map(|(_, key)| key).collect();
    let added = added(app, from, draft, how).await;
    // A form of a window can be sent again; at a terminal, what was asked for it goes with it.
    if added.is_err() && from == Window::Terminal {
        app.sweep_later(asked);
    }
    added
}

async fn added(app: &App, from: Window, draft: Draft, how: How) -> Result<ServerRow, Failure> {
    let How { replace, hold } = how;
    servers::check(&draft)?;
    let known = app.servers().get(&draft.name).await.ok().map(|(server, _)| server);
    if known.is_some() && !replace {
        return Err(servers::Error::NameTaken(draft.name).into());
    }
    let (draft, made) = drafts::without_secrets(app, draft).await?;
    let left = left_by(known.as_ref(), made);
    let added = async {
        let wanted = if hold && from == Window::Terminal {
            Wanted::Kept
        } else {
            consent::to_add(app, from, &draft, known.as_ref()).await?
        };
        remembered::forget_if_other(app, known.as_ref(), &draft).await?;
        Ok::<_, Failure>(app.servers().register(draft, wanted, replace).await?)
    };
    let added = added.await;
    app.sweep_later(left);
    row_of(app, added?.name()).await
}

/// The keys that nobody may refer to after a change, whether it is made or declined: those that were
/// made for it, and those of what it takes the place of.
fn left_by(known: Option<&Server>, made: Made) -> BTreeSet<String> {
    let mut keys = made.keys();
    keys.extend(known.into_iter().flat_map(references::keys_of));
    keys
}

pub(crate) async fn update_server(
    app: &App,
    from: Window,
    UpdateServer { server, draft }: UpdateServer,
) -> Result<ServerRow, Failure> {
    let (known, _) = app.servers().get(&name_of(app, &server).await?).await?;
    let mut draft = view::draft::parse(draft, known.draft.source)?;
    // The name stays: grants, logs and clients know the server by it.
    draft.name = known.draft.name.clone();
    servers::check(&draft)?;
    let (draft, made) = drafts::without_secrets(app, draft).await?;
    let left = left_by(Some(&known), made);
    let changed = async {
        let wanted = consent::to_change(app, from, &known, &draft).await?;
        remembered::forget_if_other(app, Some(&known), &draft).await?;
        Ok::<_, Failure>(app.servers().register(draft, wanted, true).await?)
    };
    let changed = changed.await;
    app.sweep_later(left);
    row_of(app, changed?.name()).await
}

pub(crate) async fn switch_server(
    app: &App,
    from: Window,
    SwitchServer { server, on }: SwitchServer,
) -> Result<ServerRow, Failure> {
    let name = name_of(app, &server).await?;
    let (known, _) = app.servers().get(&name).await?;
    if on {
        let allowed = consent::to_start(app, from, &known).await?;
        app.servers().start(&name, &allowed).await?;
    } else {
        app.servers().switch(&name, false).await?;
    }
    row_of(app, &name).await
}

/// The terminal has shown what has this digest, and the person there said yes to that: whatever the
/// row has become meanwhile is not started.
pub(crate) async fn allow_server(
    app: &App,
    _from: Window,
    AllowServer { server, digest }: AllowServer,
) -> Result<ServerRow, Failure> {
    let name = name_of(app, &server).await?;
    match app.servers().start(&name, &digest).await {
        Ok(_) => row_of(app, &name).await,
        Err(servers::Error::Unapproved(_)) => {
            let words = format!("`{name}` is not what was seen, and was not started");
            Err(Failure::new(Code::Declined, words).hint("Look again at what it runs."))
        }
        Err(error) => Err(error.into()),
    }
}

pub(crate) async fn wake_server(
    app: &App,
    _from: Window,
    ServerRef { server }: ServerRef,
) -> Result<ServerRow, Failure> {
    let name = name_of(app, &server).await?;
    app.servers().wake(&name, WAKE_LIMIT).await?;
    row_of(app, &name).await
}

pub(crate) async fn restart_server(
    app: &App,
    from: Window,
    ServerRef { server }: ServerRef,
) -> Result<ServerRow, Failure> {
    let name = name_of(app, &server).await?;
    let (known, _) = app.servers().get(&name).await?;
    let allowed = consent::to_start(app, from, &known).await?;
    // One that was switched off because it failed is meant to run now.
    app.servers().restart(&name, &allowed).await?;
    row_of(app, &name).await
}

pub(crate) async fn remove_server(
    app: &App,
    _from: Window,
    ServerRef { server }: ServerRef,
) -> Result<Removed, Failure> {
    let removed = app.servers().remove(&name_of(app, &server).await?).await?;
    let remembered = remembered::keys_of(app, &removed.draft.name).await?.len();
    Ok(Removed { server: removed.draft.name.into(), title: removed.draft.title, remembered })
}

pub(crate) async fn restore_server(
    app: &App,
    _from: Window,
    ServerRef { server }: ServerRef,
) -> Result<ServerRow, Failure> {
    // It is in no table: only its name can be meant.
    let name = ServerName::parse(&server).map_err(|_| app.servers().unknown(&server))?;
    app.servers().restore(&name).await?;
    row_of(app, &name).await
}

pub(crate) async fn diagnose_server(
    app: &App,
    _from: Window,
    ServerRef { server }: ServerRef,
) -> Result<Diagnosis, Failure> {
    let (server, state): (Server, _) = app.servers().get(&name_of(app, &server).await?).await?;
    Ok(diagnosis::of(app, &server, state).await)
}

async fn row_of(app: &App, name: &ServerName) -> Result<ServerRow, Failure> {
    let found = app.servers().get(name).await;
    let (server, state) = found.map_err(|error| {
        // Removed by somebody else in between: the work was done all the same.
        let failure = Failure::from(error);
        if failure.code == Code::UnknownServer {
            failure.hint("It was removed meanwhile.")
        } else {
            failure
        }
    })?;
    view::server::row(app, server, state).await
}
