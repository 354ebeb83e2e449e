//! The person's leave for calls to run unasked: what a page says of it is not enough, a native dialog
//! asks once more.

use inbox::{Ask, desk::AllowQuestion, item::Origin};
use model::approval::{Action, Terms};
use stdx::text::quotable;

use crate::{
    app::App,
    window::Window,
    wire::failure::{Code, Failure},
};

/// Most lines that a dialog shows; the rest is counted.
const MOST: usize = 12;
/// How broad rules are told.
const EVERY: &str = "every";

/// Asks whether these calls may run unasked from now on.
///
/// # Errors
/// `Declined`, `NobodyToAsk`
pub(crate) async fn ask(
    app: &App,
    from: Window,
    mut what: Vec<String>,
    definition: Option<String>,
) -> Result<(), Failure> {
    // What a person typed at a terminal is their consent.
    if from == Window::Terminal {
        return Ok(());
    }
    // The broadest first: nothing is hidden behind what is dull.
    what.sort_by_key(|it| !it.contains(EVERY));
    let more = what.len().saturating_sub(MOST);
    what.truncate(MOST);
    if more > 0 {
        what.push(format!("and {more} more"));
    }
    let words = what.first().cloned().unwrap_or_default();
    let question = AllowQuestion { what, definition };
    let ask = Ask { origin: Origin::default(), words, limit: None };
    if app.inbox().allow(ask, question).await? {
        return Ok(());
    }
    Err(Failure::new(Code::Declined, "nothing was changed: you did not agree in the dialog"))
}

/// What the new rules let run that the old ones did not, in words; pure. A rule that was there is no
/// news, one that denies or asks is none either, unless one that denied is gone.
pub(crate) fn loosened(before: &[Terms], after: &[Terms]) -> Vec<String> {
    let same = |one: &Terms, other: &Terms| {
        Terms { note: String::new(), ..one.clone() }
            == Terms { note: String::new(), ..other.clone() }
    };
    let new = after
        .iter()
        .filter(|it| it.action == Action::Allow && !before.iter().any(|old| same(old, it)));
    let kept = |it: &Terms| after.iter().any(|new| same(new, it));
    let gone = before.iter().filter(|it| it.action != Action::Allow && !kept(it));
    let allowing = after.iter().any(|it| it.action == Action::Allow);
    let new = new.map(|it| format!("Allow {}", words(it)));
    let gone = gone.filter(|_| allowing).map(|it| match it.action {
        Action::Deny => format!("Deny {} no more", words(it)),
        Action::Ask | Action::Allow => format!("Ask for {} no more", words(it)),
    });
    new.chain(gone).collect()
}

fn words(it: &Terms) -> String {
    let tool = if it.tool == "*" {
        format!("{EVERY} tool")
    } else {
        format!("“{}”", quotable(&it.tool, 100))
    };
    let server = match &it.server {
        Some(server) => format!(" of “{server}”"),
        None => format!(" of {EVERY} server"),
    };
    let below =
        it.below.as_deref().map(|it| format!(" below {}", quotable(it, 300))).unwrap_or_default();
    let here = if it.conversation.is_some() { ", in one conversation" } else { "" };
    format!("{tool}{server}{below}{here}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(tool: &str, action: Action) -> Terms {
        Terms {
            priority: 100,
            server: None,
            registration: None,
            tool: tool.to_owned(),
            below: None,
            action,
            digest: None,
            conversation: None,
            expires: None,
            note: String::new(),
        }
    }

    /// HOST-63
    #[test]
    fn what_allows_more_is_told_and_nothing_else() {
        let (read, write) = (rule("read", Action::Allow), rule("write", Action::Allow));
        let (deny, ask) = (rule("rm", Action::Deny), rule("*", Action::Ask));
        let quiet = [
            (vec![read.clone()], vec![read.clone()]),
            (vec![read.clone(), write.clone()], vec![read.clone()]),
            (vec![read.clone()], vec![read.clone(), deny.clone(), ask.clone()]),
            (vec![read.clone()], vec![Terms { note: "mine".to_owned(), ..read.clone() }]),
            (vec![deny.clone()], vec![]),
        ];
        for (before, after) in quiet {
            assert_eq!(loosened(&before, &after), Vec::<String>::new());
        }
        assert_eq!(loosened(&[], std::slice::from_ref(&read)), ["Allow “read” of every server"]);
        let gone = loosened(&[read.clone(), deny], std::slice::from_ref(&read));
        assert_eq!(gone, ["Deny “rm” of every server no more"]);
        let wider = Terms { digest: Some("d".to_owned()), ..read.clone() };
        assert_eq!(loosened(&[wider], &[read]).len(), 1, "it is bound to nothing any more");
        let earlier = Terms { priority: 1, ..write.clone() };
        assert_eq!(loosened(&[write], &[earlier]).len(), 1, "it goes before others now");
    }
}
