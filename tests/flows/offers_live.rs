//! What changes while a server runs: its lists, its resources, the folders that are shared with it, how
//! much it logs; and what is asked, told and stopped while it is asked for something.

use app::wire::{
    event::UiEvent,
    failure::{Code, Failure},
    inbox::InboxView,
    prompt::PromptGiven,
    resource::WatchResource,
    server::{EraView, ServerRef, ServerRow},
    tool::CancelCall,
    wishes::{LevelView, ServerWishes, SetLevel, ShareFolder},
};
use flows::{
    desk::{Answer, form::Entered},
    house::House,
    peers::{self, Era},
    shapes::ready,
    wait::eventually,
};
use serde_json::{Value, json};
use tokio::{
    sync::broadcast::Receiver,
    time::{Duration, timeout},
};

use super::offers::{add, prompts, resources, said, to_get};

const LIMIT: Duration = Duration::from_secs(30);
const ERAS: [Era; 2] = [Era::Legacy, Era::Modern];

/// Waits for an event.
async fn until(events: &mut Receiver<UiEvent>, wanted: &UiEvent) {
    let come = async { while events.recv().await.unwrap() != *wanted {} };
    assert!(timeout(LIMIT, come).await.is_ok(), "{wanted:?} does not come");
}

/// HOST-18: the other lists as the tools.
#[tokio::test]
async fn lists_that_change_are_read_again_at_once() {
    for era in ERAS {
        let house = House::open().await;
        add(&house, "peer", &peers::mcp(era)).await;
        assert_eq!(prompts(&house, "peer").await.prompts.len(), 1);
        assert_eq!(resources(&house, "peer").await.resources.len(), 2);
        let server = || "peer".to_owned();
        let (mut first, mut second) = (house.app.events(), house.app.events());
        // On the modern era the server tells only those who have begun to listen.
        let grown = async {
            house.text("peer", "grow", json!({})).await;
            until(&mut first, &UiEvent::PromptsChanged { server: server() }).await;
            until(&mut second, &UiEvent::ResourcesChanged { server: server() }).await;
        };
        grown.await;
        let names: Vec<_> =
            prompts(&house, "peer").await.prompts.into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["review", "grown"], "{era:?}");
        let found = resources(&house, "peer").await.resources;
        assert!(found.iter().any(|it| it.uri == "demo://grown"), "{era:?}");
        house.close().await;
    }
}

async fn watch(house: &House, uri: &str, on: bool) -> Result<(), Failure> {
    let order = WatchResource { server: "peer".to_owned(), uri: uri.to_owned(), on };
    house.page("watch_resource", order).await
}

async fn wishes(house: &House) -> ServerWishes {
    house.page("server_wishes", ServerRef { server: "peer".to_owned() }).await.unwrap()
}

#[tokio::test]
async fn a_watched_resource_is_told_of_when_it_changes_also_after_a_restart() {
    for era in ERAS {
        let house = House::open().await;
        add(&house, "peer", &peers::mcp(era)).await;
        let uri = "demo://greeting".to_owned();
        let touch = || house.text("peer", "touch", json!({ "uri": "demo://greeting" }));
        let news = UiEvent::ResourceUpdated { server: "peer".to_owned(), uri: uri.clone() };
        watch(&house, &uri, true).await.unwrap();
        watch(&house, "demo://bytes", true).await.unwrap();
        assert_eq!(wishes(&house).await.watched, ["demo://bytes", "demo://greeting"]);
        let mut events = house.app.events();
        touch().await;
        until(&mut events, &news).await;
        let again: ServerRow = house
            .terminal("restart_server", ServerRef { server: "peer".to_owned() })
            .await
            .unwrap();
        house.settled(&again.name).await;
        // It takes a moment until the new run has been told what is watched.
        let mut events = house.app.events();
        let told = async || {
            touch().await;
            timeout(Duration::from_millis(300), until(&mut events, &news)).await.ok()
        };
        eventually("the resource is not watched after the restart", told).await;
        watch(&house, &uri, false).await.unwrap();
        assert_eq!(wishes(&house).await.watched, ["demo://bytes"]);
        // A server of the modern era hears of that by a request of its own, and may be behind.
        let mut events = house.app.events();
        let told = async || {
            while events.try_recv().is_ok() {}
            touch().await;
            house.text("peer", "log", json!({ "level": "emergency", "words": "mark" })).await;
            let mut told = false;
            while let Ok(event) = events.try_recv() {
                told |= event == news;
            }
            (!told).then_some(())
        };
        eventually("it is still told of", told).await;
        house.close().await;
    }
}

