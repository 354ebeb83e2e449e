//! What the person chooses in dialogs beside the page: a folder to share, and whether a link that a
//! server gave is opened.

use std::{
    fs,
    time::{Duration, Instant},
};

use flows::{
    browser::Recorder,
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    prompt::Asking,
    wait::{eventually, within},
    window::{Window, named},
};
use rustix::process::Signal;

const FOLDER: &str = "Share a folder with the server “Demo”";
/// For how long what shares is dead.
const DEAD: Duration = Duration::from_millis(500);
/// How often it is tried to see it so early.
const SIGHTS: u32 = 20;
const SITE: &str = "https://example.com/steward?a=b%20c&d=$(id)/";

/// How long a program may take to end on a busy machine.
const QUIT: Duration = Duration::from_secs(60);

async fn shares(window: &Window, folder: &str) {
    window.element(&named("self::button", &format!("Share {folder} no more"))).await;
}

/// HOST-22, security 16: the page asks for the dialog, and hears what is shared then.
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_chosen_in_the_systems_own_dialog() {
    let desktop = Desktop::start(Theme::Light);
    fs::create_dir(desktop.home().join("project")).unwrap();
    let window = Window::open(&desktop).await;
    window.try_the_demo(&desktop).await;
    window.go_to("servers/demo").await;
    window.press("Choose…").await;
    Dialog::read(&desktop, FOLDER);
    // One dialog at a time, and Escape changes nothing.
    window.run("document.querySelector('[aria-busy=true]').click()").await;
    assert_eq!(Dialog::count(&desktop, FOLDER), 1);
    desktop.press_keys(&["Escape"]);
    Dialog::wait_until_gone(&desktop, FOLDER);
    window.loses("//*[@aria-busy='true']").await;
    window.loses("//button[starts-with(@aria-label, 'Share /')]").await;

    // It begins in the home folder.
    window.press("Choose…").await;
    Dialog::press(&desktop, FOLDER, "Share");
    let home = desktop.home().display().to_string();
    shares(&window, &home).await;

    window.press("Choose…").await;
    Dialog::wait_until_alive(&desktop, FOLDER, "Share");
    desktop.press_keys(&["asciitilde", "slash", "p", "r", "o", "j", "e", "c", "t"]);
    Dialog::press(&desktop, FOLDER, "Share");
    shares(&window, &format!("{home}/project")).await;
    Dialog::wait_until_gone(&desktop, FOLDER);
}

/// Security 31: what shares is dead at first, as in the other consents.
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_not_shared_before_its_dialog_was_seen() {
    let desktop = Desktop::start(Theme::Dark);
    let window = Window::open(&desktop).await;
    window.try_the_demo(&desktop).await;
    window.go_to("servers/demo").await;
    let (pressed, first) = early_sight(&desktop, &window).await;
    let button = |name: &str| first.buttons.iter().find(|it| it.name == name).unwrap();
    assert!(button("Cancel").alive && !button("Share").alive, "{first:?}");
    Dialog::wait_until_alive(&desktop, FOLDER, "Share");
    assert!(pressed.elapsed() >= DEAD, "it was awake after {:?}", pressed.elapsed());
    Dialog::press(&desktop, FOLDER, "Share");
    shares(&window, &desktop.home().display().to_string()).await;
}

