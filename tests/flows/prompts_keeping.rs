//! What a person at the terminal hears of the keychain that is to remember an answer: a real one, open,
//! locked, without a keyring, or none.

use flows::{
    canary::Canary,
    peers,
    pty::{Left, Seated},
    terminal::Terminal,
};

use crate::prompts_secret::{in_session, in_session_with};

const CALL: &str = r#"ctl call asker ask_secret '{"label":"Code"}'"#;
const LOCK: &str = "gdbus call --session --dest org.freedesktop.secrets --object-path \
    /org/freedesktop/secrets --method org.freedesktop.Secret.Service.Lock \
    \"['/org/freedesktop/secrets/collection/login']\" >/dev/null";

fn with_asker() -> Terminal {
    let terminal = Terminal::new();
    terminal.add("asker", &peers::asker());
    terminal
}

/// Calls, types this and sends it; says yes where it can be remembered.
fn answers(seated: &mut Seated, secret: &str, remembers: bool) {
    seated.sees("> ");
    seated.types(secret);
    if remembers {
        seated.sees("Remember in the keychain? ");
        seated.types("y");
    }
    seated.sees("[S]end");
    seated.types("s");
}

fn ends(mut seated: Seated) -> Left {
    seated.types("exit");
    let left = seated.leaves();
    assert!(left.as_before, "{left:?}");
    left
}

/// HOST-52: what cannot be had is not offered.
#[test]
fn where_nothing_can_be_kept_it_is_not_offered_and_said_why() {
    for (options, words) in [
        (&["--none"][..], "there is no keychain. Start one"),
        (&["--new"], "the keychain has no default keyring. Create one"),
    ] {
        let terminal = with_asker();
        let mut seated = in_session_with(&terminal, options);
        seated.types(CALL);
        seated.sees("[1/1] Code (required)");
        seated.sees("What is hidden cannot be remembered: ");
        seated.sees(words);
        answers(&mut seated, "1234", false);
        seated.sees("<0>");
        let left = ends(seated);
        assert_eq!(left.ran.out, "Got a secret of 4 characters.\n", "{left:?}");
        assert!(!left.text().contains("Remember in"), "{}", left.text());
    }
}

/// HOST-48, HOST-52: the answer is given, and its person hears that it is not kept.
#[test]
fn a_locked_keychain_is_said_beforehand_and_what_it_did_not_keep_afterwards() {
    let terminal = with_asker();
    let (kept, lost) = (Canary::new(), Canary::new());
    let mut seated = in_session(&terminal);
    seated.types(CALL);
    answers(&mut seated, kept.value(), true);
    seated.sees("<0>");
    for serve in ["", "ctl serve & serving=$!; ctl servers list >/dev/null"] {
        seated.types(serve);
        seated.sees("<0>");
        seated.types(LOCK);
        seated.sees("<0>");
        seated.types(CALL);
        seated.sees("An answer is remembered for this, but the keychain is locked.");
        answers(&mut seated, lost.value(), true);
        seated.sees("The answer could not be remembered: the keychain is locked.");
        seated.sees("Unlock the keychain, then try again.");
        seated.sees("<0>");
    }
    seated.types("kill $serving; wait $serving; true");
    seated.sees("<0>");
    let left = ends(seated);
    assert!(!left.text().contains(kept.value()) && !left.text().contains(lost.value()));
    assert_eq!(left.ran.out.matches("Got a secret of").count(), 3, "{left:?}");
}

/// HOST-52: what is in the keychain goes by a word that says so.
#[test]
fn who_does_not_want_it_remembered_any_more_is_told_that_it_is_deleted() {
    let terminal = with_asker();
    let mut seated = in_session(&terminal);
    seated.types(CALL);
    answers(&mut seated, "1234", true);
    seated.sees("<0>");
    seated.types("ctl secrets list");
    seated.sees("<0>");
    seated.types(CALL);
    seated.sees("Enter takes the one remembered");
    seated.sees("> ");
    seated.types("567890");
    seated.sees("If it is not to be remembered, the one in the keychain is deleted.");
    seated.sees("Remember in the keychain? [Y/n] ");
    seated.types("n");
    seated.sees("[S]end");
    seated.types("s");
    seated.sees("<0>");
    seated.types("ctl secrets list");
    seated.sees("<0>");
    let left = ends(seated);
    assert_eq!(left.ran.out.matches("elicit/").count(), 1, "it was there, and is not: {left:?}");
}
