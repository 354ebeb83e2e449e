//! Starts that fail, and what is left of them.

use std::{os::unix::fs::PermissionsExt, time::Duration};

use serde_json::json;
use tokio::time::Instant;

use super::{Desk, call, call_with, environment, lives, soon};
use crate::{Call, Era, Error, Launch, Notice, Phase, Reason, Settings, connect};

fn launch(program: &str) -> Launch {
    Launch { program: program.into(), args: vec![], env: environment(), cwd: None }
}

#[tokio::test]
async fn a_program_that_cannot_be_run_is_named_with_its_reason() {
    let desk = Desk::new();
    let file = desk.place.path().join("plain.txt");
    std::fs::write(&file, "text").unwrap();
    let plain = file.display().to_string();
    for (program, kind) in [
        ("no-such-program-here", std::io::ErrorKind::NotFound),
        (plain.as_str(), std::io::ErrorKind::PermissionDenied),
    ] {
        let came =
            connect(launch(program), Settings::default(), &desk.guard, desk.tell.clone()).await;
        let Err(Error::Spawn { command, source }) = came else { panic!("{program} was run") };
        assert_eq!((command.as_str(), source.kind()), (program, kind));
    }
}

#[tokio::test]
async fn a_missing_working_folder_is_not_taken_for_a_missing_program() {
    let desk = Desk::new();
    let launch = Launch { cwd: Some("/no/such/folder".into()), ..launch("python3") };
    let came = connect(launch, Settings::default(), &desk.guard, desk.tell.clone()).await;
    let Err(Error::Spawn { source, .. }) = came else { panic!("it was run") };
    assert_eq!(source.kind(), std::io::ErrorKind::NotADirectory);
    assert!(source.to_string().contains("/no/such/folder"));
}

#[tokio::test]
async fn a_server_that_exits_at_once_is_told_at_once_with_status_and_last_words() {
    let desk = Desk::new();
    let began = Instant::now();
    let Err(Error::Exited { exit, stderr }) =
        desk.try_connect("starts.py", &["--mode", "exit"]).await
    else {
        panic!("it should have ended");
    };
    assert_eq!(exit.to_string(), "exit status 7");
    assert_eq!(stderr, ["cannot read the configuration"]);
    // Two starts of Python, which may be slow where much else runs.
    assert!(began.elapsed() < Duration::from_secs(10));
}

/// HOST-6
#[tokio::test]
async fn a_server_that_never_answers_times_out_and_its_group_is_gone() {
    for mode in ["silent", "stubborn"] {
        let mut desk = Desk::new();
        desk.settings.start_limit = Duration::from_secs(1);
        let error = desk.try_connect("starts.py", &["--mode", mode]).await.unwrap_err();
        assert!(matches!(error, Error::TimedOut { .. }), "{error}");
        assert!(error.to_string().contains("timed out"), "{error}");
        for row in desk.witness("pid").into_iter().chain(desk.witness("child")) {
            assert!(!lives(row["pid"].as_u64().unwrap()), "{mode}: {row}");
        }
    }
}

#[tokio::test]
async fn json_over_several_lines_and_bare_noise_are_named_when_the_time_is_up() {
    for (mode, hint) in [("pretty", "over several lines"), ("noise", "no messages")] {
        let mut desk = Desk::new();
        desk.settings.start_limit = Duration::from_secs(1);
        let error = desk.try_connect("starts.py", &["--mode", mode]).await.unwrap_err();
        assert!(error.to_string().contains(hint), "{mode}: {error}");
    }
}

/// A package runner that fetches until something is written into the pipe beside it, and the pipe.
fn slow_runner(desk: &Desk) -> (Launch, std::path::PathBuf) {
    let (runner, pipe) = (desk.place.path().join("npx"), desk.place.path().join("pipe"));
    let script = "#!/bin/sh\necho '[fetching]' >&2\nread -r word < \"$0.pipe\"\n\"$@\"\nexit $?\n";
    std::fs::write(&runner, script.replace("$0.pipe", &pipe.display().to_string())).unwrap();
    std::fs::set_permissions(&runner, std::fs::Permissions::from_mode(0o755)).unwrap();
    let (fifo, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU);
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, fifo, mode, 0).unwrap();
    let server = desk.launch("starts.py", &[]);
    let args = [stdx::secret::Secret::from("python3")].into_iter().chain(server.args).collect();
    (Launch { program: runner, args, ..server }, pipe)
}

/// HOST-6
#[tokio::test]
async fn while_a_package_is_fetched_only_the_install_limit_runs() {
    let mut desk = Desk::new();
    desk.settings.start_limit = Duration::from_millis(1);
    desk.settings.install_limit = Duration::from_millis(400);
    let (launch, _pipe) = slow_runner(&desk);
    let came = soon(connect(launch, desk.settings.clone(), &desk.guard, desk.tell.clone())).await;
    let Err(Error::TimedOut { limit, hint, .. }) = came else { panic!("{came:?}") };
    assert_eq!(limit, desk.settings.install_limit);
    assert!(hint.contains("fetched"), "{hint}");
    assert!(!desk.notices().contains(&Notice::Phase(Phase::Connecting)));
}

/// HOST-6
#[tokio::test]
async fn once_a_package_is_there_the_server_is_met_as_any_other() {
    let mut desk = Desk::new();
    let (launch, pipe) = slow_runner(&desk);
    let guard = desk.guard.clone();
    let start = connect(launch, desk.settings.clone(), &guard, desk.tell.clone());
    let release = async {
        desk.hears("fetching").await;
        tokio::task::spawn_blocking(move || std::fs::write(pipe, "go\n").unwrap()).await.unwrap();
    };
    let (connection, ()) = soon(async { tokio::join!(start, release) }).await;
    assert_eq!(connection.unwrap().hello().era, Era::Legacy);
    assert!(desk.notices().contains(&Notice::Phase(Phase::Connecting)));
}

