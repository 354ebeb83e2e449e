//! From a pasted text to drafts: what kind of text it is, and that no two drafts share a name.

use model::server::Draft;

use crate::error::Error;

/// Most bytes of a text that is read.
pub const MOST_BYTES: usize = 1 << 20;

/// What a text holds. Its drafts hold secrets as they were written until they are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// One for each server, in the order of the text; at least one.
    pub proposals: Vec<Proposal>,
    /// What was left out of the whole, in words.
    pub notes: Vec<String>,
}

/// One server found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Its title is the given name; its name is the slug of that, unique within the reading.
    pub draft: Draft,
    /// What was left out or changed, in words.
    pub notes: Vec<String>,
}

/// Reads JSON in the shapes of common clients, one server's JSON, a command line or an address.
///
/// # Errors
/// [`Error`], without any of the text but names and places.
pub fn read(_text: &str) -> Result<Reading, Error> {
    unimplemented!()
}
