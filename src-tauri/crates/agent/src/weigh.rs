//! What the rules say of a call (HOST-63); pure: paths come in resolved.
//!
//! The first rule that fits decides, and where none does the person is asked. What a server claims
//! of its tool (HOST-35) is not looked at.

use std::{
    cmp::Reverse,
    path::{Path, PathBuf},
};

use model::{
    approval::{Action, Rule, Terms},
    chat::{card::ToolRef, id::ConversationId},
    server::Registration,
};
use stdx::clock::Millis;

/// A call that is weighed.
#[derive(Debug, Clone, Copy)]
pub struct Weighed<'a> {
    /// The tool.
    pub tool: &'a ToolRef,
    /// Which registration its server is; nothing where there is none of that name.
    pub registration: Option<&'a Registration>,
    /// Of its definition as it is now; nothing where it is not known, and no rule that is bound to
    /// one fits.
    pub digest: Option<&'a str>,
    /// Where the model asked for it.
    pub conversation: &'a ConversationId,
    /// The files and folders that its arguments name, resolved; nothing where they cannot be told.
    pub paths: Option<&'a [PathBuf]>,
    /// When.
    pub now: Millis,
}

/// What the rule says that decides, if there is one.
pub fn weigh(rules: &[Rule], call: &Weighed<'_>) -> Option<Action> {
    let mut fitting: Vec<_> = rules.iter().filter(|it| fits(&it.terms, call)).collect();
    fitting.sort_by_cached_key(|it| rank(it));
    let first = fitting.first()?;
    // A call whose paths cannot be told may be in the folder of a rule, or not: then no rule lets it
    // run, one that is sure of its denial holds, and else the person can see.
    let unsure = |it: &Rule| call.paths.is_none() && it.terms.below.is_some();
    if !unsure(first) {
        return Some(first.terms.action);
    }
    let denied = |it: &&Rule| it.terms.action == Action::Deny && !unsure(it);
    Some(if fitting.into_iter().any(|it| denied(&it)) { Action::Deny } else { Action::Ask })
}

/// A rule that would let the call run, if the tool were still what it was when the rule was made.
pub fn stale<'a>(rules: &'a [Rule], call: &Weighed<'_>) -> Option<&'a Rule> {
    let bound = rules.iter().filter(|it| {
        let terms = &it.terms;
        terms.action == Action::Allow
            && terms.digest.is_some()
            && terms.digest.as_deref() != call.digest
    });
    bound
        .filter(|it| fits(&Terms { digest: None, ..it.terms.clone() }, call))
        .max_by_key(|it| it.created)
}

/// In this order rules are looked at: by priority; of the same priority those that deny before all
/// others, then what was said for one conversation, for one tool, for one server; asking before
/// allowing; the older first.
pub fn rank(rule: &Rule) -> impl Ord + use<> {
    let Terms { priority, server, tool, action, conversation, below, .. } = &rule.terms;
    (
        *priority,
        *action != Action::Deny,
        Reverse(conversation.is_some()),
        tool.contains('*'),
        Reverse(below.is_some()),
        Reverse(server.is_some()),
        Reverse(tool.len()),
        *action == Action::Allow,
        rule.id,
    )
}

/// Whether a rule speaks of a call.
pub(crate) fn fits(terms: &Terms, call: &Weighed<'_>) -> bool {
    let same = || terms.registration.is_some() && terms.registration.as_ref() == call.registration;
    terms.server.as_ref().is_none_or(|it| *it == call.tool.server && same())
        && matches(&terms.tool, &call.tool.tool)
        && terms.conversation.as_ref().is_none_or(|it| it == call.conversation)
        && terms.expires.is_none_or(|it| call.now < it)
        && terms.digest.as_deref().is_none_or(|it| Some(it) == call.digest)
        && terms.below.as_deref().is_none_or(|it| is_below(call.paths, Path::new(it), terms.action))
}

/// Whether the paths of a call are in a folder: all of them for a rule that lets it run, and one is
/// enough for a rule that does not. A call that names none is in no folder.
fn is_below(paths: Option<&[PathBuf]>, folder: &Path, action: Action) -> bool {
    let Some(paths) = paths else { return action != Action::Allow };
    let inside = |it: &PathBuf| it.starts_with(folder);
    match action {
        Action::Allow => !paths.is_empty() && paths.iter().all(inside),
        Action::Ask | Action::Deny => paths.iter().any(inside),
    }
}

