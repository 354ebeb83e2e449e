//! Sees to it that nothing of a test outlives its process, even when that is killed and drops
//! nothing; it knows no desktop.

use std::{
    path::Path,
    process::{ChildStdin, Command, Stdio},
};

use crate::{processes::Running, reader::INTERPRETER};

/// A process that waits for the end of this one, and then ends all that lives in a home. Dropping
/// it calls it off.
#[derive(Debug)]
pub(crate) struct Guard {
    // Before the pipe: an end of its input is what it waits for.
    _running: Running,
    _pipe: ChildStdin,
}

impl Guard {
    /// Starts one.
    ///
    /// # Panics
    /// When it cannot be started.
    pub(crate) fn start(home: &Path) -> Self {
        let mut command = Command::new(INTERPRETER);
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("support/guard.py")).arg(home);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let (running, pipe) = Running::start_and_hold(&mut command);
        Self { _running: running, _pipe: pipe }
    }
}
