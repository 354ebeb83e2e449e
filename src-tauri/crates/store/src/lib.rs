//! What outlives the program: rows in one SQLite file, and the files of the media folder. The only
//! crate that knows SQLite.

mod db;
mod error;
mod fault;
mod open;
mod row;
mod schema;

pub mod chat;
pub mod digest;
pub mod media;
pub mod providers;
pub mod rules;
pub mod secrets;
pub mod servers;
pub mod settings;
pub mod tools;

pub use crate::{
    db::Db,
    error::{Cause, Error, Named},
};

#[cfg(test)]
mod tests;
