//! The words of a server's question that every desk shares, a dialog's and a terminal's; it knows
//! no desk. Texts of a stranger come out of here fit to be shown.

use std::time::Duration;

use inbox::{desk::keychain::Keychain, item::Origin};
use model::form::{Format, Numeric, Text};

/// Most bytes of a server's message (security, native dialogs).
const MESSAGE: usize = 2 << 10;
/// Most bytes of a tool's definition: what is longer is cut, and that is seen.
const DEFINITION: usize = 16 << 10;
/// Most bytes of a line of ours that has names of strangers in it.
const LINE: usize = 300;
/// Most bytes of a name that stands within a sentence of ours.
const NAME: usize = 80;
/// Most calls that are named.
const CALLS: usize = 4;

/// What not remembering an answer comes to that is remembered.
pub const FORGETS: &str = "If it is not to be remembered, the one in the keychain is deleted.";
/// Where the answer goes.
pub const ANSWER_GOES: &str = "Steward gives what you send to this server alone.";
/// Where a page opens.
pub const PAGE_GOES: &str =
    "The page opens in your browser, outside of Steward. Steward has not looked at it.";
/// Where a secret goes that a server at an address is given, and how long the person's word holds.
pub const FAR_REACHES: &str = "It is no program that Steward runs, but an address, and what you type \
     goes there. A yes holds until its address changes, a no until it is started again.";
/// What to know of an address that is not encrypted.
pub const IN_THE_CLEAR: &str =
    "Nothing is encrypted on that way: others on the network could read it.";

/// Whether calls may run unasked.
pub const ALLOWS: &str = "Let these calls run without asking?";
/// What stands above a tool's definition.
pub const DEFINED: &str = "The tool, as its server defines it";
/// What a yes comes to, and how long it holds.
pub const ALLOW_REACHES: &str = "From now on a model can have them done without you. It holds until \
     you take it out of the rules.";

/// What to know of the keychain before something is typed that could be remembered there.
pub fn keychain(stands: Keychain) -> Option<&'static str> {
    match stands {
        Keychain::Open => None,
        Keychain::Locked { holds: false } => {
            Some("The keychain is locked: it has to be unlocked before it remembers anything.")
        }
        Keychain::Locked { holds: true } => Some(
            "An answer is remembered for this, but the keychain is locked. Cancel and unlock it to \
             have it filled in, or give the answer again.",
        ),
        Keychain::Absent => Some(
            "What is hidden cannot be remembered: there is no keychain. Start one that offers the \
             Secret Service, such as GNOME Keyring, KWallet or KeePassXC.",
        ),
        Keychain::NoKeyring => Some(
            "What is hidden cannot be remembered: the keychain has no default keyring. Create one, \
             for example in “Passwords and Keys”.",
        ),
    }
}

/// Whether a server at an address may ask for secrets.
pub fn far(title: &str) -> String {
    format!("May the server “{}” ask you for secrets?", name(title))
}

/// The heading of a server's question: who asks, and for what.
pub fn asks(origin: &Origin) -> String {
    let server = name(&origin.title);
    let mut calls: Vec<String> = Vec::new();
    for call in origin.calls.iter().map(|it| name(&it.tool)) {
        if !calls.contains(&call) {
            calls.push(call);
        }
    }
    let shown: Vec<_> = calls.iter().take(CALLS).map(|it| format!("“{it}”")).collect();
    match calls.len() {
        0 => format!("Server “{server}” asks"),
        1 if origin.calls.len() == 1 => {
            format!("Server “{server}” asks, for the call {}", shown.concat())
        }
        // They look the same, and may be of several terminals.
        1 => format!(
            "Server “{server}” asks, for one of {} calls {} under way",
            origin.calls.len(),
            shown.concat()
        ),
        most if most <= CALLS => {
            format!("Server “{server}” asks, for one of the calls {}", shown.join(", "))
        }
        more => format!(
            "Server “{server}” asks, for one of the calls {} and {} more",
            shown.join(", "),
            more - CALLS
        ),
    }
}

/// When a question is given up, and what happens then: the time is the last of it, so that nothing
/// else moves when it changes.
pub fn lapses(left: Duration) -> String {
    let seconds = left.as_millis().div_ceil(1000);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    format!("This closes without an answer in {minutes}:{seconds:02}")
}

/// What may be typed into a text.
pub fn text_hint(rules: &Text) -> Option<String> {
    let shape = rules.format.map(|it| match it {
        Format::Email => "An e-mail address, such as ada@example.org.",
        Format::Uri => "An address, such as https://example.org/.",
        Format::Date => "A date as year-month-day, such as 2026-11-30.",
        Format::DateTime => "Date, time and offset, such as 2026-11-30 14:05+01:00.",
    });
    let length = match (rules.least, rules.most) {
        (Some(least), Some(most)) if least == most => Some(format!("{least} characters.")),
        (Some(least), Some(most)) => Some(format!("{least} to {most} characters.")),
        (Some(1), None) => None,
        (Some(least), None) => Some(format!("At least {least} characters.")),
        (None, Some(most)) => Some(format!("At most {most} characters.")),
        (None, None) => None,
    };
    let both: Vec<_> = shape.map(str::to_owned).into_iter().chain(length).collect();
    (!both.is_empty()).then(|| both.join(" "))
}

