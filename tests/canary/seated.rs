//! Secrets that are typed at a terminal when they are asked for: by a server, and by Steward.

use flows::{peers, pty::Seated};

use crate::{ledger::Way, person::Person, value::Canary};

/// A server that asks at terminals alone: a no to remembering forgets what was remembered before.
const ASKER: &str = "leaks-typed";

/// A call of a guest of the app, a call of a terminal that has a data folder to itself, and a
/// secret by name.
pub(crate) fn at_terminals(person: &Person) -> [Way; 3] {
    let ways = [
        Way::passing("terminal: asked, the app owns the folder"),
        Way::passing("terminal: asked, it owns a folder itself"),
        Way::kept("terminal: secrets set"),
    ];
    let folder = person.ground.home.join(".local/share/alone").display().to_string();
    let alone = ["--data-dir", folder.as_str()];
    let script = peers::checkout().join("tests/canary/leaks.py").display().to_string();
    for (way, options) in ways.iter().zip([[].as_slice(), &alone]) {
        person.types(&[options, &["servers", "add", ASKER, "--", "python3", &script]].concat());
        for canary in &way.canaries {
            call(person, options, canary);
        }
    }
    for (number, canary) in ways[2].canaries.iter().enumerate() {
        let mut seated = person.sits_down(&["secrets", "set", &format!("TYPED_{number}")]);
        seated.sees("Value: ");
        seated.types(canary.value());
        seated.sees("The same again: ");
        seated.types(canary.value());
        leave(person, seated);
    }
    ways
}

fn call(person: &Person, options: &[&str], canary: &Canary) {
    let called = ["call", ASKER, "ask_secret", r#"{"label":"at the terminal"}"#];
    let mut seated = person.sits_down(&[options, &called].concat());
    seated.sees("at the terminal (required)");
    seated.sees("> ");
    seated.types(canary.value());
    seated.sees("Remember in the keychain? ");
    seated.types("n");
    seated.sees("[S]end");
    seated.types("s");
    leave(person, seated);
}

/// What it printed and what was on its screen is kept to be searched.
fn leave(person: &Person, seated: Seated) {
    let left = seated.leaves();
    let whole = [&left.seen, left.ran.out.as_bytes(), left.ran.err.as_bytes()].concat();
    person.keeps(&whole);
    assert_eq!(left.ran.status, Some(0), "{}", left.ran.err);
}
