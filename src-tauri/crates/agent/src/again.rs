//! Whether a call that a rule lets run is asked for all the same, since servers gave something after
//! the person's yes (security 14); pure.
//!
//! A yes covers what was there when it was given. What came later may carry instructions of a
//! stranger, so a tool that says it destroys or reaches outside is asked for after anything new, and one
//! that says nothing of itself after each tool or server that was not heard from before. One that says it
//! reaches nothing outside, and only reads or destroys nothing, runs on. A claim can only bring a question here: no rule lets more run for it. What the
//! person allowed in the system's own dialog for just this tool, bound to its definition or to a
//! folder, stands.

use model::{
    approval::{Action, Rule},
    chat::came::{Before, Came, From, Yes},
    tool::Tool,
};
use serde_json::Value;
use stdx::clock::Millis;

use crate::weigh::{Weighed, fits};

/// What a server says of its tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    /// It only reads, or changes nothing outside and destroys nothing.
    Mild,
    /// Nothing, or too little.
    Silent,
    /// It destroys, or reaches outside.
    Grave,
}

/// What a tool's annotations come to.
pub(crate) fn claim(tool: Option<&Tool>) -> Claim {
    let hints = tool.and_then(|it| it.annotations.as_ref());
    let hint = |name: &str| hints.and_then(|it| it.get(name)).and_then(Value::as_bool);
    let (reads, destroys) = (hint("readOnlyHint"), hint("destructiveHint"));
    match (reads, destroys, hint("openWorldHint")) {
        (_, _, Some(true)) => Claim::Grave,
        // What only reads may read an address that tells somebody else (tools, annotations: a tool
        // reaches outside unless it says that it does not).
        (Some(true), _, Some(false)) | (Some(false) | None, Some(false), Some(false)) => {
            Claim::Mild
        }
        (Some(false) | None, Some(true), _) => Claim::Grave,
        (_, _, Some(false) | None) => Claim::Silent,
    }
}

/// Why a call is asked for that the rules let run: what came last; nothing where it is not.
pub(crate) fn again(
    rules: &[Rule],
    call: &Weighed<'_>,
    claim: Claim,
    before: &Before,
) -> Option<Came> {
    let fitting = || {
        let allows = |it: &&Rule| it.terms.action == Action::Allow && fits(&it.terms, call);
        rules.iter().filter(allows)
    };
    if fitting().any(is_lasting) {
        return None;
    }
    let here = fitting().filter(|it| it.terms.conversation.is_some()).map(|it| it.created);
    // A yes to another server of that name is none to this one.
    let own = |it: &&Yes| it.tool == *call.tool && it.registration.as_ref() == call.registration;
    let once = before.yes.iter().filter(own).map(|it| it.at);
    news(claim, call, before, here.chain(once).max()).cloned()
}

/// Whether the person gave it in the system's own dialog, for one tool, within bounds.
fn is_lasting(rule: &Rule) -> bool {
    let terms = &rule.terms;
    let one = terms.server.is_some() && !terms.tool.contains('*') && terms.conversation.is_none();
    one && (terms.digest.is_some() || terms.below.is_some())
}

fn news<'a>(
    claim: Claim,
    call: &Weighed<'_>,
    before: &'a Before,
    yes: Option<Millis>,
) -> Option<&'a Came> {
    let known = |it: &Came| yes.is_some_and(|yes| it.at < yes);
    let mut new = before.came.iter().rev().filter(|it| !known(it));
    let same =
        |one: &Came, other: &Came| one.from == other.from && one.registration == other.registration;
    let heard = |new: &Came| before.came.iter().any(|it| known(it) && same(it, new));
    let own = |it: &Came| {
        matches!(&it.from, From::Tool(tool) if tool == call.tool)
            && it.registration.as_ref() == call.registration
    };
    match claim {
        Claim::Mild => None,
        Claim::Grave => new.next(),
        Claim::Silent => new.find(|it| !own(it) && !heard(it)),
    }
}

#[cfg(test)]
mod tests;
