//! Nothing is left running: after off, quit, a signal or a kill, whatever servers do against it.

use std::{
    fs,
    time::{Duration, Instant},
};

use flows::{
    house::House,
    peers::{self, Program},
    processes::{Process, is_alive, runs},
    shapes::{ready, to_add},
    terminal::{Ran, Serving, Terminal},
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

/// A server with a child in its group that ignores what asks it to go.
fn family(home: &std::path::Path) -> (flows::witness::Witness, Program) {
    let witness = flows::witness::Witness::below(home, "family");
    let program = peers::scripted("starts", witness.path()).with(&["--mode", "family"]);
    (witness, program)
}

/// HOST-10
#[tokio::test]
async fn a_grandchild_that_ignores_signals_goes_with_its_server() {
    let house = House::open().await;
    let (witness, program) = family(house.home());
    let row = house.add("family", &program).await;
    assert!(ready(&row).is_some(), "{row:?}");
    let child = witness.pid("child").await;
    assert!(runs(child));
    house.close_server("family").await;
    assert!(!runs(child), "off means that all of it is gone");
    assert_eq!(witness.events("eof").len(), 1, "it was asked nicely first");
    house.close().await;
}

/// HOST-10
#[tokio::test]
async fn closing_ends_every_server_within_its_limit() {
    let house = House::open().await;
    let (_, program) = family(house.home());
    house.add("family", &program).await;
    house.add("everything", &peers::everything()).await;
    house.add("demo", &peers::demo()).await;
    let began = Instant::now();
    let home = house.close().await;
    eprintln!("closed after {:?}", began.elapsed());
    assert!(began.elapsed() < Duration::from_secs(50), "ten times its limit");
    assert_eq!(Process::all_in(home.path()), []);
}

/// Registers servers, serves them in another process, and waits until each has answered a call.
fn serving(terminal: &Terminal, programs: &[(&str, Program)]) -> Serving {
    for (name, program) in programs {
        terminal.add(name, program);
    }
    let child = terminal.serve();
    for (name, _) in programs {
        let ran = terminal.run(&["tools", name]);
        assert_eq!(ran.status, Some(0), "{ran:?}");
    }
    child
}

/// HOST-11
#[tokio::test]
async fn ctrl_c_ends_everything_and_leaves_no_traceback() {
    let terminal = Terminal::new();
    let modern = peers::fastmcp(peers::Era::Modern);
    let child = serving(&terminal, &[("demo", peers::demo()), ("peer", modern)]);
    let ran = child.end_group_by(Signal::INT);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    for server in ["demo", "peer"] {
        let log = terminal.log(server);
        assert!(!log.contains("Traceback") && !log.contains("KeyboardInterrupt"), "{log}");
        assert!(log.contains("ended: exit status 0"), "{log}");
    }
    Process::none_in(terminal.home()).await;
}

/// A server that does not go takes seconds; a person who asks again does not wait for it.
#[tokio::test]
async fn a_second_signal_ends_everything_at_once() {
    let terminal = Terminal::new();
    let (_, stubborn) = family(terminal.home());
    let patient = serving(&terminal, &[("family", stubborn)]);
    let began = Instant::now();
    patient.end();
    let patiently = began.elapsed();

    let mut hasty = terminal.serve();
    assert_eq!(terminal.run(&["tools", "family"]).status, Some(0));
    hasty.asked_to_end_by(Signal::INT);
    let began = Instant::now();
    let ran = hasty.end_by(Signal::INT);
    let at_once = began.elapsed();
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(at_once * 2 < patiently, "{at_once:?} is not much sooner than {patiently:?}");
    Process::none_in(terminal.home()).await;
}

/// HOST-12
#[tokio::test]
async fn a_kill_of_steward_takes_its_servers_along() {
    let terminal = Terminal::new();
    let (_, stubborn) = family(terminal.home());
    let servers =
        [("npx", peers::everything_by_npx()), ("family", stubborn), ("demo", peers::demo())];
    let child = serving(&terminal, &servers);
    let lines: Vec<_> = terminal.processes().into_iter().map(|it| it.line).collect();
    assert!(lines.iter().any(|it| it.contains("npm exec") || it.contains("npx")), "{lines:?}");
    child.end_by(Signal::KILL);
    eprintln!("all gone after {:?}", Process::none_in(terminal.home()).await);

    let again = terminal.serve();
    let ran = terminal.run(&["call", "demo", "greet", r#"{"name":"Ada"}"#]);
    assert!(ran.out.contains("Ada"), "{ran:?}");
    again.end();
    Process::none_in(terminal.home()).await;
}

/// HOST-12
#[tokio::test]
async fn a_kill_in_the_middle_of_a_start_leaves_nothing() {
    let terminal = Terminal::new();
    let witness = terminal.witness("stubborn");
    let program = peers::scripted("starts", witness.path()).with(&["--mode", "stubborn"]);
    let words = program.words();
    let add = [&["servers", "add", "stubborn", "--"], words.as_slice()].concat();
    let child = terminal.command(&add).spawn().unwrap();
    witness.event("pid").await;
    kill_process(Pid::from_child(&child), Signal::KILL).unwrap();
    Ran::at_the_end_of(child);
    eprintln!("all gone after {:?}", Process::none_in(terminal.home()).await);
}

/// HOST-8 HOST-10
#[tokio::test]
async fn one_command_at_the_terminal_leaves_nothing_running() {
    let terminal = Terminal::new();
    terminal.add("everything", &peers::everything());
    let ran = terminal.run(&["call", "everything", "echo", r#"{"message":"hi"}"#]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "Echo: hi\n"));
    Process::none_in(terminal.home()).await;
}

mod heavy {
    use super::*;

    #[tokio::test]
    async fn fifty_servers_start_are_called_and_close() {
        let house = House::open().await;
        let witnesses: Vec<_> = (0..50).map(|n| house.witness(&format!("s{n}"))).collect();
        let began = Instant::now();
        for (number, witness) in witnesses.iter().enumerate() {
            let program = peers::scripted("obliging", witness.path());
            let draft = house.draft(&format!("s{number}"), &program);
            let added = to_add(&draft);
            house.terminal::<app::wire::server::ServerRow>("add_server", added).await.unwrap();
        }
        for number in 0..50 {
            let name = format!("s{number}");
            assert!(ready(&house.settled(&name).await).is_some());
            assert_eq!(house.text(&name, "echo", json!({})).await, "ok");
        }
        eprintln!("50 servers were ready and called after {:?}", began.elapsed());
        let began = Instant::now();
        let home = house.close().await;
        eprintln!("50 servers were closed after {:?}", began.elapsed());
        assert!(began.elapsed() < Duration::from_secs(50), "ten times the limit of a quit");
        assert_eq!(Process::all_in(home.path()), []);
    }

    /// Starts, calls and stops ten servers again and again; `STEWARD_CYCLES` says how often.
    #[tokio::test]
    async fn starting_and_stopping_leaves_no_process_and_no_descriptor() {
        let cycles = std::env::var("STEWARD_CYCLES").map_or(3, |it| it.parse().unwrap());
        let house = House::open().await;
        let names: Vec<_> = (0..10).map(|number| format!("s{number}")).collect();
        for name in &names {
            let witness = house.witness(name);
            house.add(name, &peers::scripted("obliging", witness.path())).await;
        }
        let (mut descriptors, mut memory) = (Vec::new(), Vec::new());
        for _ in 0..cycles {
            for name in &names {
                assert_eq!(house.text(name, "echo", json!({})).await, "ok");
                let pid = ready(&house.row(name).await).unwrap().pid.unwrap();
                house.close_server(name).await;
                assert!(!is_alive(pid.try_into().unwrap()), "it was not waited for");
            }
            assert_eq!(Process::all_in(house.home()), []);
            descriptors.push(fs::read_dir("/proc/self/fd").unwrap().count());
            memory.push(resident());
            for name in &names {
                house.open_server(name).await;
            }
        }
        eprintln!("descriptors, then resident kB, with all off: {descriptors:?}, {memory:?}");
        for name in &names {
            let starts = house.witness(name).events("start").len();
            assert_eq!(starts, cycles + 1, "each start is a new process");
        }
        let (first, last) = (descriptors[0], descriptors[descriptors.len() - 1]);
        assert!(last <= first + 5, "{descriptors:?}");
        let grown = memory[memory.len() - 1].saturating_sub(memory[0]);
        assert!(grown <= 50 * 1024, "it grew by {grown} kB, ten times what it may: {memory:?}");
        let home = house.close().await;
        assert_eq!(Process::all_in(home.path()), []);
    }

    /// The memory that this process holds, in kB.
    fn resident() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }
}
