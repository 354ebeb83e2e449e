//! The handle by which a live server is used; it knows neither process nor pipe.

use std::time::Duration;

use serde_json::{Map, Value};
use tokio::sync::mpsc;

use crate::{error::Error, notice::Progress, outcome::Outcome, tools::ToolList};

/// One tool call.
#[derive(Debug)]
pub struct Call {
    /// The tool's own name, letter for letter.
    pub name: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// How long the server may be silent. Progress begins it anew.
    pub limit: Duration,
    /// How long the call may take, progress or not; `None` for five times `limit`.
    pub cap: Option<Duration>,
    /// Who hears of progress. What it cannot take at once is left out.
    pub progress: Option<mpsc::Sender<Progress>>,
}

impl Call {
    /// A call with a limit of 120 s and a cap of 10 min, whose progress nobody hears.
    pub fn new(name: impl Into<String>, arguments: Map<String, Value>) -> Self {
        let limit = Duration::from_secs(120);
        Self { name: name.into(), arguments, limit, cap: None, progress: None }
    }
}

/// A live server. Clones are cheap and use the same connection.
#[derive(Debug, Clone)]
pub struct Client {}

impl Client {
    /// The tools of the server, all pages.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn tools(&self) -> Result<ToolList, Error> {
        Err(Error::Closed)
    }

    /// Calls a tool. Dropping the future stops the call, and the server is told so once.
    ///
    /// # Errors
    /// Any but those of a start.
    pub async fn call(&self, call: Call) -> Result<Outcome, Error> {
        drop(call);
        Err(Error::Closed)
    }

    /// Any other request; `params` should be an object or null. Dropping the future stops it, and
    /// the server is told so once.
    ///
    /// # Errors
    /// Any but those of a start.
    pub async fn request(
        &self,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<Value, Error> {
        let _ = (method, params, limit);
        Err(Error::Closed)
    }

    /// Whether the server answers, within `limit`.
    ///
    /// # Errors
    /// Any but those of a start.
    pub async fn ping(&self, limit: Duration) -> Result<(), Error> {
        let _ = limit;
        Err(Error::Closed)
    }
}
