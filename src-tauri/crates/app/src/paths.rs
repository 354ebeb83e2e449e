//! Where things are kept and found on this system; it opens nothing.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

/// The folder that holds everything Steward keeps, unless another is asked for:
/// `$XDG_DATA_HOME/steward` or `~/.local/share/steward`; on macOS
/// `~/Library/Application Support/Steward`; on Windows `%APPDATA%\Steward`. `None` when the
/// system knows no home for this person: a folder that others can reach is no place for it.
pub fn data_dir() -> Option<PathBuf> {
    let home = std::env::home_dir().filter(|it| it.is_absolute());
    if cfg!(target_os = "macos") {
        return Some(home?.join("Library/Application Support/Steward"));
    }
    if cfg!(windows) {
        let roaming = absolute("APPDATA").or_else(|| Some(home?.join(r"AppData\Roaming")));
        return Some(roaming?.join("Steward"));
    }
    below(absolute("XDG_DATA_HOME"), home)
}

/// The folder that a person named for what Steward keeps: as they typed it, or else by the variable
/// `STEWARD_DATA_DIR`, which is as good as none where it is empty. The window and the terminal have
/// the same.
pub fn named_data_dir(typed: Option<PathBuf>) -> Option<PathBuf> {
    typed.or_else(|| named(std::env::var_os("STEWARD_DATA_DIR")))
}

fn named(variable: Option<OsString>) -> Option<PathBuf> {
    variable.filter(|it| !it.is_empty()).map(PathBuf::from)
}

/// The person's home folder; empty where the system knows none, and then nothing is below it.
pub(crate) fn home() -> PathBuf {
    std::env::home_dir().filter(|it| it.is_absolute()).unwrap_or_default()
}

fn below(data: Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    let data = data.or_else(|| Some(home?.join(".local/share")))?;
    Some(data.join("steward"))
}

/// Where passing things such as sockets may lie, the best one first.
pub(crate) fn passing() -> Vec<PathBuf> {
    let mut folders: Vec<_> = absolute("XDG_RUNTIME_DIR").into_iter().collect();
    folders.push(std::env::temp_dir());
    folders.push(PathBuf::from("/tmp"));
    folders
}

/// The demo server that comes with Steward: in the package's resources, or in the checkout that
/// this was built from.
pub fn demo(resources: Option<&Path>) -> PathBuf {
    let packaged = resources.map(|it| it.join("demo_server.py")).filter(|it| it.is_file());
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scripts/demo_server.py");
    packaged.unwrap_or_else(|| std::fs::canonicalize(&checkout).unwrap_or(checkout))
}

/// A variable that names an absolute folder; the XDG rules say to ignore any other.
fn absolute(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from).filter(|it| it.is_absolute())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_home_no_folder_is_made_up() {
        let path = |it: &str| Some(PathBuf::from(it));
        assert_eq!(below(None, path("/home/ada")), path("/home/ada/.local/share/steward"));
        assert_eq!(below(path("/data"), None), path("/data/steward"));
        assert_eq!(below(None, None), None);
    }

    #[test]
    fn a_variable_that_is_empty_names_no_folder() {
        assert_eq!(named(Some("".into())), None);
        assert_eq!(named(Some("here".into())), Some(PathBuf::from("here")));
    }
}
