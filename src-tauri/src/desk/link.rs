//! What the dialog shows in which a server wants a page opened; it draws and opens nothing.

use std::time::Instant;

use app::{
    asking,
    desk::{LinkQuestion, WantedBy},
};

use super::words;

/// Everything on the dialog, fit to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sheet {
    /// The title of its window, always ours.
    pub(super) window: &'static str,
    /// The first line, ours: who asks and for what, or whose link it is.
    pub(super) heading: String,
    /// What is told to a person who is elsewhere.
    pub(super) notice: String,
    /// The server's words; none if it said nothing.
    pub(super) words: Option<String>,
    /// Who is asked for the page, to be marked.
    pub(super) host: String,
    /// The whole address: what is seen is what is opened.
    pub(super) address: String,
    /// What to look at twice.
    pub(super) cautions: Vec<String>,
    /// Where it opens.
    pub(super) goes: &'static str,
    /// When it goes by itself.
    pub(super) deadline: Option<Instant>,
    /// The buttons from left to right.
    pub(super) choices: &'static [Choice],
}

/// One button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice {
    /// What is on it; `_` stands before the key that presses it.
    pub(super) label: &'static str,
    /// What pressing it says.
    pub(super) says: Says,
}

/// What a button says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// Nothing; the dialog goes. It is the default.
    Cancel,
    /// No.
    Decline,
    /// Open it. Dead at first, and deaf to Enter.
    Open,
}

/// No server waits for an answer to a link that the person came upon: there is nothing to decline.
const OWN_CHOICES: &[Choice] = &[
    Choice { label: words::CANCEL, says: Says::Cancel },
    Choice { label: words::asking::OPEN, says: Says::Open },
];

const CHOICES: &[Choice] = &[
    Choice { label: words::CANCEL, says: Says::Cancel },
    Choice { label: words::asking::DECLINE, says: Says::Decline },
    Choice { label: words::asking::OPEN, says: Says::Open },
];

impl Sheet {
    /// The dialog for a question.
    pub(super) fn of(question: &LinkQuestion) -> Self {
        let LinkQuestion { origin, wanted, message, link, deadline } = question;
        let title = &origin.title;
        Self {
            window: words::asking::OPENING,
            heading: match wanted {
                WantedBy::Server => asking::asks(origin),
                WantedBy::Person => words::asking::gave(title),
            },
            notice: match wanted {
                WantedBy::Server => words::asking::notice(title),
                WantedBy::Person => words::asking::STEWARD_ASKS.to_owned(),
            },
            words: Some(asking::lines(message)).filter(|it| !it.is_empty()),
            host: words::asking::host(&link.host),
            address: stdx::text::visible(&link.url),
            cautions: link.cautions.iter().map(ToString::to_string).collect(),
            goes: asking::PAGE_GOES,
            deadline: *deadline,
            choices: match wanted {
                WantedBy::Server => CHOICES,
                WantedBy::Person => OWN_CHOICES,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use app::item::Origin;
    use model::link::Link;

    use super::*;

    fn sheet(url: &str) -> Sheet {
        wanted(WantedBy::Server, url, "demo")
    }

    fn wanted(wanted: WantedBy, url: &str, title: &str) -> Sheet {
        let origin = Origin { title: title.to_owned(), ..Origin::default() };
        let message = "Sign in here.\nThen come back.".to_owned();
        let link = Link::read(url).unwrap();
        Sheet::of(&LinkQuestion { origin, wanted, message, link, deadline: None })
    }

    /// HOST-46, security 17.
    #[test]
    fn the_whole_address_and_its_host_are_shown_under_our_first_line() {
        let path = "x".repeat(3_000);
        let sheet = sheet(&format!("https://example.com/{path}?next=https://bank.example/"));
        assert_eq!(sheet.heading, "Server “demo” asks");
        assert_eq!(sheet.host, "Host: example.com");
        assert!(sheet.address.ends_with("?next=https://bank.example/"), "{}", sheet.address);
        assert_eq!(sheet.words.as_deref(), Some("Sign in here.\nThen come back."));
        assert_eq!(sheet.cautions, Vec::<String>::new());
    }

    /// Security 17.
    #[test]
    fn what_to_look_at_twice_is_told() {
        let sheet = sheet("https://аpple.com:8443/");
        assert_eq!(sheet.host, "Host: xn--pple-43d.com");
        assert!(sheet.address.starts_with("https://xn--pple-43d.com:8443/"), "{}", sheet.address);
        assert_eq!(sheet.cautions.len(), 2, "{:?}", sheet.cautions);
        assert!(sheet.cautions[0].contains("letter by letter"), "{:?}", sheet.cautions);
    }

    /// HOST-31, security 6 and 17.
    #[test]
    fn a_link_that_the_person_came_upon_says_whose_it_is_and_asks_nothing_for_the_server() {
        let url = "https://example.com/a";
        let sheet = wanted(WantedBy::Person, url, "demo” is safe. “");
        assert_eq!(sheet.heading, "Open a link that the server “demo\" is safe. \"” gave?");
        assert_eq!((sheet.address.as_str(), sheet.host.as_str()), (url, "Host: example.com"));
        assert_eq!(sheet.notice, words::asking::STEWARD_ASKS);
        let says: Vec<_> = sheet.choices.iter().map(|it| it.says).collect();
        assert_eq!(says, [Says::Cancel, Says::Open]);
    }

    /// Security 31.
    #[test]
    fn cancel_comes_first_and_open_last() {
        let says: Vec<_> = CHOICES.iter().map(|it| it.says).collect();
        assert_eq!(says, [Says::Cancel, Says::Decline, Says::Open]);
    }
}
