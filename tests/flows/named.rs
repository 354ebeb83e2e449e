//! Secrets by name and remembered answers: set, listed and removed, with servers that use them.

use std::time::Duration;

use app::wire::{
    draft::UpdateServer,
    event::UiEvent,
    failure::Code,
    secret::{
        ListSecrets, SecretKind, SecretList, SecretOutcome, SecretPlace, SecretRef, SecretRow,
        SecretSet,
    },
    server::{Removed, ServerRow, TransportView},
    tool::OutcomeView,
};
use flows::{
    canary::Canary,
    desk::{Answer, Asked, form::Entered},
    house::House,
    peers,
    shapes::{failed, named, ready, text_of, to_add},
};
use serde_json::{Value, json};
use tokio::time::timeout;

async fn list(house: &House, pattern: Option<&str>) -> Vec<SecretRow> {
    let pattern = pattern.map(str::to_owned);
    let listed: SecretList = house.page("list_secrets", ListSecrets { pattern }).await.unwrap();
    assert_eq!(listed.keychain, None);
    listed.secrets
}

async fn one(house: &House, key: &str) -> SecretRow {
    let rows = list(house, Some(key)).await;
    let [row] = rows.as_slice() else { panic!("{rows:?}") };
    row.clone()
}

fn to_set(key: &str) -> Value {
    json!({ "key": key })
}

/// HOST-14, HOST-48, HOST-64
#[tokio::test]
async fn a_secret_that_is_set_by_name_starts_the_server_that_waits_for_it_and_is_in_no_file() {
    let house = House::open().await;
    let canary = Canary::new();
    let witness = house.witness("obliging");
    let mut draft = house.draft("Obliging", &peers::scripted("obliging", witness.path()));
    if let TransportView::Stdio { env, .. } = &mut draft.transport {
        env.insert("API_TOKEN".to_owned(), "${secret:SHARED_TOKEN}".to_owned());
    }
    let row = house.add_draft(draft).await;
    assert!(failed(&row).is_some_and(|it| it.reason.contains("SHARED_TOKEN")), "{row:?}");
    let missing = one(&house, "SHARED_*").await;
    assert_eq!((missing.place, missing.created_at), (SecretPlace::Missing, None));
    let users: Vec<_> =
        missing.used_by.iter().map(|it| (it.server.as_str(), it.field.as_str())).collect();
    assert_eq!(users, [("obliging", "API_TOKEN")]);

    house.desk.will_say([Answer::Secret(Some(canary.value().to_owned()))]);
    let set: SecretSet = house.page("set_secret", to_set("SHARED_TOKEN")).await.unwrap();
    assert_eq!((set.outcome, set.started), (SecretOutcome::Set, vec!["obliging".to_owned()]));
    assert!(ready(&house.settled("obliging").await).is_some());
    let row = one(&house, "SHARED_TOKEN").await;
    assert_eq!(row.place, SecretPlace::Keychain);
    assert!(row.created_at.is_some() && row.last_used_at.is_some(), "{row:?}");
    let (asked, _) = house.desk.asked();
    let shown = Asked::Secret {
        title: Some("Obliging".into()),
        field: "SHARED_TOKEN".into(),
        goes: "keychain",
        removable: false,
    };
    assert_eq!(asked.last(), Some(&shown));
    let listed = serde_json::to_vec(&list(&house, None).await).unwrap();
    assert_eq!(canary.seen_in(&listed), [] as [&str; 0]);
    assert_eq!(canary.seen_below(house.home()), []);

    house.page::<()>("remove_secret", SecretRef { key: "SHARED_TOKEN".into() }).await.unwrap();
    assert_eq!(house.vault.get("SHARED_TOKEN").await.unwrap(), None);
    assert_eq!(one(&house, "SHARED_TOKEN").await.place, SecretPlace::Missing, "it is referred to");
    house.close().await;
}

/// HOST-64
#[tokio::test]
async fn no_command_takes_a_value_or_a_name_that_breaks_the_rule() {
    let house = House::open().await;
    let canary = Canary::new();
    let with_value = json!({ "key": "API_KEY", "value": canary.value() });
    for command in ["set_secret", "hold_secret"] {
        let failure = house.page::<SecretSet>(command, with_value.clone()).await.unwrap_err();
        assert_eq!(failure.code, Code::Malformed);
        let said = serde_json::to_vec(&failure).unwrap();
        assert_eq!(canary.seen_in(&said), [] as [&str; 0]);
        let failure = house.page::<SecretSet>(command, to_set(canary.value())).await.unwrap_err();
        assert_eq!((failure.code, failure.field.as_deref()), (Code::Invalid, Some("key")));
        let said = serde_json::to_vec(&failure).unwrap();
        assert_eq!(canary.seen_in(&said), [] as [&str; 0], "a value may be pasted for a name");
    }
    let (asked, _) = house.desk.asked();
    assert_eq!(asked, [], "nobody is asked in vain");
    let home = house.close().await;
    assert_eq!(canary.seen_below(home.path()), []);
}

