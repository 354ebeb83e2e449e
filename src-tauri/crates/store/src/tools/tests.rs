//! Lists of tools: there and back, whole or not at all.

use expect_test::expect;
use model::tool::{SetAside, Tool, ToolList};
use serde_json::json;

use crate::{
    Error,
    digest::digest_of,
    servers::Switch,
    tests::{draft, fixture, name},
};

fn tool(name: &str) -> Tool {
    Tool {
        name: name.to_owned(),
        title: None,
        description: String::new(),
        input_schema: json!({}),
        output_schema: None,
        annotations: None,
        marks: Vec::new(),
    }
}

fn full() -> ToolList {
    let whole = Tool {
        title: Some("Add ✓".to_owned()),
        description: "Adds\ntwo 'numbers'".to_owned(),
        input_schema: json!({"type": "object", "properties": {"b": {}, "a": {"minimum": 0.5}}}),
        output_schema: Some(json!({"type": "number"})),
        annotations: Some(json!({"readOnlyHint": true})),
        marks: vec!["hides a character".to_owned(), String::new()],
        ..tool("add")
    };
    let aside =
        |name: &str, reason: &str| SetAside { name: name.to_owned(), reason: reason.to_owned() };
    ToolList {
        // Not by name: the server's order is kept.
        tools: vec![tool("zoo"), whole, tool("Odd name/ä")],
        set_aside: vec![
            aside("", "has no name"),
            aside("add", "second of its name"),
            aside("add", "third"),
        ],
    }
}

#[tokio::test]
async fn a_list_comes_back_as_it_was_in_its_order() {
    let fixture = fixture().await;
    fixture.db.servers().insert(draft("a"), true).await.unwrap();
    fixture.db.tools().replace(&name("a"), &full()).await.unwrap();
    assert_eq!(fixture.db.tools().of(&name("a")).await.unwrap(), full());
}

#[tokio::test]
async fn one_tool_and_its_digest_are_found_by_its_own_name() {
    let fixture = fixture().await;
    fixture.db.servers().insert(draft("a"), true).await.unwrap();
    let (a, tools) = (name("a"), fixture.db.tools());
    tools.replace(&a, &full()).await.unwrap();
    let list = full().tools;
    for tool in &list {
        assert_eq!(tools.one(&a, &tool.name).await.unwrap().as_ref(), Some(tool));
        assert_eq!(tools.digest(&a, &tool.name).await.unwrap(), Some(digest_of(tool)));
    }
    // Set aside, or not there at all.
    for nothing in ["", "none"] {
        assert_eq!(tools.one(&a, nothing).await.unwrap(), None);
        assert_eq!(tools.digest(&a, nothing).await.unwrap(), None);
    }
    assert!(tools.one(&name("b"), "add").await.is_err());
}

/// What is made of lists is kept as long as the revision is the same.
#[tokio::test]
async fn whatever_may_change_a_list_is_a_new_revision_and_nothing_else_is() {
    let fixture = fixture().await;
    let (a, db) = (name("a"), &fixture.db);
    let mut last = db.tools().revision();
    let mut changed = |what: &str| {
        let now = db.tools().revision();
        assert_ne!(now, last, "{what}");
        last = now;
    };
    let server = db.servers().insert(draft("a"), true).await.unwrap();
    changed("a server came");
    db.tools().note(&server, &full()).await.unwrap();
    changed("it told its tools");
    db.tools().replace(&a, &ToolList::default()).await.unwrap();
    changed("they were replaced");
    db.servers().save(draft("a"), Switch::Unchanged, true).await.unwrap();
    changed("it was saved");
    db.servers().remove(&a).await.unwrap();
    changed("it was removed");
    db.conversations().create(None).await.unwrap();
    db.tools().of(&a).await.unwrap_err();
    assert_eq!(db.tools().revision(), last, "a conversation has no tools");
}

