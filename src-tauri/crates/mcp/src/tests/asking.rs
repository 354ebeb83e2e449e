//! Servers that ask the person, over real pipes: every form, and rounds as they should and should
//! not be.

use std::{collections::BTreeMap, time::Duration};

use serde_json::{Value, json};

use super::{
    Desk,
    asker::{Put, Questions, accept, asker},
    call, call_with, soon, text,
};
use crate::{Answer, Client, Connection, Era, EraChoice, Error, Outcome, Question};

/// A desk at which somebody sits, and a server of one era.
async fn asked(script: &str, era: Era) -> (Desk, Connection, Questions) {
    let (asker, questions) = asker();
    let mut desk = Desk::new().era(EraChoice::Only(era));
    desk.settings.asker = Some(asker);
    desk.settings.round_gap = Duration::from_millis(2);
    let connection = desk.connect(script, &[]).await;
    (desk, connection, questions)
}

/// Calls a tool and has its questions answered.
async fn answered(
    client: &Client,
    questions: &mut Questions,
    tool: &str,
    mut answer: impl FnMut(&Put) -> Answer,
) -> Result<Outcome, Error> {
    let answering = async {
        loop {
            let put = questions.next().await;
            assert_eq!(put.tools(), [tool]);
            let answer = answer(&put);
            put.answer(answer);
        }
    };
    soon(async {
        tokio::select! {
            outcome = client.call(call(tool)) => outcome,
            () = answering => unreachable!("it never ends"),
        }
    })
    .await
}

/// HOST-42, HOST-48, HOST-49
#[tokio::test]
async fn every_form_arrives_as_it_was_sent_and_its_answer_goes_back() {
    let (mut desk, connection, mut questions) = asked("elicit_forms.py", Era::Legacy).await;
    let client = connection.client();
    let declared = &desk.received("initialize")[0]["params"]["capabilities"];
    assert_eq!(declared, &json!({ "elicitation": { "form": {}, "url": {} } }));
    let content = json!({ "age": 42, "days": ["Mo"], "ok": true, "password": "canary" });
    let mut seen = BTreeMap::new();
    for tool in soon(client.tools()).await.unwrap().tools {
        let name = tool.name.as_str();
        if matches!(name, "echo" | "takes_back" | "ends" | "leaves" | "required") {
            continue;
        }
        let ask = |put: &Put| {
            seen.insert(name.to_owned(), put.asked.question.clone());
            accept(content.clone())
        };
        let told = answered(&client, &mut questions, name, ask).await.unwrap().structured.unwrap();
        match name {
            "odd_mode" | "null_params" | "no_url" => {
                assert_eq!(told["error"]["code"], -32602, "{name}");
            }
            "page" => assert_eq!(told, json!({ "action": "accept" })),
            _ => assert_eq!(told, json!({ "action": "accept", "content": content }), "{name}"),
        }
    }
    assert_eq!(seen.len(), 28, "of the refused ones nobody was asked: {:?}", seen.keys());
    let schema = |name: &str| match &seen[name] {
        Question::Form { schema, .. } => schema.clone(),
        Question::Url { .. } => panic!("{name} is no form"),
    };
    assert_eq!(schema("no_schema"), None);
    assert_eq!(schema("null_schema"), Some(Value::Null));
    assert_eq!(schema("array_schema"), Some(json!({ "type": "array" })));
    let proto = schema("proto").unwrap();
    let keys: Vec<&String> = proto["properties"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["__proto__", "constructor"]);
    assert!(matches!(&seen["no_message"], Question::Form { message, .. } if message.is_empty()));
    assert!(
        matches!(&seen["long_message"], Question::Form { message, .. } if message.len() == 65_000)
    );
    let page = Question::Url {
        message: "Sign in".to_owned(),
        url: "https://login.example/start?x=1".to_owned(),
        id: Some("page-1".to_owned()),
    };
    assert_eq!(seen["page"], page);
    soon(connection.close()).await;
    let told = format!("{:?}", desk.notices());
    assert!(told.contains("started") && !told.contains("canary"), "{told}");
}

/// Calls a tool whose question is not waited for, lets it go on, and waits until the question is
/// taken back.
async fn taken_back(
    client: &Client,
    questions: &mut Questions,
    tool: &str,
) -> Result<Outcome, Error> {
    let going_on = async {
        let mut put = questions.next().await;
        client.call(call("echo")).await.unwrap();
        put.taken_back().await;
    };
    soon(async { tokio::join!(client.call(call(tool)), going_on) }).await.0
}

