//! A secret gets into the keychain and the one process it is for, and nowhere else. Each test
//! plants a fresh one and searches everything afterwards.

use std::process::Command;

use app::wire::{
    draft::{AskSecret, ReadDrafts, Reading, SecretKept},
    server::{ServerRow, TransportView},
};
use flows::{
    canary::Canary,
    desk::{Answer, Asked},
    house::House,
    peers,
    shapes::ready,
    terminal::{Ran, Terminal, stewardctl},
};
use serde_json::json;

/// What the scripted server says of a value, which it must not repeat.
pub(crate) fn digest(value: &str) -> String {
    let script = "import hashlib, sys\nprint(hashlib.sha256(sys.argv[1].encode()).hexdigest())";
    let ran = Command::new("python3").args(["-c", script, value]).output().unwrap();
    String::from_utf8(ran.stdout).unwrap().trim().to_owned()
}

fn with_env(house: &House, name: &str, value: &str) -> app::wire::draft::DraftView {
    let witness = house.witness("obliging");
    let mut draft = house.draft("obliging", &peers::scripted("obliging", witness.path()));
    if let TransportView::Stdio { env, .. } = &mut draft.transport {
        env.insert(name.to_owned(), value.to_owned());
    }
    draft
}

fn env_of(row: &ServerRow, name: &str) -> String {
    match &row.transport {
        TransportView::Stdio { env, .. } => env[name].clone(),
        TransportView::Http { .. } => panic!("it is a program"),
    }
}

/// HOST-14 HOST-64
#[tokio::test]
async fn a_typed_secret_reaches_the_child_and_no_file() {
    let house = House::open().await;
    let canary = Canary::new();
    let row = house.add_draft(with_env(&house, "API_TOKEN", canary.value())).await;
    assert!(ready(&row).is_some(), "{row:?}");
    assert_eq!(env_of(&row, "API_TOKEN"), "${secret:OBLIGING_API_TOKEN}");
    let told = house.text("obliging", "variable", json!({ "name": "API_TOKEN" })).await;
    assert_eq!(told, digest(canary.value()), "the child has it whole");
    let kept = house.vault.get("OBLIGING_API_TOKEN").await.unwrap().unwrap();
    assert_eq!(kept.reveal(), canary.value());

    // Another start takes it from the keychain again.
    house.close_server("obliging").await;
    house.open_server("obliging").await;
    assert_eq!(house.text("obliging", "variable", json!({ "name": "API_TOKEN" })).await, told);
    // The database's log of changes is there only while it is open.
    assert!(house.data_dir().join("steward.db-wal").exists());
    assert_eq!(canary.seen_below(house.home()), []);
    let home = house.close().await;
    assert_eq!(canary.seen_below(home.path()), []);
}

/// HOST-14
#[tokio::test]
async fn references_are_filled_in_once_in_variables_and_arguments() {
    let house = House::open().await;
    let canary = Canary::new();
    house.vault.set("MY_KEY", format!("{}${{HOME}}", canary.value()).into()).await.unwrap();
    let mut draft = with_env(&house, "MIXED", "k=${secret:MY_KEY};u=${PATH}");
    if let TransportView::Stdio { args, env, .. } = &mut draft.transport {
        args.push("${secret:MY_KEY}".to_owned());
        args.push("${NO_SUCH_VARIABLE:-otherwise}".to_owned());
        env.insert("PLAIN".to_owned(), "$${PATH}".to_owned());
    }
    let row = house.add_draft(draft).await;
    assert!(ready(&row).is_some(), "{row:?}");

    let variable =
        async |name: &str| house.text("obliging", "variable", json!({ "name": name })).await;
    let path = std::env::var("PATH").unwrap();
    // What was put in is not looked at again: its `${HOME}` stays as it is.
    let secret = format!("{}${{HOME}}", canary.value());
    assert_eq!(variable("MIXED").await, digest(&format!("k={secret};u={path}")));
    assert_eq!(variable("PLAIN").await, digest("${PATH}"));
    let words = house.text("obliging", "words", json!({})).await;
    assert_eq!(words, format!("{} {}", digest(&secret), digest("otherwise")));
    let home = house.close().await;
    assert_eq!(canary.seen_below(home.path()), []);
}

