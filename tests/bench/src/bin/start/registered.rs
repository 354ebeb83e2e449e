//! A data folder with servers in it, made by the terminal front end as a person would.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::error::Error;

/// The folder; it goes with this.
pub(crate) struct Registered {
    folder: PathBuf,
}

impl Registered {
    /// Registers `count` servers; adding them by command is the consent to run them.
    pub(crate) fn new(ctl: &Path, server: &Path, count: usize) -> Result<Self, Error> {
        let name = format!("steward-start-{}", std::process::id());
        let registered = Self { folder: std::env::temp_dir().join(name) };
        fs::create_dir(&registered.folder).map_err(Error::Folder)?;
        for number in 1..=count {
            registered.add(ctl, server, &format!("demo-{number:02}"))?;
        }
        Ok(registered)
    }

    pub(crate) fn data_dir(&self) -> &Path {
        &self.folder
    }

    fn add(&self, ctl: &Path, server: &Path, name: &str) -> Result<(), Error> {
        let done = Command::new(ctl)
            .arg("--data-dir")
            .arg(&self.folder)
            .args(["servers", "add", name, "--", "python3"])
            .arg(server)
            .stdin(Stdio::null())
            .output()
            .map_err(|source| Error::Run { program: ctl.display().to_string(), source })?;
        if done.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&done.stderr).trim().to_owned();
        Err(Error::Register { server: name.to_owned(), said })
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).ok();
    }
}