#[tokio::test]
async fn a_resource_that_everything_changes_is_told_of() {
    let house = House::open().await;
    add(&house, "peer", &peers::everything()).await;
    let uri = "demo://resource/dynamic/text/1".to_owned();
    watch(&house, &uri, true).await.unwrap();
    let mut events = house.app.events();
    house.text("peer", "toggle-subscriber-updates", json!({})).await;
    until(&mut events, &UiEvent::ResourceUpdated { server: "peer".to_owned(), uri }).await;
    house.close().await;
}

async fn share(house: &House, folder: &str, on: bool) -> Result<ServerWishes, Failure> {
    let (server, folder) = ("peer".to_owned(), folder.to_owned());
    house.page("share_folder", ShareFolder { server, folder, on }).await
}

/// HOST-22: a server hears of folders only where the person shares some with it.
#[tokio::test]
async fn folders_are_shared_while_a_server_runs_and_kept() {
    for era in ERAS {
        let house = House::open().await;
        add(&house, "peer", &peers::mcp(era)).await;
        let folder = house.home().display().to_string();
        let nothing = house.call("peer", "folders", json!({})).await;
        assert!(nothing.is_err_and(|it| it.code == Code::CallFailed), "{era:?}");
        let wished = share(&house, &folder, true).await.unwrap();
        assert_eq!(wished.folders, std::slice::from_ref(&folder));
        let row = house.settled("peer").await;
        let pid = ready(&row).unwrap().pid;
        let name = folder.rsplit('/').next().unwrap();
        let told = house.text("peer", "folders", json!({})).await;
        assert_eq!(told, format!("{name}=file://{folder}"), "{era:?}");
        let other = house.data_dir().display().to_string();
        share(&house, &other, true).await.unwrap();
        let told = house.text("peer", "folders", json!({})).await;
        assert_eq!(told, format!("{name}=file://{folder} data=file://{other}"), "{era:?}");
        share(&house, &folder, false).await.unwrap();
        assert_eq!(house.text("peer", "folders", json!({})).await, format!("data=file://{other}"));
        let row = house.settled("peer").await;
        assert_eq!(ready(&row).unwrap().pid, pid, "one restart at most: {era:?}");
        let home = house.close().await;
        let house = House::open_at(home, app::Vault::memory()).await;
        assert_eq!(wishes(&house).await.folders, [other], "it is kept");
        house.close().await;
    }
}

#[tokio::test]
async fn a_folder_that_is_none_is_not_shared() {
    let house = House::open().await;
    add(&house, "peer", &peers::mcp(Era::Modern)).await;
    for bad in ["relative", "/no/such/folder", ""] {
        let failure = share(&house, bad, true).await.unwrap_err();
        assert_eq!((failure.code, failure.field.as_deref()), (Code::Invalid, Some("folder")));
    }
    let failure = share(&house, "/", false).await.unwrap_err();
    assert_eq!(failure.code, Code::Invalid, "it was not shared");
    house.close().await;
}

