//! Tests of the questions that what came in brings.

use model::{
    approval::{RuleId, Terms},
    chat::{card::ToolRef, id::ConversationId},
    name::ServerName,
    server::Registration,
};
use serde_json::json;

use super::*;

fn server(name: &str) -> ServerName {
    ServerName::parse(name).unwrap()
}

fn tool(name: &str) -> ToolRef {
    ToolRef { server: server("a"), tool: name.to_owned() }
}

fn of(registration: &str) -> Option<Registration> {
    Some(Registration(registration.to_owned()))
}

fn result(name: &str, at: i64) -> Came {
    Came { from: From::Tool(tool(name)), registration: of("r"), at: Millis(at) }
}

fn attached(name: &str, at: i64) -> Came {
    Came { from: From::Attached(server(name)), registration: None, at: Millis(at) }
}

/// A rule for one tool of the server, made at the tenth millisecond.
fn terms() -> Terms {
    Terms {
        priority: 100,
        server: Some(server("a")),
        registration: Some(Registration("r".to_owned())),
        tool: "act".to_owned(),
        below: None,
        action: Action::Allow,
        digest: Some("d".to_owned()),
        conversation: None,
        expires: None,
        note: String::new(),
    }
}

fn here() -> Terms {
    Terms { conversation: Some(ConversationId("c".to_owned())), ..terms() }
}

/// Whether the call of `act` is asked for again.
fn asked(terms: Terms, claim: Claim, came: &[Came], yes: &[(&str, i64)]) -> Option<Came> {
    let rules = [Rule { id: RuleId(1), terms, created: Millis(10) }];
    let (registration, conversation) =
        (Registration("r".to_owned()), ConversationId("c".to_owned()));
    let call = Weighed {
        tool: &tool("act"),
        registration: Some(&registration),
        digest: Some("d"),
        conversation: &conversation,
        paths: Some(&["/n/x".into()]),
        now: Millis(100),
    };
    let yes = yes.iter().map(|(name, at)| {
        // Of another server of that name where it begins so.
        let (registration, name) = match name.strip_prefix("other/") {
            Some(name) => (of("r0"), name),
            None => (of("r"), *name),
        };
        Yes { tool: tool(name), registration, at: Millis(*at) }
    });
    let yes = yes.collect();
    again(&rules, &call, claim, &Before { came: came.to_vec(), yes })
}

/// Security 14: an injected result calls what the person allowed before it came.
#[test]
fn after_anything_new_a_tool_that_destroys_or_reaches_outside_is_asked_for() {
    for news in [result("read", 11), result("act", 11), attached("b", 10)] {
        let came = [result("read", 5), news.clone()];
        assert_eq!(asked(here(), Claim::Grave, &came, &[]), Some(news));
    }
    assert_eq!(asked(here(), Claim::Grave, &[result("read", 5)], &[]), None, "it was there");
    assert_eq!(asked(here(), Claim::Grave, &[], &[]), None);
    let came = [result("read", 11)];
    assert_eq!(asked(here(), Claim::Grave, &came, &[("act", 12)]), None, "a yes since");
    assert!(asked(here(), Claim::Grave, &came, &[("read", 12)]).is_some(), "to another tool");
}

/// Nobody is asked for ever: each that gives something brings one question.
#[test]
fn a_tool_that_says_nothing_is_asked_for_once_for_each_that_gives_something() {
    let ask = |came: &[Came], yes| asked(here(), Claim::Silent, came, yes);
    assert_eq!(ask(&[result("act", 11)], &[]), None, "its own");
    let other = [result("read", 11)];
    assert_eq!(ask(&other, &[]), Some(result("read", 11)));
    assert_eq!(ask(&[result("read", 11), result("read", 20)], &[("act", 15)]), None);
    let third = [result("read", 11), attached("b", 20)];
    assert_eq!(ask(&third, &[("act", 15)]), Some(attached("b", 20)));
}

/// A name that was given to another server carries no yes over to it, nor what it is known for.
#[test]
fn what_was_said_to_another_server_of_that_name_does_not_count() {
    let came = [result("read", 11)];
    assert_eq!(asked(here(), Claim::Grave, &came, &[("act", 12)]), None);
    assert!(asked(here(), Claim::Grave, &came, &[("other/act", 12)]).is_some());
    let other = |name, at| Came { registration: of("r0"), ..result(name, at) };
    let own = [other("act", 11)];
    assert_eq!(asked(here(), Claim::Silent, &own, &[]), Some(other("act", 11)), "not its own");
    let again = [other("read", 11), result("read", 20)];
    let found = asked(here(), Claim::Silent, &again, &[("act", 15)]);
    assert_eq!(found, Some(result("read", 20)), "it was not heard from");
}

/// HOST-35: a claim is no leave, and lowers nothing: the rule lets it run by itself.
#[test]
fn a_tool_that_only_reads_runs_on_as_the_rule_says() {
    assert_eq!(asked(here(), Claim::Mild, &[result("read", 11)], &[]), None);
}

#[test]
fn what_was_allowed_natively_for_just_this_tool_stands() {
    let came = [result("read", 11), attached("b", 12)];
    let folder = Terms { digest: None, below: Some("/n".to_owned()), ..terms() };
    for lasting in [terms(), folder] {
        assert_eq!(asked(lasting, Claim::Grave, &came, &[]), None);
    }
    let broad = [
        Terms { server: None, registration: None, ..terms() },
        Terms { tool: "a*".to_owned(), ..terms() },
        Terms { digest: None, ..terms() },
        Terms { digest: None, tool: "*".to_owned(), ..terms() },
    ];
    for broad in broad {
        assert!(asked(broad.clone(), Claim::Grave, &came, &[]).is_some(), "{broad:?}");
        assert!(asked(broad.clone(), Claim::Silent, &came, &[]).is_some(), "{broad:?}");
        assert_eq!(asked(broad, Claim::Silent, &came, &[("act", 13)]), None);
    }
}

/// As the protocol has the hints where they are left out, but that silence is no claim.
#[test]
fn what_a_tool_says_of_itself_is_read_as_the_graver_of_its_words() {
    let of = |hints: Value| {
        let tool = Tool {
            name: String::new(),
            title: None,
            description: String::new(),
            input_schema: json!({}),
            output_schema: None,
            annotations: Some(hints),
            marks: Vec::new(),
        };
        claim(Some(&tool))
    };
    assert_eq!(claim(None), Claim::Silent);
    for (hints, wanted) in [
        (json!({}), Claim::Silent),
        (json!("odd"), Claim::Silent),
        (json!({ "readOnlyHint": "yes" }), Claim::Silent),
        (json!({ "destructiveHint": false }), Claim::Silent),
        (json!({ "readOnlyHint": true }), Claim::Silent),
        (json!({ "readOnlyHint": true, "openWorldHint": false }), Claim::Mild),
        (json!({ "destructiveHint": false, "openWorldHint": false }), Claim::Mild),
        (json!({ "readOnlyHint": true, "openWorldHint": true }), Claim::Grave),
        (json!({ "destructiveHint": true, "openWorldHint": false }), Claim::Grave),
    ] {
        assert_eq!(of(hints.clone()), wanted, "{hints}");
    }
}
