//! Finds many byte strings in much memory at once: after Wu and Manber, since what is searched is a
//! hundred megabytes and this is built without optimisation. It knows no secret.

use std::collections::{BTreeSet, HashMap};

/// So many bytes decide how far the search may skip.
const BLOCK: usize = 3;

/// Forms to look for, made ready.
pub(crate) struct Search {
    forms: Vec<Vec<u8>>,
    /// The length of the shortest: of each form, only the first so many bytes decide the skips.
    least: usize,
    most: usize,
    /// By the last block of the stretch in hand: how far the next one is away at least.
    skips: Vec<u8>,
    /// By the last block of their first `least` bytes: which forms may end there.
    ends: HashMap<usize, Vec<usize>>,
}

impl Search {
    /// Makes forms ready.
    ///
    /// # Panics
    /// When there is none, or one is too short to be told from chance.
    pub(crate) fn new(forms: Vec<Vec<u8>>) -> Self {
        let least = forms.iter().map(Vec::len).min().expect("there is something to look for");
        assert!(least > BLOCK, "it would be found by chance");
        let most = forms.iter().map(Vec::len).max().unwrap_or(least);
        let longest = u8::try_from(least - BLOCK + 1).unwrap_or(u8::MAX);
        let mut skips = vec![longest; 1 << (8 * BLOCK)];
        let mut ends: HashMap<usize, Vec<usize>> = HashMap::new();
        for (number, form) in forms.iter().enumerate() {
            for end in BLOCK..=least {
                let skip = &mut skips[key(form, end)];
                *skip = (*skip).min(u8::try_from(least - end).unwrap_or(u8::MAX));
            }
            ends.entry(key(form, least)).or_default().push(number);
        }
        Self { forms, least, most, skips, ends }
    }

    /// How much of one stretch must come again with the next, lest what lies over the seam is lost.
    pub(crate) fn overlap(&self) -> usize {
        self.most - 1
    }

    /// The numbers of the forms that stand in `text`.
    pub(crate) fn find(&self, text: &[u8]) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut end = self.least;
        while end <= text.len() {
            let key = key(text, end);
            let skip = self.skips[key];
            if skip > 0 {
                end += usize::from(skip);
                continue;
            }
            let rest = &text[end - self.least..];
            for number in self.ends.get(&key).into_iter().flatten() {
                if rest.starts_with(&self.forms[*number]) {
                    found.insert(*number);
                }
            }
            end += 1;
        }
        found
    }
}

/// The block that ends at `end`.
fn key(text: &[u8], end: usize) -> usize {
    let [first, second, third] = [text[end - 3], text[end - 2], text[end - 1]];
    (usize::from(first) << 16) | (usize::from(second) << 8) | usize::from(third)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_is_found_at_the_start_in_the_middle_and_at_the_end() {
        let forms: Vec<Vec<u8>> = ["abcabd", "bcabdabc", "aaaaaaaa", "\0x\0y\0z"]
            .map(|it| it.as_bytes().to_vec())
            .to_vec();
        let search = Search::new(forms.clone());
        for (number, form) in forms.iter().enumerate() {
            for (before, behind) in [("", ""), ("ab", "c"), ("aaabcab", "xx"), ("\0", "abcab")] {
                let text = [before.as_bytes(), form, behind.as_bytes()].concat();
                assert!(search.find(&text).contains(&number), "{number} after {before:?}");
            }
        }
        assert!(search.find(b"abcab abd bcabdab aaaaaaa x\0y\0z").is_empty());
        assert!(search.find(b"").is_empty());
    }

    /// Against the plain way, on texts of two letters, in which everything is nearly everywhere.
    #[test]
    fn it_finds_what_the_plain_way_finds() {
        let mut seed = 7_u32;
        let mut next = |most: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % most
        };
        for _ in 0..300 {
            let mut text_of =
                |length: u32| -> Vec<u8> { (0..length).map(|_| b"ab"[next(2) as usize]).collect() };
            let forms: Vec<_> = (0..5).map(|number| text_of(4 + number)).collect();
            let text = text_of(40);
            let plain = |it: &Vec<u8>| text.windows(it.len()).any(|part| part == it.as_slice());
            let wanted: BTreeSet<usize> =
                (0..forms.len()).filter(|it| plain(&forms[*it])).collect();
            assert_eq!(Search::new(forms.clone()).find(&text), wanted);
        }
    }
}
