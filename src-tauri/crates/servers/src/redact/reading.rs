//! One set of letters in which secrets stand (text, base64, hex), and the search for them in it.
//!
//! The automaton knows how each form begins; the rest is compared with the form itself. So what it
//! holds, which cannot be wiped, are beginnings of a few letters.

use std::{collections::HashMap, ops::Range};

use aho_corasick::{
    Anchored,
    automaton::{Automaton, StateID},
    dfa::DFA,
};
use memchr::memmem;

use crate::redact::{
    forms::{Edges, Form},
    found::{Found, Open},
    letters::{Beyond, Letters},
    span::{CUT, Span},
};

/// How much of a form the automaton knows, in letters.
const BEGINNING: usize = 8;
/// What stands where a character was cut.
const LOST: &[u8] = "\u{fffd}".as_bytes();

/// Searches `text`, the start and end of which may not be all there is, in all readings at once.
pub(super) fn search(readings: &[Reading; 3], text: &[u8], beyond: [Beyond; 2], found: &mut Found) {
    let mut states = readings.each_ref().map(|it| it.start);
    for (at, byte) in text.iter().enumerate() {
        for (reading, state) in readings.iter().zip(&mut states) {
            let Some(letter) = reading.letters.read(*byte) else { continue };
            *state = reading.automaton.next_state(Anchored::No, *state, letter);
            if reading.automaton.is_special(*state) && reading.automaton.is_match(*state) {
                reading.look(*state, at + 1, text, beyond, found);
            }
        }
    }
    for reading in readings {
        reading.look_at_cuts(text, beyond, found);
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
    /// What the automaton is at before it has found something.
    shorter: HashMap<StateID, (usize, Edges)>,
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
        let shorter = shorter(&automaton, start, &forms);
        Self { letters, forms, groups, automaton, start, shorter }
    }

    /// The longest form, in letters.
    pub(super) fn longest(&self) -> usize {
        self.forms.iter().map(|it| it.text.reveal().len()).max().unwrap_or_default()
    }

    /// Looks closely at all that may have begun where the automaton found something.
    fn look(
        &self,
        state: StateID,
        end: usize,
        text: &[u8],
        beyond: [Beyond; 2],
        found: &mut Found,
    ) {
        for index in 0..self.automaton.match_len(state) {
            let pattern = self.automaton.match_pattern(state, index);
            let known = self.automaton.pattern_len(pattern);
            let Some(start) = self.letters.back(text, end, known) else { continue };
            let group = self.groups.get(pattern.as_usize()).cloned().unwrap_or_default();
            for form in self.forms.get(group).unwrap_or_default() {
                Look { reading: self, text, beyond, form }.at(start..end, known, found);
            }
        }
    }

    /// Looks at the places where the text is cut, and at its end.
    fn look_at_cuts(&self, text: &[u8], beyond: [Beyond; 2], found: &mut Found) {
        for cut in memmem::find_iter(text, CUT) {
            if let Some((start, length)) = self.shorter_than_known(text, cut)
                && length >= self.letters.few()
            {
                found.add(start..cut);
            }
        }
        if beyond[1] == Beyond::Unknown
            && let Some((start, length)) = self.shorter_than_known(text, text.len())
        {
            found.open.join(self.open(start, length), |it| it);
        }
    }

    /// Takes in the character before, where it holds bits of the secret.
    fn widened_start(&self, text: &[u8], start: usize, edges: Edges) -> usize {
        match edges {
            Edges::Groups { before: true, .. } => self.letters.one_before(text, start),
            Edges::Groups { before: false, .. } | Edges::Free | Edges::Word => start,
        }
    }

    /// The longest beginning of a form that ends at `end` and is too short for the automaton to
    /// tell: where it starts, and how many letters it has.
    fn shorter_than_known(&self, text: &[u8], end: usize) -> Option<(usize, usize)> {
        let before = without_lost(text.get(..end)?);
        let mut last = [(0, 0); BEGINNING - 1];
        let read = |(at, byte): (usize, &u8)| Some((at, self.letters.read(*byte)?));
        let letters = before.iter().enumerate().rev().filter_map(read);
        let count = last.iter_mut().rev().zip(letters).map(|(place, it)| *place = it).count();
        let letters = last.get(last.len() - count..)?;
        let state = letters.iter().fold(self.start, |state, (_, letter)| {
            self.automaton.next_state(Anchored::No, state, *letter)
        });
        let (length, edges) = *self.shorter.get(&state)?;
        let (start, _) = *letters.get(letters.len().checked_sub(length)?)?;
        Some((self.widened_start(text, start, edges), length))
    }

    fn open(&self, start: usize, length: usize) -> Open {
        Open::at(start, length, self.letters.few())
    }
}

/// For each state that fewer letters lead to than the automaton must see: how many of the last of
/// them may be the beginning of a form, and what stands beside that form.
fn shorter(automaton: &DFA, start: StateID, forms: &[Form]) -> HashMap<StateID, (usize, Edges)> {
    let mut beginnings: HashMap<&[u8], Edges> = HashMap::new();
    for form in forms.iter().filter(|it| it.edges != Edges::Word) {
        let letters = form.text.reveal().as_bytes();
        let most = BEGINNING.min(letters.len());
        beginnings.extend((1..most).filter_map(|it| Some((letters.get(..it)?, form.edges))));
    }
    let mut shorter = HashMap::new();
    for form in forms {
        let mut state = start;
        let beginning = beginning(form);
        for (at, letter) in beginning.iter().take(BEGINNING - 1).enumerate() {
            state = automaton.next_state(Anchored::No, state, *letter);
            let ends = (0..=at).filter_map(|from| beginning.get(from..=at));
            if let Some(found) = ends.filter_map(|it| Some((it.len(), *beginnings.get(it)?))).next()
            {
                shorter.insert(state, found);
            }
        }
    }
    shorter
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
    /// The first `known` letters of the form stand at `first`.
    fn at(&self, first: Span, known: usize, found: &mut Found) {
        let letters = &self.reading.letters;
        let form = self.form.text.reveal().as_bytes();
        let rest = form.get(known..).unwrap_or_default();
        let (same, end) = letters.go_along(self.text, first.end, rest);
        let start = first.start;
        if same == rest.len() {
            if let Some(span) = self.whole(start..end) {
                found.add(span);
            }
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
            found.add(start..behind + lost);
        } else if rest.is_empty() && self.beyond[1] == Beyond::Unknown {
            found.open.join(self.reading.open(start, known + same), |it| it);
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
