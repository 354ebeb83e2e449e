//! How much of one answer a front end gets: a page as much as it can show, a terminal all of it.

use model::outcome::{LONG, MANY};
use stdx::text::clip;

use crate::window::Window;

/// Most bytes of text of one answer that a page gets, all pieces together.
const MOST_TEXT: usize = 4 * LONG;
/// The longest address that a page gets, in bytes. What is cut is another address: a longer one is
/// left out.
const LONGEST_ADDRESS: usize = 8_192;
/// Most bytes of a name, a kind or a role.
const LONGEST_LABEL: usize = 1_000;
/// Most words of what is odd, and most bytes of one.
const MOST_NOTES: usize = 50;
const LONGEST_NOTE: usize = 1_000;

/// What is left of it.
#[derive(Debug)]
pub(crate) enum Room {
    /// Some.
    Of {
        /// Bytes.
        bytes: usize,
        /// Pieces.
        pieces: usize,
        /// How many pieces found none.
        left_out: u32,
        /// How many addresses were too long.
        addresses: u32,
    },
    /// Any.
    Any,
}

/// A text, or its beginning.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// As much as there was room for.
    pub(crate) text: String,
    /// How many bytes the whole has.
    pub(crate) size: u64,
    /// Whether it is the beginning only.
    pub(crate) cut: bool,
}

impl Room {
    /// The room that this window has for one answer.
    pub(crate) fn of(window: Window) -> Self {
        match window {
            Window::Main => Self::Of { bytes: MOST_TEXT, pieces: MANY, left_out: 0, addresses: 0 },
            Window::Terminal => Self::Any,
        }
    }

    /// Takes room for one more piece; `false` where there is none, and it is left out.
    pub(crate) fn piece(&mut self) -> bool {
        match self {
            Self::Any => true,
            Self::Of { bytes, pieces, left_out, .. } => {
                let fits = *pieces > 0 && *bytes > 0;
                *pieces = pieces.saturating_sub(1);
                *left_out += u32::from(!fits);
                fits
            }
        }
    }

    /// Takes room for a text.
    pub(crate) fn text(&mut self, text: String) -> Shown {
        let size = text.len() as u64;
        let Self::Of { bytes, .. } = self else { return Shown { text, size, cut: false } };
        let most = LONG.min(*bytes);
        let cut = text.len() > most;
        let text = if cut { clip(&text, most) } else { text };
        *bytes -= text.len().min(*bytes);
        Shown { text, size, cut }
    }

    /// Takes room for a name, a kind or a role: its beginning, where it is none to be read.
    pub(crate) fn label(&mut self, text: String) -> String {
        let Self::Of { bytes, .. } = self else { return text };
        let text = clip(&text, LONGEST_LABEL);
        *bytes = bytes.saturating_sub(text.len());
        text
    }

    /// Takes room for an address: the whole of it or, where it is too long, nothing.
    pub(crate) fn address(&mut self, uri: String) -> String {
        let Self::Of { bytes, addresses, .. } = self else { return uri };
        if uri.len() > LONGEST_ADDRESS {
            *addresses += 1;
            return String::new();
        }
        *bytes = bytes.saturating_sub(uri.len());
        uri
    }

    /// As many words of what was noticed as are read, and the last: that there is no file comes last.
    pub(crate) fn notes(&self, mut all: Vec<String>) -> Vec<String> {
        if matches!(self, Self::Any) {
            return all;
        }
        if all.len() > MOST_NOTES {
            let last = all.split_off(all.len() - 1);
            let more = all.len() - (MOST_NOTES - 1);
            all.truncate(MOST_NOTES - 1);
            all.push(format!("{more} more of these are not shown"));
            all.extend(last);
        }
        all.into_iter().map(|it| clip(&it, LONGEST_NOTE)).collect()
    }

    /// The same of what is odd about the answer, with the addresses that were left out so far.
    pub(crate) fn odd(&self, all: Vec<String>) -> Vec<String> {
        let mut notes = self.notes(all);
        match self {
            Self::Any | Self::Of { addresses: 0, .. } => {}
            Self::Of { addresses: 1, .. } => notes
                .push(format!("an address is left out: it is longer than {LONGEST_ADDRESS} bytes")),
            Self::Of { addresses, .. } => notes.push(format!(
                "{addresses} addresses are left out: they are longer than {LONGEST_ADDRESS} bytes"
            )),
        }
        notes
    }

