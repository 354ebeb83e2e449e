//! Servers on this machine: one that answers, one that wants a key, one that says nothing, one that is
//! something else.

use serde_json::json;

use crate::{
    local::{Usual, find},
    tests::{
        http,
        mock::{Answer, Mock},
        patience,
    },
};

#[tokio::test]
async fn who_answers_with_a_list_is_found_and_nobody_else() {
    let list = json!({"object": "list", "data": [{"id": "smol"}]});
    let there = Mock::start(vec![Answer::json(200, &list)]).await;
    let empty = Mock::start(vec![Answer::json(200, &json!({"data": []}))]).await;
    let silent = Mock::start(vec![Answer::stream(&[]).then_stall()]).await;
    let page = Mock::start(vec![Answer::whole(200, "text/html", "<html>my site")]).await;
    let refusal = json!({"error": {"code": 401, "message": "Invalid API Key"}});
    let locked = Mock::start(vec![Answer::json(401, &refusal)]).await;
    let private = Mock::start(vec![Answer::whole(401, "text/html", "<html>Sign in")]).await;
    let usual = [
        Usual { name: "there", port: there.port() },
        Usual { name: "silent", port: silent.port() },
        Usual { name: "page", port: page.port() },
        Usual { name: "nobody", port: 1 },
        Usual { name: "empty", port: empty.port() },
        Usual { name: "locked", port: locked.port() },
        Usual { name: "private", port: private.port() },
    ];
    let found = find(&http(patience()), &usual).await;
    let names: Vec<_> = found.iter().map(|it| (it.name, it.models.len(), it.wants_key)).collect();
    assert_eq!(names, [("there", 1, false), ("empty", 0, false), ("locked", 0, true)]);
    assert_eq!(found[0].base_url, there.url("/v1"));
    assert_eq!(there.seen()[0].path, "/v1/models");
}
