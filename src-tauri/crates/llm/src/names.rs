//! Names and ids in the signs that every API takes back; it knows no API.

use std::collections::BTreeSet;

/// The longest name and id that every API takes.
const MOST: usize = 64;

/// A name of at most 64 of `[A-Za-z0-9_-]`: every other sign becomes `_`.
pub(crate) fn legal(name: &str) -> String {
    let sign = |one: char| if one.is_ascii_alphanumeric() || one == '-' { one } else { '_' };
    name.chars().map(sign).take(MOST).collect()
}

/// The ids of one reply.
#[derive(Debug, Default)]
pub(crate) struct Ids(BTreeSet<String>);

impl Ids {
    /// `id` in legal signs, or one like it that was not taken yet.
    pub(crate) fn take(&mut self, id: &str) -> String {
        let mut wanted = legal(id);
        if wanted.is_empty() {
            wanted = "call".to_owned();
        }
        let mut free = wanted.clone();
        let mut count = 2;
        while !self.0.insert(free.clone()) {
            let end = format!("_{count}");
            free = wanted.chars().take(MOST - end.len()).chain(end.chars()).collect();
            count += 1;
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_only_signs_that_every_api_takes() {
        assert_eq!(legal("mcp__files__read-file"), "mcp__files__read-file");
        assert_eq!(legal("files.read file/ü"), "files_read_file__");
        assert_eq!(legal(&"x".repeat(90)).len(), 64);
    }

    #[test]
    fn no_two_calls_share_an_id() {
        let mut ids = Ids::default();
        let long = "y".repeat(64);
        let taken: Vec<_> =
            ["a", "a", "", "", "a b", &long, &long].iter().map(|it| ids.take(it)).collect();
        let cut = format!("{}_2", "y".repeat(62));
        assert_eq!(taken, ["a", "a_2", "call", "call_2", "a_b", &long, &cut]);
    }
}