/// Whether a name fits a pattern in which `*` stands for any run of characters.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|head| name.strip_prefix(head)) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = rest.get(at + part.len()..).unwrap_or_default();
    }
    true
}

#[cfg(test)]
mod tests {
    use model::{approval::RuleId, name::ServerName};

    use super::*;

    fn first() -> Registration {
        Registration("r1".to_owned())
    }

    fn terms(tool: &str, action: Action) -> Terms {
        Terms {
            priority: 100,
            server: Some(ServerName::parse("files").unwrap()),
            registration: Some(first()),
            tool: tool.to_owned(),
            below: None,
            action,
            digest: None,
            conversation: None,
            expires: None,
            note: String::new(),
        }
    }

    /// What is decided of a call of `files/read_file` with these paths; nothing: the person is asked.
    fn decided(terms: &[Terms], paths: &[&str]) -> Option<Action> {
        let rules: Vec<_> = terms
            .iter()
            .cloned()
            .zip(1..)
            .map(|(terms, id)| Rule { id: RuleId(id), terms, created: Millis(id) })
            .collect();
        let tool =
            ToolRef { server: ServerName::parse("files").unwrap(), tool: "read_file".to_owned() };
        let paths: Vec<_> = paths.iter().map(PathBuf::from).collect();
        let conversation = ConversationId("here".to_owned());
        let call = Weighed {
            tool: &tool,
            registration: Some(&first()),
            digest: Some("d1"),
            conversation: &conversation,
            paths: Some(&paths),
            now: Millis(1000),
        };
        weigh(&rules, &call)
    }

    /// HOST-63
    #[test]
    fn where_no_rule_fits_the_person_is_asked() {
        assert_eq!(decided(&[], &[]), None);
        assert_eq!(decided(&[terms("write*", Action::Allow)], &[]), None);
        let other = Terms {
            server: Some(ServerName::parse("other").unwrap()),
            ..terms("*", Action::Allow)
        };
        assert_eq!(decided(&[other], &[]), None);
    }

    /// A name that was given to another server carries no rule over to it, neither a yes nor a no.
    #[test]
    fn what_was_said_of_a_server_holds_for_that_registration_alone() {
        let of = |registration| Terms { registration, ..terms("read_file", Action::Allow) };
        assert_eq!(decided(&[of(Some(first()))], &[]), Some(Action::Allow));
        let other = Some(Registration("r0".to_owned()));
        for gone in [other, Some(Registration(String::new())), None] {
            assert_eq!(decided(&[of(gone.clone())], &[]), None);
            let denial = Terms { action: Action::Deny, ..of(gone) };
            assert_eq!(decided(&[denial, terms("*", Action::Allow)], &[]), Some(Action::Allow));
        }
        let all = Terms { server: None, registration: None, ..terms("*", Action::Allow) };
        assert_eq!(decided(&[all], &[]), Some(Action::Allow));
    }

    /// HOST-63
    #[test]
    fn the_first_by_priority_decides() {
        let late = terms("read_file", Action::Allow);
        let early = Terms { priority: 1, ..terms("*", Action::Ask) };
        assert_eq!(decided(&[late, early], &[]), Some(Action::Ask));
    }

    /// HOST-63: no allowance of the same priority gets past a denial, whatever it is bound to.
    #[test]
    fn a_denial_cannot_be_got_past() {
        let here = Some(ConversationId("here".to_owned()));
        let allowances = [
            terms("read_file", Action::Allow),
            Terms { conversation: here, ..terms("read_file", Action::Allow) },
            Terms { below: Some("/home".to_owned()), ..terms("read_file", Action::Allow) },
        ];
        for allowance in allowances {
            let denial = Terms { server: None, ..terms("*", Action::Deny) };
            assert_eq!(decided(&[allowance, denial], &["/home/a"]), Some(Action::Deny));
        }
    }

