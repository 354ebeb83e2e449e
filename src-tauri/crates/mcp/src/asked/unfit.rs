//! Why a question cannot be put, in words for its server; it knows no question.

use crate::mend::Misread;

/// Why nobody can be asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unfit {
    /// Its params are no JSON.
    #[error("its `params` cannot be read: {0}")]
    Unreadable(Misread),
    /// There are no params, or they are of another kind.
    #[error("its `params` are no object")]
    NoObject,
    /// The mode is of another kind.
    #[error("its `mode` is no text")]
    NoMode,
    /// The mode is none that was declared.
    #[error("its mode `{0}` is not known")]
    UnknownMode(String),
    /// A page without its address.
    #[error("it has no `url`")]
    NoUrl,
    /// The asker says so, in these words.
    #[error("{0}")]
    ByAsker(String),
}
