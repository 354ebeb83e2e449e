//! A secret goes from a native field into the keychain and the one process, and nowhere else.

use std::{fs, path::Path};

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    wait::eventually,
    window::Window,
};
use serde_json::json;

const CANARY: &str = "canary-7f3c9a51-never-to-be-seen";

/// Prints the length of the secret that it got, and waits: a witness that tells no secret.
const WITNESS: &str = "import os, sys, time; \
    length = len(os.environ.get('API_KEY', '')); \
    print(f'length={length}', file=sys.stderr, flush=True); time.sleep(86399)";

/// Keeps what is copied from a field of the page.
const NOTE_COPIES: &str = "addEventListener('copy', ({ target }) => { \
    window.copied = target.value.slice(target.selectionStart, target.selectionEnd) })";

/// Security 16, 28; HOST-14.
#[tokio::test(flavor = "multi_thread")]
async fn a_typed_secret_never_enters_the_page_or_a_file() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.go_to("add").await;
    window.fill_field("Title", "Witness").await;
    window.fill_field("Command", "/usr/bin/python3").await;
    window.fill_field("Arguments", &format!("-c\n{WITNESS}")).await;
    window.press("Add a variable").await;
    window.fill_field("Name", "API_KEY").await;
    window.press("Set the secret API_KEY").await;

    let asked = Dialog::read(&desktop, dialog::SECRET);
    assert_eq!(asked.texts[0], "Steward asks for a secret of the server “Witness”");
    assert!(asked.fields[0].masked, "{asked:?}");
    Dialog::fill(&desktop, dialog::SECRET, "API_KEY", CANARY);
    let typed = Dialog::read(&desktop, dialog::SECRET);
    assert!(!typed.field("API_KEY").contains("canary"), "{typed:?}");
    Dialog::press(&desktop, dialog::SECRET, "Save in the keychain");
    window.sees("In the keychain").await;
    assert!(!window.source().await.contains(CANARY));

    window.press("Add…").await;
    let consent = Dialog::read(&desktop, dialog::ADDING);
    assert_eq!(consent.field("Environment variables (values hidden)"), "API_KEY");
    Dialog::press(&desktop, dialog::ADDING, "Add and start");
    // The witness says how long the value is that it got.
    window.go_to("servers/witness/log").await;
    window.sees(&format!("length={}", CANARY.len())).await;
    assert!(!window.source().await.contains(CANARY));
    assert_eq!(files_with(CANARY, desktop.home()), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_question_keeps_nothing() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.go_to("add").await;
    window.press("Add a variable").await;
    window.fill_field("Name", "API_KEY").await;
    window.press("Set the secret API_KEY").await;
    Dialog::fill(&desktop, dialog::SECRET, "API_KEY", CANARY);
    desktop.press_keys(&["Escape"]);
    Dialog::wait_until_gone(&desktop, dialog::SECRET);
    window.element("//button[@aria-label='Set the secret API_KEY']").await;
    assert!(!window.text().await.contains("In the keychain"));
}

/// Security 28.
#[tokio::test(flavor = "multi_thread")]
async fn a_secret_on_the_clipboard_is_kept_before_the_page_gets_the_draft() {
    let text = format!(r#"{{"command": "true", "env": {{"API_KEY": "{CANARY}"}}}}"#);
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    // The page's own field brings the text onto the clipboard, and is emptied again once it has:
    // keys come when the screen has the time.
    window.go_to("add").await;
    window.fill_field("Description", &text).await;
    window.run(NOTE_COPIES).await;
    desktop.press_keys(&["ctrl+a", "ctrl+c"]);
    eventually("the text is not copied", async || {
        (window.run("return window.copied").await == json!(text)).then_some(())
    })
    .await;
    window.fill_field("Description", "").await;
    window.go_to("servers").await;
    window.press("Paste").await;
    window.shows("add").await;
    window.sees("In the keychain").await;
    assert!(!window.source().await.contains(CANARY));
    assert_eq!(files_with(CANARY, &desktop.data_dir()), Vec::<String>::new());
}

/// The files below a folder that hold a text.
fn files_with(text: &str, dir: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_with(text, &path));
        } else if path.is_file() {
            let bytes = fs::read(&path).unwrap_or_default();
            if bytes.windows(text.len()).any(|it| it == text.as_bytes()) {
                found.push(path.display().to_string());
            }
        }
    }
    found
}
