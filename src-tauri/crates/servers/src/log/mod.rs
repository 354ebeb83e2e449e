//! Each server's log file: written by one writer, rotated, read by position.

mod file;
mod reader;
mod record;
mod writer;

pub use file::{LOGS_AT_MOST, LogFile};
pub use reader::{Lines, Range};
pub(crate) use writer::LogWriter;
