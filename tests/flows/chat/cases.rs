//! Servers that other hosts fell over, with a model beside: what it is told of them, and that the
//! conversation stays one that a provider takes.

use std::{collections::BTreeMap, time::Duration};

use app::wire::{
    card::{CardStateView, Verdict},
    chat::{ConversationRef, ConversationTools, Transcript},
    tool::{ListTools, ServerTools},
};
use expect_test::expect;
use flows::{
    house::House,
    model::{
        Model,
        moves::{Asks, Move},
    },
    peers,
    shapes::ready,
    wait::eventually,
    witness::Witness,
};
use serde_json::{Value, json};

use super::talk::{Talk, cards, last, states};

/// What a tool was called with has a name of its own here, so that results are found again.
fn asks(server: &str, tool: &str, arguments: &Value) -> Asks {
    Asks::new(tool, &format!("mcp__{server}__{tool}"), arguments)
}

async fn with(script: &str, moves: impl IntoIterator<Item = Move>) -> (Talk, Witness) {
    let house = House::open().await;
    let witness = house.witness(script);
    house.add(script, &peers::scripted(script, witness.path())).await;
    (Talk::begin_in(house, Model::start(moves).await).await, witness)
}

/// Has a model make these calls, each let run, and say something.
async fn turn(talk: &Talk, calls: Vec<Asks>) -> Transcript {
    let many = calls.len();
    talk.model.will([Move::call(calls), Move::say("So it is.")]);
    talk.say("Call them").await;
    for card in talk.waiting(many).await {
        talk.decide(&card, Verdict::Once).await;
    }
    talk.idle().await
}

