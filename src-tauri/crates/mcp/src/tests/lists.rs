//! Lists of tools as servers send them.

use serde_json::json;

use super::{Desk, call_with, soon, text};
use crate::ToolList;

async fn list(kind: &str) -> ToolList {
    let desk = Desk::new();
    let connection = desk.connect("tool_lists.py", &["--list", kind]).await;
    soon(connection.client().tools()).await.unwrap()
}

#[tokio::test]
async fn bad_schemas_do_not_lose_the_healthy_tools() {
    let found = list("schemas").await;
    let names: Vec<&str> = found.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!((names.first(), names.last()), (Some(&"healthy_first"), Some(&"healthy_last")));
    assert_eq!((found.tools.len(), found.set_aside.len()), (24, 2));
    assert!(found.tools.iter().all(|tool| tool.input_schema.value().is_object()));
    let marked: Vec<&str> = found
        .tools
        .iter()
        .filter(|tool| !tool.marks.is_empty())
        .map(|tool| tool.name.as_str())
        .collect();
    let odd = [
        "no_schema",
        "null_schema",
        "string_root",
        "array_root",
        "bool_schema",
        "annotations_text",
    ];
    assert_eq!(marked, odd);
}

#[tokio::test]
async fn names_are_kept_letter_for_letter_or_set_aside() {
    let desk = Desk::new();
    let connection = desk.connect("tool_lists.py", &["--list", "names"]).await;
    let client = connection.client();
    let found = soon(client.tools()).await.unwrap();
    assert_eq!((found.tools.len(), found.set_aside.len()), (23, 6));
    for name in ["user-profile/update", "a__b__c", "../../etc/passwd"] {
        assert!(found.tools.iter().any(|tool| tool.name == name), "{name}");
        let said = soon(client.call(call_with(name, json!({ "ü": "\u{1f527}" })))).await.unwrap();
        assert!(text(&said).contains(name));
    }
    let called: Vec<_> =
        desk.witness("called").into_iter().map(|row| row["name"].clone()).collect();
    assert_eq!(called, ["user-profile/update", "a__b__c", "../../etc/passwd"]);
}

/// HOST-17
#[tokio::test]
async fn all_pages_come_in_order_and_no_list_is_endless() {
    let pages = list("pages").await;
    let names: Vec<&str> = pages.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["tool_0", "tool_1", "tool_2", "tool_3", "tool_4"]);
    assert!(pages.warnings.is_empty());
    let endless = list("endless").await;
    assert_eq!((endless.tools.len(), endless.warnings.len()), (50, 1));
    let circle = list("circle").await;
    assert_eq!((circle.tools.len(), circle.warnings.len()), (3, 1));
}
