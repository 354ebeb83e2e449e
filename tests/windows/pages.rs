//! Each page once in the real window, under the real policy, and by keyboard alone.

use flows::{
    desktop::{Desktop, Theme},
    window::Window,
};
use serde_json::json;

/// Notes what breaks the policy or fails from now on.
const WATCH: &str = "window.broken = []; \
    document.addEventListener('securitypolicyviolation', \
        it => window.broken.push(it.effectiveDirective + ' ' + it.blockedURI)); \
    window.addEventListener('error', it => window.broken.push(it.message)); \
    window.addEventListener('unhandledrejection', it => window.broken.push(String(it.reason)));";

#[tokio::test(flavor = "multi_thread")]
async fn every_page_works_under_the_policy() {
    let desktop = Desktop::start(Theme::Dark);
    let window = Window::open(&desktop).await;
    window.run(WATCH).await;
    window.try_the_demo(&desktop).await;
    for (address, page, word) in [
        ("servers", "servers", "Ready"),
        ("servers/demo", "pane", "Connection"),
        ("servers/demo/diagnosis", "pane", "Diagnosis"),
        ("servers/demo/log", "log", "Follow"),
        ("servers/demo/edit", "edit", "Save"),
        ("add", "add", "Add a server"),
        ("tools", "tools", "Greet someone"),
        ("tools/demo/word_count", "tool", "Count words"),
    ] {
        window.go_to(address).await;
        window.shows(page).await;
        window.sees(word).await;
    }
    assert_eq!(window.run("return window.broken").await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_keyboard_reaches_every_page() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.try_the_demo(&desktop).await;
    for (key, page) in
        [("ctrl+2", "tools"), ("ctrl+1", "servers"), ("a", "add"), ("Escape", "servers")]
    {
        desktop.press_keys(&[key]);
        window.shows(page).await;
    }
    desktop.press_keys(&["ctrl+k"]);
    let search = "//input[starts-with(@placeholder, 'Go to a page')]";
    window.element(search).await;
    desktop.press_keys(&["Escape"]);
    window.loses(search).await;
    desktop.press_keys(&["question"]);
    window.sees("Keyboard").await;
}
