//! Tells by a glance at JSON whether it holds more than there is room for once it is read. It reads
//! nothing.

/// How much is read of one reply, where a value counts once, a list twice and an object four times.
///
/// What real servers send stays far below: a list of 2,000 tools with large schemas is some 300,000, a
/// table of 5 columns with 50,000 rows 450,000. Each costs some 150 bytes of memory at most, so this is
/// reached at 150 MB; without it 32 MB of `[]` would be more than 2 GB.
pub(crate) const MOST_VALUES: usize = 1_000_000;

const LIST: usize = 2;
const OBJECT: usize = 4;

/// Whether it is too much to be read. Of what is no JSON it tells nothing of use.
pub(crate) fn is_too_much(json: &str) -> bool {
    // No byte counts for more than an object.
    json.len() > MOST_VALUES / OBJECT && weighs_more(json.as_bytes(), MOST_VALUES)
}

/// Whether it weighs more than this.
fn weighs_more(mut json: &[u8], most: usize) -> bool {
    let mut weight = 1;
    while let Some((byte, rest)) = json.split_first() {
        json = rest;
        match byte {
            b',' => weight += 1,
            b'[' => weight += LIST,
            b'{' => weight += OBJECT,
            b'"' => json = after_string(json),
            _ => continue,
        }
        if weight > most {
            return true;
        }
    }
    weight > most
}

/// What comes after the string whose first quote has been passed.
fn after_string(mut json: &[u8]) -> &[u8] {
    while let Some(at) = memchr::memchr2(b'"', b'\\', json) {
        let escapes = json.get(at) == Some(&b'\\');
        // A backslash takes what follows it along.
        json = json.get(at + 1 + usize::from(escapes)..).unwrap_or_default();
        if !escapes {
            return json;
        }
    }
    &[]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(json: &str) -> usize {
        (0..).find(|most| !weighs_more(json.as_bytes(), *most)).unwrap()
    }

    #[test]
    fn what_holds_values_counts_and_what_stands_in_strings_does_not() {
        assert_eq!(weight("7"), 1);
        assert_eq!(weight("[1,2,3]"), 5);
        assert_eq!(weight(r#"{"a":[{}]}"#), 1 + OBJECT + LIST + OBJECT);
        assert_eq!(weight(r#"{"[{,\"[\\":"\\,[{"}"#), 1 + OBJECT);
        assert_eq!(weight(r#""never ends [[["#), 1);
        assert_eq!(weight(r#""ends in a backslash \"#), 1);
    }

    /// HOST-20
    #[test]
    fn a_long_text_is_not_too_much_and_many_small_things_are() {
        assert!(!is_too_much(&format!("\"{}\"", "[".repeat(30 << 20))));
        assert!(!is_too_much(&format!("[{}0]", "0,".repeat(MOST_VALUES - 3))));
        assert!(is_too_much(&format!("[{}0]", "0,".repeat(MOST_VALUES))));
        assert!(is_too_much(&"{".repeat(MOST_VALUES / OBJECT + 1)));
    }
}
