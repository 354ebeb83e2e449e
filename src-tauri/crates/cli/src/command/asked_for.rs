//! Values that are not to stand on a command line: asked for in place of a `?`, and spoken of where
//! they stood there all the same. It asks nobody by itself.

use std::collections::BTreeMap;

use app::wire::{secret::SecretRow, server::TransportView};

/// The fields whose values are to be asked for.
pub(super) fn fields(transport: &TransportView) -> Vec<String> {
    let asked = values(transport).iter().filter(|(_, value)| before(value).is_some());
    asked.map(|(name, _)| name.clone()).collect()
}

/// Puts a reference in place of the `?` of one field.
pub(super) fn put(transport: &mut TransportView, field: &str, reference: &str) {
    let Some(value) = values_mut(transport).get_mut(field) else { return };
    if let Some(before) = before(value) {
        *value = format!("{before}{reference}");
    }
}

/// What stands before a `?` that is asked for, such as `Bearer `.
fn before(value: &str) -> Option<&str> {
    value.strip_suffix('?').filter(|it| it.is_empty() || it.ends_with(' '))
}

/// What is said of values that were typed in the open and went to the keychain.
pub(super) fn seen(typed: &TransportView, kept: &TransportView) -> Vec<String> {
    let (typed, kept) = (values(typed), values(kept));
    let moved = |(name, value): (&String, &String)| {
        let now = kept.get(name)?;
        (now != value && now.contains("${secret:")).then(|| {
            format!(
                "note: the value of `{name}` went to the keychain. It stood on a command line, \
                 where other programs and the shell's history see it; `?` in its place is asked for."
            )
        })
    };
    typed.iter().filter_map(moved).collect()
}

fn values(transport: &TransportView) -> &BTreeMap<String, String> {
    match transport {
        TransportView::Stdio { env, .. } => env,
        TransportView::Http { headers, .. } => headers,
    }
}

fn values_mut(transport: &mut TransportView) -> &mut BTreeMap<String, String> {
    match transport {
        TransportView::Stdio { env, .. } => env,
        TransportView::Http { headers, .. } => headers,
    }
}

/// A name that a secret can have, in capitals, digits and `_`, and that none of these is.
pub(super) fn free_key(title: &str, field: &str, taken: &[SecretRow]) -> String {
    let first = key_of(title, field);
    let numbered = (2_u32..).map(|number| format!("{first}_{number}"));
    let mut all = std::iter::once(first.clone()).chain(numbered);
    all.find(|key| taken.iter().all(|it| it.key != *key)).unwrap_or(first)
}

fn key_of(title: &str, field: &str) -> String {
    let both = format!("{title} {field}");
    let words = both.split(|one: char| !one.is_ascii_alphanumeric()).filter(|it| !it.is_empty());
    let key = words.map(str::to_ascii_uppercase).collect::<Vec<_>>().join("_");
    if key.starts_with(|first: char| first.is_ascii_uppercase()) {
        key
    } else {
        format!("SECRET_{key}").trim_end_matches('_').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn http(headers: &[(&str, &str)]) -> TransportView {
        let headers = headers.iter().map(|(name, it)| ((*name).to_owned(), (*it).to_owned()));
        TransportView::Http { url: "https://a.example/".into(), headers: headers.collect() }
    }

    #[test]
    fn a_question_mark_in_place_of_a_value_is_asked_for() {
        let mut typed =
            http(&[("Authorization", "Bearer ?"), ("X-Key", "?"), ("X-Query", "who?"), ("A", "b")]);
        assert_eq!(fields(&typed), ["Authorization", "X-Key"]);
        for (field, key) in [("Authorization", "FIRST"), ("X-Key", "SECOND"), ("A", "THIRD")] {
            put(&mut typed, field, &format!("${{secret:{key}}}"));
        }
        let expected = http(&[
            ("Authorization", "Bearer ${secret:FIRST}"),
            ("X-Key", "${secret:SECOND}"),
            ("X-Query", "who?"),
            ("A", "b"),
        ]);
        assert_eq!(typed, expected);
        assert_eq!(key_of("my-far", "X-Key"), "MY_FAR_X_KEY");
        assert_eq!(key_of("1password", ""), "SECRET_1PASSWORD");
    }

    /// HOST-48
    #[test]
    fn what_stood_in_the_open_is_said_without_its_value() {
        let typed = http(&[("Authorization", "Bearer hunter2"), ("X-Region", "north")]);
        let kept = http(&[("Authorization", "Bearer ${secret:K}"), ("X-Region", "north")]);
        let notes = seen(&typed, &kept);
        assert_eq!(notes.len(), 1);
        assert!(notes[0].contains("`Authorization`") && !notes[0].contains("hunter2"), "{notes:?}");
        assert_eq!(seen(&kept, &kept), [""; 0], "it was asked for");
    }
}
