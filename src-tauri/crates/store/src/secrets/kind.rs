//! What a secret is for.

use std::str::FromStr;

use model::server::UnknownWord;

/// What a secret is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A person gave it a name, and refers to it as `${secret:NAME}`.
    Named,
    /// A server asked for it.
    Elicit,
    /// A token of a sign-in.
    Oauth,
    /// The key of a model's provider.
    Model,
    /// The gateway's own.
    Gateway,
}

impl Kind {
    pub(super) const ALL: [Self; 5] =
        [Self::Named, Self::Elicit, Self::Oauth, Self::Model, Self::Gateway];

    /// The word that stands for it in rows.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Named => "named",
            Self::Elicit => "elicit",
            Self::Oauth => "oauth",
            Self::Model => "model",
            Self::Gateway => "gateway",
        }
    }
}

impl FromStr for Kind {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let known = Self::ALL.into_iter().find(|kind| kind.as_str() == text);
        known.ok_or_else(|| UnknownWord(text.to_owned()))
    }
}
