//! The question in which a server wants a page opened (HOST-46); it opens nothing.

use app::{asking, desk::LinkQuestion};

use crate::terminal::{
    dialog::{Dialog, Heard, Step, odd},
    typing::{Echo, Typed},
    words::{WAYS_OUT, brackets, head, ours, yes_or_no},
};

/// The question.
#[derive(Debug)]
pub(crate) struct LinkDialog(pub(crate) LinkQuestion);

/// What the person said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkSaid {
    Open,
    Decline,
    Cancel,
}

impl Dialog for LinkDialog {
    type Said = LinkSaid;

    fn step(&self) -> Step {
        let LinkQuestion { origin, message, link, deadline, .. } = &self.0;
        let mut above = head(origin, message, *deadline);
        above.push(ours("It wants this page opened, the whole address:"));
        // Unbroken, so that it can be copied; there is no space in it to hide behind.
        above.push(ours(format!("  {}", app::visible(&link.url))));
        above.push(ours(format!("Host: {}", app::visible(&link.host))));
        above.extend(link.cautions.iter().map(|it| ours(format!("Caution: {it}"))));
        above.push(ours(asking::PAGE_GOES));
        above.push(ours(WAYS_OUT));
        let prompt = format!("Open it in your browser? {} ", brackets(Some(false)));
        Step { above, prompt, echo: Echo::Seen }
    }

    fn hear(&mut self, typed: Typed) -> Heard<LinkSaid> {
        match typed {
            Typed::Line(line) if line.reveal().trim().is_empty() => Heard::Done(LinkSaid::Decline),
            Typed::Line(line) => match yes_or_no(line.reveal()) {
                Some(true) => Heard::Done(LinkSaid::Open),
                Some(false) => Heard::Done(LinkSaid::Decline),
                None => Heard::Again("Type y or n.".to_owned()),
            },
            Typed::Decline => Heard::Done(LinkSaid::Decline),
            Typed::Cancel | Typed::Quit => Heard::Done(LinkSaid::Cancel),
            Typed::Hide | Typed::Spoiled => Heard::Again(odd(&typed).to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use app::{desk::WantedBy, item::Origin};
    use model::link::Link;

    use crate::terminal::dialog::tests::talk;

    use super::*;

    fn dialog(url: &str) -> LinkDialog {
        let origin = Origin { title: "demo".to_owned(), ..Origin::default() };
        let message = "Sign in here.".to_owned();
        let link = Link::read(url).unwrap();
        let wanted = WantedBy::Server;
        LinkDialog(LinkQuestion { origin, wanted, message, link, deadline: None })
    }

    /// HOST-46, security 17
    #[test]
    fn the_whole_address_its_host_and_its_cautions_are_shown() {
        let (seen, said) = talk(dialog("https://аpple.com/a?next=https://bank.example/"), &["y"]);
        expect_test::expect![[r#"
            Server “demo” asks:
              | Sign in here.
            It wants this page opened, the whole address:
              https://xn--pple-43d.com/a?next=https://bank.example/
            Host: xn--pple-43d.com
            Caution: The host is written with letters that can look like others. Compare it letter by letter.
            The page opens in your browser, outside of Steward. Steward has not looked at it.
            (Ctrl+D declines, Ctrl+C cancels.)
            Open it in your browser? [y/N] <y
        "#]]
        .assert_eq(&seen);
        assert_eq!(said, Some(LinkSaid::Open));
    }

    /// Security 31
    #[test]
    fn enter_opens_nothing() {
        for (line, said) in [
            ("", LinkSaid::Decline),
            ("no", LinkSaid::Decline),
            ("^D", LinkSaid::Decline),
            ("^C", LinkSaid::Cancel),
        ] {
            assert_eq!(talk(dialog("https://example.com/"), &[line]).1, Some(said), "{line}");
        }
        assert_eq!(talk(dialog("https://example.com/"), &["open"]).1, None);
    }
}