/// The beginning of what the model was told of each call, a line each, by the calls' ids.
fn told(talk: &Talk, seen: &Transcript) -> String {
    let state: BTreeMap<_, _> = cards(seen).into_iter().map(|it| (it.tool, it.state)).collect();
    let line = |(id, text): (String, String)| {
        let short: String = text.replace('\n', "⏎").chars().take(150).collect();
        format!("{id} {:?}: {short}", state[&id])
    };
    talk.model.results().into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// HOST-30, case 05: what is long comes whole and goes to the model in pieces; what has no end takes
/// nothing along.
#[tokio::test]
async fn lines_of_any_length_leave_the_conversation_as_it_was() {
    let (talk, _witness) = with("huge_line", []).await;
    for mib in [1, 8, 15] {
        let seen = turn(&talk, vec![asks("huge_line", "big", &json!({ "mib": mib }))]).await;
        assert_eq!(states(&seen).pop(), Some(CardStateView::Done), "{mib}");
        let (_, saw) = talk.model.results().pop().unwrap();
        let whole = format!("{} bytes left out", mib * 1024 * 1024 - 100_000);
        assert!(saw.contains(&whole) && saw.len() < 101_000, "{} of {mib} MiB", saw.len());
    }
    for (tool, arguments) in [("big", json!({ "mib": 64 })), ("endless", json!({}))] {
        let seen = turn(&talk, vec![asks("huge_line", tool, &arguments)]).await;
        assert_eq!(states(&seen).pop(), Some(CardStateView::Failed), "{tool}");
        let (_, saw) = talk.model.results().pop().unwrap();
        assert!(saw.contains("33554432"), "the limit is named: {saw}");
        talk.house.until("huge_line", ready).await;
        let seen = turn(&talk, vec![asks("huge_line", "echo", &json!({}))]).await;
        assert_eq!(states(&seen).pop(), Some(CardStateView::Done), "after {tool}");
        assert_eq!(talk.model.results().pop().unwrap().1, "ok");
    }
    talk.close().await;
}

/// HOST-24 HOST-25, case 10: an odd result is told as what it is, and the conversation goes on, after
/// a restart too.
#[tokio::test]
async fn results_of_every_shape_are_told_and_the_conversation_goes_on() {
    const SHAPES: [&str; 22] = [
        "good",
        "no_content",
        "empty_result",
        "null_result",
        "string_result",
        "null_content",
        "object_content",
        "string_content",
        "empty_content",
        "item_without_type",
        "item_null_text",
        "item_is_string",
        "wrapped",
        "both",
        "neither",
        "error_string",
        "error_no_code",
        "error_string_code",
        "is_error_empty",
        "is_error_string",
        "two_texts",
        "extra_fields",
    ];
    let (talk, witness) = with("result_shapes", []).await;
    let calls = SHAPES.map(|it| asks("result_shapes", it, &json!({}))).to_vec();
    let seen = turn(&talk, calls).await;
    expect![[r#"
        good Done: hello
        no_content Done: {"note":"raw object","rows":[1,2]}
        empty_result Done: [the tool gave nothing]
        null_result Done: null
        string_result Done: just text
        null_content Done: null
        object_content Done: hello
        string_content Done: just text
        empty_content Done: [the tool gave nothing]
        item_without_type Done: hello
        item_null_text Done: {"type":"text","text":null}⏎⏎hello
        item_is_string Done: hello
        wrapped Done: hello
        both Failed: Error: The call gave no result: `result_shapes` gave no result: and an error.
        neither Failed: Error: The call gave no result: `result_shapes` gave no result: the server's reply cannot be read: it has neither a result nor an error.
        error_string Failed: Error: The call gave no result: `result_shapes` gave no result: it broke.
        error_no_code Failed: Error: The call gave no result: `result_shapes` gave no result: it broke.
        error_string_code Failed: Error: The call gave no result: `result_shapes` gave no result: it broke (code `E_FAIL`).
        is_error_empty Failed: Error: [the tool gave nothing]
        is_error_string Failed: Error: hello
        two_texts Done: hello⏎⏎world
        extra_fields Done: hello"#]]
    .assert_eq(&told(&talk, &seen));
    assert_eq!(witness.received("tools/call").len(), SHAPES.len());
    turn(&talk, vec![asks("result_shapes", "good", &json!({}))]).await;

    let Talk { house, model, chosen, id } = talk;
    let vault = house.vault.clone();
    let house = House::open_at(house.close().await, vault).await;
    // Without a tool that could be called, calls are told in words.
    house.open_server("result_shapes").await;
    let talk = Talk { house, model, chosen, id };
    talk.model.will([Move::say("Still here.")]);
    talk.say("And now?").await;
    talk.until(|it| (last(it).2 == "Still here.").then_some(())).await;
    assert_eq!(talk.model.results().len(), SHAPES.len() + 1, "each call has its result");
    talk.idle().await;
    talk.close().await;
}

async fn listed(house: &House, server: &str) -> ServerTools {
    let asked = ListTools { server: Some(server.to_owned()) };
    house.page::<Vec<ServerTools>>("list_tools", asked).await.unwrap().remove(0)
}

/// The public names of the tools that the model was offered last.
fn offered(talk: &Talk) -> Vec<String> {
    let body = talk.model.received().pop().unwrap().body;
    let tools = body["tools"].as_array().cloned().unwrap_or_default();
    tools.iter().map(|it| it["function"]["name"].as_str().unwrap().to_owned()).collect()
}

/// HOST-23, case 11: one bad definition takes nobody along, and each that is left out is named.
#[tokio::test]
async fn odd_schemas_are_made_to_fit_or_left_out_by_name() {
    let house = House::open().await;
    let witness = house.witness("tool_lists");
    let program = peers::scripted("tool_lists", witness.path()).with(&["--list", "schemas"]);
    house.add("odd", &program).await;
    let talk = Talk::begin_in(house, Model::start([]).await).await;
    let callable =
        ["healthy_first", "healthy_last", "empty_schema", "bool_property", "any_of_root"];
    let calls = callable.map(|it| asks("odd", it, &json!({ "q": "x" }))).to_vec();
    let seen = turn(&talk, calls).await;
    assert_eq!(states(&seen), [CardStateView::Done; 5], "{}", told(&talk, &seen));
    let called = witness.events("called");
    for tool in callable {
        assert_eq!(called.iter().filter(|it| it["name"] == tool).count(), 1, "{called:?}");
    }
    let list = listed(&talk.house, "odd").await;
    assert!(list.set_aside.len() >= 2 && list.set_aside.iter().all(|it| !it.reason.is_empty()));
    let offered = offered(&talk);
    let asked = ConversationRef { conversation: talk.id.clone() };
    let switches: ConversationTools = talk.house.page("conversation_tools", asked).await.unwrap();
    for tool in &list.tools {
        let shown = switches.servers[0].tools.iter().find(|it| it.name == tool.name).unwrap();
        let given = offered.contains(&tool.public_name);
        assert_eq!(shown.unfit.is_none(), given, "one that is left out says why: {shown:?}");
    }
    assert!(offered.len() > 15, "most of them are made to fit: {offered:?}");
    talk.close().await;
}

/// HOST-34, case 13: names that a provider takes, all different, the same after a restart, and each
/// leads to its own server's own tool.
#[tokio::test]
async fn odd_names_are_cleaned_for_the_model_and_lead_back_letter_for_letter() {
    let house = House::open().await;
    let servers = ["a", "a_b", "a23456789012345678901234567890xx"];
    let mut witnesses = Vec::new();
    for server in servers {
        let witness = house.witness(server);
        let names = peers::scripted("tool_lists", witness.path()).with(&["--list", "names"]);
        house.add(server, &names).await;
        witnesses.push(witness);
    }
    let talk = Talk::begin_in(house, Model::start([]).await).await;
    let wanted = [
        "a__b__c",
        "user-profile/update",
        "New Tool",
        "dup",
        "UPPER",
        "upper",
        "calendar.respondToEvent",
        "mcp__other__steal",
        "../../etc/passwd",
        "__proto__",
    ];
    let mut calls = Vec::new();
    for server in servers {
        let list = listed(&talk.house, server).await;
        for name in wanted {
            let tool = list.tools.iter().find(|it| it.name == name).unwrap();
            calls.push(Asks::new(&format!("{server} {name}"), &tool.public_name, &json!({})));
        }
    }
    let seen = turn(&talk, calls).await;
    assert!(states(&seen).iter().all(|it| *it == CardStateView::Done), "{:?}", states(&seen));
    for (server, witness) in servers.into_iter().zip(&witnesses) {
        let called = witness.events("called").into_iter();
        let mut called: Vec<_> = called.map(|it| it["name"].as_str().unwrap().to_owned()).collect();
        called.sort();
        let mut all = wanted.map(str::to_owned);
        all.sort();
        assert_eq!(called, all, "{server}");
    }
    let before = offered(&talk);
    let Talk { house, model, chosen, id } = talk;
    let vault = house.vault.clone();
    let house = House::open_at(house.close().await, vault).await;
    for server in servers {
        house.open_server(server).await;
    }
    let talk = Talk { house, model, chosen, id };
    talk.model.will([Move::say("The same.")]);
    talk.say("And now?").await;
    talk.until(|it| (last(it).2 == "The same.").then_some(())).await;
    assert_eq!(offered(&talk), before);
    talk.idle().await;
    talk.close().await;
}

/// HOST-13 HOST-33, case 18: what was done and not answered is told as not known, and nobody but a new
/// call does it again.
#[tokio::test]
async fn a_server_that_dies_after_its_work_is_not_asked_to_do_it_again() {
    let (talk, witness) = with("crash_after_commit", []).await;
    // Where no tool is left that could be called, results are told in words.
    let other = talk.house.witness("obliging");
    talk.house.add("obliging", &peers::scripted("obliging", other.path())).await;
    let name = "crash_after_commit";
    let transfer = asks(name, "transfer", &json!({ "amount": 5 }));
    let began = std::time::Instant::now();
    let seen = turn(&talk, vec![transfer]).await;
    assert!(began.elapsed() < Duration::from_secs(20), "ten times what it may take");
    assert_eq!(states(&seen), [CardStateView::Failed]);
    let (_, saw) = talk.model.results().pop().unwrap();
    assert!(saw.contains("the server ended (exit status 1)"), "why: {saw}");
    assert!(saw.contains("the outcome of the call is unknown"), "whether it was done: {saw}");
    assert!(cards(&seen)[0].words.as_ref().is_some_and(|it| saw.contains(it.as_str())), "{saw}");
    let again = async || (witness.events("start").len() == 2).then_some(());
    eventually("it is not started again", again).await;
    talk.house.until(name, ready).await;
    let seen = turn(&talk, vec![asks(name, "balance", &json!({}))]).await;
    assert_eq!(states(&seen).pop(), Some(CardStateView::Done));
    assert_eq!(talk.model.results().pop().unwrap().1, "1 transfers");
    let calls = witness.received("tools/call");
    let transfers = calls.iter().filter(|it| it["params"]["name"] == "transfer").count();
    assert_eq!(transfers, 1, "it is sent once");
    assert_eq!(witness.events("start").len(), 2, "it is started again once");
    // What says that it only reads is not repeated either: whether it is, is the model's to say.
    let seen = turn(&talk, vec![asks(name, "flaky_read", &json!({}))]).await;
    assert_eq!(states(&seen).pop(), Some(CardStateView::Failed));
    let calls = witness.received("tools/call");
    let reads = calls.iter().filter(|it| it["params"]["name"] == "flaky_read").count();
    assert_eq!(reads, 1, "it is sent once");
    talk.close().await;
}

/// HOST-25 HOST-27 HOST-28, case 37: the text and the structured part both get to the model, and a
/// copy is left out.
#[tokio::test]
async fn of_texts_and_structured_parts_the_model_misses_nothing() {
    const CASES: &[(&str, &[&str])] = &[
        ("same", &["{\"n\":1}"]),
        ("conflict", &["TEXT-MARK", "JSON-MARK"]),
        ("text_says_more", &["Ask before you delete. TEXT-MARK", "{\"n\":1}"]),
        ("structured_only", &["JSON-MARK"]),
        ("structured_no_content", &["JSON-MARK"]),
        ("text_only_with_schema", &["TEXT-MARK", "does not match"]),
        ("mismatch_type", &["TEXT-MARK", "\"one\"", "does not match"]),
        ("mismatch_missing", &["TEXT-MARK", "does not match"]),
        ("no_schema_structured", &["TEXT-MARK", "JSON-MARK"]),
        ("error_structured", &["Error: ", "TEXT-MARK", "JSON-MARK"]),
        ("error_no_structured", &["Error: ", "TEXT-MARK"]),
        ("array", &["[1,2]", "JSON-MARK"]),
        ("scalar", &["42"]),
        ("string", &["TEXT-MARK", "JSON-MARK"]),
        ("null", &["TEXT-MARK"]),
        ("false", &["false"]),
        ("big_numbers", &["9007199254740993"]),
        ("bad_output_schema", &["TEXT-MARK"]),
        ("dup_keys", &["TEXT-MARK", "second"]),
        ("deep", &["TEXT-MARK", "[[[["]),
        ("huge", &["40000 rows", "bytes left out"]),
        ("long_text", &["bytes left out"]),
        ("many", &["piece 0", "piece 599"]),
        ("picture", &["TEXT-MARK", "JSON-MARK", "![](media:"]),
        ("embedded", &["a,b", "file:///etc/passwd", "not read"]),
    ];
    let (talk, _witness) = with("result_media", []).await;
    // One of the tools is called `null`, which is no id.
    let call = |tool: &str| {
        Asks::new(&format!("of_{tool}"), &format!("mcp__result_media__{tool}"), &json!({}))
    };
    turn(&talk, CASES.iter().map(|(tool, _)| call(tool)).collect()).await;
    let results: BTreeMap<_, _> = talk.model.results().into_iter().collect();
    for (tool, marks) in CASES {
        let saw = &results[&format!("of_{tool}")];
        assert!(saw.len() < 101_000, "{tool}: {}", saw.len());
        for mark in *marks {
            assert!(saw.contains(mark), "{tool} without {mark}: {saw:.300}");
        }
    }
    assert_eq!(results["of_same"].matches("\"n\"").count(), 1, "a copy is told once");
    assert!(!results["of_big_numbers"].contains("9007199254740992"));
    talk.close().await;
}
