//! Why the small model of a first try could not be had; it knows no front end.

use std::{io, path::PathBuf};

/// What went wrong. It is shown as long as nobody tries again, and is cloned for that.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    /// There is no Python.
    #[error("there is no `python3` on this computer")]
    NoPython,
    /// There is one, and it is too old.
    #[error("the `python3` of this computer is {0}, and 3.10 is needed")]
    OldPython(String),
    /// Debian leaves a part of it out.
    #[error("the `python3` of this computer has no `venv`")]
    NoVenv,
    /// The disk is too full.
    #[error("there are {free} MB left on the disk, and {needed} MB are needed")]
    NoRoom {
        /// Megabytes that are free.
        free: u64,
        /// Megabytes that are needed until all is unpacked.
        needed: u64,
    },
    /// Something else is where it would be put.
    #[error("`{}` is there already, and Steward did not make it", .0.display())]
    Foreign(PathBuf),
    /// The place for it could not be made.
    #[error("its folder could not be made: {0}")]
    Prepare(String),
    /// The download failed, or was not what it must be.
    #[error("it could not be downloaded: {0}")]
    Fetch(String),
    /// What was downloaded does not work on this machine.
    #[error("it does not run on this computer: {0}")]
    Load(String),
    /// It did not come up.
    #[error("it did not start: {0}")]
    Start(String),
    /// The folder or a process failed.
    #[error("it could not be kept or run: {0}")]
    Io(String),
    /// The person stopped it.
    #[error("it was stopped")]
    Stopped,
    /// It is not here.
    #[error("the small model is not on this computer")]
    Absent,
    /// Steward is closing.
    #[error("Steward is closing")]
    Closing,
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error.to_string())
    }
}

impl Fault {
    /// What to do about it, where something can be done.
    pub(crate) fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::NoPython => "Install Python 3.10 or newer, then try again.",
            Self::OldPython(_) => "Put a newer Python first on the `PATH`, then try again.",
            Self::NoVenv => {
                "On Debian and Ubuntu: `sudo apt install python3-venv`. Then try again."
            }
            Self::NoRoom { .. } => "Make room, then try again.",
            Self::Foreign(_) => "Give it another name, then try again. Steward leaves it as it is.",
            Self::Fetch(_) => {
                "Look whether this computer reaches the Python package index, then try again. \
                 Nothing is left of what was downloaded."
            }
            Self::Load(_) => "Use another model: one that runs here already, or an account.",
            Self::Start(_) | Self::Prepare(_) | Self::Io(_) => {
                "Try again; if it stays so, remove the small model and install it anew."
            }
            Self::Absent => "Install it on the Models page.",
            Self::Stopped | Self::Closing => return None,
        })
    }
}
