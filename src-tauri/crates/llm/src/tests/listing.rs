//! The list of models: pages, tokens for the next one, and answers that are no list.

use serde_json::json;

use crate::{
    Dialect, Error,
    tests::{
        mock::{Answer, Mock},
        provider,
    },
};

#[tokio::test]
async fn a_list_is_asked_where_each_api_has_it() {
    for (dialect, path, page) in [
        (Dialect::ChatCompletions, "/v1/models", json!({"data": [{"id": "a"}]})),
        (Dialect::Responses, "/v1/models", json!({"data": [{"id": "a"}]})),
        (
            Dialect::Anthropic,
            "/v1/models?limit=1000",
            json!({"data": [{"id": "a"}], "has_more": false}),
        ),
        (
            Dialect::Gemini,
            "/v1beta/models?pageSize=1000",
            json!({"models": [{"name": "models/a"}]}),
        ),
    ] {
        let mock = Mock::start(vec![Answer::json(200, &page)]).await;
        let models = provider(&mock, dialect).models().await.unwrap();
        assert_eq!(models.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["a"]);
        assert_eq!(mock.seen()[0].path, path);
    }
}

#[tokio::test]
async fn all_pages_are_read() {
    let first = json!({"data": [{"id": "a"}], "has_more": true, "last_id": "a"});
    let last = json!({"data": [{"id": "b"}], "has_more": false, "last_id": "b"});
    let mock = Mock::start(vec![Answer::json(200, &first), Answer::json(200, &last)]).await;
    let models = provider(&mock, Dialect::Anthropic).models().await.unwrap();
    assert_eq!(models.len(), 2);
    assert_eq!(mock.seen()[1].path, "/v1/models?limit=1000&after_id=a");
    assert_eq!(mock.seen()[1].header("anthropic-version"), Some("2023-06-01"));
}

#[tokio::test]
async fn what_is_no_list_is_no_api() {
    for body in ["<html>hello", "{\"hello\": 1}", "hello"] {
        let mock = Mock::start(vec![Answer::whole(200, "text/plain", body)]).await;
        let models = provider(&mock, Dialect::ChatCompletions).models().await;
        assert!(matches!(models, Err(Error::NotAnApi { status: 200, .. })), "{models:?}");
    }
}
