//! Where the shell finds the app's things; it opens none of them.

use std::path::{Path, PathBuf};

use app::paths;

/// Where the app keeps and finds things.
#[derive(Debug)]
pub(crate) struct Places {
    /// The folder that holds everything it keeps.
    pub(crate) data_dir: PathBuf,
    /// The script of the bundled demo server.
    pub(crate) demo: PathBuf,
}

impl Places {
    /// With the folder that was named, or the usual one. `None`: this person has no home.
    pub(crate) fn find(named: Option<&Path>, resources: Option<&Path>) -> Option<Self> {
        let data_dir = named.map(Path::to_owned).or_else(paths::data_dir)?;
        Some(Self { data_dir, demo: paths::demo(resources) })
    }
}
