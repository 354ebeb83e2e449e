//! What the prompt window's page may do, whatever is on it: say one command with a ticket that is
//! used once, and nothing else.

use std::collections::BTreeSet;

use flows::{
    desktop::{Desktop, Theme},
    prompt::Asking,
    wait::eventually,
};
use serde_json::{Value, json};

/// Breaks the policy; the report names the policy in force.
const BREAK_THE_POLICY: &str = "const done = arguments[arguments.length - 1]; \
    document.addEventListener('securitypolicyviolation', it => done(it.originalPolicy)); \
    const image = new Image(); image.src = 'https://steward.invalid/x.png';";

/// What the page is made of.
const PARTS: &str = "return [...document.querySelectorAll('script, link[rel=stylesheet], style')]\
    .map(it => (it.src ?? it.href ?? 'inline').replace(/.*\\/(\\w+)-.*\\.(\\w+)$/, '$1.$2'))";

async fn asked(theme: Theme) -> (Desktop, Asking) {
    let desktop = Desktop::start(theme);
    let asking = Asking::open(&desktop).await;
    asking.add_asker().await;
    asking.window.call_asker("ask_secret", Some(("label", "PIN"))).await;
    asking.enter().await;
    (desktop, asking)
}

/// Says something to `answer_prompt`; what comes back.
async fn answer(asking: &Asking, ticket: &str, said: &Value) -> Value {
    let answer = json!({ "ticket": ticket, "said": said });
    say(asking, "answer_prompt", &json!({ "answer": answer })).await
}

async fn say(asking: &Asking, command: &str, payload: &Value) -> Value {
    let script = format!(
        "const done = arguments[arguments.length - 1]; \
         window.__TAURI_INTERNALS__.invoke('{command}', {payload}).then(done, done)"
    );
    asking.window.run_async(&script).await
}

async fn ticket(asking: &Asking) -> String {
    asking.window.run("return window.asked.ticket").await.as_str().expect("it is a text").to_owned()
}

/// Security 16: each window says its own command, and no other.
#[tokio::test(flavor = "multi_thread")]
async fn each_window_may_say_one_command_and_not_the_others() {
    let (_desktop, asking) = asked(Theme::Light).await;
    for command in [
        "call",
        "plugin:event|listen",
        "plugin:event|emit",
        "plugin:window|close",
        "plugin:window|set_size",
        "plugin:webview|create_webview_window",
        "plugin:app|version",
        "plugin:path|resolve_directory",
        "plugin:window-state|save_window_state",
    ] {
        let payload = json!({ "command": "list_servers", "payload": null, "event": "ui" });
        let said = say(&asking, command, &payload).await.to_string();
        assert!(said.contains("not allowed"), "{command}: {said}");
    }
    let ticket = ticket(&asking).await;
    asking.back().await;
    let said = answer(&asking, &ticket, &json!({ "said": "closed" })).await.to_string();
    assert!(said.contains("not allowed"), "the main window answers: {said}");
    assert_eq!(asking.window.run("return window.asked === undefined").await, json!(true));
    // The question is as it was.
    asking.enter().await;
    asking.press("Cancel").await;
    asking.leave().await;
    asking.window.sees("The person closed the question").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_is_used_once_and_none_can_be_guessed() {
    let (_desktop, asking) = asked(Theme::Light).await;
    let first = ticket(&asking).await;
    let send = |text: &str| {
        let entries = json!([{ "entry": "typed", "text": text }]);
        json!({ "said": "pressed", "button": 2, "entries": entries, "remember": false, "masked": false })
    };
    let over = answer(&asking, "00000000-0000-4000-8000-000000000000", &send("guess")).await;
    assert_eq!(over["code"], "not_waiting", "{over}");
    // What is pressed in the first half second is not looked at, and only takes the ticket.
    let mut fresh = first.clone();
    let again = eventually("it is not looked at", async || {
        let again = answer(&asking, &fresh, &send("")).await;
        assert_eq!(again["heard"], "again", "{again}");
        again["ticket"].as_str().expect("there is a new one").clone_into(&mut fresh);
        again["wrong"].as_array().is_some_and(|it| !it.is_empty()).then_some(again)
    })
    .await;
    assert_eq!(again["wrong"][0]["words"], "This must be filled in.", "{again}");
    let used = answer(&asking, &first, &send("twice")).await;
    assert_eq!(used["code"], "not_waiting", "{used}");
    let second = again["ticket"].as_str().expect("there is a new one").to_owned();
    assert_ne!(second, first);
    asking
        .window
        .run(&format!(
            "window.__TAURI_INTERNALS__.invoke('answer_prompt', {{ answer: {} }})",
            json!({ "ticket": second, "said": send("four") })
        ))
        .await;
    asking.leave().await;
    asking.window.sees("Got a secret of 4 characters.").await;
}

/// Security, commands: a malformed message closes the window.
#[tokio::test(flavor = "multi_thread")]
async fn what_has_no_form_closes_the_window() {
    let (_desktop, asking) = asked(Theme::Light).await;
    let odd =
        json!({ "answer": { "ticket": ticket(&asking).await, "said": { "said": "opened" } } });
    asking.window.run(&format!("window.__TAURI_INTERNALS__.invoke('answer_prompt', {odd})")).await;
    asking.leave().await;
    asking.window.sees("The person closed the question").await;
}

/// Security 16.
#[tokio::test(flavor = "multi_thread")]
async fn its_page_is_under_the_same_policy_and_made_of_its_own_code_alone() {
    let (_desktop, asking) = asked(Theme::Dark).await;
    let parts = asking.window.run(PARTS).await;
    assert_eq!(parts, json!(["prompt.js", "prompt.css", "tokens.css"]));
    assert_eq!(asking.window.run("return Object.isFrozen(Object.prototype)").await, json!(true));
    let live = asking.window.run_async(BREAK_THE_POLICY).await;
    asking.back().await;
    let main = asking.window.run_async(BREAK_THE_POLICY).await;
    // Tauri sends the directives in an order that is another each time.
    assert_eq!(directives(&live), directives(&main));
    assert!(directives(&live).contains("script-src 'self'"), "{live}");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_can_go_nowhere_and_open_nothing() {
    let (_desktop, asking) = asked(Theme::Light).await;
    let home = asking.window.run("return location.href").await;
    for attempt in [
        "location.href = 'https://steward.invalid/'",
        "location.href = 'file:///etc/passwd'",
        "location.href = 'index.html'",
        "location.href = 'data:text/html,hello'",
        "window.open('https://steward.invalid/')",
        "window.open('about:blank')",
    ] {
        asking.window.run(attempt).await;
        // A navigation is refused after the script that asked for it has ended.
        let after = asking
            .window
            .run_async("setTimeout(arguments[arguments.length - 1], 200, location.href)")
            .await;
        assert_eq!(after, home, "{attempt}");
    }
    assert_eq!(asking.window.driver().windows().await.unwrap().len(), 2);
}

fn directives(policy: &Value) -> BTreeSet<&str> {
    policy.as_str().unwrap_or_default().split(';').map(str::trim).collect()
}
