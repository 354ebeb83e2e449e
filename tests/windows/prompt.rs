//! Where no toolkit can be had, a window of its own asks: the same questions, the same care.

use flows::{
    browser::Recorder,
    desktop::{Desktop, Theme},
    page::Form,
    prompt::{Asking, web_processes},
    wait::eventually,
    window::field,
};
use rustix::process::Signal;
use serde_json::json;

const SECRET: &str = "Password of ada";
const CANARY: &str = "canary-2b60c1f4-never-to-be-seen";
const URL: &str = "https://example.com/steward?a=b%20c&d=$(id)&e=`id`;f|g*";

/// Milliseconds for which what allows something cannot be pressed.
const DEAD: f64 = 500.0;
/// How often a busy machine may be too late to see that.
const SIGHTS: usize = 20;

/// The words on the buttons, and which of them live; and for how long the page has been there.
const BUTTONS: &str = "return { at: performance.now(), all: \
    [...document.querySelectorAll('footer button')].map(it => [it.textContent, !it.disabled]) }";

async fn asker(theme: Theme) -> (Desktop, Asking) {
    let desktop = Desktop::start(theme);
    let asking = Asking::open(&desktop).await;
    asking.add_asker().await;
    (desktop, asking)
}

async fn ask_secret(asking: &Asking) {
    asking.window.call_asker("ask_secret", Some(("label", SECRET))).await;
    asking.enter().await;
}

/// HOST-42, HOST-43, security 16 and 30.
#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_typed_masked_and_only_the_server_gets_it() {
    let (desktop, asking) = asker(Theme::Light).await;
    let before = web_processes(&desktop);
    ask_secret(&asking).await;
    assert_eq!(asking.heading().await, "Server “Asker” asks, for the call “ask_secret”");
    asking.window.sees("The demo asks for: Password of ada").await;
    asking.window.sees("This closes without an answer in 4:").await;
    let line = asking.window.element(&field(SECRET)).await;
    assert_eq!(line.attr("type").await.unwrap().as_deref(), Some("password"));
    asking.focuses("Password of ada (required)").await;
    let during = web_processes(&desktop);
    let own: Vec<_> = during.difference(&before).copied().collect();
    assert_eq!(own.len(), 1, "the window has a process of its own: {before:?} {during:?}");

    asking.window.fill(&field(SECRET), CANARY).await;
    asking.press("Send").await;
    asking.leave().await;
    asking.window.sees(&format!("Got a secret of {} characters.", CANARY.len())).await;
    assert!(!asking.window.source().await.contains(CANARY));
    eventually("what was typed stays in a process", async || {
        web_processes(&desktop).is_disjoint(&own.iter().copied().collect()).then_some(())
    })
    .await;
}

/// HOST-43, issue “bad input”.
#[tokio::test(flavor = "multi_thread")]
async fn a_password_of_a_thousand_characters_of_any_script_arrives_whole() {
    let (_desktop, asking) = asker(Theme::Dark).await;
    ask_secret(&asking).await;
    let long: String = "pä🔑密ß".chars().cycle().take(1_000).collect();
    asking.window.fill(&field(SECRET), &long).await;
    asking.press("Send").await;
    asking.leave().await;
    asking.window.sees("Got a secret of 1000 characters.").await;
}

