//! What is typed at a prompt, byte by byte, until it is an answer; it reads and writes nothing. We
//! do this ourselves: a line that the system puts together ends at 4 kB without a word, and what is
//! half typed into it is the next program's to read.

use app::Secret;
use zeroize::{Zeroize as _, Zeroizing};

/// The longest line, in bytes.
const LONGEST: usize = 64 << 10;
/// Said to a key that does nothing.
const BELL: u8 = 0x07;
const ESCAPE: u8 = 0x1b;
/// A tab as it is seen, which is not where a terminal would go by it.
const TAB: &[u8] = b"\\t";

/// Whether what is typed is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Echo {
    /// It is.
    Seen,
    /// It is, and Ctrl+T asks to hide it.
    Hideable,
    /// It is not.
    Hidden,
}

/// What was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Typed {
    /// A line.
    Line(Secret),
    /// Ctrl+C.
    Cancel,
    /// Ctrl+D, with nothing before it.
    Decline,
    /// Ctrl+T.
    Hide,
    /// Ctrl+\: whatever is asked, the program is to end.
    Quit,
    /// A line that is not what the person meant: too long, or unseen and with keys in it that are no
    /// characters.
    Spoiled,
}

/// A line on its way.
#[derive(Debug)]
pub(crate) struct Typing {
    echo: Echo,
    line: Zeroizing<Vec<u8>>,
    /// Where the last character begins, while bytes of it are missing.
    part: Option<usize>,
    escape: Escape,
    spoiled: bool,
    /// What the terminal is to show for what was typed.
    shows: Zeroizing<Vec<u8>>,
}

/// How far we are in the code of a key such as an arrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Escape {
    No,
    Begun,
    Code,
}

impl Typing {
    pub(crate) fn new(echo: Echo) -> Self {
        // Room beforehand: a line that moves leaves copies behind.
        let line = Zeroizing::new(Vec::with_capacity(4 << 10));
        let (part, escape, spoiled) = (None, Escape::No, false);
        Self { echo, line, part, escape, spoiled, shows: Zeroizing::default() }
    }

    /// Takes the next byte; gives what was typed once that is whole.
    pub(crate) fn hear(&mut self, byte: u8) -> Option<Typed> {
        if self.is_in_code(byte) {
            return None;
        }
        if let Some(begin) = self.part {
            if byte & 0xc0 == 0x80 {
                self.character(byte);
                return None;
            }
            // The rest of it does not come.
            self.part = None;
            self.line.truncate(begin);
            self.refuse();
        }
        match byte {
            b'\r' | b'\n' => return Some(self.end()),
            0x03 => return Some(Typed::Cancel),
            0x04 if self.line.is_empty() => return Some(Typed::Decline),
            // It types nothing, and ends no line that is begun.
            0x04 => self.shows.push(BELL),
            0x1c => return Some(Typed::Quit),
            0x14 if self.echo == Echo::Hideable => return Some(Typed::Hide),
            0x08 | 0x7f => self.erase(),
            0x15 => self.erase_all(),
            0x17 => self.erase_word(),
            ESCAPE => self.escape = Escape::Begun,
            0x00..=0x1f if byte != b'\t' => self.refuse(),
            _ => self.character(byte),
        }
        None
    }

    /// What the terminal is to show, since this was asked last.
    pub(crate) fn shows(&mut self) -> Zeroizing<Vec<u8>> {
        std::mem::take(&mut self.shows)
    }

    /// Whether the byte belongs to the code of a key, which types nothing.
    fn is_in_code(&mut self, byte: u8) -> bool {
        match (self.escape, byte) {
            (Escape::No, _) => return false,
            (Escape::Begun, b'[' | b'O') => self.escape = Escape::Code,
            (Escape::Begun, _) => {
                self.escape = Escape::No;
                return false;
            }
            (Escape::Code, 0x20..=0x3f) => {}
            (Escape::Code, _) => self.escape = Escape::No,
        }
        true
    }