/// HOST-6
#[tokio::test]
async fn a_start_that_nobody_waits_for_any_more_leaves_nothing_running() {
    let mut desk = Desk::new();
    let (launch, guard) = (desk.launch("starts.py", &["--mode", "stubborn"]), desk.guard.clone());
    let start = connect(launch, desk.settings.clone(), &guard, desk.tell.clone());
    tokio::select! {
        _ = start => panic!("it never answers"),
        () = desk.hears("pid") => {}
    }
    soon(desk.guard.settled()).await;
    for row in desk.witness("pid").into_iter().chain(desk.witness("child")) {
        assert!(!lives(row["pid"].as_u64().unwrap()), "{row}");
    }
}

/// HOST-8, HOST-10, HOST-11
#[tokio::test]
async fn closing_ends_the_server_and_its_stubborn_child() {
    let mut desk = Desk::new();
    let connection = desk.connect("starts.py", &["--mode", "family"]).await;
    let pid = u64::from(connection.pid().unwrap());
    let child = desk.witness("child")[0]["pid"].as_u64().unwrap();
    let group = |pid: u64| std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    assert!(group(child).contains(&format!(" {pid} ")), "the child is in the server's own group");
    assert!(lives(pid) && lives(child));
    let ended = soon(connection.close()).await;
    assert_eq!(ended.reason, Reason::Closed);
    assert_eq!(ended.exit.unwrap().to_string(), "exit status 0");
    assert!(!lives(pid) && !lives(child));
    assert_eq!(desk.witness("eof").len(), 1, "it was asked politely first");
    let said = desk.notices();
    assert!(
        said.iter()
            .any(|it| matches!(it, Notice::Lifecycle(text) if text.contains("exit status 0")))
    );
}

/// HOST-10
#[tokio::test]
async fn dropping_the_connection_ends_the_server_in_the_background() {
    let desk = Desk::new();
    let connection = desk.connect("starts.py", &["--mode", "family"]).await;
    let pid = u64::from(connection.pid().unwrap());
    let child = desk.witness("child")[0]["pid"].as_u64().unwrap();
    let client = connection.client();
    drop(connection);
    assert!(matches!(
        soon(client.call(call("echo"))).await,
        Err(Error::Closed | Error::NotSent { .. }) | Ok(_)
    ));
    soon(desk.guard.settled()).await;
    assert!(!lives(pid) && !lives(child));
    let after = soon(client.call(call("echo"))).await;
    assert!(matches!(after, Err(Error::NotSent { how: None })), "{after:?}");
}

#[tokio::test]
async fn when_the_server_dies_every_waiting_call_hears_it_at_once() {
    let mut desk = Desk::new();
    let mut connection = desk.connect("hang.py", &[]).await;
    let client = connection.client();
    let pid = i32::try_from(connection.pid().unwrap()).unwrap();
    let waiting = async {
        let calls = (client.call(call("never")), client.call(call("never")));
        tokio::join!(calls.0, calls.1)
    };
    let kill = async {
        desk.hears("never").await;
        desk.hears("never").await;
        let pid = rustix::process::Pid::from_raw(pid).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        Instant::now()
    };
    let ((first, second), killed) = soon(Box::pin(async { tokio::join!(waiting, kill) })).await;
    assert!(killed.elapsed() < Duration::from_secs(2));
    for ended in [first, second] {
        let error = ended.unwrap_err();
        assert!(matches!(&error, Error::Ended { how } if how == "signal 9 (SIGKILL)"), "{error}");
        assert!(error.to_string().contains("outcome of the call is unknown"));
    }
    let ended = soon(connection.ended()).await;
    assert_eq!(
        (ended.reason, ended.exit.unwrap().to_string()),
        (Reason::Exited, "signal 9 (SIGKILL)".to_owned())
    );
    assert_eq!(connection.pid(), None);
    let error = soon(client.call(call("echo"))).await.unwrap_err();
    assert!(
        matches!(&error, Error::NotSent { how: Some(how) } if how == "signal 9 (SIGKILL)"),
        "{error}"
    );
}

#[tokio::test]
async fn an_exit_in_the_middle_of_a_call_tells_the_status() {
    let desk = Desk::new();
    let mut connection = desk.connect("starts.py", &["--mode", "family"]).await;
    let child = desk.witness("child")[0]["pid"].as_u64().unwrap();
    let exit = call_with("exit", json!({ "status": 9 }));
    let ended =
        soon(connection.client().call(Call { limit: Duration::from_secs(5), ..exit })).await;
    assert!(matches!(&ended, Err(Error::Ended { how }) if how == "exit status 9"), "{ended:?}");
    assert_eq!(soon(connection.ended()).await.reason, Reason::Exited);
    assert!(!lives(child), "what it left behind is gone too");
}

#[tokio::test]
async fn a_server_that_closes_its_stdout_is_ended() {
    let desk = Desk::new();
    let mut connection = desk.connect("starts.py", &[]).await;
    let pid = u64::from(connection.pid().unwrap());
    let ended = soon(connection.client().call(call("close"))).await;
    assert!(matches!(ended, Err(Error::Ended { .. })), "{ended:?}");
    assert_eq!(soon(connection.ended()).await.reason, Reason::OutputClosed);
    assert!(!lives(pid));
}
