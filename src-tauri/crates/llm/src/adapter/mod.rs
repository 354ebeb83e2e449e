//! The one place that knows the model library: our requests become its own, and what it reads of a
//! stream becomes our pieces.

mod decode;
mod encode;
mod kept;
pub(crate) mod models;
pub(crate) mod reading;
mod transport;
