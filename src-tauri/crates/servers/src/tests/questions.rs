//! Questions of a real server on their way to the person and back.

use inbox::item::{Item, Outcome as Ended, Standing};
use model::{
    form::Entry,
    outcome::{Block, Outcome},
    server::{Draft, Stdio, Transport},
};
use serde_json::{Value, json};

use super::{
    House, demo, draft,
    person::{Act, Person},
};
use crate::{Call, Error, Event, Wanted};

const SECRET: &str = "correct-horse-battery-staple";

impl House {
    /// Starts the demo of elicitation for a person with a script.
    async fn asking(person: &Person, more: &[&str]) -> Self {
        Self::for_person(person.clone()).await.with_demo(more).await
    }

    /// The demo of elicitation, started.
    async fn with_demo(self, more: &[&str]) -> Self {
        let script =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../../scripts/elicitation_demo_mcp.py");
        // The shell tells the process that it becomes.
        let tells = r#"echo "pid $$ " >&2; exec python3 "$@""#;
        let args = ["-c", tells, "sh", script].into_iter().chain(more.iter().copied());
        let (command, args) = ("sh".into(), args.map(str::to_owned).collect());
        let transport = Transport::Stdio(Stdio { command, args, ..Stdio::default() });
        let asking = Draft { transport, ..draft("") };
        self.servers.register(asking, Wanted::Started, false).await.unwrap();
        self.ready().await;
        self
    }

    async fn ask(&self, tool: &str, arguments: Value) -> Result<Outcome, Error> {
        let Value::Object(arguments) = arguments else { panic!("no object") };
        let tag = "the-call".to_owned();
        let call = Call { server: demo(), tool: tool.into(), arguments, tag, progress: None };
        self.servers.call(call).await
    }

