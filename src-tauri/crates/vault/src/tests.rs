//! Tests against a real keyring program, each in a D-Bus session of its own.

#![cfg(target_os = "linux")]

mod session;

use std::{error::Error as _, time::Duration};

use stdx::secret::Secret;
use tokio::time::timeout;

use self::session::{Daemon, Session, gdbus, secret_tool};
use crate::{Error, Vault};

const SERVICE: &str = "steward-test";

#[test]
fn a_secret_is_kept_had_changed_and_removed() {
    session::run(Session::Unlocked, async || {
        let vault = Vault::os(SERVICE);
        assert_eq!(vault.get("GITHUB_TOKEN").await.unwrap(), None);
        assert!(!vault.remove("GITHUB_TOKEN").await.unwrap());
        for value in ["first", "second ✓", "", "ends in a line\n"] {
            vault.set("GITHUB_TOKEN", Secret::from(value)).await.unwrap();
            assert_eq!(vault.get("GITHUB_TOKEN").await.unwrap(), Some(Secret::from(value)));
        }
        assert_eq!(vault.get("OTHER").await.unwrap(), None);
        assert!(vault.remove("GITHUB_TOKEN").await.unwrap());
        assert_eq!(vault.get("GITHUB_TOKEN").await.unwrap(), None);
    });
}

/// HOST-64: the value is in the keychain of the machine, where another program finds it.
#[test]
fn another_program_finds_the_secret_and_its_change() {
    session::run(Session::Unlocked, async || {
        let vault = Vault::os(SERVICE);
        let entry = ["service", SERVICE, "username", "KEY"];
        vault.set("KEY", Secret::from("from us")).await.unwrap();
        assert_eq!(secret_tool("lookup", &entry, ""), "from us");
        secret_tool("store", &[&["--label=x"], &entry[..]].concat(), "from them");
        assert_eq!(vault.get("KEY").await.unwrap(), Some(Secret::from("from them")));
    });
}

/// HOST-64: a list of names unlocks nothing, and asks nobody.
#[test]
fn whether_there_is_a_secret_is_known_while_the_keychain_is_locked() {
    session::run(Session::Unlocked, async || {
        let vault = Vault::os(SERVICE);
        assert!(!vault.has("KEY").await.unwrap());
        vault.set("KEY", Secret::from("kept")).await.unwrap();
        assert!(vault.has("KEY").await.unwrap());
        gdbus("Lock", "['/org/freedesktop/secrets/collection/login']");
        assert!(vault.has("KEY").await.unwrap());
        assert!(!vault.has("OTHER").await.unwrap());
        assert!(matches!(vault.get("KEY").await, Err(Error::Locked)), "it is locked all the while");
        vault.hold("OTHER", Secret::from("held"));
        assert!(vault.has("OTHER").await.unwrap());
        assert_eq!(vault.held_names(), ["OTHER"]);
        Daemon::of_the_session().kill();
        assert!(matches!(vault.has("KEY").await, Err(Error::Absent(_))));
        let _second = Daemon::start();
        assert!(vault.has("KEY").await.unwrap(), "an old connection is made anew");
    });
}

/// HOST-52: whether something could be kept is known without asking anybody for anything.
#[test]
fn whether_an_open_keychain_has_room_is_known() {
    session::run(Session::Unlocked, async || {
        let vault = Vault::os(SERVICE);
        assert!(vault.has_room().await.is_ok());
        gdbus("Lock", "['/org/freedesktop/secrets/collection/login']");
        assert!(matches!(vault.has_room().await, Err(Error::Locked)));
        Daemon::of_the_session().kill();
        assert!(matches!(vault.has_room().await, Err(Error::Absent(_))));
        let _second = Daemon::start();
        assert!(vault.has_room().await.is_ok(), "an old connection is made anew");
    });
}

/// HOST-52
#[test]
fn a_keychain_without_a_keyring_has_no_room() {
    session::run(Session::New, async || {
        assert!(matches!(Vault::os(SERVICE).has_room().await, Err(Error::NoKeyring)));
    });
}

/// What is cleaned up behind the person's back may not ask them for anything.
#[test]
fn what_is_locked_is_not_discarded_and_nobody_is_asked() {
    session::run(Session::Unlocked, async || {
        let vault = Vault::os(SERVICE);
        for name in ["FIRST", "SECOND"] {
            vault.set(name, Secret::from("kept")).await.unwrap();
        }
        assert!(vault.discard("FIRST").await.unwrap());
        assert!(!vault.has("FIRST").await.unwrap());
        gdbus("Lock", "['/org/freedesktop/secrets/collection/login']");
        assert!(!vault.discard("FIRST").await.unwrap(), "there is nothing to be locked");
        assert!(matches!(vault.discard("SECOND").await, Err(Error::Locked)));
        assert!(vault.has("SECOND").await.unwrap());
    });
}

