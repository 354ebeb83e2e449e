//! What the person answered, as a server is told; it knows nobody who asked.

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    asked::unfit::Unfit,
    asker::{Answer, Content, Question},
    roots::Roots,
};

/// What kind of question it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Values were wanted.
    Form,
    /// A page was to be opened.
    Url,
}

impl Kind {
    /// The kind of a question.
    pub(crate) fn of(question: &Question) -> Self {
        match question {
            Question::Form { .. } => Self::Form,
            Question::Url { .. } => Self::Url,
        }
    }
}

/// What a server is told. It never prints its values.
#[derive(Debug, PartialEq)]
pub(crate) enum Reply {
    /// The person agreed; the values of a form.
    Accept(Option<Content>),
    /// The person said no.
    Decline,
    /// The person did not say.
    Cancel,
    /// The folders that the person shares.
    Roots(Roots),
}

impl Reply {
    /// The reply to a question of this kind. A page has no values.
    ///
    /// # Errors
    /// [`Unfit::ByAsker`]
    pub(crate) fn of(kind: Kind, answer: Answer) -> Result<Self, Unfit> {
        match (answer, kind) {
            (Answer::Accept(content), Kind::Form) => Ok(Self::Accept(content)),
            (Answer::Accept(_), Kind::Url) => Ok(Self::Accept(None)),
            (Answer::Decline, _) => Ok(Self::Decline),
            (Answer::Cancel, _) => Ok(Self::Cancel),
            (Answer::Unfit(why), _) => Err(Unfit::ByAsker(why)),
        }
    }
}

impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Self::Roots(roots) = self {
            return roots.serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        let action = match self {
            Self::Accept(_) => "accept",
            Self::Decline => "decline",
            Self::Cancel | Self::Roots(_) => "cancel",
        };
        map.serialize_entry("action", action)?;
        if let Self::Accept(Some(content)) = self {
            map.serialize_entry("content", content.reveal())?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn told(kind: Kind, answer: Answer) -> Value {
        serde_json::to_value(Reply::of(kind, answer).unwrap()).unwrap()
    }

    fn content() -> Option<Content> {
        Some(Content::new([("age".to_owned(), json!(42))].into_iter().collect()))
    }

    /// HOST-42
    #[test]
    fn only_what_was_accepted_has_values() {
        let accepted = told(Kind::Form, Answer::Accept(content()));
        assert_eq!(accepted, json!({ "action": "accept", "content": { "age": 42 } }));
        assert_eq!(told(Kind::Form, Answer::Decline), json!({ "action": "decline" }));
        assert_eq!(told(Kind::Form, Answer::Cancel), json!({ "action": "cancel" }));
        assert_eq!(told(Kind::Form, Answer::Accept(None)), json!({ "action": "accept" }));
    }

    /// HOST-46
    #[test]
    fn a_page_never_has_values() {
        let accepted = told(Kind::Url, Answer::Accept(content()));
        assert_eq!(accepted, json!({ "action": "accept" }));
    }

    #[test]
    fn a_question_that_cannot_be_put_has_no_reply() {
        let unfit = Reply::of(Kind::Form, Answer::Unfit("nested".to_owned()));
        assert_eq!(unfit.unwrap_err().to_string(), "nested");
    }
}
