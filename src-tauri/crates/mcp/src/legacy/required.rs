//! A call that a server of the legacy era refuses until the person has dealt with some pages; it
//! knows no tool.

use std::{sync::Arc, time::Duration};

use serde_json::Value;
use tokio::time::{Instant, timeout};

use crate::{
    asked::{MOST_OPEN, all, read},
    asker::{Answer, Asker, CallRef, Question},
    error::{Error, RpcError},
    legacy::completed::Completed,
    pending::Pending,
};

/// The code of such a refusal.
const REQUIRED: i64 = -32042;
/// How long the server may take to say that the pages are dealt with.
const LONGEST: Duration = Duration::from_secs(300);

/// The pages of one refusal, and by which ids the server will tell that they are dealt with.
#[derive(Debug, PartialEq)]
pub(crate) struct Pages {
    questions: Vec<Question>,
    ids: Vec<String>,
}

/// Who deals with them, and who tells of it.
pub(crate) struct Desk<'a> {
    pub(crate) asker: &'a Arc<dyn Asker>,
    pub(crate) call: &'a CallRef,
    pub(crate) pending: &'a Pending,
    pub(crate) completed: &'a Completed,
}

impl Pages {
    /// What the refusal asks for. `None` for any other refusal, and for one that asks for what is
    /// not allowed there: that is an error like any other.
    pub(crate) fn of(refused: &RpcError) -> Option<Self> {
        if refused.code != Some(REQUIRED) {
            return None;
        }
        let listed = refused.data.as_ref()?.get("elicitations")?.as_array()?;
        if listed.is_empty() || listed.len() > MOST_OPEN {
            return None;
        }
        let (questions, ids) = listed.iter().map(page).collect::<Option<_>>()?;
        Some(Self { questions, ids })
    }

    /// Puts the pages to the person, and waits until the server says that all are dealt with.
    /// `false` where the person did not agree to all of them.
    ///
    /// # Errors
    /// [`Error::NotCompleted`], and the server's end.
    pub(crate) async fn dealt_with(self, desk: Desk<'_>, since: Instant) -> Result<bool, Error> {
        let Desk { asker, call, pending, completed } = desk;
        let work = async {
            let moot = |answer: &Answer| !matches!(answer, Answer::Accept(_));
            if all::ask(&**asker, Some(call), self.questions, moot).await.is_err() {
                return Ok(false);
            }
            let waited = timeout(LONGEST, completed.all(&self.ids, since)).await;
            waited.map(|()| true).map_err(|_| Error::NotCompleted { limit: LONGEST })
        };
        tokio::select! {
            biased;
            over = pending.over() => Err(over),
            done = work => done,
        }
    }
}

fn page(listed: &Value) -> Option<(Question, String)> {
    let question = read::question(Some(listed.clone())).ok()?;
    match &question {
        Question::Url { id: Some(id), .. } => Some((question.clone(), id.clone())),
        Question::Url { id: None, .. } | Question::Form { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refusal(code: i64, elicitations: &Value) -> RpcError {
        let data = Some(json!({ "elicitations": elicitations }));
        RpcError { code: Some(code), message: "more is needed".to_owned(), data }
    }

    fn page_of(id: &str) -> Value {
        json!({ "mode": "url", "message": "Open", "url": "https://a.example/", "elicitationId": id })
    }

    /// HOST-46
    #[test]
    fn a_refusal_that_names_pages_with_ids_is_understood() {
        let pages = Pages::of(&refusal(-32042, &json!([page_of("a"), page_of("b")]))).unwrap();
        assert_eq!((pages.questions.len(), pages.ids), (2, vec!["a".to_owned(), "b".to_owned()]));
    }

    #[test]
    fn any_other_refusal_is_left_as_it_is() {
        let many = Value::Array(vec![page_of("a"); 17]);
        for elicitations in [
            Value::Null,
            json!([]),
            json!({}),
            many,
            json!([page_of("a"), { "message": "a form", "requestedSchema": {}, "elicitationId": "b" }]),
            json!([{ "mode": "url", "message": "no id", "url": "https://a.example/" }]),
            json!([{ "mode": "url", "message": "no page", "elicitationId": "a" }]),
        ] {
            assert_eq!(Pages::of(&refusal(-32042, &elicitations)), None, "{elicitations}");
        }
        assert_eq!(Pages::of(&refusal(-32000, &json!([page_of("a")]))), None);
    }
}