#[test]
fn handles_and_services_share_and_keep_apart() {
    session::run(Session::Unlocked, async || {
        let (one, other) = (Vault::os(SERVICE), Vault::os("steward-other"));
        one.set("KEY", Secret::from("one")).await.unwrap();
        assert_eq!(other.get("KEY").await.unwrap(), None);
        other.set("KEY", Secret::from("other")).await.unwrap();
        assert_eq!(one.clone().get("KEY").await.unwrap(), Some(Secret::from("one")));
        assert_eq!(Vault::os(SERVICE).get("KEY").await.unwrap(), Some(Secret::from("one")));
    });
}

/// HOST-64: two data folders on one keychain.
#[test]
fn what_one_folder_keeps_another_neither_sees_nor_removes() {
    session::run(Session::Unlocked, async || {
        let all = Vault::os(SERVICE);
        let (one, other) = (all.of_folder("0a1b"), all.of_folder("2c3d"));
        one.set("KEY", Secret::from("one")).await.unwrap();
        assert!(!other.has("KEY").await.unwrap());
        other.set("KEY", Secret::from("other")).await.unwrap();
        other.set("elicit/demo/password", Secret::from("answer")).await.unwrap();
        assert_eq!(one.get("KEY").await.unwrap(), Some(Secret::from("one")));
        assert_eq!(one.get("elicit/demo/password").await.unwrap(), None);
        assert!(!one.remove("elicit/demo/password").await.unwrap());
        one.hold("HELD", Secret::from("held"));
        assert!(!other.has("HELD").await.unwrap());
        assert!(other.remove("KEY").await.unwrap());
        assert!(!other.has("KEY").await.unwrap());
        assert_eq!(all.of_folder("0a1b").get("KEY").await.unwrap(), Some(Secret::from("one")));
        let entry = ["service", SERVICE, "username", &one.account("KEY")];
        assert_eq!(secret_tool("lookup", &entry, ""), "one");
        assert_eq!(one.account("KEY"), "KEY/0a1b");
    });
}

#[test]
fn many_requests_at_once_are_all_answered() {
    session::run(Session::Unlocked, async || {
        let vault = Vault::os(SERVICE);
        let mut tasks = stdx::tasks::Tasks::new();
        for number in 0..50 {
            let vault = vault.clone();
            tasks.spawn(async move {
                let (name, value) = (format!("KEY_{number}"), Secret::from(number.to_string()));
                vault.set(&name, value.clone()).await.unwrap();
                assert_eq!(vault.get(&name).await.unwrap(), Some(value));
            });
        }
        while let Some(end) = tasks.ended().await {
            end.unwrap();
        }
    });
}

#[test]
fn a_restarted_keychain_is_found_again() {
    session::run(Session::Unlocked, async || {
        let vault = Vault::os(SERVICE);
        vault.set("KEY", Secret::from("kept")).await.unwrap();
        Daemon::of_the_session().kill();
        let second = Daemon::start();
        assert_eq!(vault.get("KEY").await.unwrap(), Some(Secret::from("kept")));
        second.kill();
        let _third = Daemon::start();
        vault.set("KEY", Secret::from("changed")).await.unwrap();
        assert!(vault.remove("KEY").await.unwrap());
    });
}

#[test]
fn a_keychain_that_went_away_is_absent_until_it_is_back() {
    session::run(Session::Unlocked, async || {
        let vault = Vault::os(SERVICE);
        vault.set("KEY", Secret::from("kept")).await.unwrap();
        Daemon::of_the_session().kill();
        for _ in 0..2 {
            assert!(matches!(vault.get("KEY").await, Err(Error::Absent(_))));
        }
        let _second = Daemon::start();
        assert_eq!(vault.get("KEY").await.unwrap(), Some(Secret::from("kept")));
    });
}

#[test]
fn who_waits_for_a_locked_or_absent_keychain_hears_when_it_is_open() {
    session::run(Session::Unlocked, async || {
        let (vault, names) = (Vault::os(SERVICE), ["KEY".to_owned()]);
        vault.set("KEY", Secret::from("kept")).await.unwrap();
        let moment = Duration::from_millis(300);
        assert!(timeout(moment * 10, vault.until_open(&names)).await.is_ok());
        gdbus("Lock", "['/org/freedesktop/secrets/collection/login']");
        assert!(timeout(moment, vault.until_open(&names)).await.is_err());
        vault.hold("KEY", Secret::from("held"));
        assert!(timeout(moment * 10, vault.until_open(&names)).await.is_ok(), "nobody is asked");
        vault.remove("KEY").await.unwrap();
        Daemon::of_the_session().kill();
        assert!(timeout(moment, vault.until_open(&names)).await.is_err());
        let waits = async { tokio::join!(vault.until_open(&names), async { Daemon::start() }).1 };
        let _unlocked = timeout(Duration::from_secs(20), waits).await.unwrap();
        assert_eq!(vault.get("KEY").await.unwrap(), Some(Secret::from("kept")));
    });
}

