//! Calling tools of real servers: text, JSON, pictures, progress, and what is refused before it
//! is sent.

use app::wire::{
    draft::DraftView,
    event::UiEvent,
    failure::Code,
    server::{EraView, PhaseView, ServerRow, StateView},
    tool::BlockView,
};
use flows::{
    house::House,
    peers::{self, Era},
    shapes::{named, ready, text_of},
    wait::eventually,
};
use serde_json::{Value, json};

/// HOST-4
#[tokio::test]
async fn everything_is_registered_listed_and_called() {
    let house = House::open().await;
    let row = house.add("everything", &peers::everything()).await;
    let live = ready(&row).unwrap();
    assert_eq!((live.era, live.version.as_str()), (EraView::Legacy, "2025-11-25"));
    assert_eq!(row.tools, 15, "what the pinned version offers to one who can be asked");
    let tools = house.tools("everything").await;
    assert_eq!((tools.len(), tools.first().map(String::as_str)), (15, Some("echo")));
    let echo = house.text("everything", "echo", json!({ "message": "hi" })).await;
    assert_eq!(echo, "Echo: hi");
    house.close().await;
}

#[tokio::test]
async fn structured_content_comes_beside_its_text() {
    let house = House::open().await;
    house.add("everything", &peers::everything()).await;
    let asked = json!({ "location": "New York" });
    let outcome = house.call("everything", "get-structured-content", asked).await.unwrap();
    let structured: Value =
        serde_json::from_str(&outcome.structured.as_ref().unwrap().json).unwrap();
    assert!(structured["temperature"].is_number(), "{structured}");
    let mirror: Value = serde_json::from_str(&text_of(&outcome)).unwrap();
    assert_eq!(mirror, structured);
    assert!(matches!(outcome.blocks.as_slice(), [BlockView::Text { mirror: true, .. }]));
    assert_eq!(outcome.misfits, [""; 0]);
    house.close().await;
}

#[tokio::test]
async fn progress_of_a_call_is_told_by_the_name_of_the_call() {
    let house = House::open().await;
    house.add("everything", &peers::everything()).await;
    let mut events = house.app.events();
    let asked = json!({ "duration": 0.2, "steps": 2 });
    let call = house.call_of("everything", "trigger-long-running-operation", asked);
    let name = call.call.clone();
    let _outcome: Value = house.page("call_tool", call).await.unwrap();
    let mut told = Vec::new();
    while let Ok(event) = events.try_recv() {
        if let UiEvent::CallProgressed { call, done, total, .. } = event {
            assert_eq!(call, name);
            told.push((done, total));
        }
    }
    assert_eq!(told, [(1.0, Some(2.0)), (2.0, Some(2.0))]);
    house.close().await;
}

async fn visit_fastmcp(era: Era) -> (EraView, Vec<String>) {
    let house = House::open().await;
    let row = house.add("peer", &peers::fastmcp(era)).await;
    let mut seen = house.tools("peer").await;
    seen.push(house.text("peer", "add", json!({ "a": 20, "b": 22 })).await);
    let weather = house.call("peer", "weather", json!({ "city": "Oslo" })).await.unwrap();
    seen.push(weather.structured.unwrap().json);
    let broken = house.call("peer", "broken", json!({})).await.unwrap();
    assert!(broken.is_error);
    seen.push(text_of(&broken));
    let mut events = house.app.events();
    seen.push(house.text("peer", "steps", json!({ "count": 3 })).await);
    while let Ok(event) = events.try_recv() {
        if let UiEvent::CallProgressed { done, message, .. } = event {
            seen.push(format!("{done}: {}", message.unwrap_or_default()));
        }
    }
    house.close().await;
    (ready(&row).unwrap().era, seen)
}

