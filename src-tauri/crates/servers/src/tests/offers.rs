//! What a server offers beside tools, and what is wished of it: without secrets, and in each run.

use std::time::Duration;

use model::{completion::Completing, resource::Body, server::Level};

use super::{HANG, House, SECRET, demo};
use crate::{CallFault, Errand, Error, Event};

fn errand() -> Errand {
    Errand { server: demo(), tag: "e".into(), progress: None }
}

/// HOST-48
#[tokio::test]
async fn nothing_that_is_offered_or_given_holds_a_secret() {
    let house = House::new().await;
    house.start("offers").await;
    house.ready().await;
    let prompts = house.servers.prompts(&demo(), HANG).await.unwrap();
    let names: Vec<_> = prompts.entries.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["good"]);
    assert_eq!(prompts.set_aside[0].reason, "its name holds a secret");
    assert_eq!(prompts.entries[0].arguments[0].name, "a •••");
    let (resources, templates) = house.servers.resources(&demo(), HANG).await.unwrap();
    assert_eq!((resources.entries.len(), templates.entries.len()), (1, 1));
    assert_eq!(resources.set_aside[0].reason, "its address holds a secret");
    let given = house.servers.prompt(errand(), "good".into(), [].into()).await.unwrap();
    let contents = house.servers.read(errand(), "demo://good".into()).await.unwrap();
    let bodies: Vec<_> = contents.parts.iter().map(|it| &it.body).collect();
    assert!(
        matches!(bodies.as_slice(), [Body::Text(a), Body::Bytes(b), Body::Unknown(_)]
            if a == "•••" && b.data == "•••" && b.file.is_err()),
        "{bodies:?}"
    );
    let shown = format!("{prompts:?}{resources:?}{templates:?}{given:?}{contents:?}");
    assert!(shown.contains("•••") && !shown.contains(SECRET), "{shown}");
    house.servers.close().await;
}

#[tokio::test]
async fn a_refusal_is_told_apart_and_holds_no_secret() {
    let house = House::new().await;
    house.start("nothing").await;
    house.ready().await;
    let refused = house.servers.prompt(errand(), "x".into(), [].into()).await.unwrap_err();
    assert!(matches!(&refused, Error::Call { fault: CallFault::Refused, .. }));
    assert!(!format!("{refused:?}").contains(SECRET), "{refused:?}");
    let completing = Completing {
        target: model::completion::Target::Prompt("x".into()),
        argument: "a".into(),
        value: String::new(),
        others: [].into(),
    };
    let none = house.servers.complete(errand(), completing).await.unwrap();
    assert_eq!(none.values, Vec::<String>::new(), "it never said that it could");
    house.servers.close().await;
}

#[tokio::test]
async fn what_is_watched_is_told_of_at_once_and_again_to_the_next_run() {
    let mut house = House::new().await;
    let row = house.start("offers").await;
    house.ready().await;
    house.servers.watch(&demo(), "demo://good", true).await.unwrap();
    let updated = |it: &Event| {
        if let Event::ResourceUpdated(_, uri) = it { Some(uri.clone()) } else { None }
    };
    assert_eq!(house.event(updated).await, "demo://good");
    let last = loop {
        let uri = house.event(updated).await;
        if uri != "demo://good" {
            break uri;
        }
    };
    assert_eq!(last, "demo://•••");
    house.servers.set_level(&demo(), Some(Level::Alert)).await.unwrap();
    house.logged("level alert").await;
    let allowed = crate::plan::of(&row.draft).digest;
    house.servers.restart(&demo(), &allowed).await.unwrap();
    house.ready().await;
    let twice = async {
        loop {
            let lines = house.servers.log(&demo(), crate::log::reader::Range::End, 1000).await;
            let lines = lines.unwrap().lines;
            let count = |words: &str| lines.iter().filter(|(_, it)| it.text == words).count();
            if (count("watches demo://good"), count("level alert")) == (2, 2) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(tokio::time::timeout(HANG, twice).await.is_ok(), "the new run was not told");
    house.servers.watch(&demo(), "demo://good", false).await.unwrap();
    assert!(house.servers.watched(&demo()).unwrap().is_empty());
    house.servers.close().await;
}

#[tokio::test]
async fn what_is_wished_of_a_server_that_is_off_is_kept_and_what_needs_it_is_refused() {
    let house = House::new().await;
    house.start("offers").await;
    house.ready().await;
    house.servers.switch(&demo(), false).await.unwrap();
    house.servers.set_level(&demo(), Some(Level::Debug)).await.unwrap();
    house.servers.share(&demo(), "/srv", true).await.unwrap();
    let wishes = house.row().await.wishes;
    assert_eq!((wishes.level, wishes.folders), (Some(Level::Debug), vec!["/srv".to_owned()]));
    let refused = house.servers.watch(&demo(), "demo://good", true).await;
    assert!(matches!(refused, Err(Error::NotReady { .. })));
    house.servers.watch(&demo(), "demo://good", false).await.unwrap();
    assert_eq!(house.servers.prompts(&demo(), HANG).await.unwrap().entries, []);
    house.servers.close().await;
}
