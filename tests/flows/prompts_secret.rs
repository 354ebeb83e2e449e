//! `stewardctl secrets` at a real terminal: values are typed there and seen nowhere.

use std::process::Command;

use flows::{
    canary::Canary,
    peers,
    pty::{CTRL_C, Left, Seated, alone},
    terminal::{Ran, Terminal, stewardctl},
};
use serde_json::Value;

use crate::secrets::digest;

/// The server whose `variable` tool tells a digest, with `${secret:DOOR_CODE}` in one.
fn with_reference(terminal: &Terminal) {
    let program = peers::scripted("obliging", terminal.witness("obliging").path());
    let words = program.words();
    let add = ["servers", "add", "obliging", "--env", "CODE=${secret:DOOR_CODE}", "--"];
    // It fails for want of the secret, and is kept.
    terminal.run(&[&add[..], words.as_slice()].concat());
}

/// Types a value twice.
fn types_twice(seated: &mut Seated, canary: &Canary) {
    seated.sees("Value: ");
    assert!(!seated.echoes());
    seated.types(canary.value());
    seated.sees("The same again: ");
    seated.types(canary.value());
}

#[track_caller]
fn showed_nothing(left: &Left, canary: &Canary) {
    assert!(left.as_before);
    for shown in [&left.seen[..], left.ran.out.as_bytes(), left.ran.err.as_bytes()] {
        assert_eq!(canary.seen_in(shown), [] as [&str; 0]);
    }
}

/// A shell at a terminal, in a session with a keychain, where `ctl` is `stewardctl`.
pub(crate) fn in_session(terminal: &Terminal) -> Seated {
    in_session_with(terminal, &[])
}

/// The same with options for `scripts/with-keyring`.
pub(crate) fn in_session_with(terminal: &Terminal, options: &[&str]) -> Seated {
    let mut session = Command::new(peers::checkout().join("scripts/with-keyring"));
    let script = r#"ctl() { "$CTL" --data-dir "$DATA" "$@"; }
        echo ready >/dev/tty
        while read -r line; do eval "$line"; echo "<$?>" >/dev/tty; done"#;
    session.arg("--bare-bus").args(options).args(["bash", "-c", script]);
    terminal.at_home(&mut session);
    session.env("CTL", stewardctl()).env("DATA", terminal.data_dir());
    let mut seated = Seated::start(&session);
    seated.sees("ready");
    seated
}

/// HOST-64
#[test]
fn a_secret_is_set_used_listed_and_removed_at_the_terminal() {
    let terminal = Terminal::new();
    let canary = Canary::new();
    with_reference(&terminal);
    let mut seated = in_session(&terminal);
    seated.types("ctl secrets set DOOR_CODE");
    seated.sees("Steward asks for the secret “DOOR_CODE” of the server “obliging”:");
    seated.sees("Value: ");
    seated.types("");
    seated.sees("An empty one is no secret.");
    seated.sees("Value: ");
    seated.types("something");
    seated.sees("The same again: ");
    seated.types("something else");
    seated.sees("They are not the same.");
    types_twice(&mut seated, &canary);
    seated.sees("<0>");
    for line in [
        r#"ctl call obliging variable '{"name":"CODE"}'"#,
        "ctl secrets list",
        "ctl secrets list --json 'door*'",
        "secret-tool search --all service dev.steward.desktop 2>&1 | grep -c '^secret = '",
    ] {
        seated.types(line);
        seated.sees("<0>");
    }
    seated.types("ctl secrets remove DOOR_CODE");
    seated.sees("These refer to it, and cannot start without: obliging (CODE).");
    seated.sees("Remove the secret `DOOR_CODE`? [y/N] ");
    seated.types("");
    seated.sees("<1>");
    seated.types("ctl secrets set DOOR_CODE");
    seated.sees("leave it empty to remove the secret");
    seated.sees("Value: ");
    seated.types("");
    seated.sees("Remove the secret? [y/N] ");
    seated.types("y");
    seated.sees("<0>");
    seated.types("ctl secrets list; exit");
    let left = seated.leaves();
    showed_nothing(&left, &canary);
    let mut lines = left.ran.out.lines();
    assert!(lines.next().is_some_and(|it| it.starts_with("DOOR_CODE is set")), "{left:?}");
    assert_eq!(lines.next(), Some(digest(canary.value()).as_str()), "{left:?}");
    let row = lines.next().unwrap();
    assert!(row.starts_with("DOOR_CODE  named  keychain  obliging (CODE)  set 20"), "{row}");
    let rest: Vec<_> = lines.collect();
    let end = rest.iter().position(|it| *it == "]").unwrap();
    let listed: Value = serde_json::from_str(&rest[..=end].concat()).unwrap();
    assert_eq!((&listed[0]["key"], &listed[0]["place"]), (&"DOOR_CODE".into(), &"keychain".into()));
    assert_eq!(rest[end + 1..end + 3], ["1", "DOOR_CODE was removed"]);
    assert!(rest[end + 3].starts_with("DOOR_CODE  named  not set"), "{rest:?}");
    assert_eq!(canary.seen_below(terminal.home()), []);
}

