//! What can go wrong with a measurement.

use std::{io, time::Duration};

/// Why there are no numbers.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("cannot make a folder for the data")]
    Folder(#[source] io::Error),
    #[error("cannot run `{program}`")]
    Run { program: String, source: io::Error },
    #[error("cannot register `{server}`: {said}")]
    Register { server: String, said: String },
    #[error("no display to look at; scripts/with-display gives one")]
    Display(#[source] x11rb::errors::ConnectError),
    #[error("cannot look at the screen")]
    Look(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("nothing was painted within {} s", .0.as_secs())]
    Unpainted(Duration),
    #[error("the app ended by itself, with {0}")]
    Ended(std::process::ExitStatus),
    #[error("the app did not end within {} s of being asked to", .0.as_secs())]
    Stayed(Duration),
    #[error("cannot read the memory of the processes")]
    Memory(#[source] io::Error),
    #[error("cannot keep the pictures")]
    Pictures(#[source] io::Error),
}

impl Error {
    /// For everything that an X request may come to.
    pub(crate) fn look(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Look(Box::new(error))
    }
}
