//! What waits for the person, as the page lists it: real servers ask, and the desk answers by a
//! script.

use std::time::Duration;

use app::wire::{
    event::UiEvent,
    failure::{Code, Failure},
    inbox::{
        EndView, InboxView, OrphanedBy, QuestionKind, QuestionRef, QuestionView, StandingView,
    },
    server::{ServerRow, SwitchServer},
    tool::{CancelCall, OutcomeView},
};
use flows::{
    canary::Canary,
    desk::{Answer, Opened, form::Entered},
    house::House,
    peers,
    shapes::text_of,
};
use serde_json::{Value, json};
use tokio::{sync::broadcast::error::RecvError, time::timeout};

/// Ten times what anything here should take.
const LIMIT: Duration = Duration::from_secs(60);

async fn inbox(house: &House) -> InboxView {
    house.page("list_inbox", ()).await.unwrap()
}

/// What `look` finds in the inbox, now or as soon as it is told to have changed so.
async fn until<T>(house: &House, look: impl Fn(&InboxView) -> Option<T>) -> T {
    let mut events = house.app.events();
    loop {
        let view = inbox(house).await;
        if let Some(found) = look(&view) {
            return found;
        }
        let changed = async {
            loop {
                match events.recv().await {
                    Ok(UiEvent::InboxChanged { .. }) | Err(RecvError::Lagged(_)) => return,
                    Ok(_) => {}
                    Err(RecvError::Closed) => panic!("the app is closed"),
                }
            }
        };
        assert!(timeout(LIMIT, changed).await.is_ok(), "it stays as it is: {view:?}");
    }
}

/// Waits until the first question is open and as many others wait behind it.
async fn waiting(house: &House, count: usize) -> Vec<QuestionView> {
    until(house, |it| {
        let first = it.waiting.first()?.standing.clone();
        (it.waiting.len() == count && first == StandingView::Open).then(|| it.waiting.clone())
    })
    .await
}

/// How the question that ended last did, once there is one.
async fn ended(house: &House) -> EndView {
    until(house, |it| match &it.settled.first()?.standing {
        StandingView::Settled { end, .. } => Some(end.clone()),
        StandingView::Queued | StandingView::Open => None,
    })
    .await
}

async fn call(
    house: &House,
    server: &str,
    tool: &str,
    arguments: Value,
) -> Result<OutcomeView, Failure> {
    house.page("call_tool", house.call_of(server, tool, arguments)).await
}

fn send(values: Value) -> Answer {
    let Value::Object(values) = values else { panic!("values are an object") };
    Answer::Form(Entered::Send { values, remember: false })
}

/// HOST-42, HOST-47, HOST-48
#[tokio::test]
async fn a_question_is_listed_with_who_asks_for_which_call_and_never_with_what_is_answered() {
    let house = House::open().await;
    let canary = Canary::new();
    house.add("Asker", &peers::asker()).await;
    let asking = house.call_of("asker", "ask_secret", json!({ "label": "the vault" }));
    let name = asking.call.clone();
    let answering = async {
        let question = waiting(&house, 1).await.remove(0);
        house.desk.will_say([send(json!({ "secret": canary.value() }))]);
        question
    };
    let (outcome, question) =
        tokio::join!(house.page::<OutcomeView>("call_tool", asking), answering);
    let length = canary.value().chars().count();
    assert_eq!(text_of(&outcome.unwrap()), format!("Got a secret of {length} characters."));
    assert_eq!((question.kind, question.sensitive), (QuestionKind::Form, true));
    assert_eq!((question.server.as_deref(), question.title.as_str()), (Some("asker"), "Asker"));
    let calls: Vec<_> = question.calls.iter().map(|it| (it.tool.as_str(), &it.call)).collect();
    assert_eq!(calls, [("ask_secret", &name)]);
    assert_eq!(question.words, "The demo asks for: the vault");
    assert_eq!(question.deadline, Some(question.asked + 300_000));
    assert_eq!(ended(&house).await, EndView::Answered);
    let listed = serde_json::to_vec(&inbox(&house).await).unwrap();
    assert_eq!(canary.seen_in(&listed), [] as [&str; 0]);
    let home = house.close().await;
    assert_eq!(canary.seen_below(home.path()), []);
}

