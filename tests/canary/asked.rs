//! A server asks for a secret in a native dialog, gets it, and says it back in every way there is.

use std::fs;

use flows::{
    dialog::{ASKING, Dialog},
    peers,
};
use serde_json::Value;

use crate::{ledger::Way, person::Person, value::Canary};

/// What stands in place of a secret.
pub(crate) const MARK: &str = "•••";
/// Servers that ask for calls of the page.
const LEAKS: [&str; 2] = ["leaks", "leaks-legacy"];

/// Both kinds to servers of both eras, said back in results and errors, for the one call; and each
/// kind to one of the servers to be remembered, since what is remembered last is what stays.
pub(crate) async fn in_dialogs(person: &Person) -> [Way; 2] {
    let once = Way::passing("asked in a dialog");
    let kept = Way::kept("asked and remembered");
    add_leaks(person, LEAKS);
    for server in LEAKS {
        for canary in &once.canaries {
            for label in ["result", "error", "error in place of a result"] {
                answer(person, server, label, canary, false).await;
            }
        }
    }
    for (server, canary) in LEAKS.into_iter().zip(&kept.canaries) {
        answer(person, server, "kept", canary, true).await;
    }
    [once, kept]
}

/// Registers servers that say back what they are told under these names: one of the modern era, one of
/// the legacy era.
pub(crate) fn add_leaks(person: &Person, [modern, legacy]: [&str; 2]) {
    let demo = peers::checkout().join("scripts/elicitation_demo_mcp.py").display().to_string();
    let leaks = peers::checkout().join("tests/canary/leaks.py").display().to_string();
    person.types(&["servers", "add", modern, "--", "python3", &demo, "--leak"]);
    person.types(&["servers", "add", legacy, "--", "python3", &leaks]);
}

/// Calls the tool that asks, and types what it asks for; the page gets a mark in its place.
async fn answer(person: &Person, server: &str, label: &str, canary: &Canary, remember: bool) {
    let Person { window, desktop, .. } = person;
    window.go_to("servers").await;
    window.shows("servers").await;
    window.fill_argument(&format!("{server}/ask_secret"), "label", label).await;
    window.click("//button[normalize-space(.)='Run' or normalize-space(.)='Run again']").await;
    let field = format!("{label} (required)");
    Dialog::fill(desktop, ASKING, &field, canary.value());
    let filled = Dialog::read(desktop, ASKING);
    assert!(filled.fields.iter().any(|it| it.name == field && it.masked), "it is not masked");
    if remember {
        // The box that is ticked only if the person wants it.
        desktop.press_keys(&["alt+r"]);
    }
    Dialog::press(desktop, ASKING, "Send");
    Dialog::wait_until_gone(desktop, ASKING);
    window.loses("//button[normalize-space(.)='Cancel']").await;
    window.sees(MARK).await;
}

/// Where the servers' leaks did not even come to as a mark: then nothing was leaked there, and that
/// nothing was found there says nothing.
pub(crate) fn not_leaked(person: &Person, spied: &Value) -> Vec<String> {
    let mut missing = Vec::new();
    let mut expect = |place: &str, text: &str, tag: &str| {
        if !text.lines().any(|it| it.contains(tag) && it.contains(MARK)) {
            missing.push(format!("WRONG: no leak came to {place}"));
        }
    };
    // Of the modern era, a server sends notices only if it is asked to.
    for (server, tag) in [(LEAKS[0], "stderr"), (LEAKS[1], "stderr"), (LEAKS[1], "warning")] {
        let log = person.ground.data.join(format!("logs/mcp/{server}.log"));
        let log = fs::read_to_string(log).unwrap_or_default();
        expect(&format!("the log of {server} by {tag}"), &log, &format!("[{tag}]"));
    }
    for (part, place, tag) in [
        ("heard", "the page by progress", "callProgressed"),
        ("answered", "the page by a text", "\"blocks\""),
        ("answered", "the page by a structured value", "\"structured\":{"),
        ("answered", "the page by an error", "\"isError\":true"),
    ] {
        let all = spied[part].as_array().map(Vec::as_slice).unwrap_or_default();
        let lines: Vec<_> = all.iter().filter_map(Value::as_str).collect();
        expect(place, &lines.join("\n"), tag);
    }
    missing
}
