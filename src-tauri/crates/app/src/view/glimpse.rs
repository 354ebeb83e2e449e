//! What was said last in a conversation as a line of the list: of a reply its words, without the marks of
//! Markdown; pure.

use model::chat::message::Spoken;
use pulldown_cmark::{Event, Options, Parser, TagEnd};
use stdx::text::{clip, hides};

/// Most bytes of a line.
const LONGEST: usize = 160;
/// So many bytes of words are enough, whatever hides or repeats in them.
const ENOUGH: usize = 4 * LONGEST;

/// The line.
pub(crate) fn glimpse(last: &Spoken) -> String {
    match last {
        Spoken::Person(text) => line(text),
        Spoken::Model(text) => {
            let words = line(&words(text));
            // A reply of marks alone is shown as it is.
            if words.is_empty() { line(text) } else { words }
        }
    }
}

/// The words of a text in Markdown, as a page shows them.
fn words(text: &str) -> String {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH;
    let mut words = String::new();
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Text(it) | Event::Code(it) | Event::Html(it) | Event::InlineHtml(it) => {
                words.push_str(&it);
            }
            // A page leaves formulas as they were written.
            Event::InlineMath(it) => words.extend(["$", &it, "$"]),
            Event::DisplayMath(it) => words.extend(["$$", &it, "$$"]),
            Event::End(end) if !is_within_words(end) => words.push(' '),
            Event::SoftBreak | Event::HardBreak | Event::Rule => words.push(' '),
            Event::Start(_)
            | Event::End(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => {}
        }
        if words.len() > ENOUGH {
            break;
        }
    }
    words
}

/// Whether what ends there may stand in the middle of a word.
fn is_within_words(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image
    )
}

/// The beginning of a text on one line, without what hides in it.
fn line(text: &str) -> String {
    let shown: String = text.chars().filter(|it| it.is_whitespace() || !hides(*it)).collect();
    clip(&shown.split_whitespace().collect::<Vec<_>>().join(" "), LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        glimpse(&Spoken::Model(text.to_owned()))
    }

    #[test]
    fn a_line_has_the_words_of_a_reply_and_not_its_marks() {
        for (given, plain) in [
            (
                "## What I found\nThe **checkout** has _three_ parts",
                "What I found The checkout has three parts",
            ),
            (
                "Here it is: ![the curve](media:0000) and [a page](https://a.example \"x\")",
                "Here it is: the curve and a page",
            ),
            ("- [ ] one\n- two\n\n> said", "one two said"),
            ("```rust\nlet a = 1;\n```", "let a = 1;"),
            ("***both*** and `co*d*e`, ~~not~~ this", "both and co*d*e, not this"),
            ("| a | b |\n|---|---|\n| 1 | **2** |", "a b 1 2"),
            ("un**believ**able\n\n---\n\nno", "unbelievable no"),
            ("$a*b*c$ costs $5 and *not* $6", "$a*b*c$ costs $5 and not $6"),
        ] {
            assert_eq!(of(given), plain, "{given:?}");
        }
    }

    #[test]
    fn what_only_looks_like_a_mark_stays() {
        for text in [
            "snake_case_name",
            "2 * 3 * 4",
            "a [note] of it",
            "#tag",
            "1 - 2",
            "",
            "**",
            "x ** y ** z",
            "<b>loud</b>",
        ] {
            assert_eq!(of(text), text);
        }
    }

    /// The text is cut after its marks are gone, so that none of them is cut.
    #[test]
    fn a_line_is_cut_in_its_words_and_in_no_mark() {
        let link = format!("[a page](https://a.example/{}) ", "x".repeat(400));
        assert_eq!(of(&link.repeat(3)), "a page a page a page");
        let bold = format!("{}**bold words** to the end", "word ".repeat(30));
        assert_eq!(of(&bold), format!("{}bold wo…", "word ".repeat(30)));
        assert!(of(&"**x** ".repeat(2_000)).len() <= LONGEST);
    }

    /// A person writes no Markdown: their words are shown as they are.
    #[test]
    fn what_a_person_said_is_left_as_it_is() {
        let said = Spoken::Person("Find *.rs\nin C:\\*\u{202e}".to_owned());
        assert_eq!(glimpse(&said), "Find *.rs in C:\\*");
    }
}