/// HOST-45
#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_fit_is_said_at_its_field_and_not_sent() {
    let (desktop, asking) = asker(Theme::Light).await;
    let window = &asking.window;
    window.call_asker("profile", None).await;
    asking.enter().await;
    window.fill(&field("Name"), "Ada").await;
    window.fill(&field("E-mail"), "nobody").await;
    window.fill(&field("Age"), "17").await;
    for day in ["Tuesday", "Thursday"] {
        window.click(&choice(day)).await;
    }
    asking.press("Send").await;
    for words in [
        "Enter an e-mail address, such as ada@example.org.",
        "Enter 18 or more.",
        "Choose at most 3.",
    ] {
        window.element(&format!("//*[@role='alert'][contains(., '{words}')]")).await;
    }
    assert_eq!(asking.focus().await, "E-mail (required)", "the first wrong field has the focus");
    window.fill(&field("E-mail"), "ada@example.org").await;
    window.loses("//*[@role='alert'][contains(., 'e-mail')]").await;
    window.fill(&field("Age"), "36").await;
    for day in ["Monday", "Tuesday", "Thursday", "Friday"] {
        window.click(&choice(day)).await;
    }
    window.click(&choice("Plum")).await;
    window.click(&choice("Send me the newsletter")).await;
    // Enter in a field sends.
    window.fill(&field("First day"), "2026-11-30").await;
    desktop.press_keys(&["Return"]);
    asking.leave().await;
    let result = window.result().await;
    for word in ["accept", "Ada", "ada@example.org", "36", "#84448c", "[ 2 ]", "2026-11-30"] {
        assert!(result.contains(word), "no {word}: {result}");
    }
}

/// Security 31.
#[tokio::test(flavor = "multi_thread")]
async fn what_allows_is_dead_at_first_and_enter_is_no_yes() {
    let desktop = Desktop::start(Theme::Light);
    let asking = Asking::open(&desktop).await;
    let sleeper = Form { title: "Sleeper", command: "sleep", arguments: &["86399"] };
    asking.window.fill_form(sleeper).await;
    early_sight(&asking).await;
    assert_eq!(asking.heading().await, "Add the server “Sleeper”?");
    asking.window.sees("sleep 86399").await;
    eventually("they stay dead", async || {
        let buttons = asking.window.run(BUTTONS).await;
        let alive =
            json!([["Cancel", true], ["Add without starting", true], ["Add and start", true]]);
        (buttons["all"] == alive).then_some(())
    })
    .await;
    // Enter on a button that allows does nothing: the question stays, and hears the next key.
    for (key, button) in [
        ("Tab", "Add without starting"),
        ("Return", "Add without starting"),
        ("Tab", "Add and start"),
        ("Return", "Add and start"),
    ] {
        desktop.press_keys(&[key]);
        asking.focuses(button).await;
    }
    desktop.press_keys(&["Escape"]);
    asking.leave().await;
    asking.window.go_to("servers").await;
    asking.window.sees("No servers yet").await;
    assert!(!desktop.processes().iter().any(|it| it.line.ends_with("sleep 86399")));
}

/// HOST-44, security 31.
#[tokio::test(flavor = "multi_thread")]
async fn a_yes_is_given_by_its_button_and_no_has_the_focus() {
    let (desktop, asking) = asker(Theme::Dark).await;
    asking.window.call_asker("confirm", Some(("action", "restart"))).await;
    asking.enter().await;
    asking.press("Yes").await;
    asking.leave().await;
    asking.window.sees("Accepted: restart.").await;
    asking.window.call_asker("confirm", Some(("action", "erase"))).await;
    asking.enter().await;
    asking.wakes("No").await;
    asking.focuses("No").await;
    desktop.press_keys(&["Return"]);
    asking.leave().await;
    asking.window.sees("Declined: erase.").await;
}

/// HOST-42: Escape, the frame's own button, Cancel and Decline are told apart where they differ.
#[tokio::test(flavor = "multi_thread")]
async fn a_closed_window_is_a_question_without_an_answer() {
    let (desktop, asking) = asker(Theme::Light).await;
    let closed = "The person closed the question; there is no secret.";
    for (key, words) in [(Some("Escape"), closed), (Some("alt+F4"), closed), (None, "declined")] {
        ask_secret(&asking).await;
        asking.window.fill(&field(SECRET), CANARY).await;
        match key {
            Some(key) => desktop.press_keys(&[key]),
            None => asking.press("Decline").await,
        }
        asking.leave().await;
        asking.window.sees(words).await;
    }
}

/// HOST-50
#[tokio::test(flavor = "multi_thread")]
async fn a_question_goes_with_its_server_and_with_its_call() {
    let (desktop, asking) = asker(Theme::Light).await;
    ask_secret(&asking).await;
    asking.back().await;
    let all = desktop.processes();
    let server = all.iter().find(|it| it.line.contains("elicitation_demo_mcp.py"));
    server.expect("the server runs").signal(Signal::KILL);
    asking.leave().await;
    asking.window.go_to("servers").await;
    asking.window.row_says("asker", "Ready").await;

    ask_secret(&asking).await;
    asking.back().await;
    asking.window.press("Cancel").await;
    asking.leave().await;
}

