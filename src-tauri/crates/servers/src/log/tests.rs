//! Logs read by position, over rotations and what others did to the files.

use std::fs;

use model::name::ServerName;

use crate::log::{
    file::{LOGS_AT_MOST, LogFile},
    reader::{Lines, Range},
};

fn filled(lines: usize, width: usize) -> (tempfile::TempDir, LogFile) {
    let folder = tempfile::tempdir().unwrap();
    let log = LogFile::of(folder.path(), &ServerName::parse("demo").unwrap());
    let padded = |n: usize| format!("{}{n:02}", "0".repeat(width - 2));
    let all: Vec<_> = (0..lines).map(padded).collect();
    log.append(&all).unwrap();
    (folder, log)
}

fn texts(lines: &Lines) -> Vec<&str> {
    lines.lines.iter().map(|(_, line)| line.text.as_str()).collect()
}

#[test]
fn the_end_is_the_last_lines() {
    let (_folder, log) = filled(10, 2);
    let page = log.read(Range::End, 3).unwrap();
    assert_eq!(texts(&page), ["07", "08", "09"]);
    assert_eq!((page.start, page.end, page.more), (21, 30, true));
}

#[test]
fn pages_join_without_gap_or_overlap() {
    let (_folder, log) = filled(10, 2);
    let last = log.read(Range::End, 4).unwrap();
    let before = log.read(Range::Before(last.start), 4).unwrap();
    assert_eq!(texts(&before), ["02", "03", "04", "05"]);
    let first = log.read(Range::Before(before.start), 4).unwrap();
    assert_eq!(texts(&first), ["00", "01"]);
    assert!(!first.more);
    log.append(&["10".into()]).unwrap();
    assert_eq!(texts(&log.read(Range::After(last.end), 4).unwrap()), ["10"]);
    assert_eq!(texts(&log.read(Range::After(first.end), 2).unwrap()), ["02", "03"]);
}

#[test]
fn a_page_may_cross_the_rotation() {
    let width = 99_999;
    let (_folder, log) = filled(52, width);
    let page = log.read(Range::End, 4).unwrap();
    assert_eq!(page.start, LOGS_AT_MOST - 2 * (width as u64 + 1));
    assert_eq!(page.lines.len(), 4);
    let last: Vec<_> = texts(&page).iter().map(|it| it.trim_start_matches('0')).collect();
    assert_eq!(last, ["48", "49", "50", "51"]);
}

#[test]
fn positions_out_of_reach_are_brought_into_it() {
    let (_folder, log) = filled(2, 2);
    assert_eq!(texts(&log.read(Range::After(999), 4).unwrap()), Vec::<&str>::new());
    assert_eq!(texts(&log.read(Range::Before(999), 4).unwrap()), ["00", "01"]);
}

#[test]
fn a_log_that_is_not_there_is_empty() {
    let folder = tempfile::tempdir().unwrap();
    let log = LogFile::of(folder.path(), &ServerName::parse("none").unwrap());
    assert_eq!(log.read(Range::End, 4).unwrap(), Lines::default());
}

#[test]
fn what_is_missing_of_the_backup_is_missing_there() {
    let width = 99_999;
    let (_folder, log) = filled(52, width);
    let backup = log.path().with_extension("log.1");
    let kept = fs::read(&backup).unwrap();
    fs::write(&backup, &kept[..kept.len() / 2]).unwrap();
    let page = log.read(Range::End, 100).unwrap();
    let last = page.lines.last().unwrap();
    assert!(last.1.text.ends_with("51"), "the current file is read whole");
    assert_eq!(last.0, LOGS_AT_MOST + width as u64 + 1, "at its own position");
}
