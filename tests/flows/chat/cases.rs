//! Servers that other hosts fell over, with a model beside: what it is told of them, and that the
//! conversation stays one that a provider takes.

use std::collections::BTreeMap;

use app::wire::{
    card::{CardStateView, Verdict},
    chat::Transcript,
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