#[tokio::test]
async fn a_new_list_takes_the_place_of_the_last() {
    let fixture = fixture().await;
    fixture.db.servers().insert(draft("a"), true).await.unwrap();
    fixture.db.servers().insert(draft("b"), true).await.unwrap();
    let tools = fixture.db.tools();
    assert_eq!(tools.of(&name("a")).await.unwrap(), ToolList::default());
    tools.replace(&name("a"), &full()).await.unwrap();
    tools.replace(&name("b"), &full()).await.unwrap();
    let shorter = ToolList { tools: vec![tool("one")], set_aside: Vec::new() };
    tools.replace(&name("a"), &shorter).await.unwrap();
    assert_eq!(tools.of(&name("a")).await.unwrap(), shorter);
    assert_eq!(tools.of(&name("b")).await.unwrap(), full(), "the other server's stays");
    tools.replace(&name("a"), &ToolList::default()).await.unwrap();
    assert_eq!(tools.of(&name("a")).await.unwrap(), ToolList::default());
}

#[tokio::test]
async fn a_list_that_is_refused_leaves_the_last_one() {
    let fixture = fixture().await;
    fixture.db.servers().insert(draft("a"), true).await.unwrap();
    let tools = fixture.db.tools();
    tools.replace(&name("a"), &full()).await.unwrap();
    let twice = ToolList { tools: vec![tool("x"), tool("x")], set_aside: Vec::new() };
    let error = tools.replace(&name("a"), &twice).await.unwrap_err();
    assert!(matches!(error, Error::Refused { .. }), "{error:?}");
    assert_eq!(tools.of(&name("a")).await.unwrap(), full());
}

#[tokio::test]
async fn the_digest_of_each_tool_is_kept_with_it() {
    let fixture = fixture().await;
    fixture.db.servers().insert(draft("a"), true).await.unwrap();
    fixture.db.tools().replace(&name("a"), &full()).await.unwrap();
    let kept = fixture.db.tools().digests(&name("a")).await.unwrap();
    let expected = full().tools.iter().map(|it| (it.name.clone(), digest_of(it))).collect();
    assert_eq!(kept, expected);
}

#[tokio::test]
async fn a_list_goes_with_its_server() {
    let fixture = fixture().await;
    fixture.db.servers().insert(draft("a"), true).await.unwrap();
    fixture.db.tools().replace(&name("a"), &full()).await.unwrap();
    let removed = fixture.db.servers().remove(&name("a")).await.unwrap().unwrap();
    let count = |db: &mut rusqlite::Connection| {
        Ok(db.query_row("SELECT count(*) FROM server_tools", (), |row| row.get::<_, i64>(0))?)
    };
    assert_eq!(fixture.db.run(count).await.unwrap(), 0);
    fixture.db.servers().restore(removed).await.unwrap();
    assert_eq!(fixture.db.tools().of(&name("a")).await.unwrap(), ToolList::default());
}

#[tokio::test]
async fn a_change_of_the_registration_keeps_the_list() {
    let fixture = fixture().await;
    fixture.db.servers().insert(draft("a"), true).await.unwrap();
    fixture.db.tools().replace(&name("a"), &full()).await.unwrap();
    fixture.db.servers().save(draft("a"), Switch::Unchanged, true).await.unwrap();
    assert_eq!(fixture.db.tools().of(&name("a")).await.unwrap(), full());
}

#[tokio::test]
async fn an_unknown_server_has_no_list() {
    let fixture = fixture().await;
    let (tools, none) = (fixture.db.tools(), name("none"));
    let errors = [
        tools.of(&none).await.err(),
        tools.digests(&none).await.err(),
        tools.replace(&none, &full()).await.err(),
    ];
    for error in errors {
        assert_eq!(error.unwrap().to_string(), "no server is named `none`");
    }
}

#[tokio::test]
async fn a_tool_that_cannot_be_understood_is_named() {
    let fixture = fixture().await;
    fixture.db.servers().insert(draft("a"), true).await.unwrap();
    fixture.db.tools().replace(&name("a"), &full()).await.unwrap();
    let sql = "PRAGMA ignore_check_constraints = ON;
               UPDATE server_tools SET input_schema = '{' WHERE name = 'zoo'";
    fixture.db.run(move |db| Ok(db.execute_batch(sql)?)).await.unwrap();
    let error = fixture.db.tools().of(&name("a")).await.unwrap_err();
    expect!["cannot read `input_schema` of row `zoo` in table `server_tools`: EOF while parsing an object at line 1 column 1"].assert_eq(&error.to_string());
}
