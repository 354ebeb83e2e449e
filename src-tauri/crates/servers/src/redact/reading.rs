//! One set of letters in which secrets stand (text, base64, hex), and the search for them in it.
//!
//! The automaton knows how each form begins; the rest is compared with the form itself. So what it
//! holds, which cannot be wiped, are beginnings of a few letters.

use std::ops::Range;

use aho_corasick::{
    Anchored,
    automaton::{Automaton, StateID},
    dfa::DFA,
};
use memchr::memmem;

use crate::redact::{
    forms::{Edges, Form},
    letters::{Beyond, Letters},
    span::{CUT, Span},
};

/// How much of a form the automaton knows, in letters.
const BEGINNING: usize = 8;
/// What stands where a character was cut.
const LOST: &[u8] = "\u{fffd}".as_bytes();

/// What was found in one text.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// What must be taken out.
    pub(super) spans: Vec<Span>,
    /// Beginnings at the end of a text of which more is to come.
    pub(super) open: Open,
}

/// Where the longest beginning of a form at the end starts, by how sure it is that it is one.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Open {
    /// One letter or more: chance, most likely.
    pub(super) begun: Option<usize>,
    /// More than chance, but less than the shortest long secret.
    pub(super) likely: Option<usize>,
    /// As much as the shortest long secret, or more.
    pub(super) sure: Option<usize>,
}

impl Open {
    /// Takes over what another reading found.
    pub(super) fn join(&mut self, other: Self, origin: impl Fn(usize) -> usize) {
        let earlier = |own: Option<usize>, other: Option<usize>| {
            let other = other.map(&origin);
            own.into_iter().chain(other).min()
        };
        self.begun = earlier(self.begun, other.begun);
        self.likely = earlier(self.likely, other.likely);
        self.sure = earlier(self.sure, other.sure);
    }
}

/// The forms that are written in one set of letters.
pub(super) struct Reading {
    letters: Letters,
    /// In order.
    forms: Vec<Form>,
    /// For each pattern of the automaton, the forms that begin with it.
    groups: Vec<Range<usize>>,
    automaton: DFA,
    start: StateID,
}

impl Reading {
    /// Makes them ready to be searched for.
    pub(super) fn new(letters: Letters, mut forms: Vec<Form>) -> Self {
        forms.retain(|it| !it.text.is_empty());
        forms.sort_by(|a, b| a.text.reveal().cmp(b.text.reveal()));
        forms.dedup();
        let mut groups: Vec<Range<usize>> = Vec::new();
        for (at, form) in forms.iter().enumerate() {
            let first = groups.last().and_then(|it| forms.get(it.start));
            match (groups.last_mut(), first) {
                (Some(group), Some(first)) if beginning(first) == beginning(form) => {
                    group.end = at + 1;
                }
                _ => groups.push(at..at + 1),
            }
        }
        let patterns = groups.iter().filter_map(|it| forms.get(it.start)).map(beginning);
        let automaton = DFA::builder()
            .prefilter(false)
            .build(patterns)
            .expect("eight letters of each form are far from the limits of an automaton");
        let start = automaton.start_state(Anchored::No).expect("it is built for such a search");
        Self { letters, forms, groups, automaton, start }
    }

    /// The longest form, in letters.
    pub(super) fn longest(&self) -> usize {
        self.forms.iter().map(|it| it.text.reveal().len()).max().unwrap_or_default()
    }

    /// Searches `text`, the start and end of which may not be all there is.
    pub(super) fn search(&self, text: &[u8], beyond: [Beyond; 2], found: &mut Found) {
        let mut state = self.start;
        for (at, byte) in text.iter().enumerate() {
            let Some(letter) = self.letters.read(*byte) else { continue };
            state = self.automaton.next_state(Anchored::No, state, letter);
            if self.automaton.is_special(state) && self.automaton.is_match(state) {
                for index in 0..self.automaton.match_len(state) {
                    let pattern = self.automaton.match_pattern(state, index);
                    let group = self.groups.get(pattern.as_usize()).cloned().unwrap_or_default();
                    let known = self.automaton.pattern_len(pattern);
                    for form in self.forms.get(group).unwrap_or_default() {
                        Look { reading: self, text, beyond, form }.at(at + 1, known, found);
                    }
                }
            }
        }
        for cut in memmem::find_iter(text, CUT) {
            if let Some((start, length)) = self.shorter_than_known(text, cut)
                && length >= self.letters.few()
            {
                found.spans.push(start..cut);
            }
        }
        if beyond[1] == Beyond::Unknown
            && let Some((start, length)) = self.shorter_than_known(text, text.len())
        {
            self.note(&mut found.open, start, length);
        }
    }

