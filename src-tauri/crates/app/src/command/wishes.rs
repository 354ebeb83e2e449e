//! Commands on what the person wishes of a server beside what it runs.

use std::path::{Path, PathBuf};

use inbox::{Ask, Unanswered, desk::FolderQuestion, item::Origin};
use model::{name::ServerName, server::Level};

use crate::{
    app::App,
    command::name_of,
    window::Window,
    wire::{
        failure::{Code, Failure},
        server::ServerRef,
        wishes::{AbilitiesView, GivePictures, LevelView, ServerWishes, SetLevel, ShareFolder},
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

pub(crate) async fn give_pictures(
    app: &App,
    _from: Window,
    GivePictures { server, on }: GivePictures,
) -> Result<ServerWishes, Failure> {
    let name = name_of(app, &server).await?;
    app.servers().give_pictures(&name, on).await?;
    wishes_of(app, &name).await
}

pub(crate) async fn share_folder(
    app: &App,
    _from: Window,
    ShareFolder { server, folder, on }: ShareFolder,
) -> Result<ServerWishes, Failure> {
    share(app, &name_of(app, &server).await?, &folder, on).await
}

/// The person chooses the folder in the system's own dialog: the page has no part in it, and hears
/// of it by what is wished then. When they choose none, that is what it was.
pub(crate) async fn choose_folder(
    app: &App,
    from: Window,
    ServerRef { server }: ServerRef,
) -> Result<ServerWishes, Failure> {
    let name = name_of(app, &server).await?;
    match from {
        Window::Main => {}
        Window::Terminal => {
            let hint = format!("Say which: `stewardctl servers roots {name} add FOLDER`.");
            let words = "a terminal has no dialog to choose a folder in";
            return Err(Failure::new(Code::Refused, words).hint(hint));
        }
    }
    let (server, _) = app.servers().get(&name).await?;
    let title = server.draft.title;
    let words = format!("A folder to share with “{title}”");
    let origin = Origin { server: Some(name.clone()), title: title.clone(), calls: Vec::new() };
    let ask = Ask { origin, words, limit: None };
    let chosen = app.inbox().folder(ask, FolderQuestion { title }).await;
    match chosen.map_err(not_chosen)? {
        Some(folder) => share(app, &name, &text_of(folder)?, true).await,
        None => wishes_of(app, &name).await,
    }
}

fn not_chosen(why: Unanswered) -> Failure {
    match why {
        Unanswered::Nobody(_) | Unanswered::Left => {
            let words = "there is no dialog here to choose a folder in";
            Failure::new(Code::NobodyToAsk, words).hint("Type its whole path instead.")
        }
        Unanswered::Expired | Unanswered::Withdrawn => why.into(),
    }
}

/// Its path, as a server is told it.
fn text_of(folder: PathBuf) -> Result<String, Failure> {
    folder.into_os_string().into_string().map_err(|path| {
        let words = format!("the path `{}` is not written in Unicode", path.to_string_lossy());
        Failure::new(Code::Invalid, words).field("folder")
    })
}

async fn share(
    app: &App,
    name: &ServerName,
    folder: &str,
    on: bool,
) -> Result<ServerWishes, Failure> {
    if on && !Path::new(folder).is_dir() {
        let words = format!("there is no folder `{folder}`");
        return Err(Failure::new(Code::Invalid, words).field("folder"));
    }
    app.servers().share(name, folder, on).await?;
    wishes_of(app, name).await
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
        pictures: server.wishes.pictures,
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
