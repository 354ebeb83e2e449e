//! Questions as the person gets them: without secrets, without waiting for a keychain, and for a
//! server at an address only where they allowed it.

use std::time::Duration;

use inbox::item::{Outcome as Ended, Standing};
use mcp::{Answer, Asked, Asker, CallRef, Question};
use model::{
    form::Entry,
    server::{Draft, Http, Transport},
};
use serde_json::{Value, json};
use stdx::tasks::Tasks;
use store::secrets::kind::Kind;
use tokio::time::{advance, timeout};
use vault::Vault;

use super::{
    HANG, House, demo, draft,
    person::{Act, Person},
};
use crate::{
    Event, Parts,
    asking::{Asking, remembered},
    log::{file::LogFile, reader::Range, writer::LogWriter},
    redact::Redactor,
    wished::Wished,
};

const SECRET: &str = "correct-horse-battery";

/// A server that asks, without a server.
struct Asks {
    house: House,
    asking: Asking,
    redactor: Redactor,
    log: LogFile,
    tasks: Tasks,
}

impl Asks {
    async fn new(person: &Person, vault: Vault, draft: &Draft) -> Self {
        Self::of(House::with(vault, person.clone(), Parts::clone).await, draft)
    }

    fn of(house: House, draft: &Draft) -> Self {
        let parts = house.servers.parts();
        let (mut tasks, redactor) = (Tasks::new(), Redactor::default());
        let log = LogFile::of(&parts.logs, &demo());
        let writer = LogWriter::start(log.clone(), parts.clock.clone(), &mut tasks, || {});
        let asking = Asking::new(parts, draft, &redactor, &writer, &Wished::default());
        Self { house, asking, redactor, log, tasks }
    }

    async fn near(person: &Person) -> Self {
        Self::new(person, Vault::memory(), &draft("")).await
    }

    async fn far(person: &Person) -> Self {
        let url = "https://a.example/mcp".to_owned();
        let transport = Transport::Http(Http { url, ..Http::default() });
        Self::new(person, Vault::memory(), &Draft { transport, ..draft("") }).await
    }

    async fn ask(&self, properties: Value) -> Answer {
        let schema = Some(json!({ "properties": properties }));
        self.put(Question::Form { message: format!("with {SECRET}"), schema }).await
    }

    async fn put(&self, question: Question) -> Answer {
        let calls = vec![CallRef { tool: format!("file:///{SECRET}"), tag: "t".into() }];
        timeout(HANG, self.asking.ask(Asked { calls, question })).await.expect("it is answered")
    }

    /// Waits until the log holds this, and gives the whole of it.
    async fn logged(&self, words: &str) -> String {
        let whole = || {
            let lines = self.log.read(Range::End, 1000).map(|it| it.lines).unwrap_or_default();
            lines.into_iter().map(|(_, line)| line.text).collect::<Vec<_>>().join("\n")
        };
        let began = std::time::Instant::now();
        while !whole().contains(words) {
            assert!(began.elapsed() < HANG, "no {words} in {}", whole());
            tokio::task::yield_now().await;
        }
        whole()
    }

    /// Has an answer remembered for a field, as if in an earlier run.
    async fn remember(&self, field: &str, value: &str) {
        let parts = self.house.servers.parts();
        let key = format!("elicit/demo/{field}");
        let account = parts.vault.account(&key);
        parts.db.secrets().note(&key, Kind::Elicit, "memory", &account).await.unwrap();
        // A silent keychain has it all the same, for all that anybody knows.
        timeout(Duration::from_millis(50), parts.vault.set(&key, value.into())).await.ok();
    }
}

fn typed(text: &str) -> Entry {
    Entry::Typed(text.into())
}

fn sent(answer: Answer) -> Value {
    let Answer::Accept(Some(content)) = answer else { panic!("{answer:?}") };
    Value::Object(content.reveal().clone())
}

