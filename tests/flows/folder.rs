//! Data folders that cannot be used: each is told in words, and what was there stays.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
    process::Command,
};

use flows::{
    house::House,
    peers,
    terminal::{Ran, Terminal, stewardctl},
};

fn mode_of(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn the_folder_and_everything_in_it_is_its_owners_alone() {
    let house = House::open().await;
    house.add("demo", &peers::demo()).await;
    let data = house.data_dir().to_owned();
    assert_eq!(mode_of(&data), 0o700);
    assert_eq!(mode_of(&data.join("owner.sock")), 0o600);
    for file in ["steward.db", "owner.lock", "logs/mcp/demo.log"] {
        assert_eq!(mode_of(&data.join(file)), 0o600, "{file}");
    }
    house.close().await;
}

#[test]
fn a_file_in_place_of_the_folder_is_said() {
    let terminal = Terminal::new();
    fs::write(terminal.data_dir(), "mine").unwrap();
    let ran = terminal.run(&["servers", "list"]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.err.contains("is not a folder") && ran.err.contains("\nhint: "), "{}", ran.err);
    assert_eq!(fs::read_to_string(terminal.data_dir()).unwrap(), "mine");
}

/// Runs `stewardctl` as nobody, who may write only what is given to them.
fn as_nobody(terminal: &Terminal, arguments: &[&str]) -> Ran {
    // The built program lies where nobody may not look.
    let program = terminal.home().join("stewardctl");
    fs::copy(stewardctl(), &program).unwrap();
    fs::set_permissions(terminal.home(), fs::Permissions::from_mode(0o755)).unwrap();
    let root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let mut command = if root {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.arg("--data-dir").arg(terminal.data_dir()).args(arguments);
    terminal.at_home(&mut command);
    Ran::of(command.output().unwrap())
}

#[test]
fn a_folder_that_cannot_be_written_is_said() {
    let terminal = Terminal::new();
    terminal.run(&["servers", "list"]);
    let before = fs::read(terminal.data_dir().join("steward.db")).unwrap();
    for folder in [terminal.data_dir(), terminal.data_dir().join("logs")] {
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    }
    let ran = as_nobody(&terminal, &["servers", "list"]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(ran.err.contains("cannot be written") && ran.err.contains("\nhint: "), "{}", ran.err);
    assert!(fs::read(terminal.data_dir().join("steward.db")).unwrap() == before);
    fs::set_permissions(terminal.data_dir(), fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(terminal.run(&["servers", "list"]).status, Some(0), "it works again afterwards");
}

#[test]
fn a_database_of_a_newer_steward_is_refused_and_left_as_it_is() {
    let terminal = Terminal::new();
    terminal.add("demo", &peers::demo());
    let database = terminal.data_dir().join("steward.db");
    let script = "import sqlite3, sys\n\
        db = sqlite3.connect(sys.argv[1])\n\
        db.execute('PRAGMA user_version = 99')\n\
        db.execute('PRAGMA wal_checkpoint(TRUNCATE)')";
    assert!(python(script, &database));
    let before = fs::read(&database).unwrap();
    let ran = terminal.run(&["servers", "list"]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(ran.err.contains("newer") && ran.err.contains("\nhint: "), "{}", ran.err);
    assert!(fs::read(&database).unwrap() == before);
}

fn python(script: &str, file: &Path) -> bool {
    Command::new("python3").args(["-c", script]).arg(file).status().unwrap().success()
}

/// How a mount of one's own is got: root may have it without more, and on most systems anybody may
/// who is root in a namespace of their own.
const NAMESPACES: [&[&str]; 2] = [&["--mount", "--map-root-user"], &["--mount"]];

/// Whoever works on a system that allows neither may do without this one test, and has to say so:
/// a test that is left out in silence is none.
const WITHOUT: &str = "STEWARD_NO_SMALL_DISK";

fn namespace() -> Option<&'static [&'static str]> {
    let works = |flags: &&&[&str]| {
        let mut probe = Command::new("unshare");
        probe.args(**flags).args(["mount", "-t", "tmpfs", "none", "/mnt"]);
        probe.output().is_ok_and(|it| it.status.success())
    };
    NAMESPACES.iter().find(works).copied()
}

/// Runs a script with a data folder on a disk of two megabytes.
fn on_small_disk(terminal: &Terminal, namespace: &[&str], script: &str) -> Ran {
    fs::create_dir(terminal.data_dir()).unwrap();
    let mount = r#"mount -t tmpfs -o size=2m,mode=700 none "$DATA" && "#;
    let mut command = Command::new("unshare");
    command.args(namespace).args(["bash", "-c", &format!("{mount}{script}")]);
    terminal.at_home(&mut command);
    command.env("CTL", stewardctl()).env("DATA", terminal.data_dir());
    command.env("DEMO", demo_script());
    Ran::of(command.output().unwrap())
}

fn demo_script() -> PathBuf {
    peers::checkout().join("scripts/demo_server.py")
}

#[test]
fn a_full_disk_is_said_and_what_was_kept_stays() {
    let terminal = Terminal::new();
    let script = r#"
        ctl() { "$CTL" --data-dir "$DATA" "$@"; }
        ctl servers add first -- python3 "$DEMO" >/dev/null || exit 90
        head -c 4m /dev/zero >"$DATA/ballast" 2>/dev/null
        ctl servers add second -- python3 "$DEMO"; echo "status $?"
        rm "$DATA/ballast"
        ctl --json servers list | grep '"name"'
        ctl call first greet '{"name":"Ada"}'"#;
    let Some(namespace) = namespace() else {
        let said = std::env::var_os(WITHOUT).is_some();
        assert!(said, "nobody may mount a small disk here; with {WITHOUT}=1 this is not tested");
        return;
    };
    let ran = on_small_disk(&terminal, namespace, script);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.out.contains("status 1\n"), "{ran:?}");
    assert!(ran.err.contains("full") && ran.err.contains("\nhint: "), "{}", ran.err);
    assert!(ran.out.contains(r#""name": "first""#), "{ran:?}");
    assert!(!ran.out.contains(r#""name": "second""#), "{ran:?}");
    assert!(ran.out.contains("Hello, Ada"), "it works again afterwards: {ran:?}");
}