    async fn said(&self, tool: &str, arguments: Value) -> String {
        let outcome = self.ask(tool, arguments).await.unwrap();
        let texts = outcome.blocks.iter().map(|it| {
            let Block::Text(text) = it else { panic!("{it:?}") };
            text.as_str()
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    fn last_item(&self) -> Item {
        self.servers.parts().inbox.list().into_iter().next().expect("something was asked")
    }

    fn how_it_ended(&self) -> Ended {
        let standing = self.last_item().standing;
        let Standing::Settled { outcome, .. } = standing else {
            panic!("it is not over: {standing:?}")
        };
        outcome
    }
}

fn typed(text: &str) -> Entry {
    Entry::Typed(text.into())
}

/// HOST-42
#[tokio::test]
async fn the_server_gets_what_the_person_entered() {
    let person = Person::default();
    let house = House::asking(&person, &[]).await;
    person.will(Act::Enter(vec![typed(SECRET)]));
    let said = house.said("ask_secret", json!({ "label": "vault" })).await;
    assert_eq!(said, format!("Got a secret of {} characters.", SECRET.len()));
    assert_eq!(person.saw(), ["The demo asks for: vault"]);
    let item = house.last_item();
    assert_eq!(item.origin.title, "Demo");
    assert_eq!(
        item.origin.calls.first().map(|it| (it.tool.as_str(), it.tag.as_str())),
        Some(("ask_secret", "the-call"))
    );
    assert!(item.sensitive);
    assert_eq!(house.how_it_ended(), Ended::Accepted);
}

/// HOST-42, HOST-44
#[tokio::test]
async fn no_and_closing_are_told_apart_and_carry_nothing() {
    let person = Person::default();
    let house = House::asking(&person, &[]).await;
    for (act, said, ended) in [
        (Act::Enter(vec![]), "Accepted: go.", Ended::Accepted),
        (Act::Decline, "Declined: go.", Ended::Declined),
        (Act::Close, "Closed without an answer: go.", Ended::Cancelled),
    ] {
        person.will(act);
        assert_eq!(house.said("confirm", json!({ "action": "go" })).await, said);
        assert_eq!(house.how_it_ended(), ended);
    }
}

/// HOST-49: one call, two input rounds.
#[tokio::test]
async fn a_second_question_may_follow_from_the_first() {
    let person = Person::default();
    let house = House::asking(&person, &[]).await;
    person.will(Act::Enter(vec![typed("Ulm")]));
    person.will(Act::Enter(vec![typed("3")]));
    let outcome = house.ask("two_questions", json!({})).await.unwrap();
    assert_eq!(outcome.structured, Some(json!({ "city": "Ulm", "nights": 3 })));
    assert_eq!(person.saw().len(), 2);
}

/// HOST-48, security 29: whatever a server says of a value typed into a masked field.
#[tokio::test]
async fn a_typed_secret_comes_back_by_no_way_there_is() {
    let person = Person::default();
    let mut house = House::asking(&person, &["--leak"]).await;
    person.will(Act::Enter(vec![typed(SECRET)]));
    let outcome = house.ask("ask_secret", json!({ "label": "vault" })).await.unwrap();
    person.will(Act::Enter(vec![typed(SECRET)]));
    let failed = house.ask("ask_secret", json!({ "label": "error" })).await.unwrap();
    house.logged("plain: •••").await;
    let shown = format!("{outcome:?} {failed:?} {}", house.written().await);
    let reversed: String = SECRET.chars().rev().collect();
    for spelling in
        [SECRET, reversed.as_str(), "Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5", "636f72726563742d686f727365"]
    {
        assert!(!shown.contains(spelling), "{spelling} in {shown}");
    }
    assert!(shown.contains("base64: •••"), "{shown}");
}

/// HOST-48
#[tokio::test]
async fn a_question_does_not_show_what_was_typed_before() {
    let person = Person::default();
    let house = House::asking(&person, &[]).await;
    person.will(Act::Enter(vec![typed(SECRET)]));
    house.said("ask_secret", json!({ "label": "vault" })).await;
    person.will(Act::Enter(vec![typed("another-one")]));
    house.said("ask_secret", json!({ "label": format!("not {SECRET}") })).await;
    assert_eq!(person.saw()[1], "The demo asks for: not •••");
}

/// HOST-52
#[tokio::test]
async fn a_remembered_answer_is_filled_in_and_can_be_forgotten() {
    let person = Person::default();
    let house = House::asking(&person, &[]).await;
    let mut events = house.servers.events();
    let mut kept = async || while events.recv().await.unwrap() != Event::AnswersChanged(demo()) {};
    let vault = &house.servers.parts().vault;
    let secrets = async || house.servers.parts().db.secrets().list().await.unwrap();
    person.will(Act::EnterAndRemember(vec![typed(SECRET)]));
    house.said("ask_secret", json!({ "label": "vault" })).await;
    kept().await;
    let key = "elicit/demo/secret";
    assert_eq!(vault.get(key).await.unwrap().unwrap().reveal(), SECRET);
    assert_eq!(secrets().await.first().map(|it| it.key.clone()).as_deref(), Some(key));
    person.will(Act::SendRemembered);
    let said = house.said("ask_secret", json!({ "label": "vault" })).await;
    assert_eq!(said, format!("Got a secret of {} characters.", SECRET.len()));
    kept().await;
    person.will(Act::Enter(vec![typed("another one")]));
    house.said("ask_secret", json!({ "label": "vault" })).await;
    kept().await;
    assert_eq!(vault.get(key).await.unwrap(), None, "the tick was taken out");
    assert_eq!(secrets().await, []);
}

/// Security 29: a server may have kept what it was told, and say it after its next start.
#[tokio::test]
async fn what_was_typed_stays_a_secret_when_its_server_is_started_again() {
    let person = Person::default();
    let house = House::asking(&person, &[]).await;
    person.will(Act::Enter(vec![typed("kept-for-later")]));
    house.said("ask_secret", json!({ "label": "vault" })).await;
    let allowed = house.row().await.approved.unwrap();
    house.servers.restart(&demo(), &allowed).await.unwrap();
    house.ready().await;
    person.will(Act::Decline);
    let said = house.said("confirm", json!({ "action": "send kept-for-later" })).await;
    assert_eq!(said, "Declined: send •••.");
}

/// HOST-46
#[tokio::test]
async fn only_an_address_that_can_be_shown_is_asked_about() {
    let person = Person::default();
    let mut house = House::asking(&person, &[]).await;
    person.will(Act::Open);
    let said = house.said("open_url", json!({ "url": "https://example.com/a" })).await;
    assert_eq!(said, "The person agreed to open https://example.com/a.");
    for url in ["javascript:alert(1)", "file:///etc/passwd", "https://bank.example@evil.example/"] {
        let said = house.said("open_url", json!({ "url": url })).await;
        assert!(said.contains("declined"), "{said}");
        assert!(matches!(house.how_it_ended(), Ended::Refused(_)));
        house.logged("its question to the person was declined: ").await;
    }
    assert_eq!(person.saw(), ["https://example.com/a"], "the others were never shown");
}

/// HOST-50
#[tokio::test]
async fn a_stopped_call_takes_its_question_back() {
    let person = Person::default();
    let house = House::asking(&person, &[]).await;
    let mut items = house.servers.parts().inbox.events();
    let call = house.ask("confirm", json!({ "action": "go" }));
    let open = async { while items.recv().await.unwrap().standing != Standing::Open {} };
    tokio::select! {
        ended = call => panic!("nobody answered: {ended:?}"),
        () = open => {}
    }
    loop {
        if let Standing::Settled { outcome, .. } = items.recv().await.unwrap().standing {
            assert_eq!(outcome, Ended::Orphaned);
            break;
        }
    }
    person.will(Act::Decline);
    assert_eq!(house.said("confirm", json!({ "action": "go" })).await, "Declined: go.");
}

/// HOST-50
#[tokio::test]
async fn a_server_that_dies_takes_its_question_along() {
    let person = Person::default();
    let mut house = House::asking(&person, &[]).await;
    let mut items = house.servers.parts().inbox.events();
    let pid = house.pid().await;
    let pid = pid.file_name().and_then(|it| it.to_str()).unwrap();
    let kill = async {
        while items.recv().await.unwrap().standing != Standing::Open {}
        let killed = std::process::Command::new("kill").args(["-9", pid]).status();
        assert!(killed.unwrap().success());
    };
    let (ended, ()) = tokio::join!(house.ask("confirm", json!({ "action": "go" })), kill);
    assert!(matches!(ended, Err(Error::Call { .. })), "{ended:?}");
    loop {
        if let Standing::Settled { outcome, .. } = items.recv().await.unwrap().standing {
            assert_eq!(outcome, Ended::Orphaned);
            break;
        }
    }
}

/// HOST-50
#[tokio::test]
async fn a_server_that_is_switched_off_takes_its_question_along() {
    let person = Person::default();
    let house = House::asking(&person, &[]).await;
    let mut items = house.servers.parts().inbox.events();
    let stop = async {
        while items.recv().await.unwrap().standing != Standing::Open {}
        house.servers.switch(&demo(), false).await
    };
    let (ended, stopped) = tokio::join!(house.ask("confirm", json!({ "action": "go" })), stop);
    stopped.unwrap();
    assert!(matches!(ended, Err(Error::Call { .. })), "{ended:?}");
    assert_eq!(house.how_it_ended(), Ended::Orphaned);
}

/// HOST-49: with nobody to ask the server hears so at once.
#[tokio::test]
async fn with_nobody_there_the_question_is_refused_in_words() {
    let house = House::new().await.with_demo(&[]).await;
    let said = match house.ask("confirm", json!({ "action": "go" })).await {
        Ok(outcome) => format!("{outcome:?}"),
        Err(error) => format!("{error:?}"),
    };
    assert!(said.contains("there is no dialog here to ask it in"), "{said}");
    assert!(matches!(house.how_it_ended(), Ended::Refused(_)));
}