/// HOST-48, security 29: in no part of a question that is shown, listed or logged.
#[tokio::test]
async fn no_part_of_a_question_holds_a_secret() {
    let person = Person::default();
    let asks = Asks::near(&person).await;
    asks.redactor.add(&SECRET.into());
    person.will(Act::Enter(vec![typed("a"), typed("b"), Entry::One(Some(0))]));
    let answer = asks.ask(json!({
        SECRET: { "type": "string", "default": SECRET },
        "b": { "title": SECRET, "description": format!("is {SECRET}") },
        "c": { "enum": [SECRET], "enumNames": [SECRET] },
    }));
    assert_eq!(sent(answer.await), json!({ SECRET: "a", "b": "b", "c": SECRET }));

    let unshowable = json!({ SECRET: { "type": SECRET } });
    assert_eq!(asks.ask(unshowable).await, Answer::Decline);
    let url = format!("https://a.example/?q={SECRET}");
    let link = Question::Url { message: String::new(), url, id: None };
    assert_eq!(asks.put(link).await, Answer::Decline);

    let log = asks.logged("its address holds a secret").await;
    let items = asks.house.servers.parts().inbox.list();
    let refused = |it: &inbox::item::Item| {
        matches!(&it.standing, Standing::Settled { outcome: Ended::Refused(_), .. })
    };
    assert_eq!(items.iter().filter(|it| refused(it)).count(), 2, "{items:?}");
    let shown = format!("{items:?} {} {log}", person.got());
    assert!(shown.contains("•••") && !shown.contains(SECRET), "{shown}");
}

/// Security 29: what is filled in and sent without a mask is a secret all the same.
#[tokio::test]
async fn a_remembered_answer_is_a_secret_however_it_is_sent() {
    let person = Person::default();
    let asks = Asks::near(&person).await;
    asks.remember("value", SECRET).await;
    person.will(Act::SendRemembered);
    assert_eq!(sent(asks.ask(json!({ "value": {} })).await), json!({ "value": SECRET }));
    assert_eq!(asks.redactor.text(format!("a {SECRET}")), "a •••");
    assert_eq!(person.saw(), ["with •••"], "it is learned before the question is shown");
    let next = Redactor::default();
    asks.house.servers.parts().typed.teach(&demo(), &next);
    assert_eq!(next.text(SECRET.into()), "•••", "the next run knows it too");
}

/// Security 29: a server may have kept it since a run before this, and say it at once.
#[tokio::test]
async fn what_was_remembered_is_known_before_a_server_asks() {
    let learned = async |vault: Vault| {
        let asks = Asks::new(&Person::default(), vault, &draft("")).await;
        asks.remember("value", SECRET).await;
        let parts = asks.house.servers.parts();
        timeout(HANG, remembered::learn(parts, &demo())).await.expect("it ends");
        let next = Redactor::default();
        parts.typed.teach(&demo(), &next);
        next.text(SECRET.into())
    };
    assert_eq!(learned(Vault::memory()).await, "•••");
    assert_eq!(learned(Vault::silent()).await, SECRET, "nobody waits for what is not given");
}

/// HOST-43
#[tokio::test]
async fn a_number_that_is_a_secret_is_taken_out() {
    let person = Person::default();
    let asks = Asks::near(&person).await;
    person.will(Act::Enter(vec![typed("48291733")]));
    let pin = asks.ask(json!({ "pin": { "type": "integer" } })).await;
    assert_eq!(sent(pin), json!({ "pin": 48_291_733 }));
    assert_eq!(asks.redactor.text("48291733".into()), "•••");
    assert!(asks.house.servers.parts().inbox.list()[0].sensitive);
}