/// HOST-51
#[tokio::test]
async fn two_servers_ask_in_order_and_a_later_question_can_be_answered_next() {
    let house = House::open().await;
    for title in ["One", "Two", "Three"] {
        house.add(title, &peers::asker()).await;
    }
    let ask = |server: &'static str| call(&house, server, "confirm", json!({ "action": server }));
    let answering = async {
        waiting(&house, 1).await;
        let second = async {
            waiting(&house, 2).await;
            let third = async {
                let all = waiting(&house, 3).await;
                let order = |all: &[QuestionView]| -> Vec<String> {
                    all.iter().map(|it| it.title.clone()).collect()
                };
                assert_eq!(order(&all), ["One", "Two", "Three"]);
                let raised = QuestionRef { id: all[2].id };
                house.page::<()>("raise_question", raised).await.unwrap();
                assert_eq!(order(&inbox(&house).await.waiting), ["One", "Three", "Two"]);
                assert_eq!(house.desk.raised(), 1, "the dialog that is open comes to the front");
                house.desk.will_say([
                    send(json!({})),
                    Answer::Form(Entered::Decline),
                    Answer::Form(Entered::Cancel),
                ]);
            };
            tokio::join!(ask("three"), third).0
        };
        tokio::join!(ask("two"), second)
    };
    let (one, (two, three)) = tokio::join!(ask("one"), answering);
    let said = |outcome: Result<OutcomeView, Failure>| text_of(&outcome.unwrap());
    assert_eq!(said(one), "Accepted: one.");
    assert_eq!(said(three), "Declined: three.");
    assert_eq!(said(two), "Closed without an answer: two.");
    let ends: Vec<_> = inbox(&house).await.settled.into_iter().map(|it| it.title).collect();
    assert_eq!(ends, ["Two", "Three", "One"], "the newest first");
    house.close().await;
}

/// As if its dialog had been closed: harmless for a page that is not trusted.
#[tokio::test]
async fn a_question_that_is_given_up_is_cancelled_and_cannot_be_given_up_again() {
    let house = House::open().await;
    house.add("Asker", &peers::asker()).await;
    let asking = call(&house, "asker", "confirm", json!({ "action": "go" }));
    let giving_up = async {
        let id = QuestionRef { id: waiting(&house, 1).await.remove(0).id };
        house.page::<()>("withdraw_question", id).await.unwrap();
        id
    };
    let (outcome, id) = tokio::join!(asking, giving_up);
    assert_eq!(text_of(&outcome.unwrap()), "Closed without an answer: go.");
    assert_eq!(ended(&house).await, EndView::Cancelled);
    for command in ["withdraw_question", "raise_question"] {
        let failure = house.page::<()>(command, id).await.unwrap_err();
        assert_eq!(failure.code, Code::NotWaiting, "{command}");
    }
    house.close().await;
}

/// HOST-50
#[tokio::test]
async fn what_nobody_waits_for_any_more_says_whether_the_call_or_the_server_ended() {
    let house = House::open().await;
    house.add("Asker", &peers::asker()).await;
    let asking = house.call_of("asker", "confirm", json!({ "action": "go" }));
    let name = asking.call.clone();
    let stopping = async {
        waiting(&house, 1).await;
        house.page::<()>("cancel_call", CancelCall { call: name }).await.unwrap();
        ended(&house).await
    };
    let (stopped, end) = tokio::join!(house.page::<OutcomeView>("call_tool", asking), stopping);
    assert_eq!(stopped.unwrap_err().code, Code::Cancelled);
    assert_eq!(end, EndView::Orphaned { by: OrphanedBy::Call });

    let asking = call(&house, "asker", "confirm", json!({ "action": "go" }));
    let ending = async {
        waiting(&house, 1).await;
        let off = SwitchServer { server: "asker".into(), on: false };
        house.page::<ServerRow>("switch_server", off).await.unwrap();
        until(&house, |it| it.waiting.is_empty().then_some(())).await;
        ended(&house).await
    };
    let (failed, end) = tokio::join!(asking, ending);
    failed.unwrap_err();
    assert_eq!(end, EndView::Orphaned { by: OrphanedBy::Server });
    let (_, open) = house.desk.asked();
    assert_eq!(open, 0, "no dialog is left");
    house.close().await;
}

/// HOST-46
#[tokio::test]
async fn a_page_to_open_is_listed_and_one_that_may_not_be_says_why() {
    let house = House::open().await;
    house.add("Asker", &peers::asker()).await;
    house.desk.will_say([Answer::Link(Opened::Open)]);
    let url = "https://example.com/a";
    let opened = call(&house, "asker", "open_url", json!({ "url": url })).await.unwrap();
    assert_eq!(text_of(&opened), format!("The person agreed to open {url}."));
    assert_eq!(ended(&house).await, EndView::Answered);
    let evil = json!({ "url": "javascript:alert(1)" });
    call(&house, "asker", "open_url", evil).await.unwrap();
    let EndView::Refused { reason } = ended(&house).await else { panic!("it is refused") };
    assert!(!reason.is_empty());
    assert_eq!(inbox(&house).await.settled.len(), 2);
    house.close().await;
}
