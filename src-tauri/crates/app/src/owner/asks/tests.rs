//! An owner's questions at the terminal of a guest, over a real socket.

use std::path::Path;

use inbox::{
    desk::NobodyToAsk,
    item::{Outcome, Standing},
};
use model::form::Entry;
use serde_json::{Value, json};
use tokio::{sync::mpsc::UnboundedReceiver, task::yield_now};

use crate::{
    owner::{
        fake::{FakeHost, FakeTerminal, Shown},
        guests::Guests,
        lock::Lock,
        remote::Remote,
    },
    terminal::{FormSaid, Given},
    wire::failure::{Code, Failure},
};

/// An owner, a guest of it, and what the guest's terminal shows.
struct Fixture {
    host: FakeHost,
    owner: (Lock, Guests, stdx::tasks::Tasks),
    guest: Remote,
    terminal: FakeTerminal,
    shown: Shown,
    _said: UnboundedReceiver<&'static str>,
}

async fn fixture(folder: &Path) -> Fixture {
    let (host, _said) = FakeHost::new();
    let owner = host.own(folder).await;
    let (terminal, shown) = FakeTerminal::new();
    let guest = terminal.clone().connect(folder).await;
    Fixture { host, owner, guest, terminal, shown, _said }
}

impl Fixture {
    fn outcome(&self) -> Outcome {
        match self.host.inbox.list().swap_remove(0).standing {
            Standing::Settled { outcome, .. } => outcome,
            Standing::Queued | Standing::Open => panic!("it waits"),
        }
    }
}

async fn seated(guest: &Remote, command: &str, payload: Value) -> Result<Value, Failure> {
    guest.call(command, payload, Some("mine".into())).await
}

fn send(given: Given) -> FormSaid {
    FormSaid::Send { given: vec![given], remember: false, masked: false }
}

/// HOST-42, HOST-48
#[tokio::test]
async fn a_question_for_a_guests_call_is_asked_there_and_its_answer_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut fixture = fixture(folder.path()).await;
    let called = seated(&fixture.guest, "form", Value::Null);
    let answering = async {
        let (prompt, answer) = fixture.shown.recv().await.unwrap();
        let typed = Given::Entry(Entry::Typed("hünter\"2".into()));
        answer.send(send(typed)).unwrap();
        prompt
    };
    let (reply, prompt) = tokio::join!(called, answering);
    assert_eq!(reply.unwrap(), json!("hünter\"2"));
    assert_eq!((prompt.origin.title.as_str(), prompt.message.as_str()), ("ssh", "Which one?"));
    assert_eq!(prompt.origin.calls[0].tool, "exec");
    assert!(prompt.form.is_sensitive());
}

/// HOST-52
#[tokio::test]
async fn what_is_remembered_is_sent_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut fixture = fixture(folder.path()).await;
    let called = seated(&fixture.guest, "form", json!("remembered value"));
    let answering = async {
        let (prompt, answer) = fixture.shown.recv().await.unwrap();
        answer.send(send(Given::Remembered)).unwrap();
        prompt
    };
    let (reply, prompt) = tokio::join!(called, answering);
    assert_eq!(reply.unwrap(), json!("remembered value"));
    assert!(prompt.remembered.contains("password"));
    assert!(!format!("{prompt:?}").contains("remembered value"), "{prompt:?}");
}

/// HOST-64
#[tokio::test]
async fn a_value_that_steward_wants_is_asked_for_there_too() {
    let folder = tempfile::tempdir().unwrap();
    let fixture = fixture(folder.path()).await;
    assert_eq!(seated(&fixture.guest, "secret", Value::Null).await.unwrap(), json!(null));
    *fixture.terminal.secret.lock().unwrap() = Some("s3cret".into());
    assert_eq!(seated(&fixture.guest, "secret", Value::Null).await.unwrap(), json!("s3cret"));
}

/// Design, decision 7: it is a question of ours, and comes as one.
#[tokio::test]
async fn whether_a_server_may_ask_for_secrets_is_asked_there_in_its_own_way() {
    let folder = tempfile::tempdir().unwrap();
    let mut fixture = fixture(folder.path()).await;
    assert_eq!(seated(&fixture.guest, "far", Value::Null).await.unwrap(), json!(true));
    assert_eq!(fixture.outcome(), Outcome::Declined);
    assert!(fixture.shown.try_recv().is_err(), "no form was shown");
}