/// HOST-52: a keychain that says nothing holds up neither the question nor its answer.
#[tokio::test]
async fn no_server_waits_for_the_keychain() {
    let person = Person::default();
    let asks = Asks::new(&person, Vault::silent(), &draft("")).await;
    asks.remember("password", SECRET).await;
    person.will(Act::EnterAndRemember(vec![typed("another-one")]));
    let answer = asks.ask(json!({ "password": {} })).await;
    assert_eq!(sent(answer), json!({ "password": "another-one" }));

    // Nor does what is still to be kept hold up the end of the server, and of its log.
    let Asks { house, asking, tasks, .. } = asks;
    drop(asking);
    timeout(HANG, tasks.finish()).await.expect("the log is written out");
    house.servers.give_up_answers(&demo()).await;
}

/// HOST-52: who was asked hears of what was not kept; where their desk cannot say it, a page does.
#[tokio::test]
async fn an_answer_that_is_not_kept_is_told_with_what_to_do() {
    for (vault, said, hint) in [
        (Vault::locked(), "the keychain is locked", "unlock the keychain"),
        (Vault::small(0), "the keychain failed", "try again"),
    ] {
        let person = Person::default();
        let mut asks = Asks::new(&person, vault, &draft("")).await;
        person.will(Act::EnterAndRemember(vec![typed(SECRET)]));
        let answer = asks.ask(json!({ "password": {} })).await;
        assert_eq!(sent(answer), json!({ "password": SECRET }));
        let told = |it: &Event| {
            let Event::NotKept(_, told) = it else { return None };
            Some(told.clone())
        };
        let told = asks.house.event(told).await;
        assert_eq!(told.said, format!("the answer could not be remembered: {said}"));
        assert!(told.hint.is_some_and(|it| it.starts_with(hint)), "{told:?}");
    }
}

/// HOST-52: what a keychain does not take in time is not called remembered the next time; what it had
/// before is.
#[tokio::test]
async fn an_answer_that_the_keychain_does_not_take_in_time_leaves_no_name() {
    let person = Person::default();
    let hurried = |it: &Parts| it.clone().hurried(Duration::from_millis(50));
    let house = House::with(Vault::silent(), person.clone(), hurried).await;
    let mut asks = Asks::of(house, &draft(""));
    asks.remember("pin", "1234").await;
    for field in ["password", "pin"] {
        person.will(Act::EnterAndRemember(vec![typed(SECRET)]));
        asks.ask(json!({ field: { "format": "password" } })).await;
        let not_kept = |it: &Event| {
            let Event::NotKept(_, told) = it else { return None };
            Some(told.said.clone())
        };
        let said = asks.house.event(not_kept).await;
        assert!(said.contains("did not answer in time"), "{said}");
    }
    let noted = asks.house.servers.parts().db.secrets().list().await.unwrap();
    let noted: Vec<_> = noted.into_iter().map(|it| it.key).collect();
    assert_eq!(noted, ["elicit/demo/pin"]);
}

/// HOST-52
#[tokio::test]
async fn how_the_keychain_stands_comes_with_the_question() {
    for (vault, properties, stands) in [
        (Vault::locked(), json!({ "password": {} }), "Locked { holds: false }"),
        (Vault::absent(), json!({ "password": {} }), "Absent"),
        (Vault::memory(), json!({ "password": {} }), "Open"),
        (Vault::absent(), json!({ "n": { "type": "boolean" } }), "Open"),
    ] {
        let person = Person::default();
        let asks = Asks::new(&person, vault, &draft("")).await;
        person.will(Act::Decline);
        asks.ask(properties).await;
        assert!(person.got().contains(&format!("keychain: {stands},")), "{}", person.got());
    }
}

/// HOST-52
#[tokio::test]
async fn what_is_remembered_is_offered_in_the_very_next_question() {
    let person = Person::default();
    let mut asks = Asks::near(&person).await;
    person.will(Act::EnterAndRemember(vec![typed(SECRET)]));
    asks.ask(json!({ "password": {} })).await;
    person.will(Act::SendRemembered);
    assert_eq!(sent(asks.ask(json!({ "password": {} })).await), json!({ "password": SECRET }));
    asks.house.event(|it| matches!(it, Event::AnswersChanged(_)).then_some(())).await;
}

