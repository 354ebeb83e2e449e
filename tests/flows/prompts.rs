//! What a server asks, asked at the terminal that called: a real one, looked at from its other end.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path, process::Command};

use flows::{
    canary::Canary,
    peers,
    pty::{CTRL_C, CTRL_D, Left, Seated, alone},
    terminal::{Ran, Terminal, stewardctl},
};
use rustix::process::Signal;

fn with_asker() -> Terminal {
    let terminal = Terminal::new();
    terminal.add("asker", &peers::asker());
    terminal
}

fn called(terminal: &Terminal, tool: &str, arguments: &str) -> Seated {
    Seated::start(&terminal.command(&["call", "asker", tool, arguments]))
}

#[track_caller]
fn gave(left: &Left, status: i32, out: &str) {
    assert_eq!((left.ran.status, left.ran.out.as_str()), (Some(status), out), "{left:?}");
    assert!(left.as_before, "the terminal is as it was");
}

/// Calls `ask_secret` and types a canary at it.
fn secret_typed(terminal: &Terminal, canary: &Canary) -> Left {
    let mut seated = called(terminal, "ask_secret", r#"{"label":"Door code"}"#);
    seated.sees(
        "Server “asker” asks, for the call “ask_secret”:\r\n  | The demo asks for: Door code",
    );
    seated.sees("[1/1] Door code (required)");
    seated.sees("> ");
    assert!(!seated.echoes());
    seated.types("");
    seated.sees("This must be filled in.");
    seated.types(canary.value());
    seated.sees("Door code: (hidden)");
    seated.sees("[S]end");
    seated.types("");
    seated.leaves()
}

fn kept_nowhere(terminal: &Terminal, left: &Left, canary: &Canary) {
    let seen = |bytes: &[u8]| canary.seen_in(bytes);
    assert_eq!(seen(&left.seen), [] as [&str; 0], "it is not on the terminal");
    assert_eq!(seen(left.ran.out.as_bytes()), [] as [&str; 0]);
    assert_eq!(seen(left.ran.err.as_bytes()), [] as [&str; 0]);
    assert_eq!(canary.seen_below(terminal.home()), []);
}

/// HOST-42 HOST-43 HOST-48
#[test]
fn a_secret_is_typed_unseen_and_goes_to_the_server_alone() {
    let terminal = with_asker();
    let canary = Canary::new();
    let left = secret_typed(&terminal, &canary);
    let length = canary.value().chars().count();
    gave(&left, 0, &format!("Got a secret of {length} characters.\n"));
    assert_eq!(left.ran.err, "");
    kept_nowhere(&terminal, &left, &canary);
}

/// The owner asks where the call was made. HOST-42 HOST-48
#[test]
fn a_terminal_that_is_a_guest_is_asked_as_well() {
    let terminal = with_asker();
    let serving = terminal.serve();
    let canary = Canary::new();
    let left = secret_typed(&terminal, &canary);
    assert!(left.ran.out.starts_with("Got a secret of"), "{left:?}");
    gave(&left, 0, &left.ran.out);
    let ran = serving.end_by(Signal::TERM);
    assert_eq!(canary.seen_in(ran.err.as_bytes()), [] as [&str; 0]);
    kept_nowhere(&terminal, &left, &canary);
}

/// HOST-45
#[test]
fn a_wrong_value_is_said_and_asked_for_again() {
    let terminal = with_asker();
    let mut seated = called(&terminal, "profile", "{}");
    for (field, lines) in [
        ("[1/7] Name", &[("A", "at least 2 characters"), ("Ada", "\r\n")][..]),
        ("[2/7] E-mail", &[("ada", "an e-mail address"), ("ada@example.org", "\r\n")]),
        ("[3/7] Age", &[("old", "a number"), ("17", "18 or more"), ("36", "\r\n")]),
        ("[4/7] Send me", &[("perhaps", "y or n"), ("y", "\r\n")]),
        ("[5/7] Favourite colour", &[("4", "from 1 to 3"), ("2", "\r\n")]),
        ("[6/7] Days", &[("1 2 3 4", "at most 3"), ("5, 1", "\r\n")]),
        ("[7/7] First day", &[("2026-02-30", "a date"), ("2026-11-30", "\r\n")]),
    ] {
        seated.sees(field);
        for (line, complaint) in lines {
            seated.types(line);
            seated.sees(complaint);
        }
    }
    for line in
        ["Name: Ada", "Age: 36", "Favourite colour: Amber", "Days at the office: Monday, Friday"]
    {
        seated.sees(line);
    }
    seated.types("s");
    let left = seated.leaves();
    assert_eq!(left.ran.status, Some(0), "{left:?}");
    for part in [r#""age": 36"#, r##""colour": "#b45309""##, r#""newsletter": true"#, "2026-11-30"]
    {
        assert!(left.ran.out.contains(part), "{part}: {left:?}");
    }
}

/// HOST-42
#[test]
fn a_person_declines_or_cancels_and_the_server_hears_which() {
    let terminal = with_asker();
    for (keys, words) in [
        (CTRL_D, "The person declined; there is no secret.\n"),
        (CTRL_C, "The person closed the question; there is no secret.\n"),
        (b"half typed\x03", "The person closed the question; there is no secret.\n"),
    ] {
        let mut seated = called(&terminal, "ask_secret", r#"{"label":"Code"}"#);
        seated.sees("> ");
        seated.presses(keys);
        let left = seated.leaves();
        gave(&left, 0, words);
        assert!(!left.text().contains("half"), "{}", left.text());
    }
}

/// HOST-44
#[test]
fn a_yes_has_to_be_typed_and_what_was_typed_before_is_none() {
    let terminal = with_asker();
    for (line, words) in [("y", "Accepted: paint.\n"), ("n", "Declined: paint.\n")] {
        let mut seated = called(&terminal, "confirm", r#"{"action":"paint"}"#);
        seated.types("y");
        seated.sees("Yes or no? [y/n] ");
        seated.types("");
        seated.sees("Type y or n.");
        seated.types(line);
        gave(&seated.leaves(), 0, words);
    }
}

/// A browser that writes down what it was called with.
fn browser(terminal: &Terminal, status: i32) -> String {
    let bin = terminal.home().join("bin");
    fs::create_dir_all(&bin).unwrap();
    let script =
        format!("#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\" >\"$HOME/opened\"\nexit {status}\n");
    fs::write(bin.join("xdg-open"), script).unwrap();
    fs::set_permissions(bin.join("xdg-open"), fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:{}", bin.display(), std::env::var("PATH").unwrap())
}

fn linked(terminal: &Terminal, path: &str) -> Seated {
    let url = r#"{"url":"https://example.com/a?b=$(id)&c=;ls"}"#;
    let mut command = terminal.command(&["call", "asker", "open_url", url]);
    let mut seated = Seated::start(command.env("PATH", path));
    seated.sees("  https://example.com/a?b=$(id)&c=;ls\r\nHost: example.com");
    seated.sees("Open it in your browser? [y/N] ");
    seated
}

fn opened(home: &Path) -> Option<String> {
    fs::read_to_string(home.join("opened")).ok()
}

/// HOST-46, security 1
#[test]
fn a_page_is_opened_by_a_yes_and_by_no_shell() {
    let terminal = with_asker();
    let path = browser(&terminal, 0);
    let mut seated = linked(&terminal, &path);
    seated.types("");
    let left = seated.leaves();
    assert!(left.ran.out.contains("declined"), "Enter opens nothing: {left:?}");
    assert_eq!(opened(terminal.home()), None);
    let mut seated = linked(&terminal, &path);
    seated.types("y");
    assert!(seated.leaves().ran.out.contains("agreed to open"));
    let expected = "1\nhttps://example.com/a?b=$(id)&c=;ls\n";
    assert_eq!(opened(terminal.home()).as_deref(), Some(expected));
}

/// HOST-46
#[test]
fn where_no_browser_is_the_person_says_whether_they_opened_it() {
    let terminal = with_asker();
    let path = browser(&terminal, 3);
    for (line, words) in [("y", "agreed to open"), ("", "closed the question")] {
        let mut seated = linked(&terminal, &path);
        seated.types("y");
        seated.sees("No browser could be started");
        seated.sees("Did you open it? [y/N] ");
        seated.types(line);
        let left = seated.leaves();
        assert!(left.ran.out.contains(words), "{left:?}");
        assert_eq!(left.ran.err, "", "they were asked, and know why it is not open");
    }
}

#[track_caller]
fn refused(ran: &Ran) {
    assert_eq!(ran.status, Some(1), "{ran:?}");
    let words = "error: The server asks something, and there is no terminal to ask you on.\nhint: ";
    assert!(ran.err.contains(words), "{ran:?}");
}

/// HOST-42
#[test]
fn without_a_terminal_a_question_is_refused_whatever_comes_by_pipe() {
    let terminal = with_asker();
    let arguments = ["call", "asker", "ask_secret", r#"{"label":"Code"}"#];
    let without = || Ran::of(alone(&terminal.command(&arguments)).output().unwrap());
    refused(&without());
    let serving = terminal.serve();
    refused(&without());
    serving.end();
    let mut shell = Command::new("sh");
    terminal.at_home(&mut shell);
    let script =
        "yes secret | \"$0\" --data-dir \"$1\" call asker ask_secret '{\"label\":\"Code\"}'";
    shell.args(["-c", script]).arg(stewardctl()).arg(terminal.data_dir());
    refused(&Ran::of(alone(&shell).output().unwrap()));
}

/// HOST-42: who owns the data folder is asked for its own call, and for nobody else's.
#[test]
fn an_owner_at_a_terminal_is_not_asked_for_the_call_of_another() {
    let terminal = with_asker();
    terminal.add("other", &peers::asker());
    let mut owner = called(&terminal, "ask_secret", r#"{"label":"Ours"}"#);
    owner.sees("[1/1] Ours");
    owner.sees("> ");
    let theirs = r#"{"label":"Theirs"}"#;
    for server in ["other", "asker"] {
        let command = terminal.command(&["call", server, "ask_secret", theirs]);
        refused(&Ran::of(alone(&command).output().unwrap()));
    }
    // One with a terminal is asked there, while ours waits here.
    let mut guest = Seated::start(&terminal.command(&["call", "other", "ask_secret", theirs]));
    guest.sees("[1/1] Theirs");
    guest.sees("> ");
    guest.presses(CTRL_D);
    gave(&guest.leaves(), 0, "The person declined; there is no secret.\n");
    owner.types("1234");
    owner.sees("[S]end");
    owner.types("s");
    let left = owner.leaves();
    gave(&left, 0, "Got a secret of 4 characters.\n");
    assert!(!left.text().contains("Theirs"), "{}", left.text());
}

#[test]
fn pipes_stay_usable_while_the_terminal_is_asked() {
    let terminal = with_asker();
    let mut shell = Command::new("sh");
    terminal.at_home(&mut shell);
    let script = "echo '{\"label\":\"Code\"}' | \"$0\" --data-dir \"$1\" call asker ask_secret - | tr a-z A-Z";
    shell.args(["-c", script]).arg(stewardctl()).arg(terminal.data_dir());
    let mut seated = Seated::start(&shell);
    seated.sees("> ");
    seated.types("1234");
    seated.sees("[S]end");
    seated.types("s");
    gave(&seated.leaves(), 0, "GOT A SECRET OF 4 CHARACTERS.\n");
}

/// HOST-50
#[test]
fn a_server_that_dies_takes_its_question_with_it() {
    let terminal = with_asker();
    let dies = || {
        let mut seated = called(&terminal, "ask_secret", r#"{"label":"Code"}"#);
        seated.sees("> ");
        // A key that is no character rings the bell: by then what was typed before it was heard.
        seated.presses(b"half\x01");
        seated.sees("\u{7}");
        let mut all = terminal.processes().into_iter();
        let server = all.find(|it| it.line.contains("elicitation_demo")).expect("it runs");
        server.signal(Signal::KILL);
        seated.sees("The question was taken back");
        // Who types does not stop at once, and the shell is next.
        for _ in 0..5 {
            seated.presses(b"typed-on\n");
        }
        let left = seated.leaves();
        assert_eq!((left.ran.status, left.as_before), (Some(1), true), "{left:?}");
        assert!(left.ran.err.contains("error: "), "{left:?}");
        assert!(!left.text().contains("half"), "{}", left.text());
        assert!(!left.text().contains("typed-on"), "{}", left.text());
    };
    dies();
    let serving = terminal.serve();
    dies();
    serving.end();
}

/// HOST-50
#[test]
fn whoever_ends_gives_the_terminal_back() {
    let terminal = with_asker();
    let ask = || {
        let mut seated = called(&terminal, "ask_secret", r#"{"label":"Code"}"#);
        seated.sees("> ");
        seated
    };
    let ended = |mut seated: Seated| {
        seated.sees("The question was taken back");
        let left = seated.leaves();
        assert_eq!((left.ran.status, left.as_before), (Some(1), true), "{left:?}");
        left
    };
    let killed = || {
        let seated = ask();
        rustix::process::kill_process(seated.pid(), Signal::TERM).unwrap();
        ended(seated);
    };
    killed();
    let serving = terminal.serve();
    killed();
    let seated = ask();
    serving.end_by(Signal::KILL);
    assert!(ended(seated).ran.err.contains("went away"));
}
