//! What the window is given to show, kind by kind.

use std::collections::BTreeMap;

use app::{
    desk::{
        About, AllowQuestion, ConsentQuestion, FormQuestion, Goes, LinkQuestion, SecretQuestion,
        WantedBy, keychain::Keychain,
    },
    item::Origin,
};
use model::{
    form::Form,
    link::Link,
    plan::{LaunchPlan, Target},
};
use serde_json::{Value, json};

use super::*;

fn question(schema: &Value) -> FormQuestion {
    FormQuestion {
        origin: Origin { title: "ssh".to_owned(), ..Origin::default() },
        message: "Which one?".to_owned(),
        form: Form::read(Some(schema)).unwrap(),
        remembered: BTreeMap::new(),
        keychain: Keychain::Open,
        deadline: None,
    }
}

fn form_of(schema: &Value) -> Prompt {
    form(&form::Sheet::of(&question(schema)))
}

/// What each button is: its words, whether it is dead at first, whether it is deaf to Enter.
fn buttons(prompt: &Prompt) -> Vec<(&str, bool, bool)> {
    prompt.buttons.iter().map(|it| (it.label.text.as_str(), it.dead, it.deaf)).collect()
}

/// Security 6, 31.
#[test]
fn a_consent_shows_the_whole_command_and_cancel_is_its_default() {
    let plan = LaunchPlan {
        title: "Everything".to_owned(),
        target: Target::Program,
        line: format!("sh -c '{}'", "x".repeat(50_000)),
        cwd: Some("/srv".to_owned()),
        names: vec![],
        refers: vec![],
        cautions: vec![model::plan::Caution::Shell("sh".to_owned())],
        digest: "ab12".to_owned(),
    };
    let whole = plan.line.clone();
    let question = ConsentQuestion { plan, before: None, about: About::Adding };
    let prompt = consent(&consent::Sheet::of(&question));
    assert_eq!(prompt.heading, "Add the server “Everything”?");
    let first = PromptPiece::Block { label: words::COMMAND.to_owned(), text: whole };
    assert_eq!(prompt.above[0], first);
    assert!(matches!(&prompt.above[1], PromptPiece::Note { text } if text.contains("a shell")));
    assert_eq!(
        buttons(&prompt),
        [
            ("Cancel", false, false),
            ("Add without starting", true, true),
            ("Add and start", true, true)
        ]
    );
    assert_eq!((prompt.default, prompt.dead), (0, 500));
    assert_eq!(prompt.buttons[2].label.key, Some('s'));
}

/// HOST-63, security 31.
#[test]
fn what_lets_calls_run_shows_them_first_and_cancel_is_its_default() {
    let (what, definition) = (vec!["Every call of `a`".to_owned()], Some("{\n}".to_owned()));
    let prompt = allow(&allow::Sheet::of(&AllowQuestion { what, definition }));
    assert_eq!(prompt.heading, "Let these calls run without asking?");
    assert_eq!(prompt.above[0], PromptPiece::Strong { text: "Every call of `a`".to_owned() });
    assert_eq!(prompt.above.last(), Some(&block(asking::DEFINED, "{\n}")));
    assert_eq!(buttons(&prompt), [("Cancel", false, false), ("Allow", true, true)]);
    assert_eq!((prompt.default, prompt.dead), (0, 500));
}

/// HOST-64
#[test]
fn a_secret_is_masked_and_nothing_is_not_kept() {
    let ask = |removable| {
        let (title, field) = (Some("GitHub".to_owned()), "TOKEN".to_owned());
        let question = SecretQuestion { title, field, goes: Goes::Keychain, removable };
        secret(&secret::Sheet::of(&question))
    };
    let prompt = ask(false);
    assert!(matches!(prompt.fields[0].input, PromptInput::Line { mask: PromptMask::Always, .. }));
    assert_eq!(prompt.buttons[KEEP].when_empty, Some(PromptEmpty::Dead));
    let removable = ask(true);
    let says = PromptEmpty::Says { label: label(words::REMOVE) };
    assert_eq!(removable.buttons[KEEP].when_empty, Some(says));
    assert_eq!(removable.below.len(), 2, "it says what an empty field does");
}

