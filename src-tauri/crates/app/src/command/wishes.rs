//! Commands on what the person wishes of a server beside what it runs.

use std::path::Path;

use model::{name::ServerName, server::Level};

use crate::{
    app::App,
    command::name_of,
    window::Window,
    wire::{
        failure::{Code, Failure},
        server::ServerRef,
        wishes::{AbilitiesView, LevelView, ServerWishes, SetLevel, ShareFolder},
    },
};

pub(crate) async fn server_wishes(
    app: &App,
    _from: Window,
    ServerRef { server }: ServerRef,
) -> Result<ServerWishes, Failure> {
    wishes_of(app, &name_of(app, &server).await?).await
}

pub(crate) async fn set_level(
    app: &App,
    _from: Window,
    SetLevel { server, level }: SetLevel,
) -> Result<ServerWishes, Failure> {
    let name = name_of(app, &server).await?;
    app.servers().set_level(&name, level.map(of_view)).await?;
    wishes_of(app, &name).await
}

pub(crate) async fn share_folder(
    app: &App,
    _from: Window,
    ShareFolder { server, folder, on }: ShareFolder,
) -> Result<ServerWishes, Failure> {
    let name = name_of(app, &server).await?;
    if on && !Path::new(&folder).is_dir() {
        let words = format!("there is no folder `{folder}`");
        return Err(Failure::new(Code::Invalid, words).field("folder"));
    }
    app.servers().share(&name, &folder, on).await?;
    wishes_of(app, &name).await
}

async fn wishes_of(app: &App, name: &ServerName) -> Result<ServerWishes, Failure> {
    let (server, _) = app.servers().get(name).await?;
    let can = app.servers().abilities(name)?.map(|it| AbilitiesView {
        prompts: it.prompts,
        resources: it.resources,
        watch: it.subscribe,
        complete: it.completions,
        log: it.logging,
    });
    Ok(ServerWishes {
        level: server.wishes.level.map(view_of),
        folders: server.wishes.folders,
        watched: app.servers().watched(name)?.into_iter().collect(),
        can,
        server: server.draft.name.into(),
    })
}

macro_rules! levels {
    ($($level:ident)+) => {
        fn of_view(level: LevelView) -> Level {
            match level { $(LevelView::$level => Level::$level,)+ }
        }

        fn view_of(level: Level) -> LevelView {
            match level { $(Level::$level => LevelView::$level,)+ }
        }
    };
}

levels!(Debug Info Notice Warning Error Critical Alert Emergency);
