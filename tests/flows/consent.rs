//! Nothing runs that the person has not seen: the page asks, the desk decides.

use std::{path::Path, process::Command};

use app::wire::{
    draft::{DraftView, UpdateServer},
    failure::{Code, Failure},
    server::{AllowServer, ServerRow, StateView, SwitchServer, TransportView},
};
use flows::{
    desk::{Answer, Asked, Said},
    house::House,
    peers::{self, Program},
    shapes::{failed, named, ready, to_add},
};
use serde_json::json;

async fn add(house: &House, program: &Program) -> Result<ServerRow, Failure> {
    let draft = house.draft("demo", program);
    house.page("add_server", to_add(&draft)).await
}

fn consents(house: &House) -> Vec<(&'static str, String)> {
    let (asked, open) = house.desk.asked();
    assert_eq!(open, 0, "no question is left open");
    let consents = asked.into_iter().filter_map(|it| match it {
        Asked::Consent { about, line, .. } => Some((about, line)),
        Asked::Secret { .. }
        | Asked::Form { .. }
        | Asked::Link { .. }
        | Asked::Folder { .. }
        | Asked::File { .. }
        | Asked::Clipboard => None,
    });
    consents.collect()
}

#[tokio::test]
async fn a_refused_server_is_not_kept_and_never_ran() {
    let house = House::open().await;
    let witness = house.witness("obliging");
    house.desk.will_say([Answer::Consent(Said::Cancel)]);
    let refused = add(&house, &peers::scripted("obliging", witness.path())).await.unwrap_err();
    assert_eq!(refused.code, Code::Declined);
    assert!(house.rows().await.is_empty());
    let _home = house.close().await;
    assert!(witness.rows().is_empty(), "it wrote down its start if it ran");
}

