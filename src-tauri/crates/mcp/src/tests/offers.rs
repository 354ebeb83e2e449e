//! Prompts, resources, levels and folders of a server, in the way of either era.

use serde_json::{Value, json};

use super::{asker::accept, near::Near};
use crate::{Block, Completing, Era, Errand, Error, Level, Of, Root};

const META: &str = "io.modelcontextprotocol/";

fn root(name: &str) -> Root {
    Root { uri: format!("file:///{name}"), name: Some(name.to_owned()) }
}

fn errand(tag: &str) -> Errand {
    Errand { tag: tag.to_owned(), ..Errand::default() }
}

fn refusal(request: &Value, code: i64) -> Value {
    let error = json!({ "code": code, "message": "no" });
    json!({ "jsonrpc": "2.0", "id": request["id"], "error": error })
}

fn prompt(near: &mut Near) -> tokio::sync::oneshot::Receiver<Result<crate::PromptResult, Error>> {
    near.does(|client| async move {
        let arguments = [("a".to_owned(), "1".to_owned())].into();
        client.prompt("review", &arguments, errand("card-1")).await
    })
}

/// HOST-49: what asks is sent again with the answer, whatever it was asked for.
#[tokio::test(start_paused = true)]
async fn a_prompt_may_ask_the_person_in_rounds() {
    let mut near = Near::new(Era::Modern);
    let given = prompt(&mut near);
    let first = near.hears().await;
    assert_eq!(first["method"], "prompts/get");
    assert_eq!(first["params"]["arguments"], json!({ "a": "1" }));
    let question = json!({ "method": "elicitation/create", "params": { "message": "x" } });
    let asks = json!({ "resultType": "input_required", "inputRequests": { "q": question } });
    near.answers(&first, &asks);
    let put = near.questions.next().await;
    assert_eq!((put.tools(), put.asked.calls[0].tag.as_str()), (vec!["review"], "card-1"));
    put.answer(accept(json!({ "yes": true })));
    let second = near.hears().await;
    let answer = json!({ "q": { "action": "accept", "content": { "yes": true } } });
    assert_eq!(second["params"]["inputResponses"], answer);
    near.answers(
        &second,
        &json!({ "messages": [{ "role": "user", "content": { "type": "text", "text": "hi" } }] }),
    );
    let given = given.await.unwrap().unwrap();
    assert_eq!(given.messages[0].blocks, [Block::Text("hi".to_owned())]);
}

/// HOST-42: on the legacy era the question comes as a request of its own.
#[tokio::test(start_paused = true)]
async fn a_resource_may_ask_the_person_meanwhile() {
    let mut near = Near::new(Era::Legacy);
    let read = near.does(|client| async move { client.read("f:x", errand("card-2")).await });
    let asked = near.hears().await;
    assert_eq!(
        (&asked["method"], &asked["params"]["uri"]),
        (&json!("resources/read"), &json!("f:x"))
    );
    near.asks("q", "Which?");
    let put = near.questions.next().await;
    assert_eq!(put.asked.calls[0].tag, "card-2");
    put.answer(crate::Answer::Decline);
    assert_eq!(near.hears().await["result"]["action"], "decline");
    near.answers(&asked, &json!({ "contents": [] }));
    assert_eq!(read.await.unwrap().unwrap().blocks, []);
}

/// HOST-36
#[tokio::test(start_paused = true)]
async fn what_nobody_waits_for_any_more_is_cancelled() {
    let mut near = Near::new(Era::Modern);
    let given = prompt(&mut near);
    let asked = near.hears().await;
    drop(given);
    let cancel = near.hears().await;
    assert_eq!(cancel["method"], "notifications/cancelled");
    assert_eq!(cancel["params"]["requestId"], asked["id"]);
}

/// HOST-22: folders are told only where the person shares some; nobody is asked before that is clear.
#[tokio::test(start_paused = true)]
async fn folders_go_to_a_round_that_asks_for_them_if_any_are_shared() {
    let asks = json!({ "resultType": "input_required", "inputRequests": {
        "f": { "method": "roots/list" },
        "q": { "method": "elicitation/create", "params": { "message": "x" } } } });
    let mut near = Near::that_can(Era::Modern, json!({}), None);
    let given = prompt(&mut near);
    let first = near.hears().await;
    near.answers(&first, &asks);
    let error = given.await.unwrap().unwrap_err();
    assert!(matches!(&error, Error::AsksFor { kind } if kind == "roots/list"), "{error}");
    assert!(near.questions.ready().is_none());

    let mut near = Near::that_can(Era::Modern, json!({}), Some(vec![root("a")]));
    let _given = prompt(&mut near);
    let first = near.hears().await;
    let declared = &first["params"]["_meta"][format!("{META}clientCapabilities")];
    assert_eq!(declared["roots"], json!({}));
    near.answers(&first, &asks);
    near.questions.next().await.answer(crate::Answer::Cancel);
    assert_eq!(
        near.hears().await["params"]["inputResponses"],
        json!({ "q": { "action": "cancel" }, "f": { "roots": [{ "uri": "file:///a", "name": "a" }] } })
    );
}

