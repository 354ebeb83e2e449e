//! Our own log: `logs/steward.log` in the data folder, rotated like a server's, owner-only.
//!
//! Secrets cannot get into it: they are `Secret`, which prints as a mark.

use std::{
    io::{self, Write},
    path::Path,
};

use servers::log::file::LogFile;
use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::{
    EnvFilter, filter::filter_fn, fmt::MakeWriter, layer::SubscriberExt, util::SubscriberInitExt,
};

/// Libraries whose detailed lines hold tokens, codes and conversations as they are. Whatever `RUST_LOG` says, they
/// are heard from warnings on.
const INDISCREET: &[&str] = &["rmcp", "oauth2", "rig_core", "rig"];

/// Starts logging; `RUST_LOG` chooses what, `info` if it is not set. A second start in one
/// process changes nothing.
pub(crate) fn start(data_dir: &Path) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = OwnLog(LogFile::at(data_dir.join("logs").join("steward.log")));
    // Another start in this process, as tests do, keeps the first log.
    subscriber(filter, log).try_init().ok();
}

fn subscriber(
    filter: EnvFilter,
    to: impl for<'a> MakeWriter<'a> + Send + Sync + 'static,
) -> impl Subscriber + Send + Sync {
    let all = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(false).with_writer(to);
    all.finish().with(filter_fn(is_fit))
}

/// Whether a line may be written at all.
fn is_fit(line: &Metadata<'_>) -> bool {
    let from = line.target().split("::").next().unwrap_or_default();
    *line.level() <= Level::WARN || !INDISCREET.contains(&from)
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

#[cfg(test)]
mod tests {
    use tracing::subscriber::with_default;

    use super::*;

    #[test]
    fn what_a_library_knows_of_tokens_is_in_no_log_whatever_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.log");
        let log = OwnLog(LogFile::at(path.clone()));
        let filter = EnvFilter::new("trace,rmcp::transport=trace");
        with_default(subscriber(filter, log), || {
            tracing::debug!(target: "rmcp::transport::auth", "exchange of hunter2");
            tracing::info!(target: "rmcp", "hunter2");
            tracing::warn!(target: "rmcp::transport::auth", "an address was refused");
            tracing::debug!(target: "mcp::http", "ours");
        });
        let text = std::fs::read_to_string(path).unwrap();
        assert!(!text.contains("hunter2"), "{text}");
        assert!(text.contains("an address was refused") && text.contains("ours"), "{text}");
    }
}
