//! Two terminals at one Steward: each is asked for what it called, and who waits for the other says so.

use std::{
    io::{BufRead as _, BufReader},
    process::Stdio,
};

use flows::{
    peers,
    pty::{CTRL_C, CTRL_D, Seated},
    terminal::Terminal,
};
use rustix::process::Signal;

fn called(terminal: &Terminal, server: &str, tool: &str, arguments: &str) -> Seated {
    Seated::start(&terminal.command(&["call", server, tool, arguments]))
}

/// HOST-42, HOST-50: this server does not say for which of its calls it asks.
#[test]
fn a_second_terminal_is_asked_while_the_first_still_is() {
    let terminal = Terminal::new();
    let witness = terminal.witness("elicit_forms");
    terminal.add("forms", &peers::scripted("elicit_forms", witness.path()));
    let serving = terminal.serve();
    let mut first = called(&terminal, "forms", "text", "{}");
    first.sees("Your name");
    first.sees("> ");
    let mut second = called(&terminal, "forms", "integer", "{}");
    second.sees("It may ask for a call of another terminal.");
    second.sees("This closes without an answer in ");
    second.sees("> ");
    // Its call is stopped: the question goes with it, and not to the first.
    rustix::process::kill_process(second.pid(), Signal::TERM).unwrap();
    second.sees("The question was taken back");
    assert_eq!(second.leaves().ran.status, Some(1));
    first.types("Ada");
    first.sees("[S]end");
    first.types("s");
    let left = first.leaves();
    assert_eq!((left.ran.status, left.as_before), (Some(0), true), "{left:?}");
    assert_eq!(left.text().matches(" asks, for ").count(), 1, "{}", left.text());
    serving.end();
}

/// HOST-42: who owns the data folder and is done says for whom it goes on.
#[test]
fn an_owner_that_is_done_says_whom_it_waits_for_and_what_ctrl_c_ends() {
    for keys in [CTRL_D, CTRL_C] {
        let terminal = Terminal::new();
        terminal.add("asker", &peers::asker());
        terminal.add("other", &peers::asker());
        let mut owner = called(&terminal, "asker", "confirm", r#"{"action":"paint"}"#);
        owner.sees("Yes or no? [y/n] ");
        let mut guest = called(&terminal, "other", "ask_secret", r#"{"label":"Code"}"#);
        guest.sees("> ");
        owner.types("y");
        owner.sees("This command is done. It goes on for others that work through it: a call of");
        owner.sees("“ask_secret” of “other”, which waits for an answer at its terminal. ");
        owner.sees("Ctrl+C ends that too.");
        let mut next = terminal.command(&["servers", "list"]);
        let mut next = next.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(next.stderr.take().unwrap()).read_line(&mut said).unwrap();
        assert!(said.contains(" to finish a call of “ask_secret” of “other”"), "{said}");
        let ended = keys == CTRL_C;
        if ended {
            owner.presses(keys);
        } else {
            guest.presses(keys);
        }
        let (guest, owner) = (guest.leaves(), owner.leaves());
        assert_eq!(guest.ran.status, Some(i32::from(ended)), "{guest:?}");
        assert_eq!((owner.ran.status, owner.as_before), (Some(0), true), "{owner:?}");
        assert_eq!((owner.ran.out.as_str(), owner.ran.err.as_str()), ("Accepted: paint.\n", ""));
        assert_eq!(next.wait().unwrap().code(), Some(0));
    }
}

/// HOST-42: what is refused for its form is told to the person as well.
#[test]
fn a_question_of_an_unknown_kind_is_told_to_who_called() {
    let terminal = Terminal::new();
    let witness = terminal.witness("elicit_forms");
    terminal.add("forms", &peers::scripted("elicit_forms", witness.path()));
    let left = called(&terminal, "forms", "odd_mode", "{}").leaves();
    assert_eq!(left.ran.status, Some(1), "{left:?}");
    let words = "error: The server asks something that could not be put to you: its mode `";
    assert!(left.ran.err.contains(words), "{left:?}");
}