/// Design, decision 7: a No holds for the run, and one who only closed it is asked again.
#[tokio::test]
async fn a_server_at_an_address_is_refused_once_for_all() {
    let person = Person::default();
    let asks = Asks::far(&person).await;
    let password = || asks.ask(json!({ "password": {} }));
    person.will(Act::Close);
    assert_eq!(password().await, Answer::Cancel);
    person.will(Act::Decline);
    assert_eq!(password().await, Answer::Decline);
    assert_eq!(password().await, Answer::Decline);
    assert_eq!(person.saw().len(), 2, "the third was not put");
    assert!(person.saw().iter().all(|it| it.contains("https://a.example/mcp")));
    person.will(Act::Enter(vec![typed("Ada")]));
    assert_eq!(sent(asks.ask(json!({ "user": {} })).await), json!({ "user": "Ada" }));
}

/// HOST-48: the names of its fields are a server's own words, also in a dialog of ours.
#[tokio::test]
async fn where_a_secret_would_go_is_asked_without_one() {
    let person = Person::default();
    let asks = Asks::far(&person).await;
    asks.redactor.add(&SECRET.into());
    person.will(Act::Decline);
    assert_eq!(asks.ask(json!({ format!("{SECRET} password"): {} })).await, Answer::Decline);
    let shown = format!("{} {:?}", person.got(), asks.house.servers.parts().inbox.list());
    assert!(shown.contains("(“••• password”)") && !shown.contains(SECRET), "{shown}");
}

/// Design, decision 7: who hides what they type takes it for a secret.
#[tokio::test]
async fn what_was_hidden_by_hand_goes_to_an_address_only_when_it_is_allowed() {
    let person = Person::default();
    let asks = Asks::far(&person).await;
    let value = || asks.ask(json!({ "value": {} }));
    person.will(Act::EnterHidden(vec![typed(SECRET)]));
    person.will(Act::Close);
    assert_eq!(value().await, Answer::Cancel);
    person.will(Act::EnterHidden(vec![typed(SECRET)]));
    person.will(Act::Enter(vec![]));
    assert_eq!(sent(value().await), json!({ "value": SECRET }));
    person.will(Act::EnterHidden(vec![typed(SECRET)]));
    assert_eq!(sent(value().await), json!({ "value": SECRET }));
    assert_eq!(person.saw().len(), 5, "it is asked once");
}

/// HOST-47: each question is listed at once, also while the consent of another is open, and none waits
/// longer than its own time from when it is shown.
#[tokio::test]
async fn questions_behind_a_consent_are_listed_and_expire() {
    let person = Person::default();
    let asks = Asks::far(&person).await;
    let inbox = &asks.house.servers.parts().inbox;
    let password = || {
        asks.asking.ask(Asked {
            calls: Vec::new(),
            question: Question::Form {
                message: String::new(),
                schema: Some(json!({ "properties": { "password": {} } })),
            },
        })
    };
    let mut changes = inbox.events();
    let time = async {
        let mut asked = 0;
        while asked < 2 {
            asked += usize::from(changes.recv().await.unwrap().standing == Standing::Queued);
        }
        while person.saw().is_empty() {
            tokio::task::yield_now().await;
        }
        let waiting = inbox.list();
        let timed: Vec<_> = waiting.iter().map(|it| it.deadline.is_some()).collect();
        assert_eq!(timed, [true, false], "the second is not seen yet");
        tokio::time::pause();
        advance(Duration::from_secs(301)).await;
        while person.saw().len() < 2 {
            tokio::task::yield_now().await;
        }
        advance(Duration::from_secs(301)).await;
        tokio::time::resume();
    };
    let (first, second, ()) = tokio::join!(password(), password(), time);
    assert_eq!((first, second), (Answer::Cancel, Answer::Cancel));
    let ends = inbox.list().into_iter().map(|it| it.standing);
    for end in ends {
        assert!(matches!(end, Standing::Settled { outcome: Ended::Expired, .. }), "{end:?}");
    }
}
