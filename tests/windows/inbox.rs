//! The Inbox and the Secrets pages in the real window, with the real dialogs and the real keychain.

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    window::Window,
};

const CANARY: &str = "canary-91c2f0de-never-to-be-seen";

/// HOST-42, HOST-51: the page lists a question, and has no field of it.
#[tokio::test(flavor = "multi_thread")]
async fn the_inbox_lists_a_dialog_that_is_open_and_can_give_it_up() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.add_asker(&desktop).await;
    window.call_asker("ask_secret", Some(("label", "Password of ada"))).await;
    window.sees("Server “Asker” is asking you for something").await;
    Dialog::read(&desktop, dialog::ASKING);
    window.press("Show dialog").await;
    window.go_to("inbox").await;
    window.sees("Dialog open").await;
    window.element("//h3[.='Server “Asker” asks, for ask_secret']").await;
    window.sees("Sensitive").await;
    let fields = window.run("return document.querySelectorAll('main input').length").await;
    assert_eq!(fields, 0);
    window.press("Give up: Server “Asker” asks, for ask_secret").await;
    Dialog::wait_until_gone(&desktop, dialog::ASKING);
    window.sees("Cancelled").await;
    window.go_to("tools/asker/ask_secret").await;
    window.sees("The person closed the question; there is no secret.").await;
}

/// HOST-48, HOST-64
#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_named_in_the_page_and_typed_replaced_and_removed_natively() {
    let desktop = Desktop::start(Theme::Dark);
    let window = Window::open(&desktop).await;
    window.go_to("secrets").await;
    window.press("Add secret").await;
    window.fill_field("Name", "API_KEY").await;
    window.press("Ask for its value…").await;
    let asked = Dialog::read(&desktop, dialog::SECRET);
    assert_eq!(asked.texts[0], "Steward asks for your secret “API_KEY”");
    assert!(asked.line("API_KEY").masked, "{asked:?}");
    assert!(asked.buttons.iter().any(|it| it.name == "Save in the keychain" && !it.alive));
    Dialog::fill(&desktop, dialog::SECRET, "API_KEY", CANARY);
    Dialog::press(&desktop, dialog::SECRET, "Save in the keychain");
    window.sees("In the keychain").await;
    assert!(!window.source().await.contains(CANARY));

    // Enter in an empty field removes nothing: only the button does, and says so.
    window.press("Replace… API_KEY").await;
    Dialog::wait_until_alive(&desktop, dialog::SECRET, "Remove the secret");
    let asked = Dialog::read(&desktop, dialog::SECRET);
    assert!(asked.buttons.iter().any(|it| it.name == "Remove the secret" && it.alive), "{asked:?}");
    desktop.press_keys(&["Return"]);
    assert!(Dialog::read(&desktop, dialog::SECRET).line("API_KEY").focused, "it is still open");
    Dialog::press(&desktop, dialog::SECRET, "Remove the secret");
    window.sees("No secrets yet").await;
}
