//! Servers over HTTP that cannot be used, or not yet: each says why, and what would help.

use app::wire::server::{Diagnosis, FailedView, Fix};
use flows::{
    house::House,
    http_peers::{Peer, Running},
    shapes::{failed, named, ready},
    terminal::Terminal,
};
use serde_json::json;

use crate::http::draft;

const KEY: &str = "s3cret-key-of-the-door";

async fn door(house: &House, key: Option<&'static str>, busy: u32) -> Running {
    let witness = house.witness("door").path().to_owned();
    Peer::Door { key, busy, witness }.start().await
}

async fn failure(house: &House, running: &Running, headers: &[(&str, &str)]) -> FailedView {
    let row = house.add_draft(draft(running, headers)).await;
    failed(&row).unwrap_or_else(|| panic!("it did not fail: {row:?}"))
}

/// HOST-14
#[tokio::test]
async fn a_server_that_wants_a_key_says_so_and_takes_it_from_the_keychain() {
    let house = House::open().await;
    let running = door(&house, Some(KEY), 0).await;
    let refused = failure(&house, &running, &[]).await;
    assert!(refused.reason.starts_with("peer needs a key or a login: "), "{refused:?}");
    assert_eq!(refused.fix, Some(Fix::Edit));
    assert!(!house.row("peer").await.on, "trying again would change nothing");

    house.vault.set("DOOR", KEY.into()).await.unwrap();
    let with_key = draft(&running, &[("Authorization", "Bearer ${secret:DOOR}")]);
    let added = flows::shapes::to_replace(&with_key);
    let _row: app::wire::server::ServerRow = house.terminal("add_server", added).await.unwrap();
    let row = house.settled("peer").await;
    assert!(ready(&row).is_some(), "{row:?}");
    house.close().await;
}

/// HOST-48: what a server says back of its headers is shown to nobody.
#[tokio::test]
async fn a_key_comes_back_by_no_way_there_is() {
    let house = House::open().await;
    house.vault.set("DOOR", KEY.into()).await.unwrap();
    let header = [("Authorization", "Bearer ${secret:DOOR}")];
    let running = door(&house, Some(KEY), 0).await;
    let row = house.add_draft(draft(&running, &header)).await;
    assert!(ready(&row).is_some(), "{row:?}");
    let said = house.text("peer", "said", json!({})).await;
    assert!(said.starts_with("you said ") && !said.contains(KEY), "{said}");

    let other = door(&house, Some("another key than that"), 0).await;
    let added = flows::shapes::to_replace(&draft(&other, &header));
    let _row: app::wire::server::ServerRow = house.terminal("add_server", added).await.unwrap();
    let row = house.settled("peer").await;
    let refused = failed(&row).unwrap_or_else(|| panic!("it did not fail: {row:?}"));
    assert!(refused.reason.contains("no entry with"), "{refused:?}");
    assert!(!format!("{row:?}").contains(KEY), "{row:?}");
    assert!(!house.log("peer").await.join("\n").contains(KEY));
    house.close().await;
}

/// Case 36
#[tokio::test]
async fn a_server_that_is_busy_at_first_is_ready_by_itself() {
    let house = House::open().await;
    let running = door(&house, None, 2).await;
    let busy = failure(&house, &running, &[]).await;
    assert_eq!(busy.reason, "peer is not available just now (status 503).");
    assert!(house.row("peer").await.on && busy.retry_at.is_some(), "{busy:?}");
    house.until("peer", ready).await;
    house.close().await;
}

/// HOST-5
#[tokio::test]
async fn what_keeps_an_address_from_being_used_is_looked_into() {
    let house = House::open().await;
    let mut running = door(&house, None, 0).await;
    running.kill();
    let gone = failure(&house, &running, &[]).await;
    assert!(gone.reason.starts_with("peer cannot be reached"), "{gone:?}");
    assert!(gone.retry_at.is_some(), "it may come at any moment: {gone:?}");
    let looked: Diagnosis = house.page("diagnose_server", named("peer")).await.unwrap();
    let tried = looked.tried.join("\n");
    assert!(tried.contains("127.0.0.1") && tried.contains("Nothing answers at port"), "{tried}");

    running.start_again().await;
    house.until("peer", ready).await;
    let looked: Diagnosis = house.page("diagnose_server", named("peer")).await.unwrap();
    let tried = looked.tried.join("\n");
    assert!(tried.contains("answers"), "{tried}");
    house.close().await;
}

/// HOST-14: a value on a command line is spoken of, and kept where secrets are.
#[tokio::test]
async fn a_terminal_without_a_person_asks_for_no_header() {
    let house = House::open().await;
    let running = door(&house, None, 0).await;
    let terminal = Terminal::new();
    let url = running.url();
    let add = ["servers", "add", "far", "--url", &url, "--header", "Authorization: Bearer ?"];
    let ran = terminal.run(&add);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(ran.err.contains("no terminal"), "{ran:?}");
    assert!(!terminal.run(&["servers", "list"]).out.contains("far"), "nothing was added");
    house.close().await;
}