/// The dialog so early that what shares must be dead. A machine may be too busy to look in time;
/// what it sees later proves nothing, and it is asked for anew.
async fn early_sight(desktop: &Desktop, window: &Window) -> (Instant, Dialog) {
    for _ in 0..SIGHTS {
        let pressed = Instant::now();
        window.press("Choose…").await;
        let first = Dialog::read(desktop, FOLDER);
        if pressed.elapsed() < DEAD {
            return (pressed, first);
        }
        Dialog::press(desktop, FOLDER, "Cancel");
        Dialog::wait_until_gone(desktop, FOLDER);
    }
    panic!("this machine never sees the dialog in its first {DEAD:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_closes_takes_its_folder_dialog_along() {
    let desktop = Desktop::start(Theme::Dark);
    let window = Window::open(&desktop).await;
    window.try_the_demo(&desktop).await;
    window.go_to("servers/demo").await;
    window.press("Choose…").await;
    Dialog::read(&desktop, FOLDER);
    let program = window.process(&desktop);
    program.signal(Signal::TERM);
    let ended = within(QUIT, async || (!program.lives()).then_some(())).await;
    assert!(ended.is_some(), "it waits for a folder that nobody chooses");
}

async fn visits(browser: &Recorder) -> Vec<String> {
    eventually("the browser is not started", async || {
        Some(browser.visits()).filter(|it| !it.is_empty())
    })
    .await
}

/// HOST-31, HOST-46, security 1, 15, 17 and 31.
#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_a_server_gave_is_opened_by_the_browser_after_a_yes_and_not_before() {
    let desktop = Desktop::start(Theme::Dark);
    let browser = Recorder::set_up(&desktop);
    let window = Window::open(&desktop).await;
    window.add_giver(&desktop, "Giver", SITE).await;
    window.go_to("servers/giver").await;
    let watch = Dialog::watch(&desktop, dialog::OPENING);
    window.press(&format!("Open… {SITE}")).await;
    let watched = watch.seen(&desktop);
    let first: Vec<_> =
        watched.first.buttons.iter().map(|it| (it.name.as_str(), it.alive)).collect();
    assert_eq!(first, [("Cancel", true), ("Open in browser", false)]);
    let asked = Dialog::read(&desktop, dialog::OPENING);
    assert_eq!(asked.texts[0], "Open a link that the server “Giver” gave?");
    assert_eq!(asked.field("The whole address"), SITE);
    assert!(asked.texts.contains(&"Host: example.com".to_owned()), "{asked:?}");
    assert!(asked.buttons[0].focused, "{asked:?}");
    // To the last button, and Enter on it, which does nothing; then back, and Enter cancels.
    desktop.press_keys(&["Tab", "Return"]);
    assert_eq!(Dialog::count(&desktop, dialog::OPENING), 1);
    desktop.press_keys(&["shift+Tab", "Return"]);
    Dialog::wait_until_gone(&desktop, dialog::OPENING);
    assert_eq!(browser.visits(), Vec::<String>::new());

    window.press(&format!("Open… {SITE}")).await;
    Dialog::press(&desktop, dialog::OPENING, "Open in browser");
    assert_eq!(visits(&browser).await, [format!("1 {SITE}")]);

    // The same for one in a result.
    window.call("giver/report").await;
    window.press(&format!("Open… {SITE}report")).await;
    assert_eq!(
        Dialog::read(&desktop, dialog::OPENING).field("The whole address"),
        format!("{SITE}report")
    );
    Dialog::press(&desktop, dialog::OPENING, "Cancel");
    Dialog::wait_until_gone(&desktop, dialog::OPENING);
    assert_eq!(browser.visits().len(), 1);
}

/// HOST-46
#[tokio::test(flavor = "multi_thread")]
async fn where_there_is_no_toolkit_a_link_is_looked_at_all_the_same_and_a_folder_is_typed() {
    let desktop = Desktop::start(Theme::Light);
    let browser = Recorder::set_up(&desktop);
    let asking = Asking::open(&desktop).await;
    asking.add("Giver", "servers/gives_links.py").await;
    asking.window.go_to("servers/giver").await;
    asking.window.press("Choose…").await;
    asking.window.sees("There is no dialog here to choose a folder in.").await;
    asking.window.sees("Type its whole path instead.").await;
    asking.window.press("Open… https://example.com/steward/").await;
    asking.enter().await;
    assert_eq!(asking.heading().await, "Open a link that the server “Giver” gave?");
    asking.press("Open in browser").await;
    asking.leave().await;
    assert_eq!(visits(&browser).await, ["1 https://example.com/steward/"]);
}
