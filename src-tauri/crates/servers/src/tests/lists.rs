//! Lists of tools that change too often, or come late.

use std::time::{Duration, Instant};

use model::state::{Ready, State};
use tokio::time::timeout;

use super::{HANG, House, demo};
use crate::Event;

fn tools_changed(event: &Event) -> Option<()> {
    matches!(event, Event::ToolsChanged(_)).then_some(())
}

/// HOST-18
#[tokio::test]
async fn a_server_that_keeps_changing_is_listed_seldom_and_kept_once() {
    let mut house = House::new().await;
    let mut others = house.servers.events();
    let began = Instant::now();
    house.start("keeps-changing").await;
    house.logged("listed 3").await;
    assert!(began.elapsed() >= Duration::from_secs(2), "three lists in {:?}", began.elapsed());
    house.servers.close().await;
    let mut kept = 0;
    while let Ok(event) = others.try_recv() {
        kept += usize::from(matches!(event, Event::ToolsChanged(_)));
    }
    assert_eq!(kept, 1, "the lists were equal");
}

#[tokio::test]
async fn tools_that_could_not_be_listed_come_later() {
    let mut house = House::new().await;
    house.start("lists-late").await;
    let ready = house.ready().await;
    let odd = "the tools could not be listed: not yet";
    assert_eq!((ready.tools, ready.warnings.iter().filter(|it| *it == odd).count()), (0, 1));
    house.event(tools_changed).await;
    let changed = |it: &Event| matches!(it, Event::Changed(_)).then_some(());
    house.event(changed).await;
    let ready = house.ready().await;
    assert_eq!(ready.tools, 1);
    assert!(!ready.warnings.iter().any(|it| it == odd), "{:?}", ready.warnings);
    assert_eq!(house.servers.tools(&demo()).await.unwrap().tools.len(), 1);
    house.servers.close().await;
}

/// HOST-17
#[tokio::test]
async fn a_list_with_a_gap_keeps_what_is_known_and_says_what_is_missing() {
    let mut house = House::new().await;
    house.start("cut-list").await;
    let ready = house.ready().await;
    let cut = "page 2 of the list did not come, and the rest is missing: no second page";
    assert!(ready.warnings.iter().any(|it| it == cut), "{:?}", ready.warnings);
    assert_eq!(ready.tools, 1);
    house.logged(&format!("warning: {cut}")).await;
    house.logged("warning: page 1 of the list has no tools").await;
    let mut live = house.servers.with(&demo(), |it| it.live()).unwrap();
    let empty = |ready: &Ready| ready.warnings.iter().any(|it| it.contains("has no tools"));
    let ends = live.wait_for(|it| matches!(&it.state, State::Ready(ready) if empty(ready)));
    timeout(HANG, ends).await.unwrap().unwrap();
    let ready = house.ready().await;
    assert!(!ready.warnings.iter().any(|it| it == cut), "{:?}", ready.warnings);
    let tools = house.servers.tools(&demo()).await.unwrap().tools;
    let names: Vec<&str> = tools.iter().map(|it| it.name.as_str()).collect();
    assert_eq!((ready.tools, names), (2, vec!["say", "more"]));
    house.servers.close().await;
}

/// Case 40, `list_hangs`.
#[tokio::test]
async fn a_server_that_never_lists_its_tools_is_ready_and_that_is_said() {
    let vault = vault::Vault::memory();
    vault.set("TOKEN", super::SECRET.into()).await.unwrap();
    let moment = Duration::from_millis(100);
    let mut house = House::with(vault, super::Nobody, |it| it.clone().eager(moment)).await;
    house.start("never-lists").await;
    let odd = "the tools could not be listed: there is no answer after 0.1 s";
    let ready = house.ready().await;
    assert!(ready.warnings.iter().any(|it| it == odd), "{:?}", ready.warnings);
    house.logged(&format!("warning: {odd}")).await;
    house.servers.close().await;
}

/// HOST-17: what has come of a list is better than none.
#[tokio::test]
async fn a_page_that_does_not_come_takes_none_of_those_before_it_along() {
    let vault = vault::Vault::memory();
    vault.set("TOKEN", super::SECRET.into()).await.unwrap();
    let moment = Duration::from_millis(100);
    let house = House::with(vault, super::Nobody, |it| it.clone().eager(moment)).await;
    house.start("half-lists").await;
    let ready = house.ready().await;
    let odd = "page 2 of the list did not come, and the rest is missing: it takes long";
    assert!(ready.warnings.iter().any(|it| it == odd), "{:?}", ready.warnings);
    assert_eq!(ready.tools, 1);
    house.servers.close().await;
}

/// HOST-16
#[tokio::test]
async fn a_warning_is_shown_once() {
    let mut house = House::new().await;
    house.start("nothing").await;
    house.ready().await;
    let said = house.logged("warning: ").await;
    let mut live = house.servers.with(&demo(), |it| it.live()).unwrap();
    let warned =
        live.wait_for(|it| matches!(&it.state, State::Ready(ready) if !ready.warnings.is_empty()));
    timeout(HANG, warned).await.unwrap().unwrap();
    assert_eq!(house.ready().await.warnings, [said]);
    house.servers.close().await;
}
