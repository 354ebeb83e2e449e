//! A person's answer as it goes over the owner's socket. It is the one frame that holds secrets, and
//! the one place where they are written out.

use inbox::desk::{LinkReply, NobodyToAsk, far::FarReply};
use model::form::Entry;
use serde::{Deserialize, Serialize};
use stdx::secret::Secret;

use crate::{
    owner::nobody::Why,
    terminal::{FormSaid, Given},
};

/// What a person said to a question.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Answer {
    Send { given: Vec<Piece>, remember: bool, masked: bool },
    Value { value: Plain },
    Opened,
    NotOpened { why: String },
    Allow,
    Decline,
    Cancel,
    Nobody { why: Why },
}

/// What they gave for one field.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Piece {
    Typed(Plain),
    Flag(bool),
    One(Option<usize>),
    Many(Vec<usize>),
    Remembered,
}

/// A secret that is written out, on purpose.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Plain(#[serde(with = "written_out")] Secret);

mod written_out {
    use serde::{Deserialize as _, Deserializer, Serializer};
    use stdx::secret::Secret;

    pub(super) fn serialize<S: Serializer>(secret: &Secret, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(secret.reveal())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Secret, D::Error> {
        String::deserialize(from).map(Secret::new)
    }
}

impl Answer {
    /// Whether calls may run unasked.
    pub(super) fn allows(allowed: bool) -> Self {
        if allowed { Self::Allow } else { Self::Cancel }
    }

    /// As the answer to a form. `None`: it is one to something else.
    pub(super) fn into_form(self) -> Option<FormSaid> {
        match self {
            Self::Send { given, remember, masked } => {
                let given = given.into_iter().map(Given::from).collect();
                Some(FormSaid::Send { given, remember, masked })
            }
            Self::Decline => Some(FormSaid::Decline),
            Self::Cancel => Some(FormSaid::Cancel),
            Self::Value { .. }
            | Self::Opened
            | Self::NotOpened { .. }
            | Self::Allow
            | Self::Nobody { .. } => None,
        }
    }

    /// As the answer to whether a server may ask for secrets. `None`: it is one to something else.
    pub(super) fn into_far(self) -> Option<FarReply> {
        match self {
            Self::Allow => Some(FarReply::Allow),
            Self::Decline => Some(FarReply::Refuse),
            Self::Cancel => Some(FarReply::Close),
            Self::Send { .. }
            | Self::Value { .. }
            | Self::Opened
            | Self::NotOpened { .. }
            | Self::Nobody { .. } => None,
        }
    }

    /// As the answer to whether calls may run unasked. `None`: it is one to something else.
    pub(super) fn into_allow(self) -> Option<bool> {
        match self {
            Self::Allow => Some(true),
            Self::Decline | Self::Cancel => Some(false),
            Self::Send { .. }
            | Self::Value { .. }
            | Self::Opened
            | Self::NotOpened { .. }
            | Self::Nobody { .. } => None,
        }
    }

    /// As the answer to an address. `None`: it is one to something else.
    pub(super) fn into_link(self) -> Option<LinkReply> {
        match self {
            Self::Opened => Some(LinkReply::Opened),
            Self::NotOpened { why } => Some(LinkReply::NotOpened(why)),
            Self::Decline => Some(LinkReply::Decline),
            Self::Cancel => Some(LinkReply::Cancel),
            Self::Send { .. } | Self::Value { .. } | Self::Allow | Self::Nobody { .. } => None,
        }
    }

    /// As the answer to a question for a value. `None`: it is one to something else.
    pub(super) fn into_secret(self) -> Option<Option<Secret>> {
        match self {
            Self::Value { value } => Some(Some(value.0)),
            Self::Cancel => Some(None),
            Self::Send { .. }
            | Self::Opened
            | Self::NotOpened { .. }
            | Self::Allow
            | Self::Decline
            | Self::Nobody { .. } => None,
        }
    }
}

impl From<FormSaid> for Answer {
    fn from(said: FormSaid) -> Self {
        match said {
            FormSaid::Send { given, remember, masked } => {
                let given = given.into_iter().map(Piece::from).collect();
                Self::Send { given, remember, masked }
            }
            FormSaid::Decline => Self::Decline,
            FormSaid::Cancel => Self::Cancel,
        }
    }
}

impl From<FarReply> for Answer {
    fn from(said: FarReply) -> Self {
        match said {
            FarReply::Allow => Self::Allow,
            FarReply::Refuse => Self::Decline,
            FarReply::Close => Self::Cancel,
        }
    }
}

impl From<LinkReply> for Answer {
    fn from(said: LinkReply) -> Self {
        match said {
            LinkReply::Opened => Self::Opened,
            LinkReply::NotOpened(why) => Self::NotOpened { why },
            LinkReply::Decline => Self::Decline,
            LinkReply::Cancel => Self::Cancel,
        }
    }
}

impl From<Option<Secret>> for Answer {
    fn from(said: Option<Secret>) -> Self {
        said.map_or(Self::Cancel, |value| Self::Value { value: Plain(value) })
    }
}

impl From<NobodyToAsk> for Answer {
    fn from(why: NobodyToAsk) -> Self {
        Self::Nobody { why: why.into() }
    }
}

impl From<Given> for Piece {
    fn from(given: Given) -> Self {
        match given {
            Given::Entry(Entry::Typed(text)) => Self::Typed(Plain(text)),
            Given::Entry(Entry::Flag(set)) => Self::Flag(set),
            Given::Entry(Entry::One(at)) => Self::One(at),
            Given::Entry(Entry::Many(at)) => Self::Many(at),
            Given::Remembered => Self::Remembered,
        }
    }
}

impl From<Piece> for Given {
    fn from(piece: Piece) -> Self {
        Self::Entry(match piece {
            Piece::Typed(Plain(text)) => Entry::Typed(text),
            Piece::Flag(set) => Entry::Flag(set),
            Piece::One(at) => Entry::One(at),
            Piece::Many(at) => Entry::Many(at),
            Piece::Remembered => return Self::Remembered,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_crosses_whole_and_prints_no_value() {
        let entries = [
            Entry::Typed("hünter\"2\n".into()),
            Entry::Flag(true),
            Entry::One(None),
            Entry::One(Some(1)),
            Entry::Many(vec![0, 2]),
        ];
        let given = entries.into_iter().map(Given::Entry).chain([Given::Remembered]).collect();
        let said = FormSaid::Send { given, remember: true, masked: false };
        let answer = Answer::from(said.clone());
        assert!(!format!("{answer:?}").contains("nter"), "{answer:?}");
        let written = serde_json::to_string(&answer).unwrap();
        let read: Answer = serde_json::from_str(&written).unwrap();
        assert_eq!(read.into_form(), Some(said));
    }

    #[test]
    fn an_answer_to_something_else_is_none() {
        assert_eq!(Answer::Opened.into_form(), None);
        assert_eq!(Answer::from(Some(Secret::from("x"))).into_link(), None);
        assert_eq!(Answer::Decline.into_secret(), None);
        assert_eq!(Answer::Opened.into_far(), None);
        assert_eq!(Answer::Allow.into_form(), None, "a yes to one question is none to another");
        assert_eq!(Answer::Opened.into_allow(), None);
        for allowed in [true, false] {
            assert_eq!(Answer::allows(allowed).into_allow(), Some(allowed));
        }
        assert_eq!(Answer::from(None).into_secret(), Some(None));
    }
}