#[tokio::test]
async fn the_whole_command_and_the_names_of_variables_are_shown() {
    let house = House::open().await;
    house.desk.will_say([Answer::Consent(Said::Cancel)]);
    let program = Program::new("npx", &["-y", "some server", "--flag"]);
    let mut draft = house.draft("Odd One", &program);
    if let TransportView::Stdio { env, .. } = &mut draft.transport {
        env.insert("LD_PRELOAD".into(), "x.so".into());
    }
    let asked = to_add(&draft);
    house.page::<ServerRow>("add_server", asked).await.unwrap_err();
    let (asked, _) = house.desk.asked();
    let [Asked::Consent { title, line, names, cautions, cwd, .. }] = asked.as_slice() else {
        panic!("{asked:?}")
    };
    assert_eq!((title.as_str(), line.as_str()), ("Odd One", "npx -y 'some server' --flag"));
    assert_eq!(names, &["HOME", "LD_PRELOAD"]);
    assert_eq!(cwd.as_deref(), house.home().to_str());
    assert_eq!(cautions, &[r#"Unpinned("some server")"#, r#"Loader("LD_PRELOAD")"#]);
    house.close().await;
}

#[tokio::test]
async fn a_server_that_is_only_added_stays_off_until_it_is_allowed() {
    let house = House::open().await;
    let witness = house.witness("obliging");
    house.desk.will_say([Answer::Consent(Said::Add)]);
    let row = add(&house, &peers::scripted("obliging", witness.path())).await.unwrap();
    assert!(!row.on);
    assert_eq!(row.state, StateView::Off);
    assert!(witness.rows().is_empty());

    house.desk.will_say([Answer::Consent(Said::Cancel), Answer::Consent(Said::Start)]);
    let on = SwitchServer { server: "demo".into(), on: true };
    let refused = house.page::<ServerRow>("switch_server", on.clone()).await.unwrap_err();
    assert_eq!(refused.code, Code::Declined);
    assert!(!house.row("demo").await.on);
    house.page::<ServerRow>("switch_server", on).await.unwrap();
    house.until("demo", ready).await;
    let abouts: Vec<_> = consents(&house).into_iter().map(|it| it.0).collect();
    assert_eq!(abouts, ["adding", "starting", "starting"]);
    house.close().await;
}

/// While a person at a terminal reads what a server runs, the page changes it.
#[tokio::test]
async fn what_a_terminal_showed_is_what_starts() {
    let house = House::open().await;
    let witness = house.witness("obliging");
    let imported = json!({ "draft": house.draft("demo", &peers::demo()), "hold": true });
    let seen: ServerRow = house.terminal("add_server", imported).await.unwrap();
    let other = house.draft("demo", &peers::scripted("obliging", witness.path()));
    let update = UpdateServer { server: "demo".into(), draft: other };
    let changed: ServerRow = house.page("update_server", update).await.unwrap();
    assert!(!changed.allowed && changed.digest != seen.digest);

    let yes = AllowServer { server: "demo".into(), digest: seen.digest };
    let refused = house.terminal::<ServerRow>("allow_server", yes.clone()).await.unwrap_err();
    assert_eq!(refused.code, Code::Declined);
    let on = SwitchServer { server: "demo".into(), on: true };
    for refused in [
        house.terminal::<ServerRow>("switch_server", on).await.unwrap_err(),
        house.terminal::<ServerRow>("restart_server", named("demo")).await.unwrap_err(),
    ] {
        assert_eq!(refused.code, Code::NotReady, "{}", refused.message);
    }
    assert_eq!(house.row("demo").await, changed, "nothing was changed");
    let page = house.page::<ServerRow>("allow_server", yes).await.unwrap_err();
    assert_eq!(page.code, Code::Refused, "a page has no eyes of a person");
    assert!(witness.rows().is_empty());

    let yes = AllowServer { server: "demo".into(), digest: changed.digest };
    house.terminal::<ServerRow>("allow_server", yes).await.unwrap();
    house.until("demo", ready).await;
    assert!(consents(&house).is_empty());
    house.close().await;
}

#[tokio::test]
async fn what_was_allowed_once_is_not_asked_again() {
    let house = House::open().await;
    house.desk.will_say([Answer::Consent(Said::Start)]);
    add(&house, &peers::demo()).await.unwrap();
    house.until("demo", ready).await;
    for on in [false, true] {
        let switched = SwitchServer { server: "demo".into(), on };
        house.page::<ServerRow>("switch_server", switched).await.unwrap();
    }
    house.page::<ServerRow>("restart_server", named("demo")).await.unwrap();
    house.until("demo", ready).await;
    assert_eq!(consents(&house).len(), 1);
    house.close().await;
}

#[tokio::test]
async fn a_changed_command_is_asked_about_and_a_refusal_changes_nothing() {
    let house = House::open().await;
    let witness = house.witness("obliging");
    house.desk.will_say([Answer::Consent(Said::Start)]);
    add(&house, &peers::demo()).await.unwrap();
    let pid = house.until("demo", |row| ready(row)?.pid).await;

    let changed = peers::scripted("obliging", witness.path());
    let update = UpdateServer { server: "demo".into(), draft: house.draft("demo", &changed) };
    house.desk.will_say([Answer::Consent(Said::Cancel), Answer::Consent(Said::Start)]);
    let refused = house.page::<ServerRow>("update_server", update.clone()).await.unwrap_err();
    assert_eq!(refused.code, Code::Declined);
    let row = house.row("demo").await;
    assert!(row.line.contains("demo_server.py"), "{}", row.line);
    assert_eq!(ready(&row).unwrap().pid, Some(pid), "it runs on undisturbed");
    assert!(witness.rows().is_empty());

    house.page::<ServerRow>("update_server", update).await.unwrap();
    house.until("demo", |row| ready(row)?.pid.filter(|it| *it != pid)).await;
    let lines: Vec<_> = consents(&house).into_iter().map(|it| it.1).collect();
    assert!(
        matches!(lines.as_slice(), [_, shown, again] if shown == again && shown == &row_line(&changed))
    );
    house.close().await;
}

fn row_line(program: &Program) -> String {
    program.words().join(" ")
}

#[tokio::test]
async fn a_change_that_runs_nothing_else_needs_no_consent() {
    let house = House::open().await;
    house.desk.will_say([Answer::Consent(Said::Start)]);
    add(&house, &peers::demo()).await.unwrap();
    let draft = DraftView { description: "Mine.".into(), ..house.draft("demo", &peers::demo()) };
    let update = UpdateServer { server: "demo".into(), draft };
    let row: ServerRow = house.page("update_server", update).await.unwrap();
    assert_eq!(row.description, "Mine.");
    house.until("demo", ready).await;
    assert_eq!(consents(&house).len(), 1);
    house.close().await;
}

/// A person at the terminal typed it; the one at the window has not seen it. What counts is that
/// a person allowed just this.
#[tokio::test]
async fn what_was_typed_at_the_terminal_is_allowed_in_the_window() {
    let house = House::open().await;
    house.add("demo", &peers::demo()).await;
    house.page::<ServerRow>("restart_server", named("demo")).await.unwrap();
    assert!(consents(&house).is_empty());
    house.close().await;
}

/// Trust is in what runs, not in a name: a row that was changed behind our back does not run.
#[tokio::test]
async fn a_command_that_nobody_saw_never_starts() {
    let house = House::open().await;
    let (seen, unseen) = (house.witness("seen"), house.witness("unseen"));
    house.add("obliging", &peers::scripted("obliging", seen.path())).await;
    let vault = house.vault.clone();
    let home = house.close().await;
    swap_witness(&home.path().join("data/steward.db"));

    let house = House::open_at(home, vault).await;
    let failure = house.until("obliging", failed).await;
    assert!(failure.reason.contains("not been allowed"), "{failure:?}");
    assert_eq!(failure.retry_at, None);
    assert!(house.row("obliging").await.line.contains("unseen.witness"));
    let _home = house.close().await;
    assert_eq!(seen.events("start").len(), 1);
    assert!(unseen.rows().is_empty());
}

/// Writes into the database as another program would.
fn swap_witness(database: &Path) {
    let script = "import sqlite3, sys\n\
        db = sqlite3.connect(sys.argv[1])\n\
        db.execute(\"UPDATE servers SET args_json = replace(args_json, 'seen.witness', 'unseen.witness')\")\n\
        db.commit()";
    let status = Command::new("python3").args(["-c", script]).arg(database).status();
    assert!(status.unwrap().success());
}
