//! From a command to the program it names, or to words that say where it was looked for
//! (users-ask 3). It starts nothing.

use std::{
    ffi::OsStr,
    fmt,
    path::{Path, PathBuf},
};

/// Most folders that a message names.
const MOST_NAMED: usize = 8;

/// A command that names no program which could be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotFound {
    /// The command as it was given.
    pub command: String,
    /// The folders that were searched, in order; none for a path.
    pub searched: Vec<PathBuf>,
    /// What was found instead.
    pub found: Found,
    /// Why folders may be missing among those searched; `None` if the login shell told its own.
    pub doubt: Option<String>,
}

/// What stands where a program should.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Nothing of that name.
    Nothing,
    /// A folder.
    Folder(PathBuf),
    /// A file that may not be run.
    NotExecutable(PathBuf),
}

impl NotFound {
    /// What to try.
    pub fn hint(&self) -> String {
        match &self.found {
            Found::Folder(_) => "name a program in it".to_owned(),
            Found::NotExecutable(path) => {
                format!("make it executable with `chmod +x {}`", quoted(path))
            }
            Found::Nothing if self.command.trim().is_empty() => "name a program".to_owned(),
            Found::Nothing if self.command.contains(char::is_whitespace) => {
                "put each argument into a field of its own".to_owned()
            }
            Found::Nothing => {
                let product = comes_with(&self.command).unwrap_or("it");
                let hint = format!("install {product}, or give the whole path of the program");
                match &self.doubt {
                    Some(doubt) => format!("{hint}; folders may be missing, since {doubt}"),
                    None => hint,
                }
            }
        }
    }
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = stdx::text::visible(&stdx::text::clip(&self.command, 200));
        match &self.found {
            Found::Folder(path) => write!(f, "`{}` is a folder, not a program", path.display()),
            Found::NotExecutable(path) => {
                write!(f, "`{}` is not executable", path.display())
            }
            Found::Nothing if command.trim().is_empty() => f.write_str("no command is given"),
            Found::Nothing if self.searched.is_empty() => write!(f, "`{command}` does not exist"),
            Found::Nothing => {
                write!(f, "`{command}` was not found; looked in ")?;
                for (index, folder) in self.searched.iter().take(MOST_NAMED).enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    write!(f, "{comma}{}", folder.display())?;
                }
                match self.searched.len().saturating_sub(MOST_NAMED) {
                    0 => Ok(()),
                    more => write!(f, " and {more} more"),
                }
            }
        }
    }
}

impl std::error::Error for NotFound {}

fn quoted(path: &Path) -> String {
    path.display().to_string().replace(' ', "\\ ")
}

/// What a well-known command comes with.
fn comes_with(command: &str) -> Option<&'static str> {
    match command {
        "npx" | "npm" | "node" => Some("Node.js (nodejs.org)"),
        "uvx" | "uv" => Some("uv (docs.astral.sh/uv)"),
        "bunx" | "bun" => Some("Bun (bun.sh)"),
        "deno" => Some("Deno (deno.com)"),
        "docker" => Some("Docker (docs.docker.com)"),
        "python" | "python3" | "pipx" => Some("Python (python.org)"),
        _ => None,
    }
}

/// The program that `command` names; a relative one lies below `cwd`, which is absolute. `path`
/// is `searched` in the form of this system.
pub(super) fn locate(
    command: &str,
    cwd: &Path,
    home: &Path,
    searched: &[PathBuf],
    path: &str,
) -> Result<PathBuf, NotFound> {
    let missing = |found, searched: &[PathBuf]| NotFound {
        command: command.to_owned(),
        searched: searched.to_vec(),
        found,
        doubt: None,
    };
    if command.trim().is_empty() {
        return Err(missing(Found::Nothing, &[]));
    }
    if let Some(file) = as_path(command, cwd, home) {
        return runnable(file.as_os_str(), path).ok_or_else(|| missing(look_at(&file), &[]));
    }
    runnable(OsStr::new(command), path).ok_or_else(|| {
        // A folder of the program's name is chance; a file that cannot be run is a reason.
        let mut stands = searched.iter().map(|it| look_at(&it.join(command)));
        let reason = stands.find(|it| matches!(it, Found::NotExecutable(_)));
        missing(reason.unwrap_or(Found::Nothing), searched)
    })
}

