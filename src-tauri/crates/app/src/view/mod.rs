//! Between the nouns and the shapes that cross to a front end; nothing is decided here.

pub(crate) mod chat;
pub(crate) mod draft;
pub(crate) mod failure;
pub(crate) mod glimpse;
pub(crate) mod inbox;
pub(crate) mod lists;
pub(crate) mod note;
pub(crate) mod outcome;
pub(crate) mod prompt;
pub(crate) mod provider;
pub(crate) mod resource;
pub(crate) mod room;
pub(crate) mod secret;
pub(crate) mod server;
pub(crate) mod trial;
