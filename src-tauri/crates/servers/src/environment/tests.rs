//! The environment of a desktop app's child, against real shells in home folders made here.

use std::{fs, os::unix::fs::PermissionsExt as _, process::Command, time::Instant};

use super::*;

const PLENTY: Duration = Duration::from_secs(20);

/// A home folder whose start files alone know a folder `bin` with two programs: `server`, which
/// runs `helper` by its bare name.
fn home_with(start: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let bin = home.path().join("tools/bin");
    fs::create_dir_all(&bin).unwrap();
    for (name, script) in [("server", "exec helper"), ("helper", "echo helper ok")] {
        fs::write(bin.join(name), format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let text = format!("{start}\nexport PATH=\"{}:$PATH\"\n", bin.display());
    for file in [".profile", ".bash_profile", ".bashrc", ".zprofile", ".zshrc"] {
        fs::write(home.path().join(file), &text).unwrap();
    }
    home
}

/// As a dock starts us: next to nothing.
fn bare(home: &Path, shell: &str) -> Vec<(OsString, OsString)> {
    let home = home.to_str().unwrap();
    vars(&[("HOME", home), ("PATH", "/usr/bin:/bin"), ("SHELL", shell)])
}

fn vars(pairs: &[(&str, &str)]) -> Vec<(OsString, OsString)> {
    pairs.iter().map(|(name, value)| (name.into(), value.into())).collect()
}

fn child(env: &Environment, own: &[(&str, &str)]) -> BTreeMap<String, String> {
    let own: Vec<_> = own.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    let whole = env.child(&own).into_iter();
    whole.map(|(name, value)| (name, value.reveal().to_owned())).collect()
}

/// Runs the fixture's program as a child would be run.
fn run(env: &Environment, home: &Path) -> String {
    let program = env.locate("server", home).unwrap();
    assert_eq!(program, home.join("tools/bin/server"));
    let output = Command::new(program).env_clear().envs(child(env, &[])).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// users-ask 1, 2
#[tokio::test]
async fn a_command_that_the_login_shell_knows_is_found_and_finds_its_own() {
    for shell in ["/bin/bash", "/bin/sh"] {
        let home = home_with("");
        let env = Environment::find(bare(home.path(), shell), PLENTY).await;
        assert!(env.silence().is_none(), "{:?}", env.silence());
        assert_eq!(run(&env, home.path()), "helper ok\n");
        assert_eq!(env.searched()[0], home.path().join("tools/bin"));
        let mut once = env.searched().to_vec();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), env.searched().len(), "no folder twice");
    }
}

#[tokio::test]
async fn noise_of_the_start_files_is_not_taken_for_the_path() {
    let home = home_with(
        "echo 'Welcome back!'; echo 'PATH=/nowhere'; echo 'warning: something' >&2; set -x",
    );
    let env = Environment::find(bare(home.path(), "/bin/bash"), PLENTY).await;
    assert_eq!(run(&env, home.path()), "helper ok\n");
    assert!(!env.path().contains("Welcome") && !env.path().contains("nowhere"), "{}", env.path());
}

#[tokio::test]
async fn endless_noise_ends_the_question() {
    let home = home_with("while :; do echo 'again and again and again and again'; done");
    let env = Environment::find(bare(home.path(), "/bin/bash"), PLENTY).await;
    assert!(matches!(env.silence(), Some(Silence::Noise { .. })), "{:?}", env.silence());
}

#[tokio::test]
async fn a_slow_start_file_ends_at_the_limit_and_leaves_no_process() {
    let home = home_with("echo $$ > \"$HOME/group\"; sleep 60");
    let begun = Instant::now();
    let limit = Duration::from_secs(1);
    let env = Environment::find(bare(home.path(), "/bin/bash"), limit).await;
    assert!(begun.elapsed() < limit * 10, "it took {:?}", begun.elapsed());
    assert_eq!(
        env.silence().unwrap().to_string(),
        "the login shell `/bin/bash` did not answer within 1 s"
    );
    assert_eq!(env.searched(), Environment::find(bare(home.path(), "/no"), limit).await.searched());
    let hint = env.locate("server", home.path()).unwrap_err().hint();
    assert!(hint.ends_with("the login shell `/bin/bash` did not answer within 1 s"), "{hint}");
    let group = fs::read_to_string(home.path().join("group")).unwrap();
    nobody_is_left_of(group.trim()).await;
}

/// As `pyenv` and others do: every later shell would wait for what is left.
#[tokio::test]
async fn a_lock_of_a_start_file_that_is_ended_is_given_back() {
    let home = home_with("");
    let slow = "trap 'rm -f \"$HOME/lock\"' EXIT; : > \"$HOME/lock\"; sleep 60";
    fs::write(home.path().join("slow"), slow).unwrap();
    let start = "bash \"$HOME/slow\"\n";
    for file in [".bash_profile", ".bashrc"] {
        fs::write(home.path().join(file), start).unwrap();
    }
    let env = Environment::find(bare(home.path(), "/bin/bash"), Duration::from_secs(1)).await;
    assert!(matches!(env.silence(), Some(Silence::Slow { .. })), "{:?}", env.silence());
    assert!(!home.path().join("lock").exists());
}

#[tokio::test]
async fn a_question_that_is_dropped_leaves_no_process() {
    let home = home_with(
        "echo $$ > \"$HOME/group.new\"; mv \"$HOME/group.new\" \"$HOME/group\"; sleep 60",
    );
    let file = home.path().join("group");
    tokio::select! {
        _ = Environment::find(bare(home.path(), "/bin/bash"), PLENTY) => panic!("it sleeps"),
        () = async { while !file.exists() { tokio::task::yield_now().await; } } => {}
    }
    nobody_is_left_of(fs::read_to_string(file).unwrap().trim()).await;
}

/// What a start file leaves in the background neither holds the answer back nor stays.
#[tokio::test]
async fn what_a_start_file_leaves_behind_is_ended() {
    let home = home_with("echo $$ > \"$HOME/group\"; sleep 60 &");
    let env = Environment::find(bare(home.path(), "/bin/bash"), PLENTY).await;
    assert_eq!(run(&env, home.path()), "helper ok\n");
    nobody_is_left_of(fs::read_to_string(home.path().join("group")).unwrap().trim()).await;
}

/// Waits until no living process is in the group; a killed one may take a moment to be gone.
async fn nobody_is_left_of(group: &str) {
    let gone = async {
        while !members(group).is_empty() {
            tokio::task::yield_now().await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(10), gone).await;
    assert!(waited.is_ok(), "left in group {group}: {:?}", members(group));
}

/// State, parent and group follow the name, which may itself hold spaces and brackets.
fn members(group: &str) -> Vec<String> {
    let stats = fs::read_dir("/proc").unwrap().filter_map(|it| {
        let stat = fs::read_to_string(it.ok()?.path().join("stat")).ok()?;
        Some(stat.rsplit_once(") ")?.1.to_owned())
    });
    let alive = stats.filter(|stat| {
        let mut fields = stat.split(' ');
        fields.next() != Some("Z") && fields.nth(1) == Some(group)
    });
    alive.collect()
}

#[tokio::test]
async fn without_an_answer_our_own_path_and_the_known_folders_are_left() {
    for (shell, silence) in [
        ("/no/such/shell", "the login shell `/no/such/shell` cannot be run: "),
        ("/bin/false", "the login shell `/bin/false` ended without an answer"),
    ] {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir_all(home.path().join(".cargo/bin")).unwrap();
        let env = Environment::find(bare(home.path(), shell), PLENTY).await;
        let said = env.silence().unwrap().to_string();
        assert!(said.starts_with(silence), "{said}");
        assert_eq!(env.searched()[..2], [PathBuf::from("/usr/bin"), PathBuf::from("/bin")]);
        assert!(env.searched().contains(&home.path().join(".cargo/bin")), "{:?}", env.searched());
        assert!(env.locate("sh", home.path()).is_ok());
    }
}

/// A shell of another language: it knows neither `$PATH` nor `printf`, and only runs programs.
#[tokio::test]
async fn a_shell_of_another_language_is_asked_through_a_program() {
    let home = home_with("");
    let odd = home.path().join("odd-shell");
    let script = "#!/bin/sh\nPATH=\"$HOME/tools/bin:$PATH\"; export PATH\n\
        [ \"$1 $2 $3\" = '-l -i -c' ] || [ \"$1 $2\" = '-l -c' ] || exit 9\n\
        for line; do :; done\ncase \"$line\" in /bin/sh\\ *) eval \"$line\";; *) exit 8;; esac\n";
    fs::write(&odd, script).unwrap();
    fs::set_permissions(&odd, fs::Permissions::from_mode(0o755)).unwrap();
    let env = Environment::find(bare(home.path(), odd.to_str().unwrap()), PLENTY).await;
    assert_eq!(run(&env, home.path()), "helper ok\n");
}

/// users-ask 3
#[tokio::test]
async fn a_missing_command_says_where_it_looked() {
    let home = home_with("");
    let env = Environment::find(bare(home.path(), "/bin/bash"), PLENTY).await;
    let missing = env.locate("no-such-server", home.path()).unwrap_err();
    let first = format!("{}/tools/bin", home.path().display());
    let said = missing.to_string();
    assert!(
        said.starts_with(&format!("`no-such-server` was not found; looked in {first}, ")),
        "{said}"
    );
    assert_eq!(missing.searched, env.searched());
    assert_eq!(missing.hint(), "install it, or give the whole path of the program");
}

/// users-ask 6, security row 8
#[tokio::test]
async fn a_child_gets_what_is_allowed_and_nothing_of_a_packager() {
    let ours = vars(&[
        ("HOME", "/home/ada"),
        ("SHELL", "/bin/false"),
        ("LC_ALL", "C.UTF-8"),
        ("LANG", "C"),
        ("HTTPS_PROXY", "http://proxy:3128"),
        ("EMPTY", ""),
        ("TZ", ""),
        ("PATH", "/tmp/.mount_x/usr/bin:/usr/bin:relative:/usr/bin/"),
        ("APPDIR", "/tmp/.mount_x"),
        ("APPIMAGE", "/home/ada/Steward.AppImage"),
        ("XDG_DATA_DIRS", "/tmp/.mount_x/usr/share:/usr/share"),
        ("XDG_CONFIG_HOME", "/home/ada/.config"),
        ("SSL_CERT_FILE", "/tmp/.mount_x/cert.pem"),
        ("LD_LIBRARY_PATH", "/tmp/.mount_x/lib"),
        ("LD_PRELOAD", "x.so"),
        ("PYTHONHOME", "/x"),
        ("PYTHONPATH", "/x"),
        ("GTK_PATH", "/x"),
        ("GDK_BACKEND", "x11"),
        ("GIO_MODULE_DIR", "/x"),
        ("GSETTINGS_SCHEMA_DIR", "/x"),
        ("WEBKIT_DISABLE_COMPOSITING_MODE", "1"),
        ("TAURI_ENV", "1"),
        ("NODE_OPTIONS", "--require x"),
        ("DYLD_INSERT_LIBRARIES", "x"),
        ("NODE_TLS_REJECT_UNAUTHORIZED", "0"),
        ("GITHUB_TOKEN", "canary"),
    ]);
    let env = Environment::find(ours, PLENTY).await;
    assert!(!env.path().contains("mount") && !env.path().contains("relative"), "{}", env.path());
    let mut given = child(&env, &[]);
    assert_eq!(given.remove("PATH").as_deref(), Some(env.path()));
    let given: Vec<_> = given.iter().map(|(name, value)| format!("{name}={value}")).collect();
    expect_test::expect![[r#"
        HOME=/home/ada
        HTTPS_PROXY=http://proxy:3128
        LANG=C
        LC_ALL=C.UTF-8
        PYTHONIOENCODING=utf-8
        PYTHONUNBUFFERED=1
        PYTHONUTF8=1
        SHELL=/bin/false
        XDG_CONFIG_HOME=/home/ada/.config
        XDG_DATA_DIRS=/usr/share"#]]
    .assert_eq(&given.join("\n"));
    assert_eq!(env.var("GITHUB_TOKEN").as_deref(), Some("canary"), "for `${{GITHUB_TOKEN}}`");
    assert!(!format!("{env:?}").contains("canary"));
}

#[tokio::test]
async fn what_an_entry_sets_wins() {
    let ours = vars(&[("HOME", "/home/ada"), ("SHELL", "/bin/false"), ("LANG", "C")]);
    let env = Environment::find(ours, PLENTY).await;
    let own = [("LANG", "de"), ("PATH", "/own"), ("PYTHONUTF8", "0"), ("NODE_OPTIONS", "-r x")];
    let given = child(&env, &own);
    for (name, value) in own {
        assert_eq!(given.get(name).map(String::as_str), Some(value), "{name}");
    }
}
