//! Who is asked when a server asks the person something, and what goes to and fro; it knows no
//! window and no wire.

use std::{fmt, pin::Pin};

use serde_json::{Map, Value};
use zeroize::Zeroize;

use crate::roots::Root;

/// Who is asked when a server asks the person something.
pub trait Asker: Send + Sync + fmt::Debug {
    /// Puts the question and waits for its answer, however long that takes. Dropping the future
    /// takes the question back.
    fn ask(&self, asked: Asked) -> Answering;

    /// Hears of a question that is not put, for this reason; the server has it too.
    fn not_put(&self, _asked: Asked, _why: &str) {}

    /// The folders that the person shares with the server. `None` where they share none: then the
    /// server is told that it cannot ask for them.
    fn roots(&self) -> Option<Vec<Root>> {
        None
    }
}

/// The answer to come.
pub type Answering = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// A question, and the calls it can belong to.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The calls it can belong to: one where that is certain, several where the wire does not say,
    /// none where nothing is under way.
    pub calls: Vec<CallRef>,
    /// What is asked.
    pub question: Question,
}

/// A call that is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRef {
    /// The own name of the tool or the prompt, or the address of the resource.
    pub tool: String,
    /// What the caller gave as the tag of its call.
    pub tag: String,
}

/// What a server asks the person. Texts are as the server wrote them.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// Values are wanted.
    Form {
        /// Why; empty where the server does not say.
        message: String,
        /// What a good answer looks like. `None` where the field was absent; anything else is as
        /// it came, and may be no schema at all.
        schema: Option<Value>,
    },
    /// A page is to be opened, and the rest happens there.
    Url {
        /// Why; empty where the server does not say.
        message: String,
        /// The page, as the server wrote it.
        url: String,
        /// By which name the server will tell that it is done.
        id: Option<String>,
    },
}

/// What came of a question.
#[derive(Debug, PartialEq)]
pub enum Answer {
    /// The person agreed. Values belong to a form alone.
    Accept(Option<Content>),
    /// The person said no.
    Decline,
    /// The person did not say.
    Cancel,
    /// The question cannot be put, for the reason in these words. A server of the legacy era gets
    /// them as an error; on the modern era they end the call.
    Unfit(String),
}

/// The values of a form. It never prints itself, and its texts are wiped when it is dropped.
#[derive(PartialEq)]
pub struct Content(Map<String, Value>);

impl Content {
    /// Takes the values over.
    pub fn new(values: Map<String, Value>) -> Self {
        Self(values)
    }

    /// The values themselves, for the one place that must hand them on.
    pub fn reveal(&self) -> &Map<String, Value> {
        &self.0
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Content(…)")
    }
}

impl Drop for Content {
    fn drop(&mut self) {
        self.0.values_mut().for_each(wipe);
    }
}

fn wipe(value: &mut Value) {
    match value {
        Value::String(text) => text.zeroize(),
        Value::Array(items) => items.iter_mut().for_each(wipe),
        Value::Object(fields) => fields.values_mut().for_each(wipe),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// HOST-48
    #[test]
    fn an_answer_does_not_print_its_values() {
        let values = json!({ "password": "hunter2", "more": ["hunter2", { "deep": "hunter2" }] });
        let Value::Object(values) = values else { panic!("it is an object") };
        let answer = Answer::Accept(Some(Content::new(values)));
        assert_eq!(format!("{answer:?}"), "Accept(Some(Content(…)))");
    }

    #[test]
    fn every_text_of_a_value_is_wiped() {
        let mut value = json!({ "a": "x", "b": ["y", { "c": "z" }, 1] });
        wipe(&mut value);
        assert_eq!(value, json!({ "a": "", "b": ["", { "c": "" }, 1] }));
    }
}
