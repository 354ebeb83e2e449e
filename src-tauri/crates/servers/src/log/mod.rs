//! Each server's log file: written by one writer, rotated, read by position.

mod extent;
pub mod file;
pub mod reader;
mod record;
#[cfg(test)]
mod tests;
pub(crate) mod writer;