/// Security 30: the next window comes when the one before it is gone.
#[tokio::test(flavor = "multi_thread")]
async fn questions_are_asked_one_after_the_other() {
    let (_desktop, asking) = asker(Theme::Light).await;
    asking.window.call_asker("two_questions", None).await;
    asking.enter().await;
    asking.window.fill(&field("City"), "Bern").await;
    asking.press("Send").await;
    eventually("the second question does not come", async || {
        asking.back().await;
        asking.enter().await;
        asking.window.text().await.contains("how long in Bern?").then_some(())
    })
    .await;
    asking.window.fill(&field("Nights"), "3").await;
    asking.press("Send").await;
    asking.leave().await;
    let result = asking.window.result().await;
    assert!(result.contains("Bern") && result.contains('3'), "{result}");
}

/// HOST-46, security 1, 17 and 31.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_shown_whole_and_opened_after_a_yes() {
    let desktop = Desktop::start(Theme::Light);
    let browser = Recorder::set_up(&desktop);
    let asking = Asking::open(&desktop).await;
    asking.add("Pages", "servers/asks_anything.py").await;
    asking.window.ask_page("pages", "Sign in.", URL).await;
    asking.enter().await;
    asking.window.sees("Sign in.").await;
    let shown = "return document.querySelector('[aria-label=\"The whole address\"]').textContent";
    assert_eq!(asking.window.run(shown).await, json!(URL));
    asking.window.sees("Host: example.com").await;
    assert_eq!(browser.visits(), Vec::<String>::new());
    asking.press("Open in browser").await;
    asking.leave().await;
    asking.window.sees("accept").await;
    let visits = eventually("the browser is not started", async || {
        Some(browser.visits()).filter(|it| !it.is_empty())
    })
    .await;
    assert_eq!(visits, [format!("1 {URL}")]);
}

/// HOST-64: Steward's own question for a secret, whose empty field is no answer.
#[tokio::test(flavor = "multi_thread")]
async fn a_named_secret_is_typed_into_the_window_and_kept() {
    let desktop = Desktop::start(Theme::Dark);
    let asking = Asking::open(&desktop).await;
    let window = &asking.window;
    window.go_to("add").await;
    window.fill_field("Title", "Witness").await;
    window.fill_field("Command", "true").await;
    window.press("Add a variable").await;
    window.fill_field("Name", "API_KEY").await;
    window.press("Set the secret API_KEY").await;
    asking.enter().await;
    assert_eq!(asking.heading().await, "Steward asks for a secret of the server “Witness”");
    let keep = "return [...document.querySelectorAll('footer button')].at(-1).disabled";
    assert_eq!(window.run(keep).await, json!(true), "nothing is kept");
    window.fill(&field("API_KEY"), CANARY).await;
    asking.press("Save in the keychain").await;
    asking.leave().await;
    window.sees("In the keychain").await;
    assert!(!window.source().await.contains(CANARY));
}

/// What the question looks like so early that what allows must be dead. A machine may be too busy
/// to look in time; what it sees later proves nothing, and the question is asked anew.
async fn early_sight(asking: &Asking) {
    for _ in 0..SIGHTS {
        asking.window.press("Add…").await;
        asking.enter().await;
        let early = asking.window.run(BUTTONS).await;
        if early["at"].as_f64().expect("a time") < DEAD {
            let dead = json!([
                ["Cancel", true],
                ["Add without starting", false],
                ["Add and start", false]
            ]);
            assert_eq!(early["all"], dead);
            assert_eq!(asking.focus().await, "Cancel");
            return;
        }
        asking.press("Cancel").await;
        asking.leave().await;
    }
    panic!("this machine never sees a question in its first {DEAD} ms");
}

fn choice(words: &str) -> String {
    format!("//label[normalize-space(.)='{words}']")
}
