//! The one writer of a log: takes records from anywhere, writes them in batches off the async
//! threads, and says at most ten times a second that the log grew.

use std::time::Duration;

use model::log::Tag;
use stdx::{clock::Clock, tasks::Tasks};
use tokio::{
    sync::mpsc,
    task::spawn_blocking,
    time::{Instant, sleep_until},
};
use tracing::warn;

use crate::log::{file::LogFile, record};

/// Records that may wait. Beyond that whoever writes waits too, so memory stays bounded.
const WAITING: usize = 1024;
/// Most records a batch.
const BATCH: usize = 512;
const BETWEEN_NEWS: Duration = Duration::from_millis(100);

/// A cheap handle; the log is written out when the last one is gone.
#[derive(Debug, Clone)]
pub(crate) struct LogWriter {
    records: mpsc::Sender<String>,
    clock: Clock,
}

/// A handle that keeps no log open.
#[derive(Debug, Clone)]
pub(crate) struct Loose {
    records: mpsc::WeakSender<String>,
    clock: Clock,
}

impl Loose {
    /// The writer, as long as somebody else holds it.
    pub(crate) fn writer(&self) -> Option<LogWriter> {
        let records = self.records.upgrade()?;
        Some(LogWriter { records, clock: self.clock.clone() })
    }
}

impl LogWriter {
    /// Starts the writer among `tasks`; `grew` is told of news.
    pub(crate) fn start(
        log: LogFile,
        clock: Clock,
        tasks: &mut Tasks,
        grew: impl Fn() + Send + 'static,
    ) -> Self {
        let (records, incoming) = mpsc::channel(WAITING);
        tasks.spawn(write_all(log, incoming, grew));
        Self { records, clock }
    }

    /// For who may outlive the server.
    pub(crate) fn loose(&self) -> Loose {
        Loose { records: self.records.downgrade(), clock: self.clock.clone() }
    }

    /// Writes one record, waiting while the writer is behind.
    pub(crate) async fn write(&self, tag: &Tag, text: &str) {
        let line = record::write(self.clock.now(), tag, text);
        // The writer ends only with its server; what comes after has no log to go to.
        self.records.send(line).await.ok();
    }
}

async fn write_all(log: LogFile, mut incoming: mpsc::Receiver<String>, grew: impl Fn()) {
    let mut told = Instant::now() - BETWEEN_NEWS;
    let mut untold = false;
    loop {
        let mut batch = Vec::new();
        tokio::select! {
            taken = incoming.recv_many(&mut batch, BATCH) => {
                if taken == 0 {
                    break;
                }
                untold |= append(&log, batch).await;
                if untold && told.elapsed() >= BETWEEN_NEWS {
                    grew();
                    (told, untold) = (Instant::now(), false);
                }
            }
            () = sleep_until(told + BETWEEN_NEWS), if untold => {
                grew();
                (told, untold) = (Instant::now(), false);
            }
        }
    }
    if untold {
        grew();
    }
}

/// Whether the log grew. A full disk loses lines, never a server.
async fn append(log: &LogFile, batch: Vec<String>) -> bool {
    let (path, writing) = (log.path().to_owned(), log.clone());
    match spawn_blocking(move || writing.append(&batch)).await {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            warn!(path = %path.display(), %error, "a log cannot be written");
            false
        }
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use model::name::ServerName;

    use super::*;
    use crate::log::reader::Range;

    #[tokio::test]
    async fn all_records_are_written_in_order_and_told_seldom() {
        let folder = tempfile::tempdir().unwrap();
        let log = LogFile::of(folder.path(), &ServerName::parse("demo").unwrap());
        let news = Arc::new(AtomicUsize::new(0));
        let count = news.clone();
        let mut tasks = Tasks::new();
        let writer = LogWriter::start(log.clone(), Clock::machine(), &mut tasks, move || {
            count.fetch_add(1, Ordering::Relaxed);
        });
        for number in 0..5000 {
            writer.write(&Tag::Stderr, &number.to_string()).await;
        }
        drop(writer);
        tasks.finish().await;
        let page = log.read(Range::End, 10_000).unwrap();
        let texts: Vec<_> = page.lines.iter().map(|(_, line)| line.text.clone()).collect();
        let wanted: Vec<_> = (0..5000).map(|it: u32| it.to_string()).collect();
        assert!(texts == wanted, "{} lines", texts.len());
        let news = news.load(Ordering::Relaxed);
        assert!((1..100).contains(&news), "told {news} times");
    }
}