    #[test]
    fn what_was_said_for_a_conversation_or_a_tool_goes_before_what_is_said_for_all() {
        let here = Some(ConversationId("here".to_owned()));
        let general = Terms { server: None, ..terms("*", Action::Ask) };
        let single = terms("read_file", Action::Allow);
        assert_eq!(decided(&[general.clone(), single], &[]), Some(Action::Allow));
        let local = Terms { conversation: here, ..terms("read*", Action::Allow) };
        assert_eq!(decided(&[terms("read_file", Action::Ask), local], &[]), Some(Action::Allow));
        let elsewhere = Some(ConversationId("there".to_owned()));
        let local = Terms { conversation: elsewhere, ..terms("read*", Action::Allow) };
        assert_eq!(decided(&[general, local], &[]), Some(Action::Ask));
    }

    /// HOST-63: it covers that tool only, and that long only.
    #[test]
    fn an_allowance_ends_with_its_time_and_with_the_tools_definition() {
        let still = Terms { expires: Some(Millis(1001)), ..terms("read_file", Action::Allow) };
        let over = Terms { expires: Some(Millis(1000)), ..terms("read_file", Action::Allow) };
        assert_eq!(decided(&[still], &[]), Some(Action::Allow));
        assert_eq!(decided(&[over], &[]), None);
        let same = Terms { digest: Some("d1".to_owned()), ..terms("read_file", Action::Allow) };
        let changed = Terms { digest: Some("d0".to_owned()), ..terms("read_file", Action::Allow) };
        assert_eq!(decided(&[same], &[]), Some(Action::Allow));
        assert_eq!(decided(&[changed], &[]), None);
    }

    /// HOST-63: path rules on canonical paths.
    #[test]
    fn a_folder_holds_what_is_below_it_and_nothing_that_only_begins_alike() {
        let inside =
            [Terms { below: Some("/home/me/notes".to_owned()), ..terms("*", Action::Allow) }];
        assert_eq!(decided(&inside, &["/home/me/notes/a", "/home/me/notes"]), Some(Action::Allow));
        for outside in [&["/home/me/notes/a", "/etc/passwd"][..], &["/home/me/notesbook"], &[]] {
            assert_eq!(decided(&inside, outside), None, "{outside:?}");
        }
        let denied = [
            Terms { below: Some("/etc".to_owned()), ..terms("*", Action::Deny) },
            terms("*", Action::Allow),
        ];
        assert_eq!(decided(&denied, &["/home/me", "/etc/passwd"]), Some(Action::Deny));
        assert_eq!(decided(&denied, &["/home/me"]), Some(Action::Allow));
    }

    #[test]
    fn paths_that_cannot_be_told_let_nothing_run_and_leave_a_sure_denial() {
        let tool =
            ToolRef { server: ServerName::parse("files").unwrap(), tool: "read_file".to_owned() };
        let conversation = ConversationId("here".to_owned());
        let call = Weighed {
            tool: &tool,
            registration: Some(&first()),
            digest: None,
            conversation: &conversation,
            paths: None,
            now: Millis(0),
        };
        let rules = |all: &[Terms]| -> Vec<Rule> {
            let ids = all.iter().cloned().zip(1..);
            ids.map(|(terms, id)| Rule { id: RuleId(id), terms, created: Millis(id) }).collect()
        };
        let folder = |action| Terms { below: Some("/etc".to_owned()), ..terms("*", action) };
        assert_eq!(weigh(&rules(&[folder(Action::Allow)]), &call), None);
        assert_eq!(
            weigh(&rules(&[folder(Action::Deny), terms("*", Action::Allow)]), &call),
            Some(Action::Ask)
        );
        let sure = [folder(Action::Deny), terms("*", Action::Deny)];
        assert_eq!(weigh(&rules(&sure), &call), Some(Action::Deny));
    }

    #[test]
    fn a_star_stands_for_any_run() {
        for (pattern, name) in [
            ("*", ""),
            ("*", "a"),
            ("a*", "a"),
            ("*b", "ab"),
            ("a*c", "abc"),
            ("a*b*c", "axbyc"),
            ("*x*", "axa"),
            ("a", "a"),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("", "a"),
            ("a", "ab"),
            ("a*c", "ab"),
            ("a*b", "b"),
            ("ab*ba", "aba"),
            ("*x*", "abc"),
            ("A", "a"),
        ] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
