//! What takes long by itself: a slow start, the waits between starts, a server that was well for long.

use std::time::{Duration, Instant};

use app::wire::{
    draft::DraftView,
    server::{FailedView, ServerRow, TransportView},
};
use flows::{
    house::House,
    shapes::{failed, ready},
    wait::within,
};
use rustix::process::{Pid, Signal, kill_process};

use crate::{Scale, figures::Line, serve};

/// A server that was ready for so long has a clean slate.
const QUIET: Duration = Duration::from_secs(300);
/// More than the longest wait between two starts.
const LONGEST: Duration = Duration::from_secs(90);

/// All of them at once, since each waits for itself.
pub(crate) async fn run(scale: Scale) -> Vec<Line> {
    let house = House::open().await;
    let mut lines = slow_start(&house, scale.of(13, 13, 1)).await;
    match scale {
        Scale::Long => {
            let (mut away, quiet) = tokio::join!(away(&house, 7), quiet(&house));
            lines.append(&mut away);
            lines.extend(quiet);
        }
        Scale::Short => lines.append(&mut away(&house, 4).await),
        Scale::Smoke => lines.append(&mut away(&house, 1).await),
    }
    house.close().await;
    lines
}

/// A server that takes its time is waited for, and is not asked again meanwhile.
async fn slow_start(house: &House, seconds: usize) -> Vec<Line> {
    let began = Instant::now();
    let program = serve::program(&["--after", &seconds.to_string()]);
    let row = house.add("slow", &program).await;
    let took = began.elapsed();
    assert!(ready(&row).is_some(), "{row:?}");
    let over = i64::try_from(took.as_secs()).unwrap_or(i64::MAX);
    let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
    vec![Line::new("s until a slow server was ready", over, seconds + 5)]
}

/// Nobody is at that address: it is looked for with growing waits, up to a minute.
async fn away(house: &House, tries: usize) -> Vec<Line> {
    let draft = DraftView {
        title: "away".to_owned(),
        description: String::new(),
        transport: TransportView::Http {
            url: "http://127.0.0.1:9/mcp".to_owned(),
            headers: [].into(),
        },
        start_limit: None,
        call_limit: None,
    };
    let row = house.add_draft(draft).await;
    let mut last = failed(&row).unwrap_or_else(|| panic!("{row:?}"));
    let mut waits = vec![wait_of(&last)];
    while waits.len() < tries {
        let since = last.since;
        last = until(house, "away", |row| failed(row).filter(|it| it.since > since)).await;
        waits.push(wait_of(&last));
    }
    let lines = [1, 2, 4, 8, 16, 32, 60].into_iter().zip(waits);
    lines.map(|(most, wait)| Line::new("s until it is looked for again", wait, most)).collect()
}

/// What `look` finds in a server's row, within longer than any wait of ours.
async fn until<T>(house: &House, server: &str, look: impl Fn(&ServerRow) -> Option<T>) -> T {
    let found = within(LONGEST, async || look(&house.row(server).await)).await;
    found.unwrap_or_else(|| panic!("`{server}` stays as it is"))
}

fn wait_of(failure: &FailedView) -> i64 {
    failure.retry_at.map_or(i64::MAX, |at| (at - failure.since + 500) / 1000)
}

/// A server that ends soon waits for its next start; one that was well for long starts at once.
async fn quiet(house: &House) -> Vec<Line> {
    house.add("quiet", &serve::program(&[])).await;
    let mut lines = Vec::new();
    for (quiet, most) in [(Duration::ZERO, 3), (Duration::ZERO, 5), (QUIET, 3)] {
        tokio::time::sleep(quiet + Duration::from_secs(1)).await;
        let row = house.row("quiet").await;
        let pid = ready(&row).and_then(|it| it.pid).unwrap_or_else(|| panic!("{row:?}"));
        let began = Instant::now();
        let process = i32::try_from(pid).ok().and_then(Pid::from_raw).unwrap();
        kill_process(process, Signal::KILL).unwrap();
        until(house, "quiet", |row| ready(row)?.pid.filter(|it| *it != pid)).await;
        let took = i64::try_from(began.elapsed().as_secs()).unwrap_or(i64::MAX);
        let what = format!("s until it was back, after {} s of quiet", quiet.as_secs());
        lines.push(Line::new(what, took, most));
    }
    lines
}
