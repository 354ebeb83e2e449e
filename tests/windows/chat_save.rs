//! A conversation is saved whole, where the person says in the native dialog.

use std::fs;

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    model::{MODEL, Model, moves::Move},
    wait::eventually,
    window::Window,
};
use serde_json::Value;

/// More than goes through any pipe or buffer at once.
const LINES: usize = 1_500;

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_is_saved_whole_where_the_person_says() {
    let tale: String = (1..=LINES).map(|it| format!("{it}. The tide came in — so.\n")).collect();
    let model = Model::start([Move::say(&tale)]).await;
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.add_provider(&desktop, &model, "sk-any").await;
    window.go_to("chat").await;
    window.choose_model(MODEL).await;
    window.say("Tell me of the tide").await;
    window.answered("The tide came in — so.").await;
    eventually("not all is saved yet", async || {
        let seen = window.text().await;
        seen.contains("tokens out").then_some(())
    })
    .await;

    window.export("Markdown").await;
    Dialog::wait_until_alive(&desktop, dialog::SAVING, "Save");
    desktop.press_keys(&["Escape"]);
    Dialog::wait_until_gone(&desktop, dialog::SAVING);
    assert_eq!(saved(&desktop), [""; 0], "who closes the dialog has nothing saved");

    let text = save(&desktop, &window, "Markdown", "tell-me-of-the-tide.md").await;
    assert!(text.starts_with("# Tell me of the tide\n"), "{}", &text[..200]);
    assert!(text.contains(tale.trim_end()), "the whole reply is in it");
    let text = save(&desktop, &window, "JSON", "tell-me-of-the-tide.json").await;
    let whole: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(whole["messages"][0]["message"]["parts"][0]["text"], "Tell me of the tide");
    assert_eq!(whole["messages"][1]["message"]["said"][0]["text"], tale.as_str());
}

/// Saves it under the name that the dialog proposes; what is in the file then.
async fn save(desktop: &Desktop, window: &Window, format: &str, name: &str) -> String {
    window.export(format).await;
    Dialog::press(desktop, dialog::SAVING, "Save");
    Dialog::wait_until_gone(desktop, dialog::SAVING);
    let path = desktop.home().join(name);
    window.sees(&format!("Saved as {}", path.display())).await;
    fs::read_to_string(&path).unwrap_or_else(|it| panic!("{it}: {:?}", saved(desktop)))
}

/// What was saved in the home.
fn saved(desktop: &Desktop) -> Vec<String> {
    let entries = fs::read_dir(desktop.home()).expect("it is there").flatten();
    let names = entries.map(|it| it.file_name().to_string_lossy().into_owned());
    names.filter(|it| it.ends_with(".md") || it.ends_with(".json")).collect()
}
