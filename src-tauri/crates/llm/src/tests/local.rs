//! Servers on this machine: one that answers, one that says nothing, one that is something else.

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
    let usual = [
        Usual { name: "there", port: there.port() },
        Usual { name: "silent", port: silent.port() },
        Usual { name: "page", port: page.port() },
        Usual { name: "nobody", port: 1 },
        Usual { name: "empty", port: empty.port() },
    ];
    let found = find(&http(patience()), &usual).await;
    let names: Vec<_> = found.iter().map(|it| (it.name, it.models.len())).collect();
    assert_eq!(names, [("there", 1), ("empty", 0)]);
    assert_eq!(found[0].base_url, there.url("/v1"));
    assert_eq!(there.seen()[0].path, "/v1/models");
}