/// HOST-44, security 31.
#[test]
fn a_yes_is_dead_at_first_and_deaf_to_enter() {
    let prompt = form_of(&json!({}));
    assert_eq!(buttons(&prompt), [("No", true, false), ("Yes", true, true)]);
    assert_eq!((prompt.default, prompt.remember), (0, None));
    let quote = PromptPiece::Quote {
        label: words::asking::SERVER_SAYS.to_owned(),
        text: "Which one?".to_owned(),
    };
    assert_eq!(prompt.above, [quote]);
}

/// HOST-52
#[test]
fn without_a_keychain_there_is_no_tick_and_a_word_why() {
    let mut question = question(&json!({ "properties": { "password": {} } }));
    question.keychain = Keychain::Absent;
    let prompt = form(&form::Sheet::of(&question));
    assert_eq!(prompt.remember, None);
    assert!(prompt.keychain.concat().contains("there is no keychain"), "{prompt:?}");
    question.form =
        Form::read(Some(&json!({ "properties": { "n": { "type": "boolean" } } }))).unwrap();
    assert_eq!(form(&form::Sheet::of(&question)).keychain, [""; 0], "nothing is ever hidden");
}

/// HOST-42, HOST-52.
#[test]
fn what_is_remembered_is_not_in_the_window() {
    let schema = json!({ "properties": { "password": {}, "city": { "default": "Bern" } } });
    let mut question = question(&schema);
    question.remembered.insert("password".to_owned(), "hunter2".into());
    let prompt = form(&form::Sheet::of(&question));
    let line = |at: usize| {
        let PromptInput::Line { start, kept, .. } = &prompt.fields[at].input else {
            panic!("{:?}", prompt.fields[at])
        };
        (start.as_str(), *kept)
    };
    assert_eq!((line(0), line(1)), (("", true), ("Bern", false)));
    assert!(prompt.remember.as_ref().unwrap().on);
    assert_eq!(prompt.keychain, [asking::FORGETS]);
    assert!(!serde_json::to_string(&prompt).unwrap().contains("hunter2"));
    assert_eq!(
        buttons(&prompt),
        [("Cancel", false, false), ("Decline", true, false), ("Send", true, false)],
        "what answers is dead at first"
    );
    assert_eq!((prompt.default, prompt.buttons[2].main), (2, true));
}

/// HOST-45
#[test]
fn no_answer_can_be_chosen_only_where_it_is_one() {
    let choices = json!({ "enum": ["a", "b"] });
    let one = |required: Value| {
        let schema = json!({ "properties": { "x": choices }, "required": required });
        let PromptInput::One { none, open, .. } = form_of(&schema).fields[0].input.clone() else {
            panic!("it is one of several")
        };
        (none, open)
    };
    assert_eq!(one(json!([])), (Some(words::asking::NO_ANSWER.to_owned()), true));
    assert_eq!(one(json!(["x"])), (Some(words::asking::CHOOSE.to_owned()), false));
}

/// Security 17, 31.
#[test]
fn a_page_is_shown_whole_with_its_host_marked() {
    let address = format!("https://example.com/{}", "x".repeat(3_000));
    let link_question = LinkQuestion {
        origin: Origin::default(),
        wanted: WantedBy::Server,
        message: String::new(),
        link: Link::read(&address).unwrap(),
        deadline: None,
    };
    let prompt = link(&link::Sheet::of(&link_question));
    let (label, text) = (words::ADDRESS.to_owned(), address);
    assert_eq!(prompt.above[0], PromptPiece::Block { label, text });
    let host = PromptPiece::Strong { text: "Host: example.com".to_owned() };
    assert_eq!(prompt.above[1], host);
    assert_eq!(
        buttons(&prompt),
        [("Cancel", false, false), ("Decline", false, false), ("Open in browser", true, true)]
    );
    assert_eq!(prompt.default, 0);
}

/// HOST-47
#[test]
fn how_long_it_waits_is_told_without_the_time_itself() {
    let mut question = question(&json!({}));
    question.deadline = Some(Instant::now() + std::time::Duration::from_mins(2));
    let lapses = form(&form::Sheet::of(&question)).lapses.unwrap();
    assert!(lapses.words.ends_with(" in"), "{}", lapses.words);
    assert!((100_000..=120_000).contains(&lapses.left), "{}", lapses.left);
}
