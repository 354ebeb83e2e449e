//! Secrets that nobody refers to any more leave the keychain; those that somebody may still want
//! stay.

use std::time::Duration;

use app::wire::{
    draft::{AskSecret, DraftView, SecretKept, UpdateServer},
    event::UiEvent,
    failure::Code,
    server::{Removed, ServerRow, TransportView},
};
use flows::{
    canary::Canary,
    desk::{Answer, Said},
    house::House,
    peers,
    shapes::{named, to_add},
};
use tokio::{sync::broadcast::Receiver, time::timeout};

const LIMIT: Duration = Duration::from_secs(20);

/// A server that is handed a value which looks like a secret.
fn with_token(house: &House, value: &str) -> DraftView {
    let mut draft = house.draft("demo", &peers::demo());
    if let TransportView::Stdio { env, .. } = &mut draft.transport {
        env.insert("API_TOKEN".to_owned(), value.to_owned());
    }
    draft
}

fn reference_in(row: &ServerRow) -> String {
    match &row.transport {
        TransportView::Stdio { env, .. } => env["API_TOKEN"].clone(),
        TransportView::Http { .. } => panic!("it is a program"),
    }
}

async fn is_kept(house: &House, key: &str) -> bool {
    house.vault.get(key).await.unwrap().is_some()
}

/// Waits until a secret is gone and its name is free again.
async fn goes(house: &House, events: &mut Receiver<UiEvent>, key: &str) {
    let swept = async { while events.recv().await.unwrap() != UiEvent::SecretsChanged {} };
    assert!(timeout(LIMIT, swept).await.is_ok(), "{key} stays");
    assert!(!is_kept(house, key).await, "{key} stays");
}

/// HOST-64
#[tokio::test]
async fn a_declined_server_leaves_no_secret_and_takes_no_name() {
    let house = House::open().await;
    let canary = Canary::new();
    let mut events = house.app.events();
    let asked = to_add(&with_token(&house, canary.value()));
    for said in [Said::Cancel, Said::Cancel, Said::Start] {
        house.desk.will_say([Answer::Consent(said)]);
        let added = house.page::<ServerRow>("add_server", asked.clone()).await;
        if said == Said::Start {
            assert_eq!(reference_in(&added.unwrap()), "${secret:DEMO_API_TOKEN}");
            assert!(is_kept(&house, "DEMO_API_TOKEN").await);
        } else {
            assert_eq!(added.unwrap_err().code, Code::Declined);
            goes(&house, &mut events, "DEMO_API_TOKEN").await;
        }
    }
    house.close().await;
}

#[tokio::test]
async fn a_cancelled_question_takes_no_name() {
    let house = House::open().await;
    let canary = Canary::new();
    let typed = Answer::Secret(Some(canary.value().to_owned()));
    house.desk.will_say([Answer::Secret(None), Answer::Secret(None), typed]);
    let mut kept = SecretKept { reference: None };
    for _ in 0..3 {
        let question =
            AskSecret { title: "GitHub".into(), field: "TOKEN".into(), key: None, call: None };
        kept = house.page("ask_secret", question).await.unwrap();
    }
    assert_eq!(kept.reference.as_deref(), Some("${secret:GITHUB_TOKEN}"));
    house.close().await;
}

/// HOST-64
#[tokio::test]
async fn a_secret_that_another_takes_the_place_of_goes() {
    let house = House::open().await;
    let (first, second) = (Canary::new(), Canary::new());
    house.add_draft(with_token(&house, first.value())).await;
    let mut events = house.app.events();
    for said in [Said::Cancel, Said::Start] {
        let draft = with_token(&house, second.value());
        let update = UpdateServer { server: "demo".into(), draft };
        house.desk.will_say([Answer::Consent(said)]);
        let changed = house.page::<ServerRow>("update_server", update).await;
        if said == Said::Cancel {
            goes(&house, &mut events, "DEMO_API_TOKEN_2").await;
            assert!(is_kept(&house, "DEMO_API_TOKEN").await, "it is still used");
        } else {
            assert_eq!(reference_in(&changed.unwrap()), "${secret:DEMO_API_TOKEN_2}");
            goes(&house, &mut events, "DEMO_API_TOKEN").await;
        }
    }
    let kept = house.vault.get("DEMO_API_TOKEN_2").await.unwrap().unwrap();
    assert_eq!(kept.reveal(), second.value());
    house.close().await;
}

/// HOST-8, HOST-64
#[tokio::test]
async fn a_removed_server_leaves_its_secret_until_it_cannot_be_taken_back() {
    let house = House::open().await;
    let canary = Canary::new();
    house.vault.set("MINE", "named by the person".into()).await.unwrap();
    let mut draft = with_token(&house, canary.value());
    if let TransportView::Stdio { args, .. } = &mut draft.transport {
        args.push("${secret:MINE}".to_owned());
    }
    house.add_draft(draft).await;
    house.page::<Removed>("remove_server", named("demo")).await.unwrap();
    house.page::<ServerRow>("restore_server", named("demo")).await.unwrap();
    assert!(is_kept(&house, "DEMO_API_TOKEN").await);

    house.page::<Removed>("remove_server", named("demo")).await.unwrap();
    let vault = house.vault.clone();
    house.close().await;
    assert!(vault.get("DEMO_API_TOKEN").await.unwrap().is_none(), "it cannot be taken back");
    assert!(vault.get("MINE").await.unwrap().is_some(), "it is none of ours");
}