/// HOST-64
#[tokio::test]
async fn a_pasted_secret_comes_back_as_a_reference() {
    let house = House::open().await;
    let canary = Canary::new();
    let witness = house.witness("obliging");
    let program = peers::scripted("obliging", witness.path());
    let text = json!({ "mcpServers": { "obliging": {
        "command": program.command, "args": program.args,
        "env": { "GITHUB_TOKEN": canary.value(), "LEVEL": "debug" },
    } } });
    house.desk.will_say([Answer::Clipboard(Some(text.to_string()))]);
    let mut events = house.app.events();
    let reading: Reading = house.page("paste_drafts", ()).await.unwrap();
    let shown = serde_json::to_vec(&reading).unwrap();
    assert_eq!(canary.seen_in(&shown), [] as [&str; 0], "the page gets references");
    assert!(String::from_utf8_lossy(&shown).contains("${secret:"));

    let draft = reading.proposals.into_iter().next().unwrap().draft;
    let row = house.add_draft(draft).await;
    assert!(ready(&row).is_some(), "{row:?}");
    assert_eq!(env_of(&row, "LEVEL"), "debug", "what is no secret is shown");
    let told = house.text("obliging", "variable", json!({ "name": "GITHUB_TOKEN" })).await;
    assert_eq!(told, digest(canary.value()));
    while let Ok(event) = events.try_recv() {
        assert_eq!(canary.seen_in(&serde_json::to_vec(&event).unwrap()), [] as [&str; 0]);
    }
    let home = house.close().await;
    assert_eq!(canary.seen_below(home.path()), []);
}

#[tokio::test]
async fn the_secret_of_a_draft_that_nobody_added_is_forgotten() {
    let house = House::open().await;
    let canary = Canary::new();
    let text = format!("GITHUB_TOKEN={} npx -y some-server", shell_quoted(canary.value()));
    let reading: Reading = house.page("read_drafts", ReadDrafts { text }).await.unwrap();
    let TransportView::Stdio { env, .. } = &reading.proposals[0].draft.transport else {
        panic!("{reading:?}")
    };
    let reference = env["GITHUB_TOKEN"].clone();
    let key = reference.trim_start_matches("${secret:").trim_end_matches('}').to_owned();
    let vault = house.vault.clone();
    assert!(vault.get(&key).await.unwrap().is_some(), "{reference}");
    house.close().await;
    assert!(vault.get(&key).await.unwrap().is_none(), "no server refers to it");
}

fn shell_quoted(text: &str) -> String {
    format!("'{text}'")
}

/// HOST-64
#[tokio::test]
async fn a_masked_answer_goes_to_the_keychain_and_the_page_gets_its_name() {
    let house = House::open().await;
    let canary = Canary::new();
    house.desk.will_say([Answer::Secret(Some(canary.value().to_owned())), Answer::Secret(None)]);
    let question =
        || AskSecret { title: "GitHub".into(), field: "TOKEN".into(), key: None, call: None };
    let kept: SecretKept = house.page("ask_secret", question()).await.unwrap();
    assert_eq!(kept.reference.as_deref(), Some("${secret:GITHUB_TOKEN}"));
    let cancelled: SecretKept = house.page("ask_secret", question()).await.unwrap();
    assert_eq!(cancelled.reference, None);
    let (asked, _) = house.desk.asked();
    let shown = Asked::Secret {
        title: Some("GitHub".into()),
        field: "TOKEN".into(),
        goes: "keychain",
        removable: false,
    };
    assert_eq!(asked, [shown.clone(), shown]);
    let value = house.vault.get("GITHUB_TOKEN").await.unwrap().unwrap();
    assert_eq!(value.reveal(), canary.value());
    let home = house.close().await;
    assert_eq!(canary.seen_below(home.path()), []);
}

#[tokio::test]
async fn other_children_do_not_get_it() {
    let house = House::open().await;
    let canary = Canary::new();
    house.add_draft(with_env(&house, "API_TOKEN", canary.value())).await;
    let other = ready(&house.add("demo", &peers::demo()).await).unwrap().pid.unwrap();
    for file in ["environ", "cmdline"] {
        let bytes = std::fs::read(format!("/proc/{other}/{file}")).unwrap();
        assert!(!bytes.is_empty());
        assert_eq!(canary.seen_in(&bytes), [] as [&str; 0]);
    }
    house.close().await;
}

