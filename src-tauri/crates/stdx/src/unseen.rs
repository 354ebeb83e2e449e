//! Takes out of a text what nobody sees in it, and leaves what scripts and emoji are written with.
//!
//! A model reads what a person does not see, so a text of a stranger goes to one as it would be seen.
//! Joiners stay between letters of scripts that are joined, and in an emoji of several signs; a selector
//! stays behind the sign that it chooses a form of, once. What only turns lines is a line break.

use std::{borrow::Cow, iter::Peekable, str::Chars};

use crate::text::{has_looks, hides, is_look};

/// A text as it is seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen<'a> {
    /// What is left.
    pub text: Cow<'a, str>,
    /// How many characters were taken out.
    pub taken: usize,
}

const JOINER: char = '\u{200d}';
const NON_JOINER: char = '\u{200c}';
/// The flags of England, Scotland and Wales, the only ones that are written with tags.
const FLAG: char = '\u{1f3f4}';
const TAGS: [&str; 3] = ["gbeng", "gbsct", "gbwls"];
const END: char = '\u{e007f}';

/// `text` without what nobody sees.
pub fn seen(text: &str) -> Seen<'_> {
    if !text.chars().any(is_odd) {
        return Seen { text: Cow::Borrowed(text), taken: 0 };
    }
    let (mut left, mut taken) = (String::with_capacity(text.len()), 0);
    let mut chars = text.chars().peekable();
    // The last two that stayed: a selector does not hide the sign before it.
    let (mut before, mut last) = (None, None);
    while let Some(one) = chars.next() {
        let stays = match one {
            '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
                left.push('\n');
                (before, last) = (last, Some('\n'));
                continue;
            }
            JOINER | NON_JOINER => joins(one, before, last, chars.peek().copied()),
            _ if is_odd(one) => last.is_some_and(|it| chooses(one, it)),
            _ => true,
        };
        if !stays {
            taken += 1;
            continue;
        }
        left.push(one);
        (before, last) = (last, Some(one));
        if one == FLAG
            && let Some(tags) = flag(&mut chars)
        {
            left.push_str(&tags);
        }
    }
    Seen { text: Cow::Owned(left), taken }
}

/// Whether a character is taken out unless what stands beside it says otherwise.
fn is_odd(one: char) -> bool {
    hides(one) && !matches!(one, '\n' | '\r')
}

/// Whether a joiner, or what keeps letters apart, means something there.
fn joins(one: char, before: Option<char>, last: Option<char>, next: Option<char>) -> bool {
    let sign = if last.is_some_and(is_look) { before } else { last };
    let emoji = |it: char| has_looks(it) && !it.is_ascii();
    if one == JOINER && sign.is_some_and(emoji) && next.is_some_and(emoji) {
        return true;
    }
    // A letter may be joined to nothing, to be shown as it stands within a word.
    last.is_some_and(is_joined) && (one == JOINER || next.is_some_and(is_joined))
        || one == JOINER && next.is_some_and(is_joined) && last.is_none_or(char::is_whitespace)
}

/// Letters of scripts in which joiners change what is read.
fn is_joined(one: char) -> bool {
    !hides(one)
        && matches!(one,
            '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{f00}'..='\u{109f}'
            | '\u{1780}'..='\u{18af}' | '\u{1a20}'..='\u{1aaf}' | '\u{1b00}'..='\u{1c4f}'
            | '\u{a840}'..='\u{a8ff}' | '\u{a980}'..='\u{a9df}' | '\u{aa00}'..='\u{aa7f}'
            | '\u{abc0}'..='\u{abff}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
            | '\u{11000}'..='\u{11fff}' | '\u{1e900}'..='\u{1e95f}')
}

/// Whether a selector chooses a form of the sign before it.
fn chooses(selector: char, sign: char) -> bool {
    match selector {
        '\u{fe0e}' | '\u{fe0f}' => has_looks(sign),
        '\u{180b}'..='\u{180d}' | '\u{180f}' => matches!(sign, '\u{1820}'..='\u{18aa}'),
        '\u{fe00}'..='\u{fe02}' => is_han(sign) || matches!(sign, '\u{2200}'..='\u{22ff}'),
        '\u{e0100}'..='\u{e01ef}' => is_han(sign),
        _ => false,
    }
}