/// HOST-64: what is typed for one server is none of another's, and nothing is typed in vain.
#[test]
fn a_value_that_is_asked_for_belongs_to_the_server_that_is_added() {
    let (terminal, first, second) = (Terminal::new(), Canary::new(), Canary::new());
    let program = peers::scripted("obliging", terminal.witness("obliging").path());
    let add = |name: &str| {
        format!("ctl servers add {name} --env CODE=? -- {}", program.words().join(" "))
    };
    let mut seated = in_session(&terminal);
    // Their names are made of the same capitals.
    for (name, value) in [("a-b", &first), ("a_b", &second)] {
        seated.types(&add(name));
        types_twice(&mut seated, value);
        seated.sees("<0>");
    }
    seated.types(&add("a-b"));
    // Without a question.
    seated.sees("<2>");
    for name in ["a-b", "a_b"] {
        seated.types(&format!(r#"ctl call {name} variable '{{"name":"CODE"}}'"#));
        seated.sees("<0>");
    }
    seated.types("exit");
    let left = seated.leaves();
    let said: Vec<_> = left.ran.out.lines().rev().take(2).collect();
    assert_eq!(said, [digest(second.value()), digest(first.value())], "{left:?}");
    assert!(left.ran.err.contains("`a-b` is there already"), "{left:?}");
    assert_eq!(first.seen_below(terminal.home()), []);
    assert_eq!(second.seen_below(terminal.home()), []);
}

/// HOST-64
#[test]
fn without_a_terminal_no_value_is_taken_and_none_removed() {
    let terminal = Terminal::new();
    for arguments in [["secrets", "set", "A"], ["secrets", "remove", "A"]] {
        let ran = Ran::of(alone(&terminal.command(&arguments)).output().unwrap());
        assert_eq!(ran.status, Some(1), "{ran:?}");
        assert!(ran.err.starts_with("error: There is no terminal"), "{ran:?}");
        assert!(ran.err.contains("\nhint: "), "{ran:?}");
    }
    let mut shell = Command::new("sh");
    terminal.at_home(&mut shell);
    shell.args(["-c", "yes value | \"$0\" --data-dir \"$1\" secrets set A"]);
    shell.arg(stewardctl()).arg(terminal.data_dir());
    assert_eq!(Ran::of(alone(&shell).output().unwrap()).status, Some(1));
}

/// HOST-64
#[test]
fn without_a_keychain_it_is_said_and_nothing_is_kept() {
    let terminal = Terminal::new();
    let canary = Canary::new();
    let left = Seated::start(&terminal.command(&["secrets", "set", "DOOR_CODE"])).leaves();
    assert!(!left.text().contains("Value:"), "nobody types it for nothing: {left:?}");
    assert_eq!(left.ran.status, Some(1));
    assert!(left.ran.err.contains("keychain") && left.ran.err.contains("\nhint: "), "{left:?}");
    assert!(!left.text().contains("memory"), "it would be gone with this command: {left:?}");
    assert_eq!(canary.seen_below(terminal.home()), []);
}

/// HOST-64
#[test]
fn an_owner_that_goes_on_may_hold_it_in_memory_if_the_person_says_so() {
    let terminal = Terminal::new();
    with_reference(&terminal);
    let serving = terminal.serve();
    let canary = Canary::new();
    let mut seated = Seated::start(&terminal.command(&["secrets", "set", "DOOR_CODE"]));
    seated.sees("keychain");
    seated.sees("Or have Steward hold `DOOR_CODE` in memory until it quits? [y/N] ");
    seated.types("y");
    seated.sees("Steward holds it in memory until it quits");
    types_twice(&mut seated, &canary);
    let left = seated.leaves();
    showed_nothing(&left, &canary);
    assert_eq!(left.ran.status, Some(0), "{left:?}");
    let list = terminal.run(&["secrets", "list"]);
    assert!(list.out.starts_with("DOOR_CODE  named  in memory  obliging (CODE)"), "{list:?}");
    let ran = terminal.run(&["call", "obliging", "variable", r#"{"name":"CODE"}"#]);
    assert_eq!(ran.out, format!("{}\n", digest(canary.value())), "{ran:?}");

    let mut seated = Seated::start(&terminal.command(&["secrets", "set", "OTHER"]));
    seated.sees("hold `OTHER` in memory");
    seated.types("");
    let left = seated.leaves();
    assert_eq!(left.ran.status, Some(1), "{left:?}");
    assert!(!terminal.run(&["secrets", "list"]).out.contains("OTHER"));
    serving.end();
    assert_eq!(canary.seen_below(terminal.home()), []);
}

/// HOST-64
#[test]
fn who_cancels_changes_nothing() {
    let terminal = Terminal::new();
    let serving = terminal.serve();
    let mut seated = Seated::start(&terminal.command(&["secrets", "set", "DOOR_CODE"]));
    seated.sees("in memory until it quits? [y/N] ");
    seated.types("y");
    seated.sees("Value: ");
    seated.presses(b"half");
    seated.presses(CTRL_C);
    let left = seated.leaves();
    assert_eq!((left.ran.status, left.ran.out.as_str()), (Some(1), "DOOR_CODE is as it was\n"));
    assert!(left.as_before && !left.text().contains("half"), "{left:?}");
    let named = terminal.command(&["secrets", "set", "door-code"]);
    let left = Seated::start(&named).leaves();
    assert_eq!((left.ran.status, left.text().as_str()), (Some(2), ""), "{left:?}");
    assert!(left.ran.err.contains("capitals, digits and `_`"), "{left:?}");
    serving.end();
}
