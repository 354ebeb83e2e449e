//! What every program we start is given: a `PATH` that finds what the person's own shell finds,
//! and a clean environment. It starts no server and knows none.

mod allowed;
mod folders;
pub mod locate;
#[cfg(unix)]
mod shell;
pub mod silence;

use std::{
    collections::BTreeMap,
    env,
    ffi::{OsStr, OsString},
    fmt, iter,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use stdx::secret::Secret;
use tracing::{info, warn};

use crate::environment::{
    allowed::Vars,
    locate::{NotFound, locate},
    silence::Silence,
};

/// The environment of the person at this machine, found once and given to every child.
#[derive(Clone)]
pub struct Environment(Arc<Known>);

struct Known {
    /// Our own process's variables, whole.
    ours: Vars,
    /// What of them a child may have, without `PATH`.
    base: BTreeMap<String, String>,
    home: PathBuf,
    searched: Vec<PathBuf>,
    path: String,
    silence: Option<Silence>,
}

impl Environment {
    /// Asks the login shell for its `PATH`, for at most `limit`, and adds our own and the folders
    /// where version managers put programs. `vars` are the variables of our own process. It does
    /// not fail: without an answer it goes on with what it knows, and
    /// [`silence`](Self::silence) says why.
    pub async fn find(
        vars: impl IntoIterator<Item = (OsString, OsString)>,
        limit: Duration,
    ) -> Self {
        let ours: Vars = vars.into_iter().collect();
        let home = home(&ours);
        let base = allowed::base(&ours);
        let own = allowed::without_packager(&ours, ours.get(OsStr::new("PATH")));
        let (told, silence) = match told_by_shell(&ours, &base, &own, limit).await {
            Ok(path) => (path, None),
            Err(silence) => (OsString::new(), Some(silence)),
        };
        let searched = merged([
            env::split_paths(&told).collect(),
            env::split_paths(&own).collect(),
            folders::known(&ours, &home),
        ]);
        let folders = searched.len();
        match &silence {
            None => info!(folders, "the login shell told its path"),
            Some(why) => warn!(folders, %why, "the path is made without the login shell"),
        }
        let path = joined(&searched);
        Self(Arc::new(Known { ours, base, home, searched, path, silence }))
    }

    /// The `PATH` of every child, in the form of this system.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// The folders of [`path`](Self::path): the login shell's, then our own, then known ones.
    pub fn searched(&self) -> &[PathBuf] {
        &self.0.searched
    }

    /// The home folder of the person.
    pub fn home(&self) -> &Path {
        &self.0.home
    }

    /// A folder as a person writes it: `~` and `~/x` are below their home, as in a shell.
    pub fn at_home(&self, folder: &str) -> PathBuf {
        match folder.strip_prefix('~') {
            Some("") => self.home().to_owned(),
            Some(rest) if rest.starts_with('/') => self.home().join(rest.trim_start_matches('/')),
            Some(_) | None => PathBuf::from(folder),
        }
    }

    /// Why the login shell did not tell its `PATH`; `None` when it did.
    pub fn silence(&self) -> Option<&Silence> {
        self.0.silence.as_ref()
    }

    /// A variable of our own process, for `${NAME}`; `None` also when it is no Unicode.
    pub fn var(&self, name: &str) -> Option<String> {
        self.0.ours.get(OsStr::new(name))?.to_str().map(str::to_owned)
    }

    /// The program that `command` names: absolute, below `~/`, relative to the folder `cwd`, or
    /// on the `PATH`.
    ///
    /// # Errors
    /// [`NotFound`], with the folders that were searched.
    pub fn locate(&self, command: &str, cwd: &Path) -> Result<PathBuf, NotFound> {
        let Known { home, searched, path, silence, .. } = self.0.as_ref();
        locate(command, cwd, home, searched, path).map_err(|missing| NotFound {
            doubt: silence.as_ref().map(Silence::to_string),
            ..missing
        })
    }

    /// The whole environment of a child: what is allowed of ours, the `PATH`, UTF-8 for Python,
    /// and `own`, which wins. Sorted by name; a child must get this and nothing else.
    pub fn child(&self, own: &[(String, Secret)]) -> Vec<(String, Secret)> {
        let ours = self.0.base.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let path = iter::once(("PATH", self.path()));
        let mut vars: BTreeMap<String, (String, Secret)> = ours
            .chain(path)
            .chain(allowed::PYTHON.iter().copied())
            .map(|(name, value)| (allowed::key(name), (name.to_owned(), Secret::from(value))))
            .collect();
        for (name, value) in own {
            vars.insert(allowed::key(name), (name.clone(), value.clone()));
        }
        vars.into_values().collect()
    }
}

impl fmt::Debug for Environment {
    /// Values stay out: a person's environment holds secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("searched", &self.0.searched)
            .field("silence", &self.0.silence)
            .finish_non_exhaustive()
    }
}

#[cfg(unix)]
async fn told_by_shell(
    ours: &Vars,
    base: &BTreeMap<String, String>,
    own: &OsStr,
    limit: Duration,
) -> Result<OsString, Silence> {
    shell::ask(ours, base, own, limit).await
}

#[cfg(not(unix))]
async fn told_by_shell(
    _ours: &Vars,
    _base: &BTreeMap<String, String>,
    _own: &OsStr,
    _limit: Duration,
) -> Result<OsString, Silence> {
    Err(Silence::NoShell)
}

fn home(ours: &Vars) -> PathBuf {
    let name = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
    let told = ours.get(OsStr::new(name)).filter(|it| Path::new(it).is_absolute());
    told.map(PathBuf::from).or_else(env::home_dir).unwrap_or_else(env::temp_dir)
}

/// The folders in order, each once. Relative ones are left out: what they name depends on where
/// a program runs, and anybody could have put a program there.
fn merged(lists: [Vec<PathBuf>; 3]) -> Vec<PathBuf> {
    let mut merged: Vec<PathBuf> = Vec::new();
    for folder in lists.into_iter().flatten() {
        // Components compare without a last slash.
        if folder.is_absolute() && folder.to_str().is_some() && !merged.contains(&folder) {
            merged.push(folder);
        }
    }
    merged
}

fn joined(folders: &[PathBuf]) -> String {
    // A folder that came from a list cannot hold the separator; one from a variable can.
    let fit = folders.iter().filter(|it| env::join_paths([it]).is_ok());
    env::join_paths(fit).ok().and_then(|it| it.into_string().ok()).unwrap_or_default()
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
