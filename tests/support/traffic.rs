//! What crosses between a page and its program, noted in the page itself; it knows no command.

use serde_json::Value;

use crate::{canary::Canary, window::Window};

impl Window {
    /// Begins to note what the page says and is answered on the wire, and what it hears.
    pub async fn spy(&self) {
        self.run(include_str!("spy.js")).await;
    }

    /// What was noted so far, under `said`, `answered` and `heard`: a list of texts each.
    ///
    /// # Panics
    /// When nothing was noted, or the page was loaded anew since: then it is not all.
    pub async fn spied(&self) -> Value {
        let spied = self.run("return JSON.stringify(window.spied)").await;
        let spied = serde_json::from_str(spied.as_str().unwrap_or_default());
        let spied: Value = spied.expect("the spy is still in the page");
        for part in ["said", "answered", "heard"] {
            let noted = spied[part].as_array().is_some_and(|it| !it.is_empty());
            assert!(noted, "nothing was {part}");
        }
        spied
    }

    /// Looks for a secret in what crossed since the spy is there, and in what the page holds.
    ///
    /// # Panics
    /// When it is there.
    pub async fn holds_no(&self, canary: &Canary) {
        let (spied, source) = (self.spied().await, self.source().await);
        let parts = spied.as_object().into_iter().flatten();
        let texts = parts.flat_map(|it| it.1.as_array().into_iter().flatten());
        for text in texts.filter_map(Value::as_str).chain([source.as_str()]) {
            let seen = canary.seen_in(text.as_bytes());
            assert!(seen.is_empty(), "the page has a secret: {seen:?}");
        }
    }
}