/// HOST-64: a failure is an error, never a fallback.
#[test]
fn a_locked_keychain_says_so_and_works_once_it_is_unlocked() {
    session::run(Session::Unlocked, async || {
        let vault = Vault::os(SERVICE);
        vault.set("KEY", Secret::from("kept")).await.unwrap();
        gdbus("Lock", "['/org/freedesktop/secrets/collection/login']");
        assert!(matches!(vault.get("KEY").await, Err(Error::Locked)));
        assert!(matches!(vault.set("KEY", Secret::from("new")).await, Err(Error::Locked)));
        assert!(matches!(vault.set("OTHER", Secret::from("new")).await, Err(Error::Locked)));
        assert!(matches!(vault.remove("KEY").await, Err(Error::Locked)));
        Daemon::of_the_session().kill();
        let _unlocked = Daemon::start();
        assert_eq!(vault.get("KEY").await.unwrap(), Some(Secret::from("kept")));
        assert_eq!(vault.get("OTHER").await.unwrap(), None);
    });
}

#[test]
fn without_a_service_there_is_no_keychain() {
    session::run(Session::None, async || {
        let vault = Vault::os(SERVICE);
        let began = std::time::Instant::now();
        let error = vault.set("KEY", Secret::from("hunter2")).await.unwrap_err();
        assert!(began.elapsed() < Duration::from_secs(20), "ten times the two seconds it may take");
        assert!(matches!(error, Error::Absent(_)), "{error:?}");
        assert!(error.source().is_some());
        assert!(matches!(vault.get("KEY").await, Err(Error::Absent(_))));
        assert!(matches!(vault.remove("KEY").await, Err(Error::Absent(_))));
        // The one that is started meanwhile is found.
        let _started = Daemon::start();
        vault.set("KEY", Secret::from("hunter2")).await.unwrap();
    });
}

#[test]
fn without_a_bus_there_is_no_keychain() {
    session::run(Session::NoBus, async || {
        let vault = Vault::os(SERVICE);
        let error = vault.get("KEY").await.unwrap_err();
        assert!(matches!(error, Error::Absent(_)), "{error:?}");
        assert_eq!(error.to_string(), "there is no keychain to keep secrets in");
    });
}

#[test]
fn a_keychain_without_a_keyring_says_so() {
    session::run(Session::New, async || {
        let vault = Vault::os(SERVICE);
        assert_eq!(vault.get("KEY").await.unwrap(), None);
        let error = vault.set("KEY", Secret::from("hunter2")).await.unwrap_err();
        assert!(matches!(error, Error::NoKeyring), "{error:?}");
    });
}

#[test]
fn two_entries_of_one_name_are_not_guessed_between() {
    session::run(Session::Unlocked, async || {
        let entry = ["service", SERVICE, "username", "KEY"];
        for extra in ["a", "b"] {
            secret_tool("store", &[&["--label=x"], &entry[..], &["extra", extra]].concat(), extra);
        }
        let error = Vault::os(SERVICE).get("KEY").await.unwrap_err();
        assert!(matches!(&error, Error::Ambiguous { name } if name == "KEY"), "{error:?}");
    });
}

#[test]
fn a_value_that_is_no_text_is_refused_without_being_shown() {
    session::run(Session::Unlocked, async || {
        let entry = ["service", SERVICE, "username", "KEY"];
        let bytes = b"hunter2\xff\xfe";
        session::secret_tool_bytes("store", &[&["--label=x"], &entry[..]].concat(), bytes);
        let error = Vault::os(SERVICE).get("KEY").await.unwrap_err();
        assert!(matches!(&error, Error::Unfit { .. }), "{error:?}");
        let shown = format!("{error:?} {error}");
        assert!(!shown.contains("hunter2") && !shown.contains("104, 117, 110"), "{shown}");
    });
}

#[tokio::test]
async fn a_vault_in_memory_does_what_the_keychain_does() {
    let vault = Vault::memory();
    assert!(!vault.remove("KEY").await.unwrap());
    vault.set("KEY", Secret::from("a")).await.unwrap();
    vault.clone().set("KEY", Secret::from("b")).await.unwrap();
    assert_eq!(vault.get("KEY").await.unwrap(), Some(Secret::from("b")));
    assert!(vault.remove("KEY").await.unwrap());
    assert_eq!(vault.get("KEY").await.unwrap(), None);
}

#[tokio::test]
async fn vaults_that_fail_do_so_for_every_request() {
    for vault in [Vault::locked(), Vault::absent()] {
        assert!(vault.set("KEY", Secret::from("a")).await.is_err());
        assert!(vault.get("KEY").await.is_err());
        let error = vault.remove("KEY").await.unwrap_err();
        assert!(error.hint().is_some());
    }
}