    /// Takes a byte of a character.
    fn character(&mut self, byte: u8) {
        if self.line.len() >= LONGEST {
            self.spoiled = true;
            self.shows.push(BELL);
            return;
        }
        let begin = *self.part.get_or_insert(self.line.len());
        self.line.push(byte);
        let Some(typed) = self.line.get(begin..) else { return };
        let (whole, shown) = match std::str::from_utf8(typed) {
            Ok(text) => (!text.chars().any(|it| it.is_control() && it != '\t'), shown(text)),
            // Not yet.
            Err(problem) if problem.error_len().is_none() => return,
            Err(_) => (false, Zeroizing::default()),
        };
        self.part = None;
        if !whole {
            self.line.truncate(begin);
            self.refuse();
        } else if self.echo != Echo::Hidden {
            self.shows.extend_from_slice(&shown);
        }
    }

    /// Refuses a key. Where nothing is seen, nobody could tell what was taken and what was not.
    fn refuse(&mut self) {
        self.shows.push(BELL);
        if self.echo == Echo::Hidden {
            self.spoiled = true;
        }
    }

    fn erase(&mut self) {
        let mut last = Zeroizing::new(Vec::new());
        while let Some(byte) = self.line.pop() {
            last.insert(0, byte);
            if byte & 0xc0 != 0x80 {
                break;
            }
        }
        let width = std::str::from_utf8(&last).map_or(0, |text| match text {
            "\t" => TAB.len(),
            text => usize::from(!shown(text).is_empty()),
        });
        if self.echo != Echo::Hidden {
            self.shows.extend_from_slice(&b"\x08 \x08".repeat(width));
        }
        if self.line.is_empty() {
            self.spoiled = false;
        }
    }

    fn erase_all(&mut self) {
        while !self.line.is_empty() {
            self.erase();
        }
        self.spoiled = false;
    }

    fn erase_word(&mut self) {
        while self.line.last().is_some_and(|it| *it == b' ') {
            self.erase();
        }
        while self.line.last().is_some_and(|it| *it != b' ') {
            self.erase();
        }
    }

    fn end(&mut self) -> Typed {
        self.shows.push(b'\n');
        let line = std::mem::take(&mut *self.line);
        match String::from_utf8(line) {
            Ok(text) if !self.spoiled => Typed::Line(Secret::new(text)),
            Ok(mut text) => {
                text.zeroize();
                Typed::Spoiled
            }
            Err(problem) => {
                problem.into_bytes().zeroize();
                Typed::Spoiled
            }
        }
    }
}

