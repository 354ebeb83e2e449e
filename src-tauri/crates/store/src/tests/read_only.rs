//! A folder that takes no writes, as an unprivileged user meets it: to root, all folders are open.

use std::{
    env, fs,
    os::unix::fs::{PermissionsExt, chown},
    path::{Path, PathBuf},
    process::Command,
};

use rustix::process::geteuid;
use stdx::clock::{Clock, Millis};
use tempfile::TempDir;

use super::{again, draft, file, inside};
use crate::{Db, Error};

/// The folder to open, where a test runs again.
const FOLDER: &str = "STORE_TEST_READ_ONLY";

/// Root steps down to this user, who owns nothing else.
const NOBODY: u32 = 65534;

/// Runs `body` on a folder as its owner, who is not root.
fn as_its_owner(folder: &Path, body: impl AsyncFn(PathBuf)) {
    if let Some(folder) = inside(FOLDER) {
        return tokio::runtime::Runtime::new().unwrap().block_on(body(file(&folder)));
    }
    // The test program may lie where only root can look.
    let programs = TempDir::new().unwrap();
    let program = programs.path().join("test");
    fs::copy(env::current_exe().unwrap(), &program).unwrap();
    for path in [programs.path(), &program] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let command = if geteuid().is_root() {
        let mut command = Command::new("setpriv");
        command.args([
            &format!("--reuid={NOBODY}"),
            &format!("--regid={NOBODY}"),
            "--clear-groups",
        ]);
        command.arg(program);
        command
    } else {
        Command::new(program)
    };
    let output = again(command, &body, FOLDER, folder).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    assert!(output.status.success() && out.contains("1 passed"), "{out}\n{err}");
}

/// A folder of the user's with a database in it, closed again.
fn folder_with_a_database() -> TempDir {
    let folder = TempDir::new().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let db = Db::open(&file(folder.path()), Clock::fixed(Millis(0))).await.unwrap();
        db.servers().insert(draft("a"), true).await.unwrap();
    });
    if geteuid().is_root() {
        chown(folder.path(), Some(NOBODY), Some(NOBODY)).unwrap();
        chown(file(folder.path()), Some(NOBODY), Some(NOBODY)).unwrap();
    }
    folder
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

async fn is_refused_as_read_only(path: PathBuf) {
    assert!(!geteuid().is_root());
    match Db::open(&path, Clock::fixed(Millis(0))).await {
        Err(error) => {
            assert!(matches!(error, Error::ReadOnly { .. }), "{error:?}");
            assert!(error.to_string().ends_with("it or its folder is read-only"), "{error}");
        }
        Ok(_) => panic!("it was opened"),
    }
}

#[test]
fn a_new_file_in_a_read_only_folder_is_refused() {
    let folder = TempDir::new().unwrap();
    set_mode(folder.path(), 0o555);
    as_its_owner(folder.path(), async |path| is_refused_as_read_only(path).await);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_read_only_file_is_refused() {
    let folder = folder_with_a_database();
    set_mode(&file(folder.path()), 0o400);
    let before = fs::read(file(folder.path())).unwrap();
    as_its_owner(folder.path(), async |path| is_refused_as_read_only(path).await);
    assert!(before == fs::read(file(folder.path())).unwrap());
}

#[test]
fn a_file_in_a_folder_that_became_read_only_is_refused_and_works_again_afterwards() {
    let folder = folder_with_a_database();
    set_mode(folder.path(), 0o555);
    as_its_owner(folder.path(), async |path| {
        // Inside, the folder is this user's own, so that both halves can be seen.
        is_refused_as_read_only(path.clone()).await;
        set_mode(path.parent().unwrap(), 0o755);
        let db = Db::open(&path, Clock::fixed(Millis(0))).await.unwrap();
        assert_eq!(db.servers().list().await.unwrap().len(), 1);
        db.servers().insert(draft("b"), true).await.unwrap();
    });
}

/// The file is there and whole, but belongs to another user.
#[test]
fn a_file_that_may_not_even_be_read_cannot_be_opened() {
    let folder = folder_with_a_database();
    set_mode(&file(folder.path()), 0o000);
    as_its_owner(folder.path(), async |path| {
        let error = Db::open(&path, Clock::fixed(Millis(0))).await.err().unwrap();
        assert!(matches!(error, Error::CannotOpen { .. }), "{error:?}");
    });
}
