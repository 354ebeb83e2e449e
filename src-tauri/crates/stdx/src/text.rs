//! Texts of strangers, made fit to be shown: cut at a length, with nothing invisible in them.

/// At most `most` bytes of `text`, cut between characters, with `…` in place of what is missing.
pub fn clip(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let mut end = most.saturating_sub('…'.len_utf8());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut clipped = String::with_capacity(end + '…'.len_utf8());
    clipped.push_str(text.get(..end).unwrap_or_default());
    clipped.push('…');
    clipped
}

/// With a capital at the front and a stop at the end, as people get it.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let mut sentence: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    sentence.push_str(chars.as_str());
    if !sentence.ends_with(['.', '?', '!', ':']) {
        sentence.push('.');
    }
    sentence
}

/// `text` on one line, with every character that hides, moves or reorders text written as an
/// escape (`\n`, `\x1b`, `\u{202e}`), so that what is seen is what is there.
pub fn visible(text: &str) -> String {
    if !text.chars().any(hides) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for one in text.chars() {
        match one {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push('\t'),
            _ if hides(one) && one.is_ascii() => {
                shown.push_str(&format!("\\x{:02x}", u32::from(one)));
            }
            _ if hides(one) => shown.push_str(&format!("\\u{{{:x}}}", u32::from(one))),
            _ => shown.push(one),
        }
    }
    shown
}

/// Whether a character hides, moves or reorders text: controls but not the tab, bidirectional
/// marks, zero-width characters, language tags.
pub fn hides(one: char) -> bool {
    (one.is_control() && one != '\t')
        || matches!(one,
            '\u{ad}' | '\u{61c}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clipped_text_keeps_whole_characters() {
        assert_eq!(clip("short", 5), "short");
        assert_eq!(clip("longer", 5), "lo…");
        assert_eq!(clip("äöü", 5), "ä…");
        assert_eq!(clip("äöü", 0), "…");
    }

    #[test]
    fn people_get_sentences() {
        assert_eq!(sentence("it broke"), "It broke.");
        assert_eq!(sentence("`x` is not there."), "`x` is not there.");
        assert_eq!(sentence("ärger!"), "Ärger!");
        assert_eq!(sentence(""), ".");
    }

    #[test]
    fn what_hides_is_written_out() {
        assert_eq!(visible("plain\ttext ✓"), "plain\ttext ✓");
        assert_eq!(visible("a\nb\r\u{1b}[31m"), "a\\nb\\r\\x1b[31m");
        assert_eq!(visible("x\u{202e}y\u{e0041}"), "x\\u{202e}y\\u{e0041}");
    }
}
