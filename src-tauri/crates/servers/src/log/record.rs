//! How one record reads in a log file; it knows no file.
//!
//! `2026-07-03T12:34:56.789Z [stderr]     text`: the tag in its brackets is padded to twelve
//! characters, then a space (HOST-53). One record is one line, whatever a server wrote (HOST-54).

use model::log::{LogLine, Tag};
use stdx::{
    clock::Millis,
    text::{clip, visible},
};

/// Most bytes of a record's text. Longer ones are cut, with `…` at the end.
pub(crate) const LONGEST_TEXT: usize = 16 * 1024;

const TAG_WIDTH: usize = 12;

/// The levels of MCP.
const LEVELS: &[&str] =
    &["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/// The record as a line, without its newline.
pub(crate) fn write(at: Millis, tag: &Tag, text: &str) -> String {
    let bracketed = format!("[{}]", word(tag));
    format!("{at} {bracketed:<TAG_WIDTH$} {}", clip(&visible(text), LONGEST_TEXT))
}

/// The line as a record. A line that we did not write is kept as text of the server.
pub(crate) fn read(line: &str) -> LogLine {
    parse(line).unwrap_or_else(|| LogLine {
        at: Millis(0),
        tag: Tag::Stderr,
        text: line.to_owned(),
    })
}

fn parse(line: &str) -> Option<LogLine> {
    let (at, rest) = line.split_once(' ')?;
    let (tag, rest) = rest.strip_prefix('[')?.split_once(']')?;
    let padding = TAG_WIDTH.saturating_sub(tag.len() + 2) + 1;
    let text = rest.get(padding..)?;
    Some(LogLine { at: Millis::parse(at)?, tag: tag_of(tag), text: text.to_owned() })
}

fn tag_of(word: &str) -> Tag {
    match word {
        "stderr" => Tag::Stderr,
        "stdout" => Tag::Stdout,
        "lifecycle" => Tag::Lifecycle,
        level => Tag::Notice(level.to_owned()),
    }
}

/// A level is a stranger's word: what is none of MCP's levels is written as `notice`, so that it
/// neither closes its bracket nor passes for one of our tags.
fn word(tag: &Tag) -> &'static str {
    match tag {
        Tag::Stderr => "stderr",
        Tag::Stdout => "stdout",
        Tag::Lifecycle => "lifecycle",
        Tag::Notice(level) => LEVELS.iter().find(|it| *it == level).unwrap_or(&"notice"),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    const AT: Millis = Millis(1_783_082_096_789);

    /// HOST-53
    #[test]
    fn a_record_reads_as_agreed() {
        let lines = [
            write(AT, &Tag::Stderr, "text"),
            write(AT, &Tag::Lifecycle, "started"),
            write(AT, &Tag::Notice("warning".into()), "careful"),
        ];
        expect![[r#"
            2026-07-03T12:34:56.789Z [stderr]     text
            2026-07-03T12:34:56.789Z [lifecycle]  started
            2026-07-03T12:34:56.789Z [warning]    careful"#]]
        .assert_eq(&lines.join("\n"));
    }

    /// HOST-54
    #[test]
    fn one_record_is_one_line_whatever_a_server_wrote() {
        let forged = "a\n2026-07-03T12:34:56.789Z [lifecycle]  stopped\u{1b}[31m\r";
        let line = write(AT, &Tag::Stderr, forged);
        assert_eq!(line.lines().count(), 1);
        assert!(!line.contains('\u{1b}'), "{line}");
    }

    /// HOST-53
    #[test]
    fn a_level_passes_for_no_tag_of_ours() {
        for level in ["lifecycle", "stderr", "stdout", "x] [lifecycle", "", "WARNING", "trace"] {
            let line = write(AT, &Tag::Notice(level.into()), "text");
            assert_eq!(read(&line).tag, Tag::Notice("notice".into()), "{level:?}");
        }
        for level in LEVELS {
            let line = write(AT, &Tag::Notice((*level).into()), "text");
            assert_eq!(read(&line).tag, Tag::Notice((*level).into()));
        }
    }

    #[test]
    fn what_was_written_is_read_back() {
        for (tag, text) in [
            (Tag::Stderr, "plain"),
            (Tag::Stdout, "  indented"),
            (Tag::Lifecycle, ""),
            (Tag::Notice("emergency".into()), "long tag"),
        ] {
            let line = read(&write(AT, &tag, text));
            assert_eq!(line, LogLine { at: AT, tag, text: text.to_owned() });
        }
    }

    #[test]
    fn a_foreign_line_is_kept_as_text() {
        assert_eq!(read("no record").text, "no record");
        assert_eq!(read("").text, "");
    }
}