/// HOST-53: how much a server logs is chosen while it runs, and kept.
#[tokio::test]
async fn a_level_takes_effect_at_once_and_is_kept() {
    for era in ERAS {
        let house = House::open().await;
        let spoken = add(&house, "peer", &peers::mcp(era)).await;
        let log = |level: &'static str, words: &'static str| {
            house.text("peer", "log", json!({ "level": level, "words": words }))
        };
        log("info", "by itself").await;
        house.logged("peer", "[info] peer: by itself").await;
        let server = || "peer".to_owned();
        let order = SetLevel { server: server(), level: Some(LevelView::Warning) };
        let wished: ServerWishes = house.page("set_level", order).await.unwrap();
        assert_eq!(wished.level, Some(LevelView::Warning));
        assert!(wished.can.unwrap().log);
        log("info", "not wanted").await;
        log("error", "wanted").await;
        house.logged("peer", "[error] peer: wanted").await;
        let order = ServerRef { server: server() };
        house.terminal::<ServerRow>("restart_server", order).await.unwrap();
        house.settled("peer").await;
        if spoken == EraView::Legacy {
            // The server says nothing when it was told: its log does.
            let told = async || {
                log("notice", "asking").await;
                log("alert", "after it").await;
                let lines = house.log("peer").await;
                let last = lines.iter().rev().find(|it| it.contains("peer: "))?;
                last.contains("after it").then_some(())
            };
            eventually("nothing is logged after the restart", told).await;
        }
        log("info", "not wanted").await;
        log("critical", "the last").await;
        house.logged("peer", "[critical] peer: the last").await;
        let lines = house.log("peer").await;
        assert!(!lines.iter().any(|it| it.contains("peer: not wanted")), "{era:?}: {lines:#?}");
        house.close().await;
    }
}

/// HOST-36
#[tokio::test]
async fn what_is_asked_for_is_stopped_by_its_name() {
    let house = House::open().await;
    let witness = house.witness("odd_offers");
    house.add("odd", &peers::scripted("odd_offers", witness.path())).await;
    let order = to_get("odd", "hangs", &[]);
    let name = order.call.clone();
    let stop = async {
        witness.event("hangs").await;
        house.page::<()>("cancel_call", CancelCall { call: name }).await
    };
    let (given, stopped) = tokio::join!(house.page::<PromptGiven>("get_prompt", order), stop);
    stopped.unwrap();
    assert_eq!(given.unwrap_err().code, Code::Cancelled);
    let told = async || witness.received("notifications/cancelled").into_iter().next();
    let told = eventually("the server is not told", told).await;
    assert_eq!(told["params"]["requestId"], witness.received("prompts/get")[0]["id"]);
    house.close().await;
}

/// HOST-24, HOST-48: progress is told by the errand's name, and no secret comes back.
#[tokio::test]
async fn progress_is_told_and_secrets_do_not_come_back() {
    let house = House::open().await;
    let witness = house.witness("odd_offers");
    let mut draft = house.draft("odd", &peers::scripted("odd_offers", witness.path()));
    if let app::wire::server::TransportView::Stdio { env, .. } = &mut draft.transport {
        env.insert("API_TOKEN".to_owned(), "hunter2-hunter2".to_owned());
    }
    house.add_draft(draft).await;
    let mut events = house.app.events();
    let order = to_get("odd", "tells", &[]);
    let name = order.call.clone();
    let given: PromptGiven = house.page("get_prompt", order).await.unwrap();
    assert_eq!(said(&given), "user: •••");
    assert!(!given.raw.unwrap().contains("hunter2"));
    let mut told = Vec::new();
    while let Ok(event) = events.try_recv() {
        if let UiEvent::CallProgressed { call, done, total, message } = event {
            assert_eq!(call, name);
            told.push(format!("{done} of {} {}", total.unwrap(), message.unwrap()));
        }
    }
    assert_eq!(told, ["1 of 2 step 1", "2 of 2 step 2"]);
    house.close().await;
}

/// HOST-42, HOST-49: a prompt may ask the person, in the way of either era.
#[tokio::test]
async fn what_a_prompt_asks_is_answered_by_the_person() {
    for era in ["legacy", "modern"] {
        let house = House::open().await;
        let witness = house.witness("odd_offers");
        let program = peers::scripted("odd_offers", witness.path()).with(&["--era", era]);
        house.add("odd", &program).await;
        let Value::Object(values) = json!({ "which": "the left one" }) else { panic!("no object") };
        house.desk.will_say([Answer::Form(Entered::Send { values, remember: false })]);
        let given: PromptGiven =
            house.page("get_prompt", to_get("odd", "asks", &[])).await.unwrap();
        assert_eq!(said(&given), "user: the left one", "{era}");
        let inbox: InboxView = house.page("list_inbox", ()).await.unwrap();
        let calls: Vec<_> = inbox.settled[0].calls.iter().map(|it| it.call.as_str()).collect();
        assert_eq!(calls, ["get-odd-asks"], "{era}");
        house.close().await;
    }
}