/// HOST-50
#[tokio::test]
async fn a_question_that_nobody_waits_for_is_taken_back() {
    let (mut desk, connection, mut questions) = asked("elicit_forms.py", Era::Legacy).await;
    let client = connection.client();
    let outcome = taken_back(&client, &mut questions, "takes_back").await.unwrap();
    assert_eq!(text(&outcome), "taken back");
    let outcome = taken_back(&client, &mut questions, "ends").await.unwrap();
    assert_eq!(text(&outcome), "over");
    desk.hears("reply").await;
    let replies = desk.witness("reply");
    assert_eq!(replies.len(), 1, "the one that the server took back has none");
    assert_eq!(replies[0]["reply"]["result"], json!({ "action": "cancel" }));
    let left = taken_back(&client, &mut questions, "leaves").await;
    assert!(matches!(left, Err(Error::Ended { .. })));
    assert_eq!(questions.open(), 0);
}

/// HOST-50
#[tokio::test]
async fn closing_the_connection_takes_its_questions_back_at_once() {
    let (_desk, connection, mut questions) = asked("elicit_forms.py", Era::Legacy).await;
    let client = connection.client();
    let calling = async { client.call(call("text")).await };
    let closing = async {
        let mut put = questions.next().await;
        let (_, ()) = tokio::join!(connection.close(), async {
            put.taken_back().await;
        });
    };
    let (ended, ()) = soon(async { tokio::join!(calling, closing) }).await;
    assert!(matches!(ended, Err(Error::Closed)));
}

/// HOST-46
#[tokio::test]
async fn a_call_that_needs_a_page_is_sent_again_once_the_page_is_dealt_with() {
    let (desk, connection, mut questions) = asked("elicit_forms.py", Era::Legacy).await;
    let agree = |_: &Put| Answer::Accept(None);
    let outcome = answered(&connection.client(), &mut questions, "required", agree).await.unwrap();
    assert_eq!(text(&outcome), "signed in");
    let calls = desk.received("tools/call");
    assert_eq!(calls.len(), 2);
    assert_ne!(calls[0]["id"], calls[1]["id"]);
}

fn yes(_: &Put) -> Answer {
    accept(json!({ "yes": true }))
}

/// HOST-49
#[tokio::test]
async fn rounds_come_to_their_end() {
    let (desk, connection, mut questions) = asked("input_rounds.py", Era::Modern).await;
    let client = connection.client();
    for (tool, expected, rounds) in [
        ("one_round", r#"accept {"yes": true}"#, 2),
        ("two_inputs", "keys=['a', 'b é']", 2),
        ("state_only", "ok", 2),
        ("no_state", "state present=False", 2),
        ("three_rounds", "three", 4),
        ("no_type", "counts as complete", 1),
    ] {
        let outcome = answered(&client, &mut questions, tool, yes).await.unwrap();
        assert_eq!(text(&outcome), expected, "{tool}");
        let rows: Vec<Value> =
            desk.witness("round").into_iter().filter(|row| row["tool"] == tool).collect();
        assert_eq!(rows.len(), rounds, "{tool}");
        assert_eq!((&rows[0]["state_present"], &rows[0]["got"]), (&json!(false), &Value::Null));
        let retries = rows.iter().skip(1);
        let state = json!(matches!(tool, "one_round" | "two_inputs" | "state_only"));
        assert!(retries.clone().all(|row| row["state_ok"] == state), "{tool}: {rows:?}");
        let mut ids: Vec<u64> = rows.iter().map(|row| row["id"].as_u64().unwrap()).collect();
        ids.dedup();
        assert_eq!(ids.len(), rounds, "{tool}: every round has an id of its own");
    }
    let no = |_: &Put| Answer::Decline;
    let outcome = answered(&client, &mut questions, "one_round", no).await.unwrap();
    assert_eq!(text(&outcome), "decline null");
}

/// HOST-49, CONTEXT-22
#[tokio::test]
async fn rounds_that_are_not_as_they_should_be_end_with_an_error_that_says_so() {
    let (desk, connection, mut questions) = asked("input_rounds.py", Era::Modern).await;
    let client = connection.client();
    for (tool, expected, rounds) in [
        ("forever", "the server still asks after 10 input rounds: too many rounds", 11),
        ("empty_asks", "the server still asks after 10 input rounds: too many rounds", 11),
        ("unknown_ask", "the server asks for `vendor/ask`, which is not known here", 1),
        (
            "sampling_ask",
            "the server asks for a reply of a language model (sampling), which is not supported yet",
            1,
        ),
        (
            "weird_type",
            "the server's reply cannot be read: its result type `sideways` is not known",
            1,
        ),
        (
            "nothing_asked",
            "the server's reply cannot be read: it asks for input, and does not say for which",
            1,
        ),
    ] {
        let error = soon(client.call(call_with(tool, json!({ "a": 1 })))).await.unwrap_err();
        assert_eq!(error.to_string(), expected, "{tool}");
        let rows = desk.witness("round");
        let rows = rows.iter().filter(|row| row["tool"] == tool);
        assert_eq!(rows.clone().count(), rounds, "{tool}");
        assert!(rows.clone().all(|row| row["arguments"] == json!({ "a": 1 })), "{tool}");
    }
    assert!(questions.ready().is_none(), "nobody was asked");
    assert_eq!(client.waiting(), 0);
}
