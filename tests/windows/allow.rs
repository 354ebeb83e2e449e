//! No call runs unasked before a native question: by the toolkit's dialog and by the prompt window.

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog, Watched},
    prompt::Asking,
    unasked::Caller,
    wait::eventually,
    window::Window,
};
use serde_json::json;

const ASKS: &str = "Let these calls run without asking?";
const DEFINED: &str = "The tool, as its server defines it";

/// Milliseconds for which what allows something cannot be pressed.
const DEAD: u64 = 500;
const DEAD_PAGE: f64 = 500.0;
/// How often a busy machine may be too late to see that.
const SIGHTS: usize = 20;

/// The words on the buttons, and which of them live; and for how long the page has been there.
const BUTTONS: &str = "return { at: performance.now(), all: \
    [...document.querySelectorAll('footer button')].map(it => [it.textContent, !it.disabled]) }";

/// HOST-63, security 31.
#[tokio::test(flavor = "multi_thread")]
async fn rules_allow_more_only_after_a_dialog_whose_yes_is_dead_at_first() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    let watched = early_sight(&desktop, &window).await;
    let buttons = watched.first.buttons.iter().map(|it| (it.name.as_str(), it.alive));
    assert_eq!(buttons.collect::<Vec<_>>(), [("Cancel", true), ("Allow", false)]);
    assert!(watched.alive_after["Allow"] >= DEAD, "{watched:?}");
    let asked = Dialog::read(&desktop, dialog::ALLOWING);
    assert_eq!(asked.texts[0], ASKS);
    assert!(asked.texts.contains(&"Allow “read” of every server".to_owned()), "{asked:?}");
    assert!(asked.buttons[0].focused, "Cancel has the focus: {asked:?}");
    // Enter on what allows does nothing: the dialog stays, and hears the next key.
    for key in ["Tab", "Return"] {
        desktop.press_keys(&[key]);
        eventually("`Allow` does not get the focus", async || {
            let asked = Dialog::read(&desktop, dialog::ALLOWING);
            asked.buttons.iter().any(|it| it.focused && it.name == "Allow").then_some(())
        })
        .await;
    }
    desktop.press_keys(&["Escape"]);
    Dialog::wait_until_gone(&desktop, dialog::ALLOWING);
    assert_eq!((window.ended().await.as_str(), window.rules().await), ("declined", 0));

    window.let_run(&["read"]).await;
    Dialog::press(&desktop, dialog::ALLOWING, "Allow");
    assert_eq!((window.ended().await.as_str(), window.rules().await), ("done", 1));
    window.go_to("inbox").await;
    window.sees("Steward asks whether calls may run without asking").await;
    window.sees("Allowed").await;
}

/// HOST-63: what is allowed for good is the tool as it is defined now, and that is shown.
#[tokio::test(flavor = "multi_thread")]
async fn always_on_a_card_shows_how_the_tool_is_defined() {
    let (desktop, caller) = (Desktop::start(Theme::Dark), Caller::start("greet").await);
    let window = Window::open(&desktop).await;
    window.try_the_demo(&desktop).await;
    let (talk, card) = window.ask_caller(&caller).await;
    let (call, shown) = (&card["id"], &card["shown"]);
    let always = json!({ "conversation": talk, "call": call, "shown": shown, "verdict": "always" });
    window.begin("decide_call", always.clone()).await;
    let asked = Dialog::read(&desktop, dialog::ALLOWING);
    assert!(asked.texts.iter().any(|it| it.contains("“greet” of “demo”")), "{asked:?}");
    let shown = asked.field(DEFINED);
    assert!(shown.contains("\"name\": \"greet\"") && shown.contains("inputSchema"), "{shown}");
    Dialog::press(&desktop, dialog::ALLOWING, "Cancel");
    assert_eq!(window.ended().await, "declined");
    assert_eq!((window.card_state(&talk).await, window.rules().await), (json!("pending"), 0));

    window.begin("decide_call", always).await;
    Dialog::press(&desktop, dialog::ALLOWING, "Allow");
    assert_eq!(window.ended().await, "done");
    eventually("the call does not run", async || {
        (window.card_state(&talk).await == "done").then_some(())
    })
    .await;
    assert_eq!(window.rules().await, 1);
}

/// HOST-63, security 31.
#[tokio::test(flavor = "multi_thread")]
async fn the_prompt_window_asks_before_calls_run_unasked() {
    let desktop = Desktop::start(Theme::Light);
    let asking = Asking::open(&desktop).await;
    early_prompt(&asking).await;
    assert_eq!(asking.heading().await, ASKS);
    asking.window.sees("Allow “read” of every server").await;
    asking.wakes("Allow").await;
    for key in ["Tab", "Return"] {
        desktop.press_keys(&[key]);
        asking.focuses("Allow").await;
    }
    desktop.press_keys(&["Escape"]);
    asking.leave().await;
    let (window, ended) = (&asking.window, asking.window.ended().await);
    assert_eq!((ended.as_str(), window.rules().await), ("declined", 0));

    window.let_run(&["read"]).await;
    asking.enter().await;
    asking.press("Allow").await;
    asking.leave().await;
    assert_eq!((window.ended().await.as_str(), window.rules().await), ("done", 1));
}

/// The dialog so early that what allows must be dead.
async fn early_sight(desktop: &Desktop, window: &Window) -> Watched {
    for _ in 0..SIGHTS {
        let watch = Dialog::watch(desktop, dialog::ALLOWING);
        window.let_run(&["read"]).await;
        let watched = watch.seen(desktop);
        if watched.first_after < DEAD {
            return watched;
        }
        Dialog::press(desktop, dialog::ALLOWING, "Cancel");
        Dialog::wait_until_gone(desktop, dialog::ALLOWING);
    }
    panic!("this machine never sees a dialog in its first {DEAD} ms");
}

/// The window so early that what allows must be dead.
async fn early_prompt(asking: &Asking) {
    for _ in 0..SIGHTS {
        asking.window.let_run(&["read"]).await;
        asking.enter().await;
        let early = asking.window.run(BUTTONS).await;
        if early["at"].as_f64().expect("a time") < DEAD_PAGE {
            assert_eq!(early["all"], json!([["Cancel", true], ["Allow", false]]));
            assert_eq!(asking.focus().await, "Cancel");
            return;
        }
        asking.press("Cancel").await;
        asking.leave().await;
    }
    panic!("this machine never sees a question in its first {DEAD} ms");
}
