//! What a server asks is asked natively, said in our words first, and answered to that server alone.

use std::time::Duration;

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    wait::eventually,
    window::Window,
};
use rustix::process::Signal;
use serde_json::{Value, json};

const TITLE: &str = dialog::ASKING;
const SECRET: &str = "Password of ada (required)";
const CANARY: &str = "canary-5d1e77c0-never-to-be-seen";

async fn asker(theme: Theme) -> (Desktop, Window) {
    let desktop = Desktop::start(theme);
    let window = Window::open(&desktop).await;
    window.add_asker(&desktop).await;
    (desktop, window)
}

async fn ask_secret(window: &Window) {
    window.call_asker("ask_secret", Some(("label", "Password of ada"))).await;
}

/// Has it asked, and waits until it is awake.
async fn ask_secret_awake(desktop: &Desktop, window: &Window) {
    ask_secret(window).await;
    Dialog::wait_until_alive(desktop, TITLE, "Send");
}

/// HOST-42, HOST-43, security 30 and 31.
#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_typed_masked_and_only_the_server_gets_it() {
    let (desktop, window) = asker(Theme::Light).await;
    ask_secret_awake(&desktop, &window).await;
    let asked = Dialog::read(&desktop, TITLE);
    assert_eq!(asked.texts[0], "Server “Asker” asks, for the call “ask_secret”");
    assert!(asked.texts.contains(&"The demo asks for: Password of ada".to_owned()), "{asked:?}");
    let line = asked.line(SECRET);
    assert!(line.masked && line.focused, "{line:?}");
    assert!(!asked.choice("Remember in the keychain").on);

    Dialog::fill(&desktop, TITLE, SECRET, CANARY);
    let typed = Dialog::read(&desktop, TITLE);
    assert_eq!(typed.field(SECRET), "●".repeat(CANARY.len()));
    Dialog::press(&desktop, TITLE, "Send");
    Dialog::wait_until_gone(&desktop, TITLE);
    window.sees(&format!("Got a secret of {} characters.", CANARY.len())).await;
    assert!(!window.source().await.contains(CANARY));
}

/// HOST-43, issue “bad input”.
#[tokio::test(flavor = "multi_thread")]
async fn a_password_of_a_thousand_characters_of_any_script_arrives_whole() {
    let (desktop, window) = asker(Theme::Light).await;
    ask_secret(&window).await;
    let long: String = "pä🔑密ß".chars().cycle().take(1_000).collect();
    Dialog::fill(&desktop, TITLE, SECRET, &long);
    Dialog::press(&desktop, TITLE, "Send");
    window.sees("Got a secret of 1000 characters.").await;
}

/// Issue, part 2: shown while pressed, by the mouse and by the keyboard.
#[tokio::test(flavor = "multi_thread")]
async fn a_masked_text_is_shown_only_while_its_button_is_held() {
    let (desktop, window) = asker(Theme::Light).await;
    ask_secret(&window).await;
    Dialog::fill(&desktop, TITLE, SECRET, "plainly");
    let shows = async |complaint: &str, shown: bool| {
        eventually(complaint, async || {
            let line = Dialog::read(&desktop, TITLE).line(SECRET).clone();
            let seen = !line.masked && line.text == "plainly";
            assert!(seen || line.text == "●".repeat(7), "{line:?}");
            (seen == shown).then_some(())
        })
        .await;
    };
    let (x, y) = Dialog::place(&desktop, TITLE, "Show while pressed");
    pointer(&desktop, &["mousemove", &x.to_string(), &y.to_string(), "mousedown", "1"]);
    shows("the mouse does not show it", true).await;
    pointer(&desktop, &["mouseup", "1"]);
    shows("it stays when the mouse lets go", false).await;
    // The button has the focus by now.
    pointer(&desktop, &["keydown", "space"]);
    shows("the space bar does not show it", true).await;
    pointer(&desktop, &["keyup", "space"]);
    shows("it stays when the space bar is let go", false).await;
    pointer(&desktop, &["keydown", "space"]);
    shows("the space bar does not show it", true).await;
    pointer(&desktop, &["key", "Tab"]);
    shows("it stays when the focus leaves", false).await;
    pointer(&desktop, &["keyup", "space"]);
}

fn pointer(desktop: &Desktop, arguments: &[&str]) {
    let status = desktop.command("xdotool").args(arguments).status();
    assert!(status.is_ok_and(|it| it.success()), "xdotool {arguments:?}");
}

