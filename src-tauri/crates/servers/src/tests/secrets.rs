//! What a server says of its secrets reaches nobody.

use std::{fs, time::Duration};

use model::{
    outcome::Block,
    state::{FailureKind, Phase, State},
};
use serde_json::{Map, json};
use tokio::{sync::mpsc, time::timeout};
use vault::Vault;

use super::{HANG, House, Nobody, SECRET, demo};
use crate::{Call, Error, Parts};

impl House {
    /// Everything that was written below the folder: the database, the logs, the media.
    pub(super) async fn written(&self) -> String {
        self.servers.close().await;
        let folders = [self.folder.path().to_owned(), self.folder.path().join("media")];
        let files = folders.iter().flat_map(|it| fs::read_dir(it).unwrap());
        let files = files.map(|it| it.unwrap().path()).filter(|it| it.is_file());
        let files: Vec<_> = files.map(|it| fs::read(it).unwrap()).collect();
        String::from_utf8_lossy(&files.concat()).into_owned()
    }
}

fn call(fail: bool, progress: mpsc::Sender<model::outcome::Progress>) -> Call {
    let arguments = Map::from_iter([("fail".to_owned(), json!(fail))]);
    let tag = String::new();
    Call { server: demo(), tool: "say".into(), arguments, tag, progress: Some(progress) }
}

/// HOST-5, HOST-48
#[tokio::test]
async fn a_refusal_that_repeats_the_secret_is_told_without_it() {
    let house = House::new().await;
    house.start("refuses").await;
    let failed = house.failed().await;
    assert_eq!(failed.kind, FailureKind::Protocol);
    assert!(failed.reason.contains("bad token •••"), "{failed:?}");
    let row = house.row().await;
    assert!(row.last_error.is_some_and(|it| it.contains("bad token •••")));
    let written = house.written().await;
    assert!(!written.contains(SECRET) && written.contains("bad token •••"));
}

/// HOST-48, HOST-53
#[tokio::test]
async fn a_secret_comes_back_by_no_way_there_is() {
    let mut house = House::new().await;
    house.start("nothing").await;
    let ready = house.ready().await;
    assert_eq!(ready.server_info, "demo ••• 1");
    let tools = house.servers.tools(&demo()).await.unwrap();
    assert_eq!(tools.tools[0].description, "with •••");
    let (progress, mut heard) = mpsc::channel(4);
    let outcome = house.servers.call(call(false, progress.clone())).await.unwrap();
    let shown = format!("{outcome:?} {:?}", heard.try_recv());
    assert!(!shown.contains(SECRET), "{shown}");
    assert_eq!(shown.matches("•••").count(), 5, "{shown}");
    let error = house.servers.call(call(true, progress)).await.unwrap_err();
    let Error::Call { source, .. } = &error else { panic!("{error:?}") };
    assert_eq!(source.to_string(), "bad token •••");
    assert!(!format!("{error:?}").contains(SECRET), "{error:?}");
    assert!(house.logged("pid ").await.ends_with("token •••"));
    // A level that is one of our tags is written as a notice.
    house.logged("{\"token\":\"•••\"}").await;
    let written = house.written().await;
    assert!(written.contains("[notice]     {\"token\":\"•••\"}") && !written.contains(SECRET));
    assert!(!matches!(house.servers.get(&demo()).await.unwrap().1, State::Ready(_)));
}

/// HOST-48, HOST-53
#[tokio::test]
async fn a_secret_comes_back_in_no_encoding_and_over_no_end_of_a_line() {
    let mut house = House::new().await;
    house.start("encodes").await;
    house.ready().await;
    let (progress, _) = mpsc::channel(4);
    let outcome = house.servers.call(call(false, progress)).await.unwrap();
    let [Block::Text(text)] = outcome.blocks.as_slice() else { panic!("{outcome:?}") };
    assert_eq!(text, "••• and I••• and IC••• and ••• and ••• and ••• and \"•••\"");
    let rest = house.logged(&"#".repeat(8185)).await;
    assert_eq!(rest, "•••… (8 more bytes)");
    let written = house.written().await;
    let lines: Vec<_> = written.lines().filter_map(|it| it.split_once("[stderr]     ")).collect();
    let said: Vec<_> = lines.iter().map(|it| it.1).filter(|it| it.contains("•••")).collect();
    assert_eq!(&said[1..5], ["is •••", "••• it", "•••", "•••"]);
}

/// HOST-48: a secret that is a word of a tool's schema is hidden, and the tool can be called.
#[tokio::test]
async fn a_choice_that_is_a_secret_is_shown_as_a_mark_and_sent_as_it_is() {
    let mut house = House::new().await;
    house.start("words").await;
    house.ready().await;
    house.logged("listed 1").await;
    let tools = house.servers.tools(&demo()).await.unwrap().tools;
    assert_eq!(tools[0].input_schema["properties"]["stage"]["enum"], json!(["•••", "test"]));
    for (stage, said) in [("•••", "same: True"), ("test", "same: False")] {
        let arguments = Map::from_iter([("stage".to_owned(), json!(stage))]);
        let (tag, tool) = (String::new(), "say".into());
        let call = Call { server: demo(), tool, arguments, tag, progress: None };
        let outcome = house.servers.call(call).await.unwrap();
        assert_eq!(outcome.blocks, [Block::Text(said.to_owned())], "{stage}");
    }
}

/// Whether a start waits for the keychain.
fn waits(state: &State) -> bool {
    matches!(state, State::Starting(it) if it.phase == Phase::Keychain)
}

/// HOST-6
#[tokio::test]
async fn a_start_that_waits_for_the_keychain_says_so_and_can_be_called_off() {
    let house = House::with(Vault::silent(), Nobody, Parts::clone).await;
    house.start("nothing").await;
    let mut live = house.servers.with(&demo(), |it| it.live()).unwrap();
    timeout(HANG, live.wait_for(|it| waits(&it.state))).await.expect("it says nothing").unwrap();
    house.servers.switch(&demo(), false).await.unwrap();
    assert_eq!(house.settled().await, State::Off);
    house.servers.close().await;
}

/// HOST-5
#[tokio::test]
async fn a_keychain_that_does_not_answer_or_stays_locked_is_not_pressed() {
    for vault in [Vault::silent(), Vault::locked()] {
        let hurried = |parts: &Parts| parts.clone().hurried(Duration::from_millis(10));
        let house = House::with(vault, Nobody, hurried).await;
        house.start("nothing").await;
        let failed = house.failed().await;
        assert_eq!(failed.kind, FailureKind::Keychain, "{failed:?}");
        assert!(failed.reason.to_lowercase().contains("keychain"), "{failed:?}");
        let wait = failed.retry_at.unwrap().0 - failed.since.0;
        assert!(wait >= 300_000, "each try may ask the person again, and this is after {wait} ms");
        assert!(house.row().await.on, "it is tried again");
        house.servers.close().await;
    }
}
