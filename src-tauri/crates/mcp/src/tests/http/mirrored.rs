//! Arguments that a tool wants to be told in headers (`x-mcp-header`), as the specification's own
//! examples have them.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use super::{
    super::{call_with, soon, text},
    Desk,
    site::{Seen, Site, Talk, dull_modern},
};

fn tool(name: &str, properties: &Value) -> Value {
    json!({ "name": name, "inputSchema": { "type": "object", "properties": properties } })
}

fn told(header: &str, kind: &str) -> Value {
    json!({ "type": kind, "x-mcp-header": header })
}

fn tools(moved: bool) -> Value {
    let region = json!({ "region": told("Region", "string"), "q": { "type": "string" } });
    let kinds =
        json!({ "s": told("S", "string"), "i": told("I", "integer"), "b": told("B", "boolean") });
    let nested =
        json!({ "a": { "type": "object", "properties": { "b": told("Deep", "string") } } });
    let moving = json!({ "region": told(if moved { "Second" } else { "First" }, "string") });
    json!([
        tool("one", &region),
        tool("bad_crlf", &json!({ "x": told("A\r\nAuthorization: Bearer evil", "string") })),
        tool("kinds", &kinds),
        tool("nested", &nested),
        tool("bad_number", &json!({ "x": told("N", "number") })),
        tool("named.tool/ü", &region),
        tool("no_header", &json!({ "q": { "type": "string" } })),
        tool("moving", &moving),
    ])
}

/// What a header holds, without its wrapping.
fn plain(value: &str) -> String {
    match value.strip_prefix("=?base64?").and_then(|it| it.strip_suffix("?=")) {
        Some(packed) => String::from_utf8(STANDARD.decode(packed).unwrap()).unwrap(),
        None => value.to_owned(),
    }
}

/// What the headers of a call must be, by its body and the schema of its tool.
fn wanted(schema: &Value, arguments: &Value, found: &mut Vec<(String, String)>) {
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let value = &arguments[name];
        if let (Some(header), false) = (property["x-mcp-header"].as_str(), value.is_null()) {
            let told = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            found.push((format!("mcp-param-{}", header.to_lowercase()), told));
        }
        wanted(property, value, found);
    }
}

async fn check(seen: Seen, talk: Talk, moved: Arc<AtomicBool>) -> Talk {
    if seen.message["method"] == "tools/list" {
        let result = json!({ "resultType": "complete", "tools": tools(moved.load(Ordering::SeqCst)),
            "ttlMs": 3_600_000, "cacheScope": "private" });
        return talk.json(200, &seen.result(&result)).await;
    }
    if let Some(dull) = dull_modern(&seen) {
        return dull.tell(talk).await;
    }
    let name = seen.header("mcp-name").map(plain);
    assert_eq!(name.as_deref(), Some(seen.tool()));
    if seen.tool() == "moving" {
        moved.store(true, Ordering::SeqCst);
    }
    let tools = tools(moved.load(Ordering::SeqCst));
    let tool = tools.as_array().unwrap().iter().find(|it| it["name"] == seen.tool()).unwrap();
    let mut expected = Vec::new();
    wanted(&tool["inputSchema"], &seen.message["params"]["arguments"], &mut expected);
    expected.sort();
    let params = seen.headers.iter().filter(|(name, _)| name.starts_with("mcp-param-"));
    let params: Vec<_> = params.map(|(name, value)| (name.clone(), plain(value))).collect();
    if params != expected {
        let why = format!("{params:?} is not {expected:?}");
        return talk.json(400, &seen.error(-32020, &why)).await;
    }
    talk.json(200, &seen.text("fine")).await
}

#[tokio::test]
async fn arguments_go_into_headers_as_the_tools_schema_says() {
    let moved = Arc::new(AtomicBool::new(false));
    let site = Site::any(move |seen, talk| Box::pin(check(seen, talk, Arc::clone(&moved)))).await;
    let connection = Desk::new().connect(site.target()).await;
    let client = connection.client();
    let list = client.tools().await.unwrap();
    let names: Vec<_> = list.tools.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["one", "kinds", "nested", "named.tool/ü", "no_header", "moving"]);
    let aside: Vec<_> =
        list.set_aside.iter().map(|it| format!("{}: {}", it.name, it.reason)).collect();
    assert_eq!(
        aside,
        [
            "bad_crlf: its schema wants a header that can have no such name",
            "bad_number: its schema wants a header for what is no text, whole number, true or false",
        ]
    );
    for (tool, arguments) in [
        ("one", json!({ "region": "eu-1", "q": "x" })),
        ("one", json!({ "region": "Grüße, 世界" })),
        ("one", json!({ "region": " padded " })),
        ("one", json!({ "region": "a\r\nX: y" })),
        ("one", json!({ "region": "=?base64?eA==?=" })),
        ("one", json!({ "region": null })),
        ("one", json!({})),
        ("one", json!({ "region": "" })),
        ("kinds", json!({ "s": "x", "i": -7, "b": false })),
        ("nested", json!({ "a": { "b": "z" } })),
        ("nested", json!({})),
        ("named.tool/ü", json!({ "region": "x" })),
        ("no_header", json!({ "q": "x" })),
        ("moving", json!({ "region": "x" })),
        ("moving", json!({ "region": "x" })),
    ] {
        let outcome = soon(client.call(call_with(tool, arguments.clone()))).await;
        assert_eq!(text(&outcome.unwrap()), "fine", "{tool} {arguments}");
    }
    client.tools().await.unwrap();
    assert_eq!(
        site.asked("tools/list").len(),
        2,
        "once more, since one had moved; then it is good"
    );
    client.forget_lists();
    client.tools().await.unwrap();
    assert_eq!(site.asked("tools/list").len(), 3);
    assert_eq!(site.asked("tools/call").len(), 16);
    assert!(site.seen().iter().all(|it| it.header("authorization").is_none()));
}

/// A tool that nobody has listed is called all the same, once its headers are known.
#[tokio::test]
async fn a_refusal_for_its_headers_is_asked_about_once_and_never_in_a_loop() {
    let moved = Arc::new(AtomicBool::new(false));
    let site = Site::any(move |seen, talk| Box::pin(check(seen, talk, Arc::clone(&moved)))).await;
    let connection = Desk::new().connect(site.target()).await;
    let outcome = connection.client().call(call_with("one", json!({ "region": "x" }))).await;
    assert_eq!(text(&outcome.unwrap()), "fine");
    let site = Site::modern(|seen, talk| {
        Box::pin(async move { talk.json(400, &seen.error(-32020, "Header mismatch: no")).await })
    })
    .await;
    let connection = Desk::new().connect(site.target()).await;
    let refused = soon(connection.client().call(call_with("echo", json!({})))).await.unwrap_err();
    assert_eq!(refused.to_string(), "Header mismatch: no");
    assert_eq!(site.asked("tools/call").len(), 1, "nothing had changed");
}