/// HOST-44, security 31.
#[tokio::test(flavor = "multi_thread")]
async fn a_yes_is_dead_at_first_and_never_given_by_enter() {
    let (desktop, window) = asker(Theme::Light).await;
    let watch = Dialog::watch(&desktop, TITLE);
    window.call_asker("confirm", Some(("action", "restart"))).await;
    let watched = watch.seen(&desktop);
    let first: Vec<_> =
        watched.first.buttons.iter().map(|it| (it.name.as_str(), it.alive)).collect();
    assert_eq!(first, [("No", false), ("Yes", false)]);
    let asked = Dialog::read(&desktop, TITLE);
    assert!(asked.buttons[0].focused, "{asked:?}");

    // On Yes, Enter does nothing; Escape closes the question without an answer.
    desktop.press_keys(&["Tab", "Return"]);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(Dialog::count(&desktop, TITLE), 1);
    desktop.press_keys(&["Escape"]);
    window.sees("Closed without an answer: restart.").await;

    window.call_asker("confirm", Some(("action", "restart"))).await;
    Dialog::press(&desktop, TITLE, "Yes");
    window.sees("Accepted: restart.").await;
    window.call_asker("confirm", Some(("action", "erase"))).await;
    Dialog::wait_until_alive(&desktop, TITLE, "No");
    // No has the focus, and Enter is a no.
    desktop.press_keys(&["Return"]);
    window.sees("Declined: erase.").await;
}

/// HOST-45
#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_fit_is_said_at_its_field_and_not_sent() {
    let (desktop, window) = asker(Theme::Light).await;
    window.call_asker("profile", None).await;
    let (name, mail, age) = ("Name (required)", "E-mail (required)", "Age (required)");
    let asked = Dialog::read(&desktop, TITLE);
    assert_eq!(asked.line(age).said, ["A whole number from 18 to 120."]);
    assert!(asked.choice("Teal").on && asked.choice("Monday").on && asked.choice("Wednesday").on);
    assert!(!asked.choice("Tuesday").on && !asked.choice("Send me the newsletter").on);

    Dialog::fill(&desktop, TITLE, name, "Ada");
    Dialog::fill(&desktop, TITLE, mail, "nobody");
    Dialog::fill(&desktop, TITLE, age, "17");
    Dialog::press(&desktop, TITLE, "Tuesday");
    Dialog::press(&desktop, TITLE, "Thursday");
    Dialog::press(&desktop, TITLE, "Send");
    let wrong = eventually("nothing is wrong", async || {
        let wrong = Dialog::read(&desktop, TITLE);
        (wrong.line(mail).said.len() == 2).then_some(wrong)
    })
    .await;
    let mistake = "Enter an e-mail address, such as ada@example.org.";
    assert!(wrong.line(mail).said.contains(&mistake.to_owned()), "{wrong:?}");
    assert!(wrong.line(mail).focused, "the first wrong field has the focus: {wrong:?}");
    assert!(wrong.line(age).said.contains(&"Enter 18 or more.".to_owned()), "{wrong:?}");
    assert!(wrong.texts.contains(&"Choose at most 3.".to_owned()), "{wrong:?}");
    assert_eq!(wrong.line(name).said, ["As on the badge.", "2 to 40 characters."]);
    assert!(window.text().await.contains("Cancel"), "the call waits: {}", window.text().await);

    // What is said goes as soon as the person changes something, and stays elsewhere.
    Dialog::fill(&desktop, TITLE, mail, "ada@example.org");
    let mended = Dialog::read(&desktop, TITLE);
    assert!(!mended.texts.contains(&mistake.to_owned()), "{mended:?}");
    assert!(mended.texts.contains(&"Enter 18 or more.".to_owned()), "{mended:?}");
    Dialog::fill(&desktop, TITLE, age, "36");
    for day in ["Monday", "Tuesday", "Thursday", "Friday"] {
        Dialog::press(&desktop, TITLE, day);
    }
    Dialog::press(&desktop, TITLE, "Plum");
    Dialog::press(&desktop, TITLE, "Send me the newsletter");
    // Enter in a field sends.
    Dialog::fill(&desktop, TITLE, "First day", "2026-11-30");
    focus(&desktop, "First day");
    desktop.press_keys(&["Return"]);
    Dialog::wait_until_gone(&desktop, TITLE);
    let result = window.result().await;
    let words = ["accept", "Ada", "ada@example.org", "36", "#84448c", "[ 2 ]", "2026-11-30"];
    for word in words {
        assert!(result.contains(word), "no {word}: {result}");
    }
    assert!(!result.contains("#0f766e"), "{result}");
}

