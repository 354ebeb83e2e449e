//! What the owner of the small model does with what it finds in an opened data folder.

use std::{fs as files, os::unix::fs::PermissionsExt as _, path::Path};

use crate::{app::App, app::alone::parts};

use super::*;

/// An opened data folder whose `small-model` was made by `lay`, and that folder.
async fn opened(lay: impl AsyncFnOnce(&Path)) -> (tempfile::TempDir, App, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("small-model");
    lay(&dir).await;
    let app = App::open(parts(folder.path())).await.unwrap();
    (folder, app, dir)
}

#[tokio::test]
async fn a_folder_of_the_persons_own_survives_opening_installing_and_removing() {
    let (_folder, app, dir) = opened(async |dir| {
        files::create_dir(dir).unwrap();
        files::write(dir.join("thesis.txt"), "years").unwrap();
    })
    .await;
    assert_eq!(app.trial().serve().await.unwrap_err(), Fault::Absent);
    let refused = app.trial().install().await.unwrap_err();
    assert!(refused.to_string().contains("Steward did not make it"), "{refused}");
    assert!(matches!(app.trial().state(), State::Failed(Fault::Foreign(_))));
    app.trial().remove().await.unwrap();
    assert_eq!(files::read_to_string(dir.join("thesis.txt")).unwrap(), "years");
    app.close().await;
}

#[tokio::test]
async fn what_an_earlier_run_left_unfinished_goes_at_opening() {
    let (_folder, app, dir) = opened(async |dir| {
        make(dir).await.unwrap();
        files::write(dir.join("half"), "bytes").unwrap();
    })
    .await;
    assert_eq!(app.trial().serve().await.unwrap_err(), Fault::Absent);
    assert!(!dir.exists());
    app.close().await;
}

#[tokio::test]
async fn what_cannot_be_read_stays_and_is_told() {
    let (_folder, app, dir) = opened(async |dir| {
        make(dir).await.unwrap();
        files::create_dir(dir.join("installed.json")).unwrap();
        files::write(dir.join("big"), "bytes").unwrap();
    })
    .await;
    assert!(matches!(app.trial().state(), State::Failed(Fault::Io(_))));
    assert!(matches!(app.trial().serve().await, Err(Fault::Io(_))));
    assert!(matches!(app.trial().install().await, Err(Fault::Io(_))));
    assert!(dir.join("big").exists());
    app.close().await;
}

#[tokio::test]
async fn an_older_installation_stays_until_it_is_removed() {
    let (_folder, app, dir) = opened(async |dir| {
        files::create_dir(dir).unwrap();
        files::write(dir.join("installed.json"), r#"{"requirements":"older","bytes":12}"#).unwrap();
        files::write(dir.join("big"), "bytes").unwrap();
    })
    .await;
    assert_eq!(app.trial().state(), State::Here(12));
    // There is no Python in this one: it does not start, and is not put in another's place either.
    assert!(matches!(app.trial().install().await, Err(Fault::Io(_))));
    assert_eq!(app.trial().state(), State::Here(12));
    assert!(dir.join("big").exists());
    app.trial().remove().await.unwrap();
    assert!(!dir.exists());
    app.close().await;
}

/// An installation whose Python is this shell script.
async fn lay_installed(dir: &Path, script: &str) {
    make(dir).await.unwrap();
    let python = python_of(dir);
    files::create_dir_all(python.parent().unwrap()).unwrap();
    files::write(&python, format!("#!/bin/sh\n{script}\n")).unwrap();
    files::set_permissions(&python, files::Permissions::from_mode(0o755)).unwrap();
    files::write(dir.join("installed.json"), r#"{"requirements":"x","bytes":12}"#).unwrap();
}

#[tokio::test]
async fn a_stop_ends_a_start_that_belongs_to_an_installation() {
    // As the real one: it ends when its pipe is closed.
    let script = r#"echo $$ >"$(dirname "$1")/pid"; exec cat >/dev/null"#;
    let (_folder, app, dir) = opened(async |dir| lay_installed(dir, script).await).await;
    let pid = dir.join("pid");
    let stops = async {
        while files::read_to_string(&pid).unwrap_or_default().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        app.trial().stop();
    };
    let both = async { tokio::join!(app.trial().install(), stops).0 };
    let ended = timeout(Duration::from_secs(60), both).await.expect("it is stopped");
    assert_eq!(ended.unwrap_err(), Fault::Stopped);
    let pid = files::read_to_string(&pid).unwrap();
    assert!(!Path::new("/proc").join(pid.trim()).exists(), "it runs on");
    assert_eq!(app.trial().state(), State::Here(12));
    app.close().await;
}

/// More than a pipe holds: a process that nobody reads would stand still.
#[tokio::test]
async fn what_it_says_after_its_address_is_read() {
    let script = r#"echo '{"address": "http://127.0.0.1:9/v1"}'
i=0; while [ $i -lt 3000 ]; do echo "chatter chatter chatter chatter"; i=$((i+1)); done
touch "$(dirname "$1")/said"; exec cat >/dev/null"#;
    let (_folder, app, dir) = opened(async |dir| lay_installed(dir, script).await).await;
    let provider = app.trial().install().await.unwrap();
    assert!(is_ours(&provider));
    let said = async {
        while !dir.join("said").exists() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(60), said).await.expect("it could say all");
    // A model of this size calls a tool rightly only where it must.
    let told = provider.models;
    assert!(told.iter().any(|it| it.model == MODEL && it.must_call && it.blind), "{told:?}");
    app.close().await;
}