#[tokio::test]
async fn a_fastmcp_server_is_the_same_in_either_era() {
    let (modern, there) = visit_fastmcp(Era::Modern).await;
    let (legacy, here) = visit_fastmcp(Era::Legacy).await;
    assert_eq!((modern, legacy), (EraView::Modern, EraView::Legacy));
    assert_eq!(there, here);
    expect_test::expect![[r#"
        add
        weather
        pixel
        steps
        broken
        greet
        unlock
        folders
        write
        log
        wait
        waited
        grow
        42
        {"city":"Oslo","degrees":21,"sunny":true}
        Error calling tool 'broken': it broke
        done
        1: step 1
        2: step 2
        3: step 3"#]]
    .assert_eq(&here.join("\n"));
}

/// HOST-6
#[tokio::test]
async fn a_package_runner_is_told_apart_from_the_server_it_runs() {
    let house = House::open().await;
    let mut events = house.app.events();
    let row = house.add("everything", &peers::everything_by_npx()).await;
    assert!(ready(&row).is_some(), "{row:?}");
    let mut phases = Vec::new();
    // An event tells how the server is by then, which may be behind what its starter waited for.
    while let Ok(event) = events.recv().await {
        let UiEvent::ServerChanged { server } = event else { continue };
        match server.state {
            StateView::Starting { phase, .. } => phases.push(phase),
            StateView::Ready(_) => break,
            StateView::Off | StateView::Failed(_) => {}
        }
    }
    phases.dedup();
    // What comes before it is known what the command is, and after it runs, may be too short to
    // be told.
    let installing = phases.iter().filter(|it| **it == PhaseView::Installing).count();
    assert_eq!(installing, 1, "{phases:?}");
    house.close().await;
}

#[tokio::test]
async fn the_demo_is_added_by_one_command_and_called() {
    let house = House::open().await;
    let row: ServerRow = house.terminal("add_demo", ()).await.unwrap();
    assert!(ready(&house.settled(&row.name).await).is_some());
    let words = house.text("demo", "greet", json!({ "name": "Ada" })).await;
    assert!(words.contains("Hello, Ada"), "{words}");
    house.close().await;
}

#[tokio::test]
async fn arguments_that_do_not_fit_name_their_field_and_are_not_sent() {
    let house = House::open().await;
    let witness = house.witness("obliging");
    house.add("obliging", &peers::scripted("obliging", witness.path())).await;
    for (arguments, field) in [
        (json!({ "item": "pen" }), "count"),
        (json!({ "item": "pen", "count": "two" }), "count"),
        (json!({ "item": 7, "count": 2 }), "item"),
    ] {
        let failure = house.call("obliging", "order", arguments).await.unwrap_err();
        assert_eq!(failure.code, Code::BadArguments);
        assert_eq!(failure.field.as_deref(), Some(field), "{failure:?}");
    }
    let fitting = json!({ "item": "pen", "count": 2 });
    assert_eq!(house.text("obliging", "order", fitting).await, "ok");
    assert_eq!(witness.received("tools/call").len(), 1, "only what fits was sent");
    house.close().await;
}

#[tokio::test]
async fn a_tool_that_is_not_listed_is_not_called() {
    let house = House::open().await;
    let witness = house.witness("obliging");
    house.add("obliging", &peers::scripted("obliging", witness.path())).await;
    let failure = house.call("obliging", "Echo", json!({})).await.unwrap_err();
    assert_eq!(failure.code, Code::UnknownTool);
    assert!(failure.message.contains("did you mean `echo`"), "{}", failure.message);
    assert!(witness.received("tools/call").is_empty());
    house.close().await;
}

/// HOST-36 HOST-37
#[tokio::test]
async fn a_call_that_takes_too_long_ends_and_tells_the_server_why() {
    let house = House::open().await;
    let witness = house.witness("hang");
    let draft = house.draft("hang", &peers::scripted("hang", witness.path()));
    house.add_draft(DraftView { call_limit: Some(1), ..draft }).await;
    let failure = house.call("hang", "never", json!({})).await.unwrap_err();
    assert_eq!(failure.code, Code::TimedOut, "{failure:?}");
    let hint = failure.hint.unwrap_or_default();
    assert!(hint.starts_with("The server still answers pings"), "{hint}");
    // The notice is posted: nobody waits for it, and it may come after the failure.
    let told = async || witness.received("notifications/cancelled").into_iter().next();
    let told = eventually("the server is not told", told).await;
    assert_eq!(told["params"]["reason"], "timeout");
    let asked = witness.received("tools/call");
    assert_eq!(told["params"]["requestId"], asked[0]["id"]);
    house.close().await;
}

/// HOST-37
#[tokio::test]
async fn after_a_time_out_it_is_said_whether_the_server_hangs_and_a_restart_mends_it() {
    let house = House::open().await;
    let witness = house.witness("hang");
    let draft = house.draft("hang", &peers::scripted("hang", witness.path()));
    house.add_draft(DraftView { call_limit: Some(1), ..draft }).await;
    let failure = house.call("hang", "deaf", json!({})).await.unwrap_err();
    assert_eq!(failure.message, "`hang` gave no result: no reply within 1 s.");
    let hint = failure.hint.unwrap_or_default();
    assert!(hint.contains("does not answer a ping either"), "{hint}");
    assert!(hint.contains("stewardctl servers restart hang"), "{hint}");
    let restarted: Result<ServerRow, _> = house.terminal("restart_server", named("hang")).await;
    restarted.unwrap();
    assert!(ready(&house.settled("hang").await).is_some());
    assert_eq!(house.text("hang", "echo", json!({})).await, "ok");
    house.close().await;
}

/// HOST-18
#[tokio::test]
async fn a_changed_list_of_tools_is_read_again() {
    let house = House::open().await;
    let witness = house.witness("obliging");
    house.add("obliging", &peers::scripted("obliging", witness.path())).await;
    house.text("obliging", "grow", json!({ "name": "brand_new" })).await;
    house.until("obliging", |row| (row.tools == 9).then_some(())).await;
    assert!(house.tools("obliging").await.contains(&"brand_new".to_owned()));
    assert_eq!(house.text("obliging", "brand_new", json!({})).await, "ok");
    assert_eq!(witness.received("tools/list").len(), 2);
    house.close().await;
}
