//! What a person meets in the window when the keychain is locked, absent or started anew, and how
//! they go on; the keychain and its own dialog are the real ones.

use std::path::PathBuf;

use flows::{
    canary::Canary,
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    page::Form,
    window::Window,
};

/// Runs the demo whose tools ask, and says how long the secret is that it was given.
const NEEDY: &str = "import os, runpy, sys; given = sys.argv.pop(1); del sys.argv[0]; \
    sys.path.insert(0, os.path.dirname(sys.argv[0])); \
    print(f'length={len(given)}', file=sys.stderr, flush=True); \
    runpy.run_path(sys.argv[0], run_name='__main__')";

/// HOST-5, HOST-14: nobody is asked for what needs no value, and what a start waits for is said.
#[tokio::test(flavor = "multi_thread")]
async fn a_locked_keychain_is_said_and_its_server_starts_once_it_is_unlocked() {
    let (desktop, canary) = (Desktop::start(Theme::Light), Canary::new());
    let window = Window::open(&desktop).await;
    keep(&desktop, &window, &canary).await;
    add_needy(&desktop, &window).await;
    window.row_says("needy", "Ready").await;

    desktop.lock_keychain();
    window.go_to("servers/needy").await;
    window.press("Restart").await;
    window.row_says("needy", "waits for the keychain; it may be asking you").await;
    desktop.refuse_when_asked();
    window.row_says("needy", "Failed").await;
    window.go_to("servers/needy/diagnosis").await;
    window.sees("The keychain is locked.").await;
    window.sees("Unlock the keychain, and the server starts by itself.").await;
    // The list is there: which secrets there are is no secret.
    window.go_to("secrets").await;
    window.sees("In the keychain").await;

    // Another program of the person has it unlocked, and the server is there again.
    let other = ["search", "--all", "--unlock", "service", "dev.steward.desktop"];
    let mut other = desktop.command("secret-tool").args(other).spawn().unwrap();
    desktop.unlock_when_asked();
    window.go_to("servers").await;
    window.row_says("needy", "Ready").await;
    assert!(other.wait().unwrap().success());

    desktop.lock_keychain();
    window.go_to("servers/needy").await;
    window.press("Restart").await;
    desktop.unlock_when_asked();
    window.row_says("needy", "Ready").await;
    assert_eq!(canary.seen_below(desktop.home()), []);
}

/// HOST-64
#[tokio::test(flavor = "multi_thread")]
async fn a_locked_keychain_keeps_nothing_and_says_what_to_do() {
    let (desktop, canary) = (Desktop::start(Theme::Dark), Canary::new());
    let window = Window::open(&desktop).await;
    keep(&desktop, &window, &Canary::new()).await;
    desktop.lock_keychain();
    // It is unlocked before anything is typed, so that nothing is typed in vain.
    window.press("Replace… TOKEN").await;
    desktop.refuse_when_asked();
    window.sees("TOKEN was not kept. The keychain is locked.").await;
    window.sees("Unlock the keychain, then try again.").await;
    window.press("Try again").await;
    desktop.unlock_when_asked();
    give(&desktop, &canary);
    window.sees("TOKEN is set").await;
    window.sees("In the keychain").await;
    assert_eq!(canary.seen_below(desktop.home()), []);
}

/// HOST-64: never in plain text, and in memory only as the person's own choice.
#[tokio::test(flavor = "multi_thread")]
async fn without_a_keychain_a_secret_is_held_until_quit_if_the_person_says_so() {
    let (desktop, canary) = (Desktop::without_keychain(Theme::Light), Canary::new());
    let window = Window::open(&desktop).await;
    add_needy(&desktop, &window).await;
    window.row_says("needy", "Failed").await;
    window.go_to("servers/needy/diagnosis").await;
    window.sees("There is no keychain to keep secrets in.").await;
    window.sees("Or have the secret held in memory until you quit, on the Secrets page.").await;

    window.go_to("secrets").await;
    window.sees("The keychain does not say which secrets it has.").await;
    window.sees("Start a keychain that offers the Secret Service").await;
    window.sees("Not known yet").await;
    // Nobody is asked for what cannot be kept, and no other way is taken by itself.
    window.press("Set… TOKEN").await;
    window.sees("TOKEN was not kept. There is no keychain to keep secrets in.").await;
    assert!(!window.text().await.contains("Held until quit"));
    window.press("Hold in memory until quit…").await;
    let asked = Dialog::read(&desktop, dialog::SECRET);
    assert_eq!(asked.field("TOKEN"), "", "what failed is not remembered: {asked:?}");
    assert!(asked.texts.iter().any(|it| it.contains("until it quits")), "{asked:?}");
    Dialog::fill(&desktop, dialog::SECRET, "TOKEN", canary.value());
    Dialog::press(&desktop, dialog::SECRET, "Hold until Steward quits");
    window.sees("Held until quit").await;
    window.go_to("servers").await;
    window.row_says("needy", "Ready").await;
    window.go_to("servers/needy/log").await;
    window.sees(&format!("length={}", canary.value().chars().count())).await;
    assert!(!window.source().await.contains(canary.value()));
    assert_eq!(canary.seen_below(desktop.home()), []);

    drop(window);
    let window = Window::open(&desktop).await;
    window.go_to("secrets").await;
    window.sees("Not known yet").await;
    assert_eq!(canary.seen_below(desktop.home()), []);
}

