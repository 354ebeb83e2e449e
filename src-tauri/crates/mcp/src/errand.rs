//! Requests that may take a while, ask the person meanwhile and tell of progress; it knows nobody who
//! carries them out.

use std::time::Duration;

use tokio::sync::mpsc;

use crate::{letter::About, notice::Progress, patience::Limits, whose::Whose};

/// How a prompt or a resource is asked for.
#[derive(Debug)]
pub struct Errand {
    /// How long the server may be silent. Progress begins it anew.
    pub limit: Duration,
    /// Who hears of progress. What it cannot take at once is left out.
    pub progress: Option<mpsc::Sender<Progress>>,
    /// By which the caller knows it again in [`crate::CallRef`]; never sent.
    pub tag: String,
}

impl Default for Errand {
    /// With a limit of 120 s, whose progress nobody hears.
    fn default() -> Self {
        Self { limit: Duration::from_secs(120), progress: None, tag: String::new() }
    }
}

/// How a request is carried out.
pub(crate) struct Way<'a> {
    pub(crate) about: About<'a>,
    /// Which call it is, for questions that belong to it.
    pub(crate) whose: &'a Whose,
    pub(crate) limits: Limits,
    pub(crate) progress: Option<mpsc::Sender<Progress>>,
}
