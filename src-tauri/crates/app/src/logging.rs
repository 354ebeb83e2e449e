//! Our own log: `logs/steward.log` in the data folder, rotated like a server's, owner-only.
//!
//! Secrets cannot get into it: they are `Secret`, which prints as a mark.

use std::{
    io::{self, Write},
    path::Path,
};

use servers::log::file::LogFile;
use tracing_subscriber::{EnvFilter, fmt::MakeWriter};

/// Starts logging; `RUST_LOG` chooses what, `info` if it is not set. A second start in one
/// process changes nothing.
pub(crate) fn start(data_dir: &Path) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = OwnLog(LogFile::at(data_dir.join("logs").join("steward.log")));
    let subscriber =
        tracing_subscriber::fmt().with_env_filter(filter).with_ansi(false).with_writer(log);
    // Another start in this process, as tests do, keeps the first log.
    subscriber.try_init().ok();
}

struct OwnLog(LogFile);

/// One event on its way into the log.
struct Line {
    log: LogFile,
    bytes: Vec<u8>,
}

impl<'a> MakeWriter<'a> for OwnLog {
    type Writer = Line;

    fn make_writer(&'a self) -> Line {
        Line { log: self.0.clone(), bytes: Vec::new() }
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let text = String::from_utf8_lossy(&self.bytes);
        let lines: Vec<_> = text.lines().map(stdx::text::visible).collect();
        // A log that cannot be written must not end what it reports on.
        self.log.append(&lines).ok();
    }
}