/// HOST-64: a connection to a keychain that is gone is no reason to start Steward again.
#[tokio::test(flavor = "multi_thread")]
async fn a_keychain_that_is_started_anew_under_the_app_is_found_again() {
    let (desktop, canary) = (Desktop::start(Theme::Light), Canary::new());
    let window = Window::open(&desktop).await;
    keep(&desktop, &window, &canary).await;
    add_needy(&desktop, &window).await;
    window.row_says("needy", "Ready").await;

    desktop.end_keychain();
    window.go_to("servers/needy").await;
    window.press("Restart").await;
    window.row_says("needy", "Failed").await;
    window.go_to("secrets").await;
    window.sees("The keychain does not say which secrets it has.").await;
    window.sees("Kept, out of reach").await;

    desktop.start_keychain();
    window.press("Try again").await;
    window.sees("In the keychain").await;
    window.go_to("servers").await;
    window.row_says("needy", "Ready").await;

    // And once more, with nobody who looks between.
    desktop.end_keychain();
    desktop.start_keychain();
    window.go_to("servers/needy").await;
    window.press("Restart").await;
    window.row_says("needy", "Ready").await;
    window.go_to("secrets").await;
    let another = Canary::new();
    window.press("Replace… TOKEN").await;
    give(&desktop, &another);
    window.sees("TOKEN is set").await;
    assert_eq!(canary.seen_below(desktop.home()), []);
    assert_eq!(another.seen_below(desktop.home()), []);
}

/// HOST-64: what was asked of it is answered by nobody any more.
#[tokio::test(flavor = "multi_thread")]
async fn a_keychain_that_ends_while_it_asks_to_be_unlocked_is_found_again() {
    let (desktop, canary) = (Desktop::start(Theme::Light), Canary::new());
    let window = Window::open(&desktop).await;
    keep(&desktop, &window, &Canary::new()).await;
    desktop.lock_keychain();
    window.press("Replace… TOKEN").await;
    desktop.wait_until_keychain_asks();
    desktop.end_keychain();
    desktop.start_keychain();
    window.sees("TOKEN was not kept.").await;
    window.press("Try again").await;
    give(&desktop, &canary);
    window.sees("TOKEN is set").await;
    window.sees("In the keychain").await;
    assert_eq!(canary.seen_below(desktop.home()), []);
}

/// Types the value of `TOKEN` where it is asked for, and has it kept.
fn give(desktop: &Desktop, value: &Canary) {
    Dialog::fill(desktop, dialog::SECRET, "TOKEN", value.value());
    Dialog::press(desktop, dialog::SECRET, "Save in the keychain");
}

/// Keeps the secret `TOKEN` by the Secrets page.
async fn keep(desktop: &Desktop, window: &Window, value: &Canary) {
    window.go_to("secrets").await;
    window.press("Add secret").await;
    window.fill_field("Name", "TOKEN").await;
    window.press("Ask for its value…").await;
    give(desktop, value);
    window.sees("In the keychain").await;
}

/// Registers and starts a server that is given the secret `TOKEN`.
async fn add_needy(desktop: &Desktop, window: &Window) {
    let script =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scripts/elicitation_demo_mcp.py");
    let arguments = ["-c", NEEDY, "${secret:TOKEN}", &script.display().to_string()];
    window
        .submit(Form { title: "Needy", command: "/usr/bin/python3", arguments: &arguments })
        .await;
    Dialog::press(desktop, dialog::ADDING, "Add and start");
    window.go_to("servers").await;
}