/// Which numbers may be typed.
pub fn number_hint(rules: &Numeric) -> String {
    let what = if rules.whole { "A whole number" } else { "A number" };
    match (&rules.least, &rules.most) {
        (Some(least), Some(most)) => format!("{what} from {least} to {most}."),
        (Some(least), None) => format!("{what}, {least} or more."),
        (None, Some(most)) => format!("{what}, {most} or less."),
        (None, None) => format!("{what}."),
    }
}

/// How many may be chosen.
pub fn count_hint(least: Option<u64>, most: Option<u64>) -> Option<String> {
    match (least, most) {
        (Some(least), Some(most)) if least == most => Some(format!("Choose {least}.")),
        (Some(least), Some(most)) => Some(format!("Choose {least} to {most}.")),
        (Some(least), None) => Some(format!("Choose at least {least}.")),
        (None, Some(most)) => Some(format!("Choose at most {most}.")),
        (None, None) => None,
    }
}

/// A stranger's text of several lines: nothing hidden in any of them, and none of them joined.
pub fn lines(text: &str) -> String {
    seen(text, MESSAGE)
}

/// A tool's definition, which may be longer.
pub fn definition(text: &str) -> String {
    seen(text, DEFINITION)
}

/// A line of ours that has names of strangers in it: it stays one.
pub fn line(text: &str) -> String {
    stdx::text::clip(&stdx::text::visible(text), LINE)
}

fn seen(text: &str, most: usize) -> String {
    let text = stdx::text::cut(text.trim_end(), most);
    let lines: Vec<_> = text.lines().map(stdx::text::visible).collect();
    lines.join("\n")
}

/// A name between our quotation marks, which it cannot end by itself.
pub fn name(text: &str) -> String {
    stdx::text::quotable(text, NAME)
}

#[cfg(test)]
mod tests {
    use inbox::item::Call;

    use super::*;

    fn origin(calls: &[&str]) -> Origin {
        let call = |tool: &&str| Call { tool: (*tool).to_owned(), tag: String::new() };
        Origin { server: None, title: "ssh".to_owned(), calls: calls.iter().map(call).collect() }
    }

    /// HOST-42
    #[test]
    fn the_first_line_names_the_server_and_its_calls() {
        for (calls, line) in [
            (&[][..], "Server “ssh” asks"),
            (&["exec"], "Server “ssh” asks, for the call “exec”"),
            (&["exec", "exec"], "Server “ssh” asks, for one of 2 calls “exec” under way"),
            (&["exec", "copy"], "Server “ssh” asks, for one of the calls “exec”, “copy”"),
            (
                &["a", "b", "c", "d", "e", "f"],
                "Server “ssh” asks, for one of the calls “a”, “b”, “c”, “d” and 2 more",
            ),
        ] {
            assert_eq!(asks(&origin(calls)), line);
        }
    }

    /// Security, native dialogs.
    #[test]
    fn a_name_cannot_leave_its_quotation_marks() {
        let sly = origin(&["exec”. Steward needs your login password for “\u{202e}all"]);
        let line = asks(&sly);
        assert!(line.starts_with("Server “ssh” asks, for the call “exec\". Steward"), "{line}");
        assert_eq!(line.matches('”').count(), 2, "{line}");
        assert!(asks(&origin(&[&"x".repeat(10_000)])).len() < 200);
    }

    /// Security 13.
    #[test]
    fn a_message_keeps_its_lines_and_shows_what_hides() {
        assert_eq!(lines("one\r\n\ntwo\u{202e}\rthree\n\n"), "one\n\ntwo\\u{202e}\\rthree");
        assert!(lines(&"y\n".repeat(100_000)).len() <= MESSAGE);
        let long = definition(&"z\n".repeat(100_000));
        assert!(long.len() <= DEFINITION, "{}", long.len());
        assert!(long.ends_with(" more characters are not shown]"), "what is cut says so");
        assert_eq!(line("Every call of `a\n\u{202e}b`"), "Every call of `a\\n\\u{202e}b`");
        assert!(line(&"x".repeat(1_000)).len() <= LINE);
    }

    /// HOST-47
    #[test]
    fn the_time_that_is_left_is_told_in_minutes_and_seconds() {
        for (millis, end) in
            [(300_000, " in 5:00"), (299_001, " in 5:00"), (61_000, " in 1:01"), (0, " in 0:00")]
        {
            assert!(lapses(Duration::from_millis(millis)).ends_with(end), "{millis}");
        }
    }

    /// HOST-45
    #[test]
    fn a_hint_tells_the_rules_that_there_are() {
        let text = |least, most, format| Text { least, most, format, ..Text::default() };
        for (rules, hint) in [
            (text(None, None, None), None),
            (text(Some(1), None, None), None),
            (text(Some(2), Some(40), None), Some("2 to 40 characters.")),
            (text(Some(4), Some(4), None), Some("4 characters.")),
            (
                text(None, Some(9), Some(Format::Date)),
                Some("A date as year-month-day, such as 2026-11-30. At most 9 characters."),
            ),
        ] {
            assert_eq!(text_hint(&rules).as_deref(), hint, "{rules:?}");
        }
        let number = |whole, least: Option<i64>, most: Option<i64>| {
            let (least, most) = (least.map(Into::into), most.map(Into::into));
            number_hint(&Numeric { whole, least, most, ..Numeric::default() })
        };
        assert_eq!(number(true, Some(18), Some(120)), "A whole number from 18 to 120.");
        assert_eq!(number(false, None, Some(-1)), "A number, -1 or less.");
        assert_eq!(count_hint(Some(1), Some(3)).as_deref(), Some("Choose 1 to 3."));
        assert_eq!(count_hint(None, None), None);
    }
}
