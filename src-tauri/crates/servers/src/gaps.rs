//! A list of which a part did not come takes nothing away of what was known before; it knows no list.

use std::collections::BTreeSet;

/// What came, and after it what was known before and did not come.
pub(crate) fn filled<T>(came: Vec<T>, before: Vec<T>, id: impl Fn(&T) -> String) -> Vec<T> {
    let ids: BTreeSet<String> = came.iter().map(&id).collect();
    let rest = before.into_iter().filter(|it| !ids.contains(&id(it)));
    came.into_iter().chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_stands_first_and_counts() {
        let id = |it: &(char, u8)| it.0.to_string();
        let filled = filled(vec![('b', 2), ('c', 2)], vec![('a', 1), ('b', 1)], id);
        assert_eq!(filled, [('b', 2), ('c', 2), ('a', 1)]);
    }
}
