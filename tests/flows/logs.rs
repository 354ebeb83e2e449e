//! What servers say on the side: in their log file, for ever readable, never too much.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use app::wire::log::{LogPage, LogRange, ReadLog};
use flows::{house::House, peers};
use serde_json::json;

/// A log is moved away before it passes this many bytes.
const MOST: u64 = 5_000_000;

async fn obliging() -> House {
    let house = House::open().await;
    let witness = house.witness("obliging");
    house.add("obliging", &peers::scripted("obliging", witness.path())).await;
    house
}

/// The lines of a log file, their times left out.
fn records(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| line.get(25..).unwrap_or("no record").to_owned()).collect()
}

/// HOST-15 HOST-53
#[tokio::test]
async fn what_a_server_says_on_stderr_is_in_its_log_file() {
    let house = obliging().await;
    house.text("obliging", "say", json!({ "line": "  I am well" })).await;
    house.logged("obliging", "I am well").await;
    let log = house.log_path("obliging");
    let records = records(&log);
    assert!(records.contains(&"[stderr]       I am well".to_owned()), "{records:?}");
    let first = fs::read_to_string(&log).unwrap();
    let (time, rest) = first.split_at(24);
    assert!(rest.starts_with(" [lifecycle]  started `/"), "{rest}");
    assert!(time.ends_with('Z') && time.as_bytes()[10] == b'T', "{time}");
    assert_eq!(fs::metadata(log).unwrap().permissions().mode() & 0o777, 0o600);
    house.close().await;
}

/// HOST-53
#[tokio::test]
async fn a_notice_bears_its_level() {
    let house = obliging().await;
    house.text("obliging", "notice", json!({ "level": "warning", "data": "mind the gap" })).await;
    let line = house.logged("obliging", "mind the gap").await;
    assert_eq!(line, "[warning] mind the gap");
    assert!(records(&house.log_path("obliging")).contains(&"[warning]    mind the gap".to_owned()));
    house.close().await;
}

/// HOST-54
#[tokio::test]
async fn a_server_cannot_forge_a_record() {
    let house = obliging().await;
    let forged = "a\r2026-07-03T12:34:56.789Z [lifecycle]  stopped \u{1b}[2J\u{202e}";
    house.text("obliging", "say", json!({ "line": forged })).await;
    house.logged("obliging", "stopped").await;
    let text = fs::read_to_string(house.log_path("obliging")).unwrap();
    assert!(!text.contains(['\u{1b}', '\u{202e}', '\r']), "{text:?}");
    let forgeries = records(&house.log_path("obliging"));
    assert!(!forgeries.iter().any(|it| it.starts_with("[lifecycle]  stopped")), "{forgeries:?}");
    house.close().await;
}

/// HOST-15 HOST-54
#[tokio::test]
async fn a_flood_on_stderr_blocks_nobody_and_leaves_two_files() {
    let house = House::open().await;
    let witness = house.witness("flood");
    house.add("flood", &peers::scripted("stderr_flood", witness.path())).await;
    assert_eq!(house.text("flood", "lines", json!({})).await, "ok", "12 MiB came before it");
    let log = house.log_path("flood");
    let _home = house.close().await;
    let backup = log.with_extension("log.1");
    for file in [&log, &backup] {
        let size = fs::metadata(file).unwrap().len();
        assert!((1..=MOST).contains(&size), "{}: {size} bytes", file.display());
        assert!(records(file).iter().all(|it| it.starts_with('[')));
    }
    assert!(fs::metadata(&backup).unwrap().len() > MOST - 20_000, "it is full");
    assert!(!log.with_extension("log.2").exists());
    assert!(records(&log).last().unwrap().starts_with("[lifecycle]"), "the end is not lost");
}

async fn page(house: &House, range: LogRange, limit: u32) -> LogPage {
    let asked = ReadLog { server: "obliging".into(), range, limit };
    house.page("read_log", asked).await.unwrap()
}

#[tokio::test]
async fn a_log_is_read_page_by_page_and_followed() {
    let house = obliging().await;
    for number in 0..10 {
        house.text("obliging", "say", json!({ "line": format!("line {number}") })).await;
    }
    house.logged("obliging", "line 9").await;
    let last = page(&house, LogRange::End, 4).await;
    let texts: Vec<_> = last.lines.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts, ["line 6", "line 7", "line 8", "line 9"]);
    assert!(last.more);
    let before = page(&house, LogRange::Before { position: last.start }, 2).await;
    let texts: Vec<_> = before.lines.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts, ["line 4", "line 5"]);
    assert!(page(&house, LogRange::After { position: last.end }, 9).await.lines.is_empty());

    house.text("obliging", "say", json!({ "line": "news" })).await;
    house.logged("obliging", "news").await;
    let after = page(&house, LogRange::After { position: last.end }, 9).await;
    assert_eq!(after.lines.len(), 1);
    assert_eq!((after.lines[0].text.as_str(), after.lines[0].position), ("news", last.end));
    house.close().await;
}
