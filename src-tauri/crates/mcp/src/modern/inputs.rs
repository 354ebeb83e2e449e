//! What a result asks for before its request can go on, and what the next request gives; it knows
//! neither asker nor server.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer, ser::SerializeMap};
use serde_json::{Value, value::RawValue};
use stdx::text::clip;

use crate::{
    asked::{ELICIT, MOST_OPEN, read, reply::Reply},
    asker::Question,
    error::Error,
    mend,
    roots::ROOTS,
};

/// The `resultType` of a result that asks.
pub(crate) const INPUT_REQUIRED: &str = "input_required";

/// What a result asks for.
#[derive(Debug)]
pub(crate) struct Required {
    /// The questions and the server's names for them, in order.
    pub(crate) questions: Vec<(String, Question)>,
    /// The server's names for its wish to be told the folders that the person shares.
    pub(crate) roots: Vec<String>,
    /// The server's state, letter for letter.
    pub(crate) state: Option<State>,
}

/// What the next request gives, and no other. It never prints itself.
pub(crate) struct Inputs {
    /// The server's names for its questions, and the replies; `None` where it put none.
    pub(crate) replies: Option<Vec<(String, Reply)>>,
    /// The server's state, letter for letter.
    pub(crate) state: Option<State>,
}

/// State that a server wants back. It never prints itself.
pub(crate) struct State(Box<RawValue>);

impl Required {
    /// What this result asks for; `None` for a result of any other type.
    ///
    /// # Errors
    /// [`Error::AsksFor`], [`Error::AsksUnfit`] and [`Error::Unreadable`] for what nobody can be
    /// asked.
    pub(crate) fn read(result: &RawValue) -> Result<Option<Self>, Error> {
        let Ok(fields) = serde_json::from_str::<Fields<'_>>(result.get()) else { return Ok(None) };
        let kind = fields.kind.and_then(|kind| serde_json::from_str::<String>(kind.get()).ok());
        if kind.as_deref() != Some(INPUT_REQUIRED) {
            return Ok(None);
        }
        let (questions, roots) = match fields.requests {
            Some(requests) => questions(requests)?,
            None if fields.state.is_some() => (Vec::new(), Vec::new()),
            None => return Err(unreadable("it asks for input, and does not say for which")),
        };
        Ok(Some(Self { questions, roots, state: fields.state.map(|it| State(it.to_owned())) }))
    }
}

/// The fields of a result that asks, each as it came. Null is as good as absent.
#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(borrow, default, rename = "resultType")]
    kind: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "inputRequests")]
    requests: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "requestState")]
    state: Option<&'a RawValue>,
}

/// The questions, and the names of what asks for folders.
type Wanted = (Vec<(String, Question)>, Vec<String>);

fn questions(requests: &RawValue) -> Result<Wanted, Error> {
    let Ok(Value::Object(requests)) = mend::value(requests.get()) else {
        return Err(unreadable("what it asks for is no object"));
    };
    if requests.len() > MOST_OPEN {
        let many = requests.len();
        let why = format!("there are {many} at once, and no more than {MOST_OPEN} are put");
        return Err(Error::AsksUnfit(why));
    }
    // What is not served is told before what is not understood.
    for request in requests.values() {
        match request.get("method").and_then(Value::as_str) {
            Some(ELICIT | ROOTS) => {}
            Some(other) => return Err(Error::AsksFor { kind: clip(other, 100) }),
            None => return Err(unreadable("one of the things it asks for has no method")),
        }
    }
    let (mut questions, mut roots) = (Vec::new(), Vec::new());
    for (key, mut request) in requests {
        if request.get("method").and_then(Value::as_str) == Some(ROOTS) {
            roots.push(key);
            continue;
        }
        let question = read::question(request.get_mut("params").map(Value::take));
        questions.push((key, question.map_err(|why| Error::AsksUnfit(why.to_string()))?));
    }
    Ok((questions, roots))
}

fn unreadable(why: &str) -> Error {
    Error::Unreadable(why.to_owned())
}

impl Inputs {
    /// Nothing: for the first request.
    pub(crate) const NONE: Self = Self { replies: None, state: None };

    /// Writes them into the params of a request.
    pub(crate) fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        if let Some(replies) = &self.replies {
            map.serialize_entry("inputResponses", &Named(replies))?;
        }
        if let Some(State(state)) = &self.state {
            map.serialize_entry("requestState", state)?;
        }
        Ok(())
    }
}