/// HOST-22
#[tokio::test(start_paused = true)]
async fn a_server_that_asks_for_folders_gets_them_if_any_are_shared() {
    let ask = json!({ "jsonrpc": "2.0", "id": "r", "method": "roots/list" });
    let mut near = Near::that_can(Era::Legacy, json!({}), None);
    near.says(&ask);
    assert_eq!(near.hears().await["error"]["code"], -32601);
    let mut near = Near::that_can(Era::Legacy, json!({}), Some(vec![root("a")]));
    near.says(&ask);
    let told = json!({ "roots": [{ "uri": "file:///a", "name": "a" }] });
    assert_eq!(near.hears().await["result"], told);
    // A server of the modern era was told nothing of requests of its own.
    let mut near = Near::that_can(Era::Modern, json!({}), Some(vec![root("a")]));
    near.says(&ask);
    assert_eq!(near.hears().await["error"]["code"], -32601);
}

/// HOST-22: sampling is declared nowhere.
#[tokio::test(start_paused = true)]
async fn other_folders_are_told_where_the_server_may_hear_of_them() {
    let mut near = Near::that_can(Era::Legacy, json!({}), Some(vec![root("a")]));
    near.questions.share(None);
    assert!(near.client.roots_changed());
    assert_eq!(near.hears().await["method"], "notifications/roots/list_changed");
    let near = Near::that_can(Era::Legacy, json!({}), None);
    assert!(near.client.roots_changed(), "there are none, as it was told");
    near.questions.share(Some(vec![root("a")]));
    assert!(!near.client.roots_changed(), "it cannot ask for them");
    let mut near = Near::that_can(Era::Modern, json!({}), None);
    near.questions.share(Some(vec![root("a")]));
    assert!(near.client.roots_changed());
    let _given = prompt(&mut near);
    let meta = near.hears().await["params"]["_meta"].take();
    let declared = &meta[format!("{META}clientCapabilities")];
    assert_eq!((&declared["roots"], declared.get("sampling")), (&json!({}), None));
}

#[tokio::test(start_paused = true)]
async fn a_level_goes_once_to_an_old_server_and_with_each_request_to_a_new_one() {
    let mut near = Near::that_can(Era::Legacy, json!({ "logging": {} }), None);
    assert!(near.client.takes_level());
    let set = near.does(|client| async move {
        client.set_level(None).await.unwrap();
        client.set_level(Some(Level::Error)).await
    });
    let asked = near.hears().await;
    assert_eq!(
        (&asked["method"], &asked["params"]["level"]),
        (&json!("logging/setLevel"), &json!("error"))
    );
    near.answers(&asked, &json!({}));
    set.await.unwrap().unwrap();
    assert!(!Near::new(Era::Legacy).client.takes_level());

    let mut near = Near::new(Era::Modern);
    let key = format!("{META}logLevel");
    for (level, goes) in [(None, "info"), (Some(Level::Emergency), "emergency"), (None, "info")] {
        near.client.set_level(level).await.unwrap();
        let _given = prompt(&mut near);
        assert_eq!(near.hears().await["params"]["_meta"][&key], goes);
        near.hears().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_does_not_know_a_list_has_an_empty_one() {
    for era in [Era::Legacy, Era::Modern] {
        let mut near = Near::that_can(era, json!({ "prompts": {} }), None);
        let list = near.does(|client| async move { client.prompts().await });
        let asked = near.hears().await;
        near.says(&refusal(&asked, -32601));
        assert_eq!(list.await.unwrap().unwrap().entries, []);
        let list = near.does(|client| async move { client.resource_templates().await });
        let asked = near.hears().await;
        assert_eq!(asked["method"], "resources/templates/list");
        near.says(&refusal(&asked, -32603));
        assert!(matches!(list.await.unwrap(), Err(Error::Rpc(_))), "another refusal is one");
    }
}

#[tokio::test(start_paused = true)]
async fn suggestions_are_asked_for_with_what_is_known_already() {
    let mut near = Near::new(Era::Legacy);
    let completing = Completing {
        of: Of::Template("f:{a}/{b}".to_owned()),
        argument: "b".to_owned(),
        value: "x".to_owned(),
        others: [("a".to_owned(), "1".to_owned())].into(),
    };
    let found = near.does(|client| async move { client.complete(&completing, errand("c")).await });
    let mut asked = near.hears().await;
    asked["params"].as_object_mut().unwrap().remove("_meta");
    assert_eq!(
        asked["params"],
        json!({ "ref": { "type": "ref/resource", "uri": "f:{a}/{b}" },
                "argument": { "name": "b", "value": "x" }, "context": { "arguments": { "a": "1" } } })
    );
    near.says(&refusal(&asked, -32601));
    assert_eq!(
        found.await.unwrap().unwrap().values,
        Vec::<String>::new(),
        "it never said it could"
    );
}