/// Goes on with Tab until a field has the focus.
fn focus(desktop: &Desktop, field: &str) {
    for _ in 0..40 {
        if Dialog::read(desktop, TITLE).line(field).focused {
            return;
        }
        desktop.press_keys(&["Tab"]);
    }
    panic!("the keyboard does not come to {field}");
}

/// HOST-42
#[tokio::test(flavor = "multi_thread")]
async fn two_questions_of_one_call_are_answered_and_declined() {
    let (desktop, window) = asker(Theme::Dark).await;
    window.call_asker("two_questions", None).await;
    Dialog::fill(&desktop, TITLE, "City (required)", "Bern");
    Dialog::press(&desktop, TITLE, "Send");
    Dialog::fill(&desktop, TITLE, "Nights (required)", "3");
    let second = Dialog::read(&desktop, TITLE);
    assert!(second.texts.contains(&"Second question: how long in Bern?".to_owned()), "{second:?}");
    Dialog::press(&desktop, TITLE, "Send");
    let result = window.result().await;
    assert!(result.contains("Bern") && result.contains('3'), "{result}");

    ask_secret(&window).await;
    Dialog::press(&desktop, TITLE, "Decline");
    window.sees("The person declined; there is no secret.").await;
    ask_secret(&window).await;
    Dialog::fill(&desktop, TITLE, SECRET, CANARY);
    Dialog::press(&desktop, TITLE, "Cancel");
    window.sees("The person closed the question; there is no secret.").await;
}

/// HOST-50
#[tokio::test(flavor = "multi_thread")]
async fn a_question_goes_with_its_server_and_with_its_call() {
    let (desktop, window) = asker(Theme::Light).await;
    ask_secret(&window).await;
    Dialog::fill(&desktop, TITLE, SECRET, CANARY);
    let all = desktop.processes();
    let server = all.iter().find(|it| it.line.contains("elicitation_demo_mcp.py"));
    server.expect("the server runs").signal(Signal::KILL);
    Dialog::wait_until_gone(&desktop, TITLE);
    window.go_to("servers").await;
    window.row_says("asker", "Ready").await;

    ask_secret(&window).await;
    Dialog::read(&desktop, TITLE);
    window.press("Cancel").await;
    Dialog::wait_until_gone(&desktop, TITLE);
}

/// HOST-51, security 30.
#[tokio::test(flavor = "multi_thread")]
async fn two_servers_are_asked_for_in_order_and_get_their_own_answers() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    for title in ["First", "Second"] {
        window.add_anything(&desktop, title).await;
    }
    let schema = json!({ "type": "object", "properties": { "x": { "title": "Word" } } });
    let calls: Vec<Value> = ["first", "second"]
        .into_iter()
        .map(|server| {
            let question =
                json!({ "message": format!("From {server}"), "requestedSchema": schema });
            let arguments = json!({ "question": question.to_string() });
            json!({ "call": server, "server": server, "tool": "ask", "arguments": arguments })
        })
        .collect();
    let script = format!(
        "window.told = {{}}; for (const payload of {}) window.__TAURI_INTERNALS__\
         .invoke('call', {{ command: 'call_tool', payload }})\
         .then(it => {{ window.told[payload.server] = JSON.stringify(it); }})",
        json!(calls)
    );
    window.run(&script).await;

    let mut heads = Vec::new();
    for _ in 0..2 {
        let asked = Dialog::read(&desktop, TITLE);
        assert_eq!(Dialog::count(&desktop, TITLE), 1);
        let who = if asked.texts[0].contains("“First”") { "first" } else { "second" };
        assert!(asked.texts.contains(&format!("From {who}")), "{asked:?}");
        Dialog::fill(&desktop, TITLE, "Word", &format!("word for {who}"));
        Dialog::press(&desktop, TITLE, "Send");
        let told = format!("return window.told['{who}'] ?? null");
        let reply = eventually("the call does not end", async || {
            window.run(&told).await.as_str().map(str::to_owned)
        });
        assert!(reply.await.contains(&format!("word for {who}")), "{who}");
        heads.push(asked.texts[0].clone());
    }
    assert_ne!(heads[0], heads[1]);
    assert_eq!(Dialog::count(&desktop, TITLE), 0);
}
