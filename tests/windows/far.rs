//! A server at an address asks for a password: Steward asks first whether it may, in its own words,
//! and the person's word holds. By the toolkit's dialogs and by the prompt window.

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    http_peers::{Peer, Running},
    peers::Era,
    prompt::Asking,
    wait::eventually,
    window::{Window, field},
};

const CANARY: &str = "canary-93b0aa17-never-to-be-seen";
const PASSWORD: &str = "Password";
const ASKS: &str = "May the server “Far” ask you for secrets?";
const LAPSES: &str = "This closes without an answer in ";

/// A real server of another's making.
async fn far() -> Running {
    Peer::Fastmcp(Era::Legacy).start().await
}

async fn by_dialogs(theme: Theme) -> (Running, Desktop, Window) {
    let (peer, desktop) = (far().await, Desktop::start(theme));
    let window = Window::open(&desktop).await;
    window.submit_address("Far", &peer.url()).await;
    Dialog::press(&desktop, dialog::ADDING, "Add and start");
    window.row_says("far", "Ready").await;
    (peer, desktop, window)
}

async fn by_window(theme: Theme) -> (Running, Desktop, Asking) {
    let (peer, desktop) = (far().await, Desktop::start(theme));
    let asking = Asking::open(&desktop).await;
    asking.window.submit_address("Far", &peer.url()).await;
    asking.enter().await;
    asking.press("Add and start").await;
    asking.leave().await;
    asking.window.row_says("far", "Ready").await;
    (peer, desktop, asking)
}

/// The length of what the server got, or why it got nothing.
async fn says(window: &Window, words: &str) {
    eventually(&format!("the server does not say `{words}`"), async || {
        window.result().await.contains(words).then_some(())
    })
    .await;
}

/// Design, decision 7; HOST-49, security 31.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_may_ask_gets_the_password_and_is_asked_about_once() {
    let (peer, desktop, window) = by_dialogs(Theme::Light).await;
    let watch = Dialog::watch(&desktop, dialog::FAR);
    window.call("far/unlock").await;
    let first = watch.seen(&desktop).first;
    let buttons: Vec<_> = first.buttons.iter().map(|it| (it.name.as_str(), it.alive)).collect();
    assert_eq!(buttons, [("Cancel", true), ("Refuse", false), ("Let it ask", false)]);
    let asked = Dialog::read(&desktop, dialog::FAR);
    assert_eq!(asked.texts[0], ASKS);
    assert!(asked.texts.iter().any(|it| it.starts_with(LAPSES)), "{asked:?}");
    assert!(asked.buttons[0].focused, "{asked:?}");
    assert_eq!(Dialog::count(&desktop, dialog::ASKING), 0, "nothing is typed before that");
    Dialog::press(&desktop, dialog::FAR, "Let it ask");

    let asked = Dialog::read(&desktop, dialog::ASKING);
    assert!(asked.fields[0].masked, "{asked:?}");
    assert!(asked.texts[0].starts_with("Server “Far” asks"), "{asked:?}");
    let name = asked.fields[0].name.clone();
    Dialog::fill(&desktop, dialog::ASKING, &name, CANARY);
    Dialog::press(&desktop, dialog::ASKING, "Send");
    says(&window, &CANARY.len().to_string()).await;
    assert!(!window.source().await.contains(CANARY));

    window.call("far/unlock").await;
    Dialog::fill(&desktop, dialog::ASKING, &name, "open");
    assert_eq!(Dialog::count(&desktop, dialog::FAR), 0, "it is asked about once");
    Dialog::press(&desktop, dialog::ASKING, "Send");
    says(&window, "4").await;
    drop(peer);
}

/// Design, decision 7: a no holds until it is started again, and who says nothing is asked again.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_may_not_ask_is_declined_without_another_question() {
    let (_peer, desktop, window) = by_dialogs(Theme::Dark).await;
    window.call("far/unlock").await;
    Dialog::wait_until_alive(&desktop, dialog::FAR, "Refuse");
    desktop.press_keys(&["Escape"]);
    Dialog::wait_until_gone(&desktop, dialog::FAR);
    says(&window, "locked").await;

    window.call("far/unlock").await;
    Dialog::press(&desktop, dialog::FAR, "Refuse");
    Dialog::wait_until_gone(&desktop, dialog::FAR);
    says(&window, "locked").await;
    window.go_to("inbox").await;
    window.sees("Declined").await;

    window.call("far/unlock").await;
    says(&window, "locked").await;
    for title in [dialog::FAR, dialog::ASKING] {
        assert_eq!(Dialog::count(&desktop, title), 0, "{title}");
    }
    window.go_to("servers/far").await;
    window.press("Restart").await;
    window.go_to("servers").await;
    window.row_says("far", "Ready").await;
    window.call("far/unlock").await;
    Dialog::press(&desktop, dialog::FAR, "Cancel");
    says(&window, "locked").await;
}

/// Design, decision 7; HOST-49, security 16.
#[tokio::test(flavor = "multi_thread")]
async fn the_prompt_window_asks_whether_it_may_and_then_for_the_password() {
    let (peer, desktop, asking) = by_window(Theme::Light).await;
    asking.window.call("far/unlock").await;
    asking.enter().await;
    assert_eq!(asking.heading().await, ASKS);
    asking.window.sees(&peer.url()).await;
    asking.window.sees(LAPSES).await;
    asking.focuses("Cancel").await;
    asking.press("Let it ask").await;
    eventually("the password is not asked for", async || {
        asking.back().await;
        asking.enter().await;
        asking.window.text().await.contains("Which password?").then_some(())
    })
    .await;
    let line = asking.window.element(&field(PASSWORD)).await;
    assert_eq!(line.attr("type").await.unwrap().as_deref(), Some("password"));
    asking.window.fill(&field(PASSWORD), CANARY).await;
    asking.press("Send").await;
    asking.leave().await;
    says(&asking.window, &CANARY.len().to_string()).await;

    asking.window.call("far/unlock").await;
    asking.enter().await;
    asking.window.sees("Which password?").await;
    desktop.press_keys(&["Escape"]);
    asking.leave().await;
    says(&asking.window, "locked").await;
}

/// Design, decision 7.
#[tokio::test(flavor = "multi_thread")]
async fn a_no_in_the_prompt_window_holds() {
    let (_peer, _desktop, asking) = by_window(Theme::Dark).await;
    asking.window.call("far/unlock").await;
    asking.enter().await;
    asking.press("Refuse").await;
    asking.leave().await;
    says(&asking.window, "locked").await;
    asking.window.call("far/unlock").await;
    says(&asking.window, "locked").await;
    assert_eq!(asking.window.driver().windows().await.unwrap().len(), 1);
}