/// A typed text as the terminal shows it: nothing in it may act on the terminal.
fn shown(text: &str) -> Zeroizing<Vec<u8>> {
    let shown = text.chars().filter(|it| *it == '\t' || !app::hides(*it));
    let mut bytes = Zeroizing::new(Vec::with_capacity(text.len() + TAB.len()));
    for one in shown {
        match one {
            '\t' => bytes.extend_from_slice(TAB),
            one => bytes.extend_from_slice(one.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of these bytes, and what the terminal shows of them.
    fn typed(echo: Echo, bytes: &[u8]) -> (Option<Typed>, String) {
        let mut typing = Typing::new(echo);
        let said = bytes.iter().find_map(|it| typing.hear(*it));
        (said, String::from_utf8_lossy(&typing.shows()).into_owned())
    }

    fn line(text: &str) -> Option<Typed> {
        Some(Typed::Line(text.into()))
    }

    /// HOST-43
    #[test]
    fn nothing_is_shown_of_a_hidden_line() {
        let long = "pä$$wörd ".repeat(1000);
        assert_eq!(typed(Echo::Hidden, format!("{long}\r").as_bytes()), (line(&long), "\n".into()));
        assert_eq!(typed(Echo::Hidden, b"abX\x7fc\n"), (line("abc"), "\n".into()));
        assert_eq!(typed(Echo::Hidden, b"ab\x04c\n"), (line("abc"), "\x07\n".into()));
        assert_eq!(typed(Echo::Hidden, b"abc"), (None, String::new()));
    }

    #[test]
    fn a_seen_line_can_be_mended() {
        assert_eq!(
            typed(Echo::Seen, "grün\x7f\x7fün\n".as_bytes()),
            (line("grün"), "grün\u{8} \u{8}\u{8} \u{8}ün\n".into())
        );
        assert_eq!(typed(Echo::Seen, b"one two\x17three\n").0, line("one three"));
        assert_eq!(typed(Echo::Seen, b"one two\x15three\n").0, line("three"));
        assert_eq!(typed(Echo::Seen, b"\x7f\x7f\n").0, line(""));
    }

    /// HOST-45: it is no space, and looks like none.
    #[test]
    fn a_tab_is_seen_and_can_be_taken_back() {
        assert_eq!(typed(Echo::Seen, b"a\tb\n"), (line("a\tb"), "a\\tb\n".into()));
        let erased = "a\\t\u{8} \u{8}\u{8} \u{8}b\n";
        assert_eq!(typed(Echo::Seen, b"a\t\x7fb\n"), (line("ab"), erased.into()));
    }

    #[test]
    fn the_keys_that_answer_are_told_apart() {
        assert_eq!(typed(Echo::Hidden, b"half\x03").0, Some(Typed::Cancel));
        assert_eq!(typed(Echo::Hidden, b"half\xc3\x03").0, Some(Typed::Cancel));
        assert_eq!(typed(Echo::Hidden, b"half\x1c").0, Some(Typed::Quit));
        assert_eq!(typed(Echo::Seen, b"\x04").0, Some(Typed::Decline));
        assert_eq!(typed(Echo::Seen, b"a\x04b\n"), (line("ab"), "a\u{7}b\n".into()));
        assert_eq!(typed(Echo::Hideable, b"abc\x14").0, Some(Typed::Hide));
        assert_eq!(typed(Echo::Seen, b"abc\x14\n").0, line("abc"));
    }

    #[test]
    fn arrows_type_nothing() {
        assert_eq!(typed(Echo::Seen, b"a\x1b[D\x1b[1;5C\x1bOPb\n"), (line("ab"), "ab\n".into()));
        assert_eq!(typed(Echo::Hidden, b"a\x1b[Ab\n").0, line("ab"));
        assert_eq!(typed(Echo::Seen, b"\x1bx\n").0, line("x"), "Alt is left out");
    }

    #[test]
    fn where_nothing_is_seen_an_odd_key_spoils_the_line() {
        for odd in [&b"ab\x01c\n"[..], b"ab\xffc\n", b"ab\xc2\x9bc\n", b"ab\xc3(c\n"] {
            assert_eq!(typed(Echo::Hidden, odd).0, Some(Typed::Spoiled), "{odd:?}");
        }
        assert_eq!(typed(Echo::Hidden, b"ab\x01\x15abc\n").0, line("abc"), "it was begun again");
        assert_eq!(typed(Echo::Seen, b"ab\x01c\n").0, line("abc"));
    }

    #[test]
    fn what_is_pasted_cannot_act_on_the_terminal() {
        let (said, shown) = typed(Echo::Seen, "a\u{9b}2J\u{202e}b\u{1b}[2J\n".as_bytes());
        assert_eq!(said, line("a2J\u{202e}b"), "what only hides is kept, and reviewed later");
        assert_eq!(shown, "a\u{7}2Jb\n");
    }

    #[test]
    fn a_line_without_end_is_not_taken() {
        let long = [vec![b'x'; LONGEST + 1], vec![b'\n']].concat();
        assert_eq!(typed(Echo::Hidden, &long).0, Some(Typed::Spoiled));
        let fits = [vec![b'x'; LONGEST], vec![b'\n']].concat();
        assert!(matches!(typed(Echo::Hidden, &fits).0, Some(Typed::Line(_))));
    }
}