/// HOST-63
#[tokio::test]
async fn whether_calls_may_run_unasked_is_asked_there_with_all_that_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let fixture = fixture(folder.path()).await;
    assert_eq!(seated(&fixture.guest, "allow", json!("{}")).await.unwrap(), json!(true));
    assert_eq!(fixture.outcome(), Outcome::Accepted);
    // This person says yes to what is defined alone.
    assert_eq!(seated(&fixture.guest, "allow", Value::Null).await.unwrap(), json!(false));
    assert_eq!(fixture.outcome(), Outcome::Cancelled);
}

/// HOST-46, HOST-47: the time that a browser takes at the guest is none of the person's.
#[tokio::test]
async fn a_yes_to_a_page_is_heard_before_the_page_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let fixture = fixture(folder.path()).await;
    let mut events = fixture.host.inbox.events();
    let called = seated(&fixture.guest, "link", Value::Null);
    let opening = async {
        let mut told = Vec::new();
        while told.len() < 3 {
            told.push(events.recv().await.unwrap().standing);
        }
        // The last one is that its limit begins anew.
        assert_eq!(told, [Standing::Queued, Standing::Open, Standing::Open]);
        fixture.terminal.browser.notify_one();
    };
    let (reply, ()) = tokio::join!(called, opening);
    assert_eq!(reply.unwrap(), json!(true));
    assert_eq!(fixture.outcome(), Outcome::Accepted);
}

/// What is said is why, and not that there was nobody.
#[tokio::test]
async fn why_nobody_was_asked_at_a_terminal_crosses() {
    let folder = tempfile::tempdir().unwrap();
    let mut fixture = fixture(folder.path()).await;
    let called = seated(&fixture.guest, "form", Value::Null);
    let leaving = async { drop(fixture.shown.recv().await.unwrap()) };
    let (reply, ()) = tokio::join!(called, leaving);
    let failure = reply.unwrap_err();
    let why = NobodyToAsk::TerminalLeft;
    assert_eq!(failure, Failure::from(why));
    assert_eq!(fixture.outcome(), Outcome::Refused(why.to_string()));
}

#[tokio::test]
async fn a_guest_without_a_seat_is_not_asked() {
    let folder = tempfile::tempdir().unwrap();
    let mut fixture = fixture(folder.path()).await;
    let failure = fixture.guest.call("form", Value::Null, None).await.unwrap_err();
    assert_eq!(failure.code, Code::NobodyToAsk);
    let elsewhere = fixture.guest.call("form", Value::Null, Some("other".into())).await;
    assert_eq!(elsewhere.unwrap_err().code, Code::NobodyToAsk);
    assert!(fixture.shown.try_recv().is_err());
}

/// HOST-50
#[tokio::test]
async fn a_question_that_is_over_is_taken_back_at_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut fixture = fixture(folder.path()).await;
    let called = seated(&fixture.guest, "form", Value::Null);
    let withdrawing = async {
        let (_, mut answer) = fixture.shown.recv().await.unwrap();
        let id = fixture.host.inbox.list()[0].id;
        fixture.host.inbox.withdraw(id).unwrap();
        answer.closed().await;
    };
    let (told, ()) = tokio::join!(called, withdrawing);
    assert!(told.is_err());
    assert_eq!(fixture.outcome(), Outcome::Cancelled);
}

/// HOST-50
#[tokio::test]
async fn a_guest_that_stops_its_call_takes_the_question_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut fixture = fixture(folder.path()).await;
    let mut answer = tokio::select! {
        _ = seated(&fixture.guest, "form", Value::Null) => panic!("nobody said"),
        shown = fixture.shown.recv() => shown.unwrap().1,
    };
    answer.closed().await;
    while fixture.host.inbox.list().iter().any(|it| it.standing == Standing::Open) {
        yield_now().await;
    }
    assert_eq!(fixture.outcome(), Outcome::Orphaned);
}

/// HOST-50
#[tokio::test]
async fn an_owner_that_goes_takes_its_question_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut fixture = fixture(folder.path()).await;
    let called = seated(&fixture.guest, "form", Value::Null);
    let going = async {
        let (_, mut answer) = fixture.shown.recv().await.unwrap();
        fixture.owner.2.stop().await;
        answer.closed().await;
    };
    let (told, ()) = tokio::join!(called, going);
    assert!(told.unwrap_err().message.contains("went away"));
}
