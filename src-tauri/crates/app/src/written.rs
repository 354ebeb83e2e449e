//! The end of a server's log as its file has it, for who follows it when the owner of the data folder
//! went away. It takes no lock and talks to nobody.

use std::path::Path;

use model::name::ServerName;
use servers::log::{file::LogFile, reader::Range};
use tokio::task::spawn_blocking;

use crate::{
    command::log::page,
    wire::{
        failure::{Code, Failure},
        log::LogPage,
    },
};

/// At most `limit` lines of the end of a server's log. Their positions are good for this page alone.
///
/// # Errors
/// `Internal` when the file cannot be read.
pub async fn end_of_log(data_dir: &Path, server: &str, limit: usize) -> Result<LogPage, Failure> {
    let name = ServerName::parse(server);
    let name = name.map_err(|error| Failure::new(Code::Invalid, error.to_string()))?;
    let file = LogFile::of(&data_dir.join("logs").join("mcp"), &name);
    let read = spawn_blocking(move || file.read(Range::End, limit)).await;
    match read.unwrap_or_else(|error| Err(std::io::Error::other(error))) {
        Ok(lines) => Ok(page(lines)),
        Err(error) => {
            let words = format!("the log of `{name}` cannot be read: {error}");
            Err(Failure::new(Code::Internal, words))
        }
    }
}
