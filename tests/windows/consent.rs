//! Nothing is added or started without a native dialog that shows all of it.

use std::collections::BTreeSet;

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog, Watched},
    page::Form,
    wait::eventually,
    window::Window,
};

const COMMAND: &str = "The whole command";

/// Milliseconds for which what allows something cannot be pressed.
const DEAD: u64 = 500;

/// How often a busy machine may be too late to see that.
const SIGHTS: usize = 20;

/// So many that a fault which one dialog in five has does not stay hidden.
const QUESTIONS: usize = 12;

/// Echoes nothing and waits: a program that runs and is no server.
const SLEEPER: Form<'_> = Form { title: "Sleeper", command: "sleep", arguments: &["86399"] };

/// Security 6, 31.
#[tokio::test(flavor = "multi_thread")]
async fn the_whole_command_is_shown_before_anything_is_kept() {
    let long = "x".repeat(5_000);
    let script = format!("echo {long} \u{202e}; rm -rf /nowhere");
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.submit(Form { title: "Sly", command: "sh", arguments: &["-c", &script] }).await;

    let asked = Dialog::read(&desktop, dialog::ADDING);
    let shown = format!("sh -c 'echo {long} \\u{{202e}}; rm -rf /nowhere'");
    assert_eq!(asked.field(COMMAND), shown);
    assert_eq!(asked.texts[0], "Add the server “Sly”?");
    assert!(asked.texts.iter().any(|it| it.contains("“sh” is a shell")), "{:?}", asked.texts);

    Dialog::press(&desktop, dialog::ADDING, "Cancel");
    Dialog::wait_until_gone(&desktop, dialog::ADDING);
    window.go_to("servers").await;
    window.sees("No servers yet").await;
    assert_eq!(window.rows().await, 0);
}

/// Security 31.
#[tokio::test(flavor = "multi_thread")]
async fn what_allows_is_dead_at_first_and_enter_is_no_yes() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    let watched = early_sight(&desktop, &window).await;
    let buttons = watched.first.buttons.iter().map(|it| (it.name.as_str(), it.alive));
    assert_eq!(
        buttons.collect::<Vec<_>>(),
        [("Cancel", true), ("Add without starting", false), ("Add and start", false)]
    );
    for allows in ["Add without starting", "Add and start"] {
        assert!(watched.alive_after[allows] >= DEAD, "{watched:?}");
    }
    let asked = Dialog::read(&desktop, dialog::ADDING);
    assert!(asked.buttons[0].focused, "Cancel has the focus: {asked:?}");
    // Enter on a button that allows does nothing: the dialog stays, and hears the next key.
    for (key, button) in [
        ("Tab", "Add without starting"),
        ("Return", "Add without starting"),
        ("Tab", "Add and start"),
        ("Return", "Add and start"),
        ("shift+Tab", "Add without starting"),
    ] {
        desktop.press_keys(&[key]);
        focuses(&desktop, button).await;
    }
    desktop.press_keys(&["Escape"]);
    Dialog::wait_until_gone(&desktop, dialog::ADDING);
    window.go_to("servers").await;
    window.sees("No servers yet").await;
    assert_eq!(sleepers(&desktop), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_can_be_added_without_a_start_and_started_later() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.submit(SLEEPER).await;
    Dialog::press(&desktop, dialog::ADDING, "Add without starting");
    window.row_says("sleeper", "Off").await;
    assert_eq!(sleepers(&desktop), 0);

    window.go_to("servers").await;
    window.flip("Sleeper on").await;
    let asked = Dialog::read(&desktop, dialog::STARTING);
    assert_eq!(asked.field(COMMAND), "sleep 86399");
    Dialog::press(&desktop, dialog::STARTING, "Start");
    eventually("it does not run", async || (sleepers(&desktop) == 1).then_some(())).await;
}

/// Security 30: one dialog at a time; the next comes when the one before it is answered.
#[tokio::test(flavor = "multi_thread")]
async fn questions_are_asked_one_after_the_other() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    let ask = format!(
        "for (let at = 0; at < {QUESTIONS}; at++) window.__TAURI_INTERNALS__.invoke('call', \
         {{ command: 'ask_secret', payload: {{ title: 'Many', field: `F${{at}}`, key: null }} }})"
    );
    window.run(&ask).await;
    let mut asked = BTreeSet::new();
    while asked.len() < QUESTIONS {
        let before = asked.len();
        eventually("the next question does not come", async || {
            let next = Dialog::read(&desktop, dialog::SECRET).fields[0].name.clone();
            asked.insert(next).then_some(())
        })
        .await;
        assert_eq!(asked.len(), before + 1);
        assert_eq!(Dialog::count(&desktop, dialog::SECRET), 1);
        Dialog::press(&desktop, dialog::SECRET, "Cancel");
    }
    Dialog::wait_until_gone(&desktop, dialog::SECRET);
    assert!(window.process(&desktop).lives());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_the_place_of_another_is_shown_beside_it() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.submit(SLEEPER).await;
    Dialog::press(&desktop, dialog::ADDING, "Add without starting");
    window.row_says("sleeper", "Off").await;
    window.fill_form(Form { arguments: &["1"], ..SLEEPER }).await;
    window.press("Change sleeper").await;
    let asked = Dialog::read(&desktop, dialog::ADDING);
    assert_eq!(asked.texts[0], "Change the server “Sleeper”?");
    assert_eq!(asked.field(COMMAND), "sleep 1");
    assert_eq!(asked.field("In place of"), "sleep 86399");
}

/// What the question looks like so early that what allows must be dead. A machine may be too busy
/// to look in time; what it sees later proves nothing, and the question is asked anew.
async fn early_sight(desktop: &Desktop, window: &Window) -> Watched {
    window.fill_form(SLEEPER).await;
    for _ in 0..SIGHTS {
        let watch = Dialog::watch(desktop, dialog::ADDING);
        window.press("Add…").await;
        let watched = watch.seen(desktop);
        if watched.first_after < DEAD {
            return watched;
        }
        Dialog::press(desktop, dialog::ADDING, "Cancel");
        Dialog::wait_until_gone(desktop, dialog::ADDING);
    }
    panic!("this machine never sees a dialog in its first {DEAD} ms");
}

/// Waits until a button has the focus.
async fn focuses(desktop: &Desktop, button: &str) {
    eventually(&format!("`{button}` does not get the focus"), async || {
        let asked = Dialog::read(desktop, dialog::ADDING);
        asked.buttons.iter().any(|it| it.focused && it.name == button).then_some(())
    })
    .await;
}

fn sleepers(desktop: &Desktop) -> usize {
    desktop.processes().iter().filter(|it| it.line.ends_with("sleep 86399")).count()
}