    /// Takes in the character before, where it holds bits of the secret.
    fn widened_start(&self, text: &[u8], start: usize, edges: Edges) -> usize {
        match edges {
            Edges::Groups { before: true, .. } => self.letters.one_before(text, start),
            Edges::Groups { before: false, .. } | Edges::Free | Edges::Word => start,
        }
    }

    fn note(&self, open: &mut Open, start: usize, length: usize) {
        let found = Some(start);
        let few = self.letters.few();
        let new = Open {
            begun: found,
            likely: found.filter(|_| (few..2 * few).contains(&length)),
            sure: found.filter(|_| length >= 2 * few),
        };
        open.join(new, |it| it);
    }

    /// The longest beginning of a form that ends at `end` and is too short for the automaton.
    fn shorter_than_known(&self, text: &[u8], end: usize) -> Option<(usize, usize)> {
        let mut last = [0; BEGINNING - 1];
        let mut best = None;
        let before = without_lost(text.get(..end)?);
        let letters = before
            .iter()
            .enumerate()
            .rev()
            .filter_map(|(at, byte)| Some((at, self.letters.read(*byte)?)));
        for (length, (at, letter)) in (1..BEGINNING).zip(letters) {
            let place = last.len() - length;
            *last.get_mut(place)? = letter;
            let wanted = last.get(place..)?;
            let first = self.forms.partition_point(|it| it.text.reveal().as_bytes() < wanted);
            let mut same = self
                .forms
                .iter()
                .skip(first)
                .take_while(|it| it.text.reveal().as_bytes().starts_with(wanted));
            if let Some(form) =
                same.find(|it| it.edges != Edges::Word && it.text.reveal().len() > length)
            {
                best = Some((self.widened_start(text, at, form.edges), length));
            }
        }
        best
    }
}

fn beginning(form: &Form) -> &[u8] {
    let letters = form.text.reveal().as_bytes();
    letters.get(..BEGINNING).unwrap_or(letters)
}

fn without_lost(mut text: &[u8]) -> &[u8] {
    while let Some(rest) = text.strip_suffix(LOST) {
        text = rest;
    }
    text
}

/// A place where a form begins, to be looked at closely.
struct Look<'a> {
    reading: &'a Reading,
    text: &'a [u8],
    beyond: [Beyond; 2],
    form: &'a Form,
}

impl Look<'_> {
    /// The first `known` letters of the form end at `end`.
    fn at(&self, end: usize, known: usize, found: &mut Found) {
        let letters = &self.reading.letters;
        let form = self.form.text.reveal().as_bytes();
        let rest = form.get(known..).unwrap_or_default();
        let (same, end) = letters.go_along(self.text, end, rest);
        let Some(start) = letters.back(self.text, end, known + same) else { return };
        if same == rest.len() {
            found.spans.extend(self.whole(start..end));
            return;
        }
        if self.form.edges == Edges::Word {
            return;
        }
        let start = self.reading.widened_start(self.text, start, self.form.edges);
        let behind = letters.past_silent(self.text, end);
        let lost = count_lost(self.text.get(behind..).unwrap_or_default());
        let rest = self.text.get(behind + lost..).unwrap_or_default();
        if rest.starts_with(CUT) {
            found.spans.push(start..behind + lost);
        } else if rest.is_empty() && self.beyond[1] == Beyond::Unknown {
            self.reading.note(&mut found.open, start, known + same);
        }
    }

    /// All of the form stands here.
    fn whole(&self, span: Span) -> Option<Span> {
        let Self { reading: Reading { letters, .. }, text, .. } = self;
        let edges = self.form.edges;
        let start = self.reading.widened_start(text, span.start, edges);
        match edges {
            Edges::Free | Edges::Groups { after: false, .. } => Some(start..span.end),
            Edges::Groups { after: true, .. } => {
                Some(start..letters.past_padding(text, letters.one_after(text, span.end)))
            }
            Edges::Word => {
                let tight = span.len() == self.form.text.reveal().len();
                let alone = letters.is_word(text, &span, self.beyond);
                let found = alone && (tight || letters.may_be_spread());
                found.then(|| start..letters.past_padding(text, span.end))
            }
        }
    }
}

fn count_lost(text: &[u8]) -> usize {
    text.chunks(LOST.len()).take_while(|it| *it == LOST).count() * LOST.len()
}
