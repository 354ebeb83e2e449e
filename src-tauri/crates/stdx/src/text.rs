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

/// The same for a text to be read: it says how much of it is missing.
pub fn cut(text: &str, most: usize) -> String {
    /// Bytes that the last line takes at most.
    const TOLD: usize = 48;
    if text.len() <= most {
        return text.to_owned();
    }
    let head = clip(text, most.saturating_sub(TOLD));
    let missing = text.chars().count() + 1 - head.chars().count();
    format!("{head}\n[{missing} more characters are not shown]")
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
/// escape (`\n`, `\x1b`, `\u{202e}`), so that what is seen is what is there. A selector that says how
/// an emoji looks is seen by it, and stays behind one.
pub fn visible(text: &str) -> String {
    if !text.chars().any(hides) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut before = None;
    for one in text.chars() {
        match one {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push('\t'),
            _ if is_look(one) && before.is_some_and(has_looks) => shown.push(one),
            _ if hides(one) && one.is_ascii() => {
                shown.push_str(&format!("\\x{:02x}", u32::from(one)));
            }
            _ if hides(one) => shown.push_str(&format!("\\u{{{:x}}}", u32::from(one))),
            _ => shown.push(one),
        }
        before = Some(one);
    }
    shown
}

/// Whether a character hides, moves or reorders text: controls but not the tab, bidirectional
/// marks, zero-width characters, letters that are drawn as nothing, selectors, language tags.
pub fn hides(one: char) -> bool {
    (one.is_control() && one != '\t')
        || matches!(one,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}'
            | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character says that the one before it is drawn as text or as a picture.
pub(crate) fn is_look(one: char) -> bool {
    matches!(one, '\u{fe0e}' | '\u{fe0f}')
}

/// Whether a character is drawn as text or as a picture: a sign of the blocks that hold emoji, or
/// one of the keys.
pub fn has_looks(one: char) -> bool {
    matches!(one,
        '#' | '*' | '0'..='9' | '\u{a9}' | '\u{ae}'
        | '\u{203c}' | '\u{2049}'
        | '\u{2100}'..='\u{27bf}'
        | '\u{2900}'..='\u{297f}'
        | '\u{2b00}'..='\u{2bff}'
        | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
        | '\u{1f000}'..='\u{1faff}')
}

/// A stranger's name of at most `most` bytes to stand between our quotation marks: it is visible, and
/// cannot end them by itself.
pub fn quotable(name: &str, most: usize) -> String {
    clip(&visible(name), most).replace(['“', '”', '„', '‟'], "\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_says_how_much_is_missing() {
        let long = "ä".repeat(100);
        let shown = cut(&long, 100);
        let (head, told) = shown.split_once("…\n").unwrap();
        assert!(shown.len() <= 100, "{}", shown.len());
        assert_eq!(told, format!("[{} more characters are not shown]", 100 - head.chars().count()));
        assert_eq!(cut("short", 5), "short");
    }

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
        for one in "\u{115f}\u{1160}\u{3164}\u{ffa0}\u{fe00}\u{e0100}\u{e01ef}\u{34f}".chars() {
            assert_eq!(visible(&format!("a{one}b")), format!("a\\u{{{:x}}}b", u32::from(one)));
        }
    }

    /// Security 13.
    #[test]
    fn an_emoji_keeps_its_look_and_no_letter_gets_one() {
        for seen in ["❤\u{fe0f}", "☎\u{fe0e}", "1\u{fe0f}\u{20e3}", "🏳\u{fe0f}", "⚠\u{fe0f} fire"]
        {
            assert_eq!(visible(seen), seen);
        }
        assert_eq!(visible("a\u{fe0f}"), "a\\u{fe0f}");
        assert_eq!(visible("❤\u{fe0f}\u{fe0f}"), "❤\u{fe0f}\\u{fe0f}", "one says it all");
        assert_eq!(visible("\u{fe0f}"), "\\u{fe0f}");
    }
}
