//! One owner a data folder: terminals share it, and nobody runs a server twice.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    process::{Command, Stdio},
};

use flows::{
    peers,
    processes::Process,
    terminal::{Ran, Terminal},
    wait::eventually,
};
use rustix::process::{Pid, Signal, kill_process};

fn with_server() -> (Terminal, flows::witness::Witness) {
    let terminal = Terminal::new();
    let witness = terminal.witness("obliging");
    terminal.add("obliging", &peers::scripted("obliging", witness.path()));
    (terminal, witness)
}

fn pid_in(terminal: &Terminal, name: &str) -> i64 {
    let ran = terminal.run(&["servers", "show", name, "--json"]);
    let row: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    row["state"]["pid"].as_i64().unwrap_or_else(|| panic!("{ran:?}"))
}

#[tokio::test]
async fn terminals_share_the_servers_of_the_one_that_serves() {
    let (terminal, witness) = with_server();
    let child = terminal.serve();
    assert_eq!(terminal.run(&["call", "obliging", "echo"]).out, "ok\n");
    let pid = pid_in(&terminal, "obliging");
    assert_eq!(terminal.run(&["call", "obliging", "echo"]).out, "ok\n");
    assert_eq!(pid_in(&terminal, "obliging"), pid, "a terminal that goes ends nothing");
    assert_eq!(witness.events("start").len(), 2, "once to be added, once to be served");

    let other = terminal.witness("other");
    terminal.add("other", &peers::scripted("obliging", other.path()));
    assert!(pid_in(&terminal, "other") > 0, "what a terminal adds runs on at the owner");
    terminal.run(&["servers", "disable", "other"]);
    assert_eq!(other.events("eof").len(), 1);
    child.end();
    Process::none_in(terminal.home()).await;
}

#[test]
fn two_terminals_at_once_start_a_server_once_each_call_answered() {
    let (terminal, witness) = with_server();
    let children: Vec<_> =
        (0..6).map(|_| terminal.command(&["call", "obliging", "echo"]).spawn().unwrap()).collect();
    for child in children {
        let ran = Ran::at_the_end_of(child);
        assert_eq!((ran.status, ran.out.as_str()), (Some(0), "ok\n"), "{ran:?}");
    }
    // However the owner changed in between, no two copies ever ran at once.
    let mut running = 0_i32;
    for row in witness.rows() {
        match row["event"].as_str() {
            Some("start") => running += 1,
            Some("eof") => running -= 1,
            Some(_) | None => {}
        }
        assert!(running <= 1, "two copies run at once");
    }
    assert_eq!(witness.received("tools/call").len(), 6);
}

#[test]
fn a_second_owner_is_refused_in_words() {
    let (terminal, _) = with_server();
    let child = terminal.serve();
    let second = terminal.run(&["serve"]);
    assert_eq!(second.status, Some(1));
    let expected = format!("error: Another Steward (process {}) uses the data folder", child.pid());
    assert!(second.err.starts_with(&expected), "{}", second.err);
    assert!(second.err.contains("\nhint: "), "{}", second.err);
    assert_eq!(terminal.run(&["call", "obliging", "echo"]).out, "ok\n", "the first is well");
    child.end();
}

