//! A program killed while it writes: what it was told is kept stays kept.

use std::{
    collections::BTreeSet,
    env,
    io::{self, BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
};

use stdx::clock::{Clock, Millis};
use tempfile::TempDir;

use super::{again, draft, file, inside};
use crate::Db;

/// The folder to write to, where the test runs again as the writer.
const FOLDER: &str = "STORE_TEST_KILLED";

/// How often the writer is killed. A thousand times is for a longer run than this.
const ROUNDS: usize = 20;

/// What was shown as saved is there after a crash.
#[test]
fn a_killed_writer_loses_no_row_that_was_acknowledged() {
    let body = || ();
    if let Some(folder) = inside(FOLDER) {
        return tokio::runtime::Runtime::new().unwrap().block_on(write_for_ever(&folder));
    }
    let folder = TempDir::new().unwrap();
    let mut acknowledged = BTreeSet::new();
    for round in 0..ROUNDS {
        // Each round is killed at another place, and begins on what the last one left.
        acknowledged.extend(killed_after(folder.path(), 1 + round * 7 % 23, &body));
        let kept = kept(folder.path());
        let lost: Vec<_> = acknowledged.difference(&kept).collect();
        assert!(lost.is_empty(), "round {round} lost {lost:?}");
    }
    assert!(acknowledged.len() >= ROUNDS, "{acknowledged:?}");
}

/// The rows that a writer acknowledged before it was killed, at least `least`.
fn killed_after<F>(folder: &Path, least: usize, body: &F) -> Vec<String> {
    let program = Command::new(env::current_exe().unwrap());
    let mut child = again(program, body, FOLDER, folder).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let ours = |line: String| line.strip_prefix("kept ").map(str::to_owned);
    let mut acknowledged: Vec<_> = lines.by_ref().filter_map(ours).take(least).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    // What it wrote between the last line that was read and its end counts too.
    acknowledged.extend(lines.filter_map(ours));
    assert!(acknowledged.len() >= least, "the writer ended by itself: {acknowledged:?}");
    acknowledged
}

fn kept(folder: &Path) -> BTreeSet<String> {
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let db = Db::open(&file(folder), Clock::fixed(Millis(0))).await.unwrap();
        db.check().await.unwrap();
        let servers = db.servers().list().await.unwrap();
        servers.into_iter().map(|it| it.name().to_string()).collect()
    })
}

/// Writes rows, and says of each that it is kept once it is, until it is killed.
async fn write_for_ever(folder: &Path) {
    let db = Db::open(&file(folder), Clock::fixed(Millis(0))).await.unwrap();
    let first = db.servers().list().await.unwrap().len();
    for number in first.. {
        let mut draft = draft(&format!("row-{number}"));
        // Rows of many sizes, some over several pages, so that a kill can fall between them.
        draft.description = "x".repeat(number % 13 * 1500);
        let server = db.servers().insert(draft, true).await.unwrap();
        writeln!(io::stdout(), "kept {}", server.name()).unwrap();
    }
}
