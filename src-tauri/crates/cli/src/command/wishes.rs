//! `stewardctl servers roots` and `servers level`: what is wished of a server beside what it runs.

use std::path::{Path, PathBuf};

use app::wire::{
    server::ServerRef,
    wishes::{LevelView, ServerWishes, SetLevel, ShareFolder},
};

use crate::{
    arguments::servers::{Change, Level},
    ctx::Ctx,
    failure::Failure,
    print,
};

pub(crate) async fn roots(
    ctx: &Ctx,
    server: String,
    change: Option<(Change, PathBuf)>,
) -> Result<(), Failure> {
    let change = change.map(|(change, folder)| Ok::<_, Failure>((change, whole(&folder)?)));
    let change = change.transpose()?;
    ctx.session(async |session| {
        let wishes: ServerWishes = match change {
            None => session.call("server_wishes", ServerRef { server }).await?,
            Some((change, folder)) => {
                let on = change == Change::Add;
                session.call("share_folder", ShareFolder { server, folder, on }).await?
            }
        };
        if ctx.json {
            print::json(&wishes)?;
            return Ok(());
        }
        wishes.folders.iter().try_for_each(|it| print::foreign(it))?;
        if wishes.folders.is_empty() {
            print::note(&format!("no folder is shared with `{}`", wishes.server));
        }
        Ok(())
    })
    .await
}

pub(crate) async fn level(ctx: &Ctx, server: String, level: Option<Level>) -> Result<(), Failure> {
    ctx.session(async |session| {
        let wishes: ServerWishes = match level {
            None => session.call("server_wishes", ServerRef { server }).await?,
            Some(level) => {
                session.call("set_level", SetLevel { server, level: wanted(level) }).await?
            }
        };
        if ctx.json {
            print::json(&wishes)?;
        } else {
            print::line(wishes.level.map_or("default", word))?;
        }
        Ok(())
    })
    .await
}

/// The whole path of a folder: Steward may run in another one.
fn whole(folder: &Path) -> Result<String, Failure> {
    let whole = std::path::absolute(folder)?;
    // Links stay as they are, and `..` goes: servers compare paths as texts.
    let whole = if folder.is_symlink() { whole } else { whole.canonicalize().unwrap_or(whole) };
    match whole.into_os_string().into_string() {
        Ok(whole) => Ok(whole),
        Err(_) => Err(Failure::usage("the folder's name is no text that a server could read")),
    }
}

macro_rules! levels {
    ($($level:ident = $word:literal)+) => {
        fn wanted(level: Level) -> Option<LevelView> {
            match level {
                Level::Default => None,
                $(Level::$level => Some(LevelView::$level),)+
            }
        }

        fn word(level: LevelView) -> &'static str {
            match level { $(LevelView::$level => $word,)+ }
        }
    };
}

levels! {
    Debug = "debug"
    Info = "info"
    Notice = "notice"
    Warning = "warning"
    Error = "error"
    Critical = "critical"
    Alert = "alert"
    Emergency = "emergency"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_told_by_its_whole_path() {
        let here = std::env::current_dir().unwrap().canonicalize().unwrap();
        assert_eq!(whole(Path::new("src/..")).unwrap(), here.display().to_string());
        assert_eq!(whole(Path::new("/no/such")).unwrap(), "/no/such");
    }
}