/// An owner that lets its guests finish has withdrawn the way to its socket.
#[test]
fn an_owner_that_is_leaving_is_waited_for_in_words() {
    let terminal = Terminal::new();
    fs::create_dir_all(terminal.data_dir()).unwrap();
    let script = "import fcntl, sys; file = open(sys.argv[1], 'w'); \
        fcntl.flock(file, fcntl.LOCK_EX); print('4711', file=file, end='', flush=True); \
        print('held', flush=True); sys.stdin.read()";
    let mut leaving = Command::new("python3");
    leaving.args(["-c", script]).arg(terminal.data_dir().join("owner.lock"));
    let mut leaving = leaving.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut held = String::new();
    BufReader::new(leaving.stdout.take().unwrap()).read_line(&mut held).unwrap();
    assert_eq!(held, "held\n");

    let mut next = terminal.command(&["serve"]).spawn().unwrap();
    let mut lines = BufReader::new(next.stderr.take().unwrap()).lines().map(Result::unwrap);
    let said = lines.next().unwrap();
    assert!(said.starts_with("note: Waiting for another Steward (process 4711)"), "{said}");
    drop(leaving.stdin.take());
    leaving.wait().unwrap();
    let said = lines.next().unwrap();
    assert!(said.starts_with("serving "), "{said}");
    kill_process(Pid::from_child(&next), Signal::TERM).unwrap();
    next.wait().unwrap();
}

/// HOST-36
#[tokio::test]
async fn a_terminal_that_is_stopped_stops_its_call_at_the_owner() {
    let terminal = Terminal::new();
    let witness = terminal.witness("hang");
    terminal.add("hang", &peers::scripted("hang", witness.path()));
    let child = terminal.serve();
    for signal in [Signal::INT, Signal::KILL] {
        let before = witness.events("never").len();
        let call = terminal.command(&["call", "hang", "never"]).spawn().unwrap();
        let hangs = async || (witness.events("never").len() > before).then_some(());
        eventually("the call does not come", hangs).await;
        kill_process(Pid::from_child(&call), signal).unwrap();
        Ran::at_the_end_of(call);
        let told =
            async || (witness.received("notifications/cancelled").len() > before).then_some(());
        eventually("the server is not told", told).await;
    }
    assert_eq!(terminal.run(&["call", "hang", "echo"]).out, "ok\n");
    assert_eq!(witness.received("notifications/cancelled").len(), 2);
    child.end();
}

#[tokio::test]
async fn a_log_is_followed_while_another_process_writes_it() {
    let (terminal, _) = with_server();
    let child = terminal.serve();
    terminal.run(&["call", "obliging", "say", r#"{"line":"before"}"#]);
    let mut following = terminal.command(&["logs", "obliging", "--follow"]).spawn().unwrap();
    let mut lines = BufReader::new(following.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("[stderr]     before")));
    terminal.run(&["call", "obliging", "say", r#"{"line":"after"}"#]);
    assert!(lines.any(|line| line.contains("[stderr]     after")));
    kill_process(Pid::from_child(&following), Signal::INT).unwrap();
    Ran::at_the_end_of(following);
    child.end();
}

/// The owner may be a command that is there for one call.
#[tokio::test]
async fn a_log_is_followed_beyond_the_command_that_wrote_it() {
    let terminal = Terminal::new();
    let witness = terminal.witness("hang");
    terminal.add("hang", &peers::scripted("hang", witness.path()));
    let call = terminal.command(&["call", "hang", "never"]).spawn().unwrap();
    let hangs = async || (!witness.events("never").is_empty()).then_some(());
    eventually("the call does not come", hangs).await;
    let mut following = terminal.command(&["logs", "hang", "--follow"]).spawn().unwrap();
    let lines = BufReader::new(following.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut starts = lines.filter(|it| it.contains("started `"));
    assert!(starts.nth(1).is_some(), "it was added, and called");
    kill_process(Pid::from_child(&call), Signal::INT).unwrap();
    Ran::at_the_end_of(call);
    assert_eq!(terminal.run(&["call", "hang", "echo"]).out, "ok\n");
    assert!(starts.next().is_some(), "the next owner writes to the same log");
    kill_process(Pid::from_child(&following), Signal::INT).unwrap();
    Ran::at_the_end_of(following);
}

#[test]
fn an_owner_that_was_killed_leaves_no_lock_behind() {
    let (terminal, _) = with_server();
    let child = terminal.serve();
    child.end_by(Signal::KILL);
    assert_eq!(terminal.run(&["call", "obliging", "echo"]).out, "ok\n");
}