    /// How many pieces were left out.
    pub(crate) fn left_out(&self) -> u32 {
        match self {
            Self::Any => 0,
            Self::Of { left_out, .. } => *left_out,
        }
    }
}

/// A reply as it came, where this window can take it.
pub(crate) fn whole_for(window: Window, raw: String) -> Option<String> {
    match window {
        Window::Main => (raw.len() <= LONG).then_some(raw),
        Window::Terminal => Some(raw),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_gets_no_more_than_it_can_show_and_hears_how_much_there_is() {
        let long = "ü".repeat(LONG);
        let mut room = Room::of(Window::Main);
        for _ in 0..4 {
            assert!(room.piece());
            let Shown { text, size, cut } = room.text(long.clone());
            assert!(text.len() <= LONG && text.len() > LONG - 8 && cut);
            assert_eq!(size, 2 * LONG as u64);
        }
        let rest = room.text("x".repeat(100));
        assert!(rest.text.len() < 40 && rest.cut, "{rest:?}");
        assert!(!room.piece());
        assert_eq!(room.left_out(), 1);
        assert_eq!(whole_for(Window::Main, long), None);
    }

    #[test]
    fn a_page_gets_no_more_pieces_than_it_can_show() {
        let mut room = Room::of(Window::Main);
        let shown = (0..MANY + 7).filter(|_| room.piece()).count();
        assert_eq!((shown, room.left_out()), (MANY, 7));
    }

    #[test]
    fn an_address_is_whole_or_left_out_with_a_word() {
        let mut room = Room::of(Window::Main);
        let (fits, long) = ("x".repeat(LONGEST_ADDRESS), "x".repeat(LONGEST_ADDRESS + 1));
        assert_eq!((room.address(fits.clone()), room.odd(vec![])), (fits, vec![]));
        assert_eq!(room.address(long.clone()), "");
        let word = |room: &Room| room.odd(vec!["a".to_owned()]).join(" | ");
        assert_eq!(word(&room), "a | an address is left out: it is longer than 8192 bytes");
        assert_eq!(room.address(long), "");
        assert_eq!(word(&room), "a | 2 addresses are left out: they are longer than 8192 bytes");
    }

    #[test]
    fn names_and_addresses_take_of_the_same_room_as_texts() {
        let mut room = Room::of(Window::Main);
        let before = MOST_TEXT / LONGEST_ADDRESS;
        for _ in 0..before {
            room.address("x".repeat(LONGEST_ADDRESS));
        }
        assert!(!room.piece(), "{room:?}");
        let mut room = Room::of(Window::Main);
        assert_eq!(room.label("x".repeat(LONG)).len(), LONGEST_LABEL);
        assert!(
            matches!(room, Room::Of { bytes, .. } if bytes == MOST_TEXT - LONGEST_LABEL),
            "{room:?}"
        );
    }

    #[test]
    fn of_many_notes_a_page_gets_the_first_and_the_last() {
        let room = Room::of(Window::Main);
        let notes: Vec<_> = (1..=1000).map(|it| format!("note {it}")).collect();
        let shown = room.notes(notes.clone());
        let ends = (shown[0].as_str(), shown[MOST_NOTES - 2].as_str());
        assert_eq!(ends, ("note 1", "note 49"));
        assert_eq!(shown[MOST_NOTES - 1..], ["950 more of these are not shown", "note 1000"]);
        assert_eq!(room.notes(notes[..MOST_NOTES].to_vec()), notes[..MOST_NOTES]);
        assert_eq!(room.notes(vec!["x".repeat(LONG)])[0].len(), LONGEST_NOTE);
        assert_eq!(Room::of(Window::Terminal).odd(notes.clone()), notes);
    }

    #[test]
    fn a_terminal_gets_all() {
        let long = "ü".repeat(5 * LONG);
        let mut room = Room::of(Window::Terminal);
        assert!((0..=MANY).all(|_| room.piece()));
        let all = Shown { text: long.clone(), size: long.len() as u64, cut: false };
        assert_eq!(room.text(long.clone()), all);
        assert_eq!(
            (room.label(long.clone()), room.address(long.clone())),
            (long.clone(), long.clone())
        );
        assert_eq!(whole_for(Window::Terminal, long.clone()), Some(long));
    }
}
