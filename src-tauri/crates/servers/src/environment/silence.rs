//! Why the login shell did not tell its `PATH`, in words; it asks nobody.

use std::{fmt, io, path::PathBuf, time::Duration};

/// Why there is no answer of the login shell.
#[derive(Debug)]
pub enum Silence {
    /// This system has no login shell.
    NoShell,
    /// It could not be started.
    Spawn {
        /// The shell.
        shell: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It ended without an answer.
    Ended {
        /// The shell.
        shell: PathBuf,
    },
    /// Its start files were not through in time.
    Slow {
        /// The shell.
        shell: PathBuf,
        /// How long it had.
        limit: Duration,
    },
    /// Its start files print without end.
    Noise {
        /// The shell.
        shell: PathBuf,
    },
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoShell => f.write_str("there is no login shell to ask"),
            Self::Spawn { shell, source } => {
                write!(f, "the login shell `{}` cannot be run: {source}", shell.display())
            }
            Self::Ended { shell } => {
                write!(f, "the login shell `{}` ended without an answer", shell.display())
            }
            Self::Slow { shell, limit } => {
                let (shell, seconds) = (shell.display(), limit.as_secs_f32());
                write!(f, "the login shell `{shell}` did not answer within {seconds} s")
            }
            Self::Noise { shell } => {
                write!(f, "the login shell `{}` printed too much", shell.display())
            }
        }
    }
}