/// HOST-64
#[tokio::test]
async fn without_a_keychain_a_secret_is_refused_and_nothing_is_kept() {
    let terminal = Terminal::new();
    let canary = Canary::new();
    let token = format!("API_TOKEN={}", canary.value());
    let ran = terminal.run(&["servers", "add", "x", "--env", &token, "--", "python3"]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(ran.err.contains("keychain") && ran.err.contains("hint: "), "{}", ran.err);
    assert_eq!(canary.seen_in(ran.err.as_bytes()), [] as [&str; 0]);
    assert_eq!(terminal.run(&["servers", "list", "--json"]).out, "[]\n");
    assert_eq!(canary.seen_below(terminal.home()), []);
}

/// The real keychain of the desktop, in a session of its own. HOST-14 HOST-64
#[test]
fn the_terminal_keeps_a_secret_in_the_systems_keychain() {
    let terminal = Terminal::new();
    let canary = Canary::new();
    let program = peers::scripted("obliging", terminal.witness("obliging").path());
    let script = r#"set -e
        ctl() { "$CTL" --data-dir "$DATA" "$@"; }
        ctl servers add obliging --env "API_TOKEN=$CANARY" -- "$@" >&2
        ctl call obliging variable '{"name":"API_TOKEN"}'
        ctl --json servers show obliging >&2
        secret-tool search --all service dev.steward.desktop 2>&1 | grep -c "^secret = " || true"#;
    let mut session = Command::new(peers::checkout().join("scripts/with-keyring"));
    session.args(["bash", "-c", script, "bash"]).args(program.words());
    terminal.at_home(&mut session);
    session.env("CTL", stewardctl()).env("DATA", terminal.data_dir());
    session.env("CANARY", canary.value());
    let ran = Ran::of(session.output().unwrap());
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let mut lines = ran.out.lines();
    assert_eq!(lines.next(), Some(digest(canary.value()).as_str()), "{ran:?}");
    assert_eq!(lines.next(), Some("1"), "one secret is filed there: {ran:?}");
    assert!(ran.err.contains("${secret:OBLIGING_API_TOKEN}"), "{}", ran.err);
    assert_eq!(canary.seen_in(ran.err.as_bytes()), [] as [&str; 0]);
    assert_eq!(canary.seen_below(terminal.home()), []);
}

/// Two data folders on one keychain, each with a server and a secret of the same name. HOST-64
#[test]
fn a_folder_neither_overwrites_uses_nor_removes_the_secret_of_another() {
    let terminal = Terminal::new();
    let (first, second) = (Canary::new(), Canary::new());
    let program = peers::scripted("obliging", terminal.witness("obliging").path());
    let script = r#"set -e
        one() { "$CTL" --data-dir "$DATA/one" "$@"; }
        two() { "$CTL" --data-dir "$DATA/two" "$@"; }
        one servers add obliging --env "API_TOKEN=$FIRST" -- "$@" >&2
        two servers add obliging --env "API_TOKEN=$SECOND" -- "$@" >&2
        one call obliging variable '{"name":"API_TOKEN"}'
        two call obliging variable '{"name":"API_TOKEN"}'
        two servers remove obliging >&2
        mv "$DATA/one" "$DATA/moved"
        "$CTL" --data-dir "$DATA/moved" call obliging variable '{"name":"API_TOKEN"}'
        secret-tool search --all service dev.steward.desktop 2>&1 | grep -c "^secret = ""#;
    let mut session = Command::new(peers::checkout().join("scripts/with-keyring"));
    session.args(["bash", "-c", script, "bash"]).args(program.words());
    terminal.at_home(&mut session);
    session.env("CTL", stewardctl()).env("DATA", terminal.home());
    session.env("FIRST", first.value()).env("SECOND", second.value());
    let ran = Ran::of(session.output().unwrap());
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let (first, second) = (digest(first.value()), digest(second.value()));
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!(lines, [first.as_str(), &second, &first, "1"], "{ran:?}");
}
