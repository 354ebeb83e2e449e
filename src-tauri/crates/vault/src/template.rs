//! Texts that refer to variables and secrets: `${VAR}`, `${VAR:-default}` and `${secret:NAME}`.
//!
//! A variable's name is `[A-Za-z_][A-Za-z0-9_]*`; `${env:VAR}`, as other programs write it, is the
//! same as `${VAR}`. The default, plain text up to the next `}`, is for a variable that is unset or
//! empty. `$${` is a `${` that means nothing. Everything else stands for itself: a lone `$`, `$VAR`,
//! `${1}`, an unclosed `${`. What takes the place of a reference is never read again.

use std::fmt;

use stdx::secret::Secret;
use zeroize::Zeroizing;

mod parse;

/// A text, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Reference(Reference, Option<String>),
}

/// What a text refers to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reference {
    /// Where to look.
    pub kind: Kind,
    /// What to look for.
    pub name: String,
}

/// Where a reference is to be looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Among the variables of the environment.
    Variable,
    /// In the keychain.
    Secret,
}

/// A reference that leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unset(pub Reference);

impl Template {
    /// Takes a text apart; there is none that cannot be.
    pub fn parse(text: &str) -> Self {
        Self { pieces: parse::pieces(text) }
    }

    /// What it refers to, in its order, as often as it does.
    pub fn references(&self) -> impl Iterator<Item = &Reference> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Reference(reference, _) => Some(reference),
        })
    }

    /// The text with each reference replaced (HOST-14). It may hold secrets now, so it is one.
    ///
    /// # Errors
    /// [`Unset`] names the first reference that neither leads anywhere nor has a default.
    pub fn expand(
        &self,
        variables: impl Fn(&str) -> Option<String>,
        secrets: impl Fn(&str) -> Option<Secret>,
    ) -> Result<Secret, Unset> {
        let mut text = Zeroizing::new(String::new());
        for piece in &self.pieces {
            match piece {
                Piece::Text(plain) => text.push_str(plain),
                Piece::Reference(reference, default) => {
                    let found = match reference.kind {
                        Kind::Variable => variables(&reference.name).map(Secret::new),
                        Kind::Secret => secrets(&reference.name),
                    };
                    match (found, default) {
                        (Some(value), None) => text.push_str(value.reveal()),
                        (Some(value), Some(_)) if !value.is_empty() => {
                            text.push_str(value.reveal());
                        }
                        (_, Some(default)) => text.push_str(default),
                        (None, None) => return Err(Unset(reference.clone())),
                    }
                }
            }
        }
        Ok(Secret::new(std::mem::take(&mut *text)))
    }

    /// Whether it refers to anything.
    pub(crate) fn refers(&self) -> bool {
        self.references().next().is_some()
    }

    /// What stands in it as it is: the text between references, and their defaults.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(text) => Some(text.as_str()),
            Piece::Reference(_, default) => default.as_deref(),
        })
    }
}

impl Reference {
    /// A secret's reference, for a text that is about to be written.
    pub fn secret(name: &str) -> Self {
        Self { kind: Kind::Secret, name: name.to_owned() }
    }
}

impl fmt::Display for Reference {
    /// As it is written in a text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Variable => write!(f, "${{{}}}", self.name),
            Kind::Secret => write!(f, "${{secret:{}}}", self.name),
        }
    }
}

impl fmt::Display for Unset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.0.name;
        match self.0.kind {
            Kind::Variable => write!(f, "the variable `{name}` is not set"),
            Kind::Secret => write!(f, "the secret `{name}` is not in the keychain"),
        }
    }
}

impl std::error::Error for Unset {}

#[cfg(test)]
mod tests;