/// HOST-52
#[tokio::test]
async fn a_remembered_answer_is_listed_and_can_be_forgotten() {
    let house = House::open().await;
    let canary = Canary::new();
    house.add("Asker", &peers::asker()).await;
    let ask = async || -> String {
        let call = house.call_of("asker", "ask_secret", json!({ "label": "the vault" }));
        text_of(&house.page::<OutcomeView>("call_tool", call).await.unwrap())
    };
    let values = json!({ "secret": canary.value() });
    let Value::Object(values) = values else { panic!("values are an object") };
    house.desk.will_say([Answer::Form(Entered::Send { values, remember: true })]);
    let mut events = house.app.events();
    let got = ask().await;
    let told = async { while events.recv().await != Ok(UiEvent::SecretsChanged) {} };
    timeout(Duration::from_secs(60), told).await.expect("the page is told");
    let row = one(&house, "elicit/*").await;
    assert_eq!((row.kind, row.place), (SecretKind::Remembered, SecretPlace::Keychain));
    let of = row.remembered.unwrap();
    assert_eq!((of.title.as_deref(), of.field.as_str()), (Some("Asker"), "secret"));

    // It is offered again, and sent when the person sends it.
    house.desk.will_say([Answer::Form(Entered::SendRemembered)]);
    assert_eq!(ask().await, got);
    assert!(one(&house, "elicit/*").await.last_used_at.is_some());
    house.page::<()>("remove_secret", SecretRef { key: row.key.clone() }).await.unwrap();
    assert_eq!(list(&house, None).await, []);
    assert_eq!(house.vault.get(&row.key).await.unwrap(), None);
    house.desk.will_say([Answer::Form(Entered::Cancel)]);
    ask().await;
    let (asked, _) = house.desk.asked();
    let offered: Vec<_> = asked
        .iter()
        .filter_map(|it| match it {
            Asked::Form { remembered, .. } => Some(remembered.len()),
            Asked::Consent { .. }
            | Asked::Secret { .. }
            | Asked::Link { .. }
            | Asked::Folder { .. }
            | Asked::File { .. }
            | Asked::Clipboard => None,
        })
        .collect();
    assert_eq!(offered, [0, 1, 0]);
    let home = house.close().await;
    assert_eq!(canary.seen_below(home.path()), []);
}

/// HOST-8, HOST-52: a name is no proof of who it is.
#[tokio::test]
async fn a_server_that_comes_back_keeps_its_remembered_answers_and_another_of_its_name_gets_none() {
    let house = House::open().await;
    house.add("Asker", &peers::asker()).await;
    let Value::Object(values) = json!({ "secret": "hunter2hunter2" }) else { unreachable!() };
    house.desk.will_say([Answer::Form(Entered::Send { values, remember: true })]);
    let call = house.call_of("asker", "ask_secret", json!({ "label": "the vault" }));
    house.page::<OutcomeView>("call_tool", call).await.unwrap();
    let key = "elicit/asker/secret";
    house.page::<Removed>("remove_server", named("asker")).await.unwrap();
    let row = one(&house, key).await;
    assert_eq!(row.remembered.unwrap().title, None, "its server is removed");
    house.page::<ServerRow>("restore_server", named("asker")).await.unwrap();
    assert!(house.vault.get(key).await.unwrap().is_some());

    house.page::<Removed>("remove_server", named("asker")).await.unwrap();
    let other = to_add(&house.draft("Asker", &peers::demo()));
    house.terminal::<ServerRow>("add_server", other).await.unwrap();
    assert_eq!(house.vault.get(key).await.unwrap(), None);
    assert_eq!(list(&house, Some(key)).await, []);
    house.close().await;
}

/// HOST-52, security 4 and 11: what was given to one program is not handed to the next.
#[tokio::test]
async fn a_server_that_runs_something_else_now_has_its_remembered_answers_forgotten() {
    let house = House::open().await;
    house.add("Asker", &peers::asker()).await;
    let Value::Object(values) = json!({ "secret": "hunter2hunter2" }) else { unreachable!() };
    house.desk.will_say([Answer::Form(Entered::Send { values, remember: true })]);
    let call = house.call_of("asker", "ask_secret", json!({ "label": "the vault" }));
    house.page::<OutcomeView>("call_tool", call).await.unwrap();
    let key = "elicit/asker/secret";
    // Another description is the same program.
    let mut draft = house.draft("Asker", &peers::asker());
    "Asks.".clone_into(&mut draft.description);
    let update = |draft| UpdateServer { server: "asker".to_owned(), draft };
    house.terminal::<ServerRow>("update_server", update(draft.clone())).await.unwrap();
    assert!(house.vault.get(key).await.unwrap().is_some());

    let TransportView::Stdio { args, .. } = &mut draft.transport else { unreachable!() };
    args.push("--leak".to_owned());
    house.terminal::<ServerRow>("update_server", update(draft)).await.unwrap();
    assert_eq!(house.vault.get(key).await.unwrap(), None);
    assert_eq!(list(&house, Some(key)).await, []);
    house.close().await;
}