/// The path that a command with a separator in it is.
fn as_path(command: &str, cwd: &Path, home: &Path) -> Option<PathBuf> {
    let separators: &[char] = if cfg!(windows) { &['/', '\\'] } else { &['/'] };
    let rest = command.strip_prefix("~").and_then(|it| it.strip_prefix(separators));
    match rest {
        Some(rest) => Some(home.join(rest)),
        None if command == "~" => Some(home.to_owned()),
        None => command.contains(separators).then(|| cwd.join(command)),
    }
}

/// An absolute path stands for itself, whatever the folders in `path` are.
fn runnable(name: &OsStr, path: &str) -> Option<PathBuf> {
    which::which_in_global(name, Some(path)).ok()?.next()
}

fn look_at(path: &Path) -> Found {
    match path {
        _ if path.is_dir() => Found::Folder(path.to_owned()),
        _ if path.exists() => Found::NotExecutable(path.to_owned()),
        _ => Found::Nothing,
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _};

    use super::*;

    /// A folder with a program `tool`, a file `notes` that may not be run and a folder `place`.
    fn fixture() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("tool"), "#!/bin/sh\n").unwrap();
        fs::set_permissions(dir.path().join("tool"), fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(dir.path().join("notes"), "").unwrap();
        fs::create_dir(dir.path().join("place")).unwrap();
        dir
    }

    fn find(command: &str, dir: &Path) -> Result<PathBuf, NotFound> {
        locate(command, dir, dir, &[dir.to_owned()], dir.to_str().unwrap())
    }

    #[test]
    fn a_program_is_found_by_name_path_or_home() {
        let dir = fixture();
        let tool = dir.path().join("tool");
        for command in ["tool", "./tool", "~/tool", "place/../tool", tool.to_str().unwrap()] {
            let found = find(command, dir.path()).unwrap();
            assert_eq!(found.canonicalize().unwrap(), tool.canonicalize().unwrap(), "{command}");
        }
    }

    #[test]
    fn what_stands_in_its_place_is_told_apart() {
        let dir = fixture();
        let at = |name: &str| dir.path().join(name);
        let told = |command: &str| {
            let missing = find(command, dir.path()).unwrap_err();
            (missing.found.clone(), missing.to_string())
        };
        let shown = dir.path().display();
        assert_eq!(
            told("./notes"),
            (
                Found::NotExecutable(dir.path().join("./notes")),
                format!("`{shown}/./notes` is not executable")
            )
        );
        assert_eq!(told("notes").0, Found::NotExecutable(at("notes")));
        assert_eq!(told("~/place").0, Found::Folder(at("place")));
        assert_eq!(told("place").0, Found::Nothing, "a folder on the path is no reason");
        assert_eq!(told("/no/such"), (Found::Nothing, "`/no/such` does not exist".into()));
        assert_eq!(told("  "), (Found::Nothing, "no command is given".into()));
    }

    /// users-ask 3
    #[test]
    fn the_message_says_where_it_looked_and_the_hint_what_to_try() {
        let missing = NotFound {
            command: "npx".into(),
            searched: (1..=10).map(|it| PathBuf::from(format!("/f{it}"))).collect(),
            found: Found::Nothing,
            doubt: None,
        };
        assert_eq!(
            missing.to_string(),
            "`npx` was not found; looked in /f1, /f2, /f3, /f4, /f5, /f6, /f7, /f8 and 2 more"
        );
        assert_eq!(
            missing.hint(),
            "install Node.js (nodejs.org), or give the whole path of the program"
        );
        let line = NotFound { command: "npx -y thing".into(), ..missing };
        assert_eq!(line.hint(), "put each argument into a field of its own");
    }
}
