//! The steps of an installation, with scripts in place of Python, and once with the real one.

use std::{fs as files, os::unix::fs::PermissionsExt as _, sync::Mutex, time::Duration};

use tokio::time::{sleep, timeout};

use crate::trial::folder::{Found, look, make};

use super::*;

/// Waits for what comes at once or never.
const HANG: Duration = Duration::from_mins(1);

/// A folder, and a `python3` in it that is this shell script.
async fn scripted(script: &str) -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let python = folder.path().join("python3");
    files::write(&python, format!("#!/bin/sh\n{script}\n")).unwrap();
    files::set_permissions(&python, files::Permissions::from_mode(0o755)).unwrap();
    let dir = folder.path().join("model");
    make(&dir).await.unwrap();
    (folder, python, dir)
}

fn env(own: &[(&str, &str)]) -> Vec<(String, Secret)> {
    let path = std::env::var("PATH").unwrap();
    let all = own.iter().copied().chain([("PATH", path.as_str())]);
    all.map(|(name, value)| (name.to_owned(), Secret::from(value))).collect()
}

async fn run(
    python: &Path,
    env: &[(String, Secret)],
    dir: &Path,
) -> (Result<u64, Fault>, Vec<State>) {
    let (stop, told) = (CancellationToken::new(), Mutex::new(Vec::new()));
    let done = install(python, env, dir, &stop, |it| told.lock().unwrap().push(it));
    let done = timeout(HANG, done).await.unwrap();
    (done, told.into_inner().unwrap())
}

/// What is downloaded is what was looked at, whoever keeps the index.
#[test]
fn all_that_is_installed_is_pinned_and_has_a_digest() {
    let lines: Vec<_> = REQUIREMENTS.lines().filter(|it| !it.starts_with('#')).collect();
    let (named, digests): (Vec<&str>, Vec<&str>) =
        lines.into_iter().partition(|it| !it.starts_with(' '));
    assert_eq!(named.len(), 2);
    assert!(named.iter().all(|it| it.contains("==")), "{named:?}");
    for it in digests {
        let digest = it.trim().trim_end_matches(" \\").strip_prefix("--hash=sha256:").unwrap();
        assert!(digest.len() == 64 && digest.bytes().all(|it| it.is_ascii_hexdigit()), "{it}");
    }
}

#[tokio::test]
async fn steps_are_told_and_what_is_whole_is_found_again() {
    let said = r#"echo '{"step": "preparing"}'; echo noise; echo '{"step": "fetching", "done": 5}'
echo '{"step": "fetching", "done": 126698538}'; echo '{"step": "done", "done": 12}'"#;
    let (_folder, python, dir) = scripted(said).await;
    let (done, told) = run(&python, &env(&[]), &dir).await;
    assert_eq!(done, Ok(12));
    assert_eq!(told, [State::Preparing, State::Fetching(5), State::Unpacking]);
    assert_eq!(look(&dir).await, Ok(Found::Whole(12)));
}

#[tokio::test]
async fn a_python_that_is_too_old_or_lacks_a_part_is_named_and_nothing_is_left() {
    for (line, wanted) in [
        (r#"{"fault": "old", "said": "3.8.2"}"#, Fault::OldPython("3.8.2".into())),
        (r#"{"fault": "venv", "said": ""}"#, Fault::NoVenv),
    ] {
        let (_folder, python, dir) = scripted(&format!("echo '{line}'; exit 1")).await;
        let (done, _) = run(&python, &env(&[]), &dir).await;
        assert_eq!(done, Err(wanted));
        assert!(!dir.exists());
    }
}

#[tokio::test]
async fn a_python_that_breaks_down_is_told_in_its_own_last_words() {
    let (_folder, python, dir) = scripted("echo 'no such luck' >&2; exit 3").await;
    let (done, _) = run(&python, &env(&[]), &dir).await;
    assert_eq!(done, Err(Fault::Prepare("no such luck".into())));
}

/// With the real Python and the real pip, which may look nowhere.
#[tokio::test]
async fn without_a_way_to_an_index_it_is_said_and_nothing_is_left() {
    let (_folder, _, dir) = scripted("").await;
    let (done, told) =
        run(Path::new("/usr/bin/python3"), &env(&[("PIP_NO_INDEX", "1")]), &dir).await;
    let Err(Fault::Fetch(said)) = done else { panic!("{done:?}") };
    assert!(said.contains("No matching distribution"), "{said}");
    assert!(told.contains(&State::Preparing));
    assert!(!dir.exists());
}

#[tokio::test]
async fn what_is_stopped_ends_with_all_that_it_started_and_leaves_nothing() {
    // As the real one: it ends when its pipe is closed.
    let (folder, python, dir) = scripted(
        r#"echo $$ >"$(dirname "$0")/pid"; echo '{"step": "preparing"}'; exec cat >/dev/null"#,
    )
    .await;
    let stop = CancellationToken::new();
    let stopper = stop.clone();
    let done = install(&python, &[], &dir, &stop, move |_| stopper.cancel());
    let done = timeout(HANG, done).await.unwrap();
    assert_eq!(done, Err(Fault::Stopped));
    assert!(!dir.exists());
    let pid: i32 =
        files::read_to_string(folder.path().join("pid")).unwrap().trim().parse().unwrap();
    for _ in 0..50 {
        if !Path::new(&format!("/proc/{pid}")).exists() {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("{pid} runs on");
}
