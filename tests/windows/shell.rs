//! What the shell promises whatever page it shows: its policy, its limits, its end.

use std::{collections::BTreeSet, fs, path::Path};

use flows::{
    desktop::{Desktop, Theme},
    window::Window,
};
use serde_json::{Value, json};

/// What the page may load, run and reach. A change here is a change of what a page can do.
///
/// Tauri is told to send it as it is: the nonces that it would add to `style-src` for a style in
/// `index.html` would switch off 'unsafe-inline', and with it every style that the kit makes.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self'; \
    connect-src ipc: http://ipc.localhost; object-src 'none'; base-uri 'none'; \
    form-action 'none'; frame-src 'none'; frame-ancestors 'none'";

/// Breaks the policy; the report names the policy in force.
const BREAK_THE_POLICY: &str = "const done = arguments[arguments.length - 1]; \
    document.addEventListener('securitypolicyviolation', it => done(it.originalPolicy)); \
    const image = new Image(); image.src = 'https://steward.invalid/x.png';";

/// Listens from now on, and loads everything again that the page was made of.
const LOAD_AGAIN: &str = "const done = arguments[arguments.length - 1]; \
    const broken = []; \
    document.addEventListener('securitypolicyviolation', it => broken.push(it.effectiveDirective)); \
    for (const part of document.querySelectorAll('script, link, style')) { \
        const again = document.createElement(part.localName); \
        for (const { name, value } of part.attributes) again.setAttribute(name, value); \
        again.textContent = part.textContent; \
        document.head.append(again); \
    } \
    const image = new Image(); image.onerror = () => setTimeout(() => done(broken), 100);";

/// Security 16.
#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_under_exactly_the_policy_that_is_written_down() {
    assert_eq!(conf()["app"]["security"]["csp"], json!(POLICY));
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    let live = window.run_async(BREAK_THE_POLICY).await;
    // Tauri sends the same directives in an order of its own.
    assert_eq!(directives(live.as_str().unwrap_or_default()), directives(POLICY));
}

/// Security 16.
#[tokio::test(flavor = "multi_thread")]
async fn the_page_itself_breaks_no_rule_of_the_policy() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    let load = |image| format!("{LOAD_AGAIN} image.src = '{image}';");
    assert_eq!(window.run_async(&load("no-such-picture.png")).await, json!([]));
    let told = window.run_async(&load("https://steward.invalid/x.png")).await;
    assert_eq!(told, json!(["img-src"]), "the witness must see a rule broken");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_can_go_nowhere_and_open_nothing() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    let home = window.run("return location.href").await;
    for attempt in [
        "location.href = 'https://steward.invalid/'",
        "location.href = 'file:///etc/passwd'",
        "location.href = 'data:text/html,hello'",
        "window.open('https://steward.invalid/')",
        "window.open('about:blank')",
        "const a = document.createElement('a'); a.href = 'https://steward.invalid/'; \
         a.target = '_blank'; document.body.append(a); a.click(); a.remove()",
    ] {
        window.run(attempt).await;
        // A navigation is refused after the script that asked for it has ended.
        let after = window
            .run_async("setTimeout(arguments[arguments.length - 1], 200, location.href)")
            .await;
        assert_eq!(after, home, "{attempt}");
    }
    let windows = window.driver().windows().await.unwrap();
    assert_eq!(windows.len(), 1, "no other window may have opened");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_may_say_one_command_and_hear_one_event() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    for (command, refused) in [
        ("call", false),
        ("plugin:event|listen", false),
        ("plugin:event|emit", true),
        ("plugin:window|close", true),
        ("plugin:window|set_title", true),
        ("plugin:webview|create_webview_window", true),
        ("plugin:app|version", true),
        ("plugin:path|resolve_directory", true),
        ("plugin:window-state|save_window_state", true),
    ] {
        let said = window.run_async(&say(command)).await;
        let answer = said.as_str().unwrap_or_default();
        assert_eq!(answer.contains("not allowed"), refused, "{command}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_all_objects_inherit_cannot_be_changed() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    assert_eq!(window.run("return Object.isFrozen(Object.prototype)").await, json!(true));
    for attempt in [
        "Object.prototype.polluted = 1",
        "Object.prototype.toString = () => 'mine'",
        "({}).__proto__.polluted = 1",
        "Object.defineProperty(Object.prototype, 'toString', { value: () => 'mine' })",
        "Object.assign(Object.prototype, { polluted: 1 })",
        "Object.setPrototypeOf(Object.prototype, { polluted: 1 })",
    ] {
        let after =
            format!("try {{ {attempt} }} catch {{}} return [({{}}).polluted, String({{}})]");
        assert_eq!(window.run(&after).await, json!([null, "[object Object]"]), "{attempt}");
    }
}

/// Says a command with arguments that would do no harm; what comes back, as text.
fn say(command: &str) -> String {
    format!(
        "const done = arguments[arguments.length - 1]; \
         window.__TAURI_INTERNALS__.invoke('{command}', {{ \
           command: 'no_such_command', payload: null, event: 'ui', target: {{ kind: 'Any' }}, \
           handler: window.__TAURI_INTERNALS__.transformCallback(() => {{}}), \
         }}).then(it => done('said'), it => done(JSON.stringify(it)));"
    )
}

fn directives(policy: &str) -> BTreeSet<&str> {
    policy.split(';').map(str::trim).collect()
}

fn conf() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/tauri.conf.json");
    serde_json::from_slice(&fs::read(path).expect("it is there")).expect("it is JSON")
}
