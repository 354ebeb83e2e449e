//! Arguments that are typed as `NAME=VALUE`.

use std::collections::BTreeMap;

use crate::failure::Failure;

/// The pairs by name; of one that is typed twice the last counts.
///
/// # Errors
/// Wrong usage for what is no pair.
pub(super) fn parse(typed: Vec<String>) -> Result<BTreeMap<String, String>, Failure> {
    typed
        .into_iter()
        .map(|pair| match pair.split_once('=') {
            Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
            Some(_) | None => Err(Failure::Usage {
                message: format!("`{pair}` is no argument"),
                hint: Some("write it as NAME=VALUE".to_owned()),
            }),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_may_hold_anything_and_a_name_must_be_there() {
        let typed = |words: &[&str]| parse(words.iter().map(|it| (*it).to_owned()).collect());
        let pairs = typed(&["a=b=c", "d=", "a=e"]).unwrap();
        assert_eq!((pairs["a"].as_str(), pairs["d"].as_str()), ("e", ""));
        for bad in ["a", "=b", ""] {
            assert!(matches!(typed(&[bad]), Err(Failure::Usage { .. })), "{bad}");
        }
    }
}
