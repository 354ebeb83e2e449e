//! How much of one answer a front end gets: a page as much as it can show, a terminal all of it.

use model::outcome::{LONG, MANY};
use stdx::text::clip;

use crate::window::Window;

/// Most bytes of text of one answer that a page gets, all pieces together.
const MOST_TEXT: usize = 4 * LONG;

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
            Window::Main => Self::Of { bytes: MOST_TEXT, pieces: MANY, left_out: 0 },
            Window::Terminal => Self::Any,
        }
    }

    /// Takes room for one more piece; `false` where there is none, and it is left out.
    pub(crate) fn piece(&mut self) -> bool {
        match self {
            Self::Any => true,
            Self::Of { bytes, pieces, left_out } => {
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
    fn a_terminal_gets_all() {
        let long = "ü".repeat(5 * LONG);
        let mut room = Room::of(Window::Terminal);
        assert!((0..=MANY).all(|_| room.piece()));
        let all = Shown { text: long.clone(), size: long.len() as u64, cut: false };
        assert_eq!(room.text(long.clone()), all);
        assert_eq!(whole_for(Window::Terminal, long.clone()), Some(long));
    }
}
