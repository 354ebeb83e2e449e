//! This application is killed, and nothing it started is left.
//!
//! The application is this very test binary, started once more with a variable that makes one test
//! play it.

use std::{io::Write, path::Path, process::Stdio, time::Duration};

use tokio::{
    io::{AsyncBufReadExt, BufReader},
    time::timeout,
};

use super::{Desk, environment, gone, lives, soon};
use crate::{Guard, Settings, connect};

const PLAY: &str = "MCP_TEST_PLAYS_APPLICATION";

/// Outside of its role it shows that the scripted server can be reached at all.
#[tokio::test]
async fn an_application_with_a_server() {
    let mut desk = Desk::new();
    let role = std::env::var(PLAY).ok();
    let mode = role.as_deref().unwrap_or("plain");
    let launch = match mode {
        "chain" => desk.chain(),
        _ => desk.launch("starts.py", &["--mode", mode]),
    };
    let guard = desk.guard.clone();
    let start = connect(launch, Settings::default(), &guard, desk.tell.clone());
    if role.is_none() {
        return drop(soon(start).await.unwrap());
    }
    let tell = async {
        desk.hears("pid").await;
        let rows = desk.witness("pid").into_iter().chain(desk.witness("child"));
        let pids: Vec<String> = rows.map(|row| row["pid"].to_string()).collect();
        // Whoever plays the murderer reads this.
        std::io::stdout().write_all(format!("\npids {}\n", pids.join(" ")).as_bytes()).unwrap();
        std::future::pending::<()>().await;
    };
    let (_connection, ()) = tokio::join!(start, tell);
}

/// Starts the application, waits until its server and the server's child run, and kills it.
async fn killed(mode: &str) -> Vec<u64> {
    let mut application = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "tests::death::an_application_with_a_server", "--nocapture"])
        .env(PLAY, mode)
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(application.stdout.take().unwrap()).lines();
    let pids = soon(async {
        loop {
            let line = lines.next_line().await.unwrap().expect("it ended too early");
            if let Some(pids) = line.strip_prefix("pids ") {
                break pids.split(' ').map(|pid| pid.parse().unwrap()).collect::<Vec<u64>>();
            }
        }
    })
    .await;
    assert_eq!(pids.len(), 2, "the server and its child");
    assert!(pids.iter().all(|pid| lives(*pid)), "{mode} does not run");
    application.start_kill().unwrap();
    application.wait().await.unwrap();
    pids
}

async fn all_gone(pids: &[u64]) {
    let gone = async {
        for pid in pids {
            gone(*pid).await;
        }
    };
    assert!(timeout(Duration::from_secs(2), gone).await.is_ok(), "some of {pids:?} are left");
}

/// HOST-12
#[tokio::test]
async fn when_the_application_is_killed_its_servers_and_their_children_are_gone() {
    all_gone(&killed("family").await).await;
}

/// HOST-12
#[tokio::test]
async fn not_even_those_stay_that_ignore_sigterm() {
    all_gone(&killed("stubborn").await).await;
}

/// HOST-12
#[tokio::test]
async fn nor_those_at_the_end_of_a_chain_of_shells() {
    all_gone(&killed("chain").await).await;
}

#[tokio::test]
async fn a_guard_that_died_is_replaced_and_the_new_one_knows_all_groups() {
    let desk = Desk::new();
    let first = desk.connect("starts.py", &["--mode", "family"]).await;
    let guard = guard_of(&desk.guard);
    kill(guard);
    soon(gone(guard.into())).await;
    let second = desk.connect("starts.py", &[]).await;
    assert_ne!(guard_of(&desk.guard), guard);
    drop((first, second));
    soon(desk.guard.settled()).await;
    assert!(desk.guard.watched().is_empty());
}

#[tokio::test]
async fn the_guard_holds_nothing_but_its_pipe_and_goes_with_it() {
    let desk = Desk::new();
    let connection = desk.connect("starts.py", &[]).await;
    let guard = guard_of(&desk.guard);
    let server = connection.pid().unwrap();
    let file = |pid: u32, number: u32| std::fs::read_link(format!("/proc/{pid}/fd/{number}")).ok();
    for number in 0..3 {
        let pipe = file(server, number).unwrap();
        // What the test itself was given by its own parent may have any number above these.
        let held: Vec<_> = (0..1024).filter_map(|number| file(guard, number)).collect();
        assert!(!held.contains(&pipe), "the guard holds pipe {number} of a server");
    }
    let low: Vec<_> = (1..10).filter_map(|number| file(guard, number)).collect();
    assert_eq!(low, [Path::new("/dev/null"), Path::new("/dev/null")]);
    soon(connection.close()).await;
    soon(desk.guard.settled()).await;
    drop(desk);
    soon(gone(guard.into())).await;
}

fn guard_of(guard: &Guard) -> u32 {
    guard.pid().unwrap()
}

fn kill(pid: u32) {
    let pid = rustix::process::Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
}

impl Desk {
    /// A shell that runs a shell that runs the server, as package runners do.
    fn chain(&self) -> crate::Launch {
        let server = self.launch("starts.py", &["--mode", "family"]);
        let words: Vec<&str> = server.args.iter().map(|arg| arg.reveal()).collect();
        let inner = format!("python3 {}; true", words.join(" "));
        let outer = format!("sh -c '{inner}'; true");
        crate::Launch {
            program: "sh".into(),
            args: vec!["-c".into(), outer.into()],
            env: environment(),
            cwd: None,
        }
    }
}
