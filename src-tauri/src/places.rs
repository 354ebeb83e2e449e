//! Where the shell finds the app's things; it opens none of them.

use std::{
    env,
    path::{Path, PathBuf},
};

/// Where the app keeps and finds things.
#[derive(Debug)]
pub(crate) struct Places {
    /// The folder that holds everything it keeps.
    pub(crate) data_dir: PathBuf,
    /// The script of the bundled demo server.
    pub(crate) demo: PathBuf,
}

impl Places {
    /// With the folder that was named, or the usual one. `None`: there is no usual one.
    pub(crate) fn find(named: Option<&Path>, resources: Option<&Path>) -> Option<Self> {
        let data_dir = named.map(Path::to_owned).or_else(usual)?;
        Some(Self { data_dir, demo: demo(resources) })
    }
}

fn usual() -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    if cfg!(target_os = "macos") {
        set("HOME").map(|it| it.join("Library/Application Support/Steward"))
    } else if cfg!(windows) {
        set("APPDATA").map(|it| it.join("Steward"))
    } else {
        let data = set("XDG_DATA_HOME").or_else(|| Some(set("HOME")?.join(".local/share")));
        data.map(|it| it.join("steward"))
    }
}

/// In a package it is among the resources, and in a checkout where it is written.
fn demo(resources: Option<&Path>) -> PathBuf {
    let packaged = resources.map(|it| it.join("demo_server.py")).filter(|it| it.is_file());
    packaged
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/demo_server.py"))
}
