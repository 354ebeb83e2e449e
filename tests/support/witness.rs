//! What a scripted server wrote down of what it saw: the test judges by it, never by our own words.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::wait::eventually;

/// The witness file of one server.
#[derive(Debug, Clone)]
pub struct Witness(PathBuf);

impl Witness {
    /// A file below `folder`; the server makes it.
    pub fn below(folder: &Path, name: &str) -> Self {
        Self(folder.join(format!("{name}.witness")))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Everything so far. A line that is being written is not there yet.
    pub fn rows(&self) -> Vec<Value> {
        let text = fs::read_to_string(&self.0).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// The rows of one kind.
    pub fn events(&self, event: &str) -> Vec<Value> {
        self.rows().into_iter().filter(|row| row["event"] == event).collect()
    }

    /// The messages of one method that the server received.
    pub fn received(&self, method: &str) -> Vec<Value> {
        let messages = self.events("received").into_iter().map(|row| row["message"].clone());
        messages.filter(|it| it["method"] == method).collect()
    }

    /// The first row of a kind, waited for.
    ///
    /// # Panics
    /// When it does not come.
    pub async fn event(&self, event: &str) -> Value {
        let complaint = format!("the server wrote down no `{event}`");
        eventually(&complaint, async || self.events(event).into_iter().next()).await
    }

    /// The number in the row of a kind, such as that of the process in `pid`.
    ///
    /// # Panics
    /// When it does not come, or holds none.
    pub async fn pid(&self, event: &str) -> i32 {
        let row = self.event(event).await;
        let pid = row["pid"].as_i64().and_then(|it| it.try_into().ok());
        pid.unwrap_or_else(|| panic!("no process in {row}"))
    }
}