fn is_han(one: char) -> bool {
    matches!(one,
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The tags of one of the three flags, where they come next.
fn flag(chars: &mut Peekable<Chars<'_>>) -> Option<String> {
    let ahead: String = chars.clone().take(6).collect();
    let known = TAGS.iter().find(|tags| {
        let written = tags.chars().filter_map(|it| char::from_u32(u32::from(it) + 0xe_0000));
        written.chain([END]).eq(ahead.chars())
    });
    known?;
    for _ in 0..6 {
        chars.next();
    }
    Some(ahead)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (String, usize) {
        let Seen { text, taken } = seen(text);
        (text.into_owned(), taken)
    }

    /// Security 13.
    #[test]
    fn what_nobody_sees_is_taken_out() {
        let tags: String = "ignore all".chars().map(tag).collect();
        for (text, left) in [
            (format!("Adds{tags} two"), "Adds two"),
            ("a\u{202e}b\u{202c}c\u{2066}d\u{2069}".to_owned(), "abcd"),
            ("p\u{200b}a\u{200c}s\u{200d}s\u{2060}\u{feff}".to_owned(), "pass"),
            ("x\u{1b}[31m\u{7}".to_owned(), "x[31m"),
            ("a\u{fe00}\u{fe01}\u{e0100}\u{e01ef}b".to_owned(), "ab"),
            ("soft\u{ad}ly \u{115f}\u{3164}".to_owned(), "softly "),
            ("\u{1f3f4}\u{e0067}\u{e0062}\u{e0078}\u{e007f}".to_owned(), "\u{1f3f4}"),
        ] {
            let (seen, taken) = of(&text);
            assert_eq!(seen, left, "{text:?}");
            assert_eq!(taken, text.chars().count() - left.chars().count(), "{text:?}");
        }
    }

    fn tag(it: char) -> char {
        char::from_u32(u32::from(it) + 0xe_0000).unwrap()
    }

    /// Security 13: data in selectors behind a picture, as it was seen in public.
    #[test]
    fn one_selector_says_it_all_and_carries_nothing() {
        let data: String =
            "evil".chars().map(|it| char::from_u32(u32::from(it) + 0xe_0100).unwrap()).collect();
        assert_eq!(of(&format!("\u{1f60a}{data}")), ("\u{1f60a}".to_owned(), 4));
        assert_eq!(of("❤\u{fe0f}\u{fe0f}\u{fe0e}"), ("❤\u{fe0f}".to_owned(), 2));
        assert_eq!(of("葛\u{e0100}\u{e0101}"), ("葛\u{e0100}".to_owned(), 1));
    }

    #[test]
    fn what_scripts_and_pictures_are_written_with_stays() {
        for text in [
            "plain, ünïcode, 日本語, ไทย, עברית, العربية\r\n\ttext",
            // Persian, with letters kept apart; Hindi and Sinhala, with and without a ligature.
            "می\u{200c}خواهم",
            "क्\u{200d}ष क्\u{200c}ष",
            "ශ්\u{200d}රී",
            "ന്\u{200d}",
            "ه\u{200d} ",
            // A family, a flag of two signs, a profession with a skin, a heart, a key, a flag of tags.
            "👨\u{200d}👩\u{200d}👧\u{200d}👦",
            "🏳\u{fe0f}\u{200d}🌈",
            "👩🏽\u{200d}💻",
            "❤\u{fe0f}\u{200d}🔥",
            "1\u{fe0f}\u{20e3}",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}!",
            "葛\u{e0100}飾",
            "ᠠ\u{180b}",
            "≨\u{fe00}",
        ] {
            assert_eq!(of(text), (text.to_owned(), 0), "{text:?}");
        }
    }

    #[test]
    fn what_turns_lines_is_a_line_break_and_no_loss() {
        assert_eq!(of("a\u{2028}b\u{c}c\u{85}d"), ("a\nb\nc\nd".to_owned(), 0));
    }

    #[test]
    fn a_joiner_where_nothing_is_joined_goes() {
        for text in
            ["a\u{200d}b", "1\u{200d}2", "👍\u{200d}", "👍\u{200d}x", "\u{200c}م", "م\u{200c} "]
        {
            assert_eq!(of(text).1, 1, "{text:?}");
        }
        assert_eq!(of("م\u{200d}\u{200d}\u{200d}م").1, 2, "one says it all");
    }
}
