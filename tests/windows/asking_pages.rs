//! A page that a server wants opened is shown whole, and opened by nobody but the person's browser.

use flows::{
    browser::Recorder,
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    wait::eventually,
    window::Window,
};

const TITLE: &str = dialog::OPENING;
const URL: &str = "https://example.com/steward?a=b%20c&d=$(id)&e=`id`;f|g*";

/// HOST-46, security 1, 17 and 31.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_opened_by_the_browser_after_a_yes_and_not_before() {
    let desktop = Desktop::start(Theme::Light);
    let browser = Recorder::set_up(&desktop);
    let window = Window::open(&desktop).await;
    window.add_anything(&desktop, "Pages").await;
    let watch = Dialog::watch(&desktop, TITLE);
    window.ask_page("pages", "Sign in.", URL).await;
    let watched = watch.seen(&desktop);
    let first: Vec<_> =
        watched.first.buttons.iter().map(|it| (it.name.as_str(), it.alive)).collect();
    assert_eq!(first, [("Cancel", true), ("Decline", true), ("Open in browser", false)]);

    let asked = Dialog::read(&desktop, TITLE);
    assert_eq!(asked.texts[0], "Server “Pages” asks, for the call “ask”");
    assert_eq!(asked.field("The whole address"), URL);
    assert!(asked.texts.contains(&"Host: example.com".to_owned()), "{asked:?}");
    assert!(asked.buttons[0].focused, "{asked:?}");
    // To the last button, and Enter on it, which does nothing.
    desktop.press_keys(&["Tab", "Tab", "Return"]);
    assert_eq!(Dialog::count(&desktop, TITLE), 1);
    assert_eq!(browser.visits(), Vec::<String>::new());
    Dialog::press(&desktop, TITLE, "Open in browser");
    window.sees("accept").await;
    let visits = eventually("the browser is not started", async || {
        Some(browser.visits()).filter(|it| !it.is_empty())
    })
    .await;
    assert_eq!(visits, [format!("1 {URL}")]);
}

/// HOST-46
#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_not_opened_without_a_yes() {
    let desktop = Desktop::start(Theme::Light);
    let browser = Recorder::set_up(&desktop);
    let window = Window::open(&desktop).await;
    window.add_asker(&desktop).await;
    for (button, words) in
        [("Cancel", "closed the question"), ("Decline", "declined"), ("", "closed the question")]
    {
        window.call_asker("open_url", Some(("url", "https://example.com/"))).await;
        Dialog::read(&desktop, TITLE);
        if button.is_empty() {
            // Cancel has the focus.
            desktop.press_keys(&["Return"]);
        } else {
            Dialog::press(&desktop, TITLE, button);
        }
        Dialog::wait_until_gone(&desktop, TITLE);
        let result = window.result().await;
        assert!(result.contains(&format!("The person {words}")), "{button}: {result}");
    }
    assert_eq!(browser.visits(), Vec::<String>::new());
}

/// HOST-46, security 17.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_looks_like_another_is_marked_and_one_that_is_no_page_is_not_shown() {
    let desktop = Desktop::start(Theme::Dark);
    let browser = Recorder::set_up(&desktop);
    let window = Window::open(&desktop).await;
    window.add_anything(&desktop, "Sly").await;
    window.ask_page("sly", "Shop.", "https://аpple.com:8443/").await;
    let asked = Dialog::read(&desktop, TITLE);
    assert_eq!(asked.field("The whole address"), "https://xn--pple-43d.com:8443/");
    for words in ["Host: xn--pple-43d.com", "The address uses an unusual port."] {
        assert!(asked.texts.contains(&words.to_owned()), "{asked:?}");
    }
    assert!(asked.texts.iter().any(|it| it.contains("letter by letter")), "{asked:?}");
    Dialog::press(&desktop, TITLE, "Cancel");
    Dialog::wait_until_gone(&desktop, TITLE);
    for bad in ["javascript:alert(1)", "file:///etc/passwd", "https://bank.example@evil.example/"] {
        window.ask_page("sly", "Shop.", bad).await;
        window.sees("decline").await;
        assert_eq!(Dialog::count(&desktop, TITLE), 0, "{bad}");
    }
    assert_eq!(browser.visits(), Vec::<String>::new());
}

/// HOST-46: what no browser took was not opened, and the server hears so.
#[tokio::test(flavor = "multi_thread")]
async fn without_a_browser_the_person_and_the_server_hear_so() {
    let desktop = Desktop::start(Theme::Light);
    Recorder::none(&desktop);
    let window = Window::open(&desktop).await;
    window.add_asker(&desktop).await;
    window.call_asker("open_url", Some(("url", "https://example.com/"))).await;
    Dialog::press(&desktop, TITLE, "Open in browser");
    window.sees("was not opened").await;
    window.go_to("servers/asker/log").await;
    window.sees("no browser is set up on this computer").await;
}
