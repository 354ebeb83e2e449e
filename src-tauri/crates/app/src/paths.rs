//! Where things are kept and found on this system; it opens nothing.

use std::path::{Path, PathBuf};

/// The folder that holds everything Steward keeps, unless another is asked for:
/// `$XDG_DATA_HOME/steward` or `~/.local/share/steward`; on macOS
/// `~/Library/Application Support/Steward`; on Windows `%APPDATA%\Steward`.
pub fn data_dir() -> PathBuf {
    let home = std::env::home_dir().unwrap_or_else(std::env::temp_dir);
    if cfg!(target_os = "macos") {
        return home.join("Library/Application Support/Steward");
    }
    if cfg!(windows) {
        let roaming = absolute("APPDATA").unwrap_or_else(|| home.join(r"AppData\Roaming"));
        return roaming.join("Steward");
    }
    let data = absolute("XDG_DATA_HOME").unwrap_or_else(|| home.join(".local/share"));
    data.join("steward")
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