/// Replies by the server's names.
struct Named<'a>(&'a [(String, Reply)]);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, reply)| (key, reply)))
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("State(…)")
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use serde_json::{Map, json, value::Serializer as Values};

    use super::*;
    use crate::{asked::reply::Kind, asker::Answer};

    fn shows(result: &str, expected: &Expect) {
        let result = RawValue::from_string(result.to_owned()).unwrap();
        expected.assert_eq(&match Required::read(&result) {
            Ok(None) => "a result".to_owned(),
            Ok(Some(Required { questions, roots, state })) => {
                let state = state.map(|State(state)| state.get().to_owned());
                let roots = roots.into_iter().map(|it| format!(" roots {it}"));
                format!("{questions:?} {state:?}{}", roots.collect::<String>())
            }
            Err(error) => error.to_string(),
        });
    }

    /// HOST-49
    #[test]
    fn names_and_state_are_kept_letter_for_letter() {
        shows(
            r#"{"resultType":"input_required","inputRequests":{"b é":{"method":"elicitation/create","params":{"message":"x"}},
            "a":{"method":"elicitation/create","params":{"mode":"url","url":"u"}}},"requestState":"\u00e9\/\"1.0"}"#,
            &expect![[
                r#"[("b é", Form { message: "x", schema: None }), ("a", Url { message: "", url: "u", id: None })] Some("\"\\u00e9\\/\\\"1.0\"")"#
            ]],
        );
        shows(
            r#"{"requestState": {"n" : 1.00},"resultType":"input_required"}"#,
            &expect![[r#"[] Some("{\"n\" : 1.00}")"#]],
        );
    }

    #[test]
    fn folders_are_asked_for_beside_questions() {
        shows(
            r#"{"resultType":"input_required","inputRequests":{"f":{"method":"roots/list"},"q":{"method":"elicitation/create","params":{}}}}"#,
            &expect![[r#"[("q", Form { message: "", schema: None })] None roots f"#]],
        );
    }

    #[test]
    fn an_empty_question_list_is_a_list() {
        shows(r#"{"resultType":"input_required","inputRequests":{}}"#, &expect!["[] None"]);
    }

    #[test]
    fn a_result_of_another_type_asks_for_nothing() {
        for result in [
            "null",
            "[]",
            "{}",
            r#"{"resultType":"complete","inputRequests":{}}"#,
            r#"{"resultType":7}"#,
        ] {
            shows(result, &expect!["a result"]);
        }
    }

    /// HOST-49
    #[test]
    fn what_nobody_can_be_asked_is_an_error_that_says_so() {
        let asks = |requests: &str| {
            format!(
                r#"{{"resultType":"input_required","inputRequests":{requests},"requestState":"s"}}"#
            )
        };
        let sampling = r#"{"a":{"method":"elicitation/create"},"b":{"method":"sampling/createMessage","params":{}}}"#;
        shows(
            &asks(sampling),
            &expect![
                "the server asks for a reply of a language model (sampling), which is not supported yet"
            ],
        );
        shows(
            &asks(r#"{"a":{"method":"vendor/ask"}}"#),
            &expect!["the server asks for `vendor/ask`, which is not known here"],
        );
        shows(
            &asks(r#"{"a":{"method":"elicitation/create","params":{"mode":"hologram"}}}"#),
            &expect!["the server's question cannot be put: its mode `hologram` is not known"],
        );
        shows(
            &asks(r#"{"a":{"method":"elicitation/create"}}"#),
            &expect!["the server's question cannot be put: its `params` are no object"],
        );
        shows(
            &asks(r#"{"a":5}"#),
            &expect![
                "the server's reply cannot be read: one of the things it asks for has no method"
            ],
        );
        shows(
            &asks("[1]"),
            &expect!["the server's reply cannot be read: what it asks for is no object"],
        );
        let many: Map<String, Value> = (0..17).map(|n| (n.to_string(), json!({}))).collect();
        shows(
            &asks(&Value::Object(many).to_string()),
            &expect![
                "the server's question cannot be put: there are 17 at once, and no more than 16 are put"
            ],
        );
        shows(
            r#"{"resultType":"input_required"}"#,
            &expect![
                "the server's reply cannot be read: it asks for input, and does not say for which"
            ],
        );
        shows(
            r#"{"resultType":"input_required","inputRequests":null,"requestState":null}"#,
            &expect![
                "the server's reply cannot be read: it asks for input, and does not say for which"
            ],
        );
    }

    fn written(inputs: &Inputs) -> String {
        let mut map = Values.serialize_map(None).unwrap();
        inputs.write(&mut map).unwrap();
        map.end().unwrap().to_string()
    }

    #[test]
    fn only_what_there_is_is_given() {
        assert_eq!(written(&Inputs::NONE), "{}");
        let reply = Reply::of(Kind::Form, Answer::Decline).unwrap();
        let replies = Some(vec![("b é".to_owned(), reply)]);
        assert_eq!(
            written(&Inputs { replies, state: None }),
            r#"{"inputResponses":{"b é":{"action":"decline"}}}"#
        );
    }
}
