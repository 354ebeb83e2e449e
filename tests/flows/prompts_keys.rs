//! Keys at a terminal that asks: what is pasted, what stops the program for a while, and what leaves it.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use flows::{
    peers,
    processes::Process,
    pty::{CTRL_C, Seated},
    terminal::{Terminal, stewardctl},
    wait::eventually,
};

/// A server that does not end by itself is waited for twice as long.
const AT_ONCE: Duration = Duration::from_secs(2);

fn with_asker() -> Terminal {
    let terminal = Terminal::new();
    terminal.add("asker", &peers::asker());
    terminal
}

fn called(terminal: &Terminal, tool: &str, arguments: &str) -> Seated {
    Seated::start(&terminal.command(&["call", "asker", tool, arguments]))
}

/// HOST-44, HOST-45
#[test]
fn what_is_pasted_answers_no_other_question() {
    let terminal = with_asker();
    let mut seated = called(&terminal, "confirm", r#"{"action":"paint"}"#);
    seated.sees("Yes or no? [y/n] ");
    seated.presses(b"perhaps\ry\r");
    seated.sees("of several lines");
    seated.sees("Yes or no? [y/n] ");
    seated.types("n");
    assert_eq!(seated.leaves().ran.out, "Declined: paint.\n");

    let mut seated = called(&terminal, "profile", "{}");
    seated.sees("[1/7] Name");
    seated.sees("> ");
    seated.presses(b"Ada\reve@example.net\r36\ry\r1\r1\r2026-11-30\rs\r");
    seated.sees("of several lines");
    seated.types("Ada");
    seated.sees("[2/7] E-mail");
    seated.presses(CTRL_C);
    let left = seated.leaves();
    assert!(left.as_before && !left.text().contains("[3/7]"), "{}", left.text());
    assert!(!left.text().contains("eve@example.net"), "{}", left.text());
}

/// Texts of other systems end their lines with two characters.
#[test]
fn one_line_that_is_pasted_with_its_end_is_one_line() {
    let terminal = with_asker();
    for line in [&b"y\r"[..], b"y\n", b"y\r\n"] {
        let mut seated = called(&terminal, "confirm", r#"{"action":"paint"}"#);
        seated.sees("Yes or no? [y/n] ");
        seated.presses(line);
        assert_eq!(seated.leaves().ran.out, "Accepted: paint.\n", "{line:?}");
    }
}

/// HOST-43: a shell that gets the terminal shows what is typed at it, and the prompt does not.
#[test]
fn ctrl_z_gives_the_terminal_back_and_the_question_comes_again() {
    let terminal = with_asker();
    let mut shell = Command::new("bash");
    terminal.at_home(&mut shell);
    let script = "exec 2>/dev/tty; set -m; \"$0\" --data-dir \"$1\" call asker ask_secret '{\"label\":\"Code\"}'; \
        echo \"stopped: $?\" >/dev/tty; read -r _ </dev/tty; fg >/dev/null";
    shell.args(["-c", script]).arg(stewardctl()).arg(terminal.data_dir());
    let mut seated = Seated::start(&shell);
    seated.sees("[1/1] Code");
    seated.sees("> ");
    assert!(!seated.echoes());
    seated.presses(b"half\x1a");
    seated.sees("stopped: 148");
    assert!(seated.echoes(), "the shell has it as it was");
    seated.types("");
    seated.sees("[1/1] Code");
    seated.sees("> ");
    assert!(!seated.echoes());
    seated.types("1234");
    seated.sees("[S]end");
    seated.types("");
    let left = seated.leaves();
    assert!(left.ran.out.contains("Got a secret of 4 characters."), "{left:?}");
    assert!(left.as_before, "{left:?}");
    assert!(!left.text().contains("half") && !left.text().contains("1234"), "{}", left.text());
}

/// Nobody could wake it: it is not stopped.
#[test]
fn ctrl_z_without_a_shell_asks_again() {
    let terminal = with_asker();
    let mut seated = called(&terminal, "confirm", r#"{"action":"paint"}"#);
    seated.sees("Yes or no? [y/n] ");
    seated.presses(b"\x1a");
    seated.sees("Yes or no? [y/n] ");
    seated.types("y");
    assert_eq!(seated.leaves().ran.out, "Accepted: paint.\n");
}

/// A person in a hurry presses it twice.
#[test]
fn ctrl_c_twice_leaves_at_once() {
    let terminal = with_asker();
    let mut seated = called(&terminal, "ask_secret", r#"{"label":"Code"}"#);
    seated.sees("> ");
    seated.presses(b"\x03\x03");
    let left = seated.leaves();
    assert!(left.as_before, "{left:?}");
    assert!(!left.text().contains("Type it again"), "{}", left.text());
}

/// HOST-50: the first one ends a question. A server that asks on is left with the second, which is
/// said; what it would make of that one is not waited for.
#[test]
fn a_second_ctrl_c_leaves_a_call_whose_server_asks_on() {
    let terminal = Terminal::new();
    let witness = terminal.witness("input_rounds");
    terminal.add("rounds", &peers::scripted("input_rounds", witness.path()));
    let mut seated = Seated::start(&terminal.command(&["call", "rounds", "three_rounds"]));
    seated.sees("[y/N] ");
    seated.presses(CTRL_C);
    seated.sees("Ctrl+C stops the whole call now.");
    seated.sees("[y/N] ");
    seated.presses(CTRL_C);
    let left = seated.leaves();
    assert_eq!((left.ran.status, left.as_before), (Some(1), true), "{left:?}");
    assert_eq!(left.ran.out, "", "{left:?}");
    assert!(left.ran.err.ends_with("error: stopped\n"), "{left:?}");
    assert_eq!(left.text().matches(" asks, for ").count(), 2, "{}", left.text());
    assert_eq!(left.text().matches("Ctrl+C stops").count(), 1, "{}", left.text());
}

/// HOST-36: the first one ends the call in good order, which takes as long as its server makes it
/// take; the second one waits for nothing.
#[tokio::test]
async fn a_second_ctrl_c_does_not_wait_for_a_server_that_will_not_end() {
    let terminal = Terminal::new();
    let witness = terminal.witness("hang");
    terminal.add("hang", &peers::scripted("hang", witness.path()));
    let before = witness.events("eof").len();
    let mut seated = Seated::start(&terminal.command(&["call", "hang", "stubborn"]));
    witness.event("stubborn").await;
    seated.presses(CTRL_C);
    // It is being ended, and does not mind.
    let hung_up = async || (witness.events("eof").len() > before).then_some(());
    eventually("the first one is not heard", hung_up).await;
    let pressed = Instant::now();
    seated.presses(CTRL_C);
    let left = seated.leaves();
    let took = pressed.elapsed();
    assert!(took < AT_ONCE, "it waited {took:?} for its server: {left:?}");
    assert_eq!((left.ran.status, left.as_before), (Some(1), true), "{left:?}");
    assert!(left.ran.err.ends_with("error: stopped\n"), "{left:?}");
    Process::none_in(terminal.home()).await;
}
