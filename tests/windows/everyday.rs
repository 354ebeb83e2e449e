//! What a person does every day with other people's servers, from the form to the answer, in the real
//! window.

use std::{fs, os::unix::fs::DirBuilderExt as _, time::Duration};

use flows::{
    canary::Canary,
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    page::Form,
    peers::{self, Program},
    sshd::Host,
    terminal,
    wait::within,
    window::Window,
};

const SUDO: &str = "printf '%s-%s' \"$(whoami)\"";
/// The app closes within six seconds; a busy machine may take ten times that.
const QUIT: Duration = Duration::from_secs(60);

async fn add(desktop: &Desktop, window: &Window, title: &str, program: &Program) {
    let arguments: Vec<&str> = program.args.iter().map(String::as_str).collect();
    window.submit(Form { title, command: &program.command, arguments: &arguments }).await;
    Dialog::press(desktop, dialog::ADDING, "Add and start");
    window.go_to("servers").await;
    window.row_says(&title.to_lowercase(), "Ready").await;
}

/// HOST-1, HOST-10, HOST-24
#[tokio::test(flavor = "multi_thread")]
async fn a_server_from_npm_is_added_called_and_gone_with_the_window() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    add(&desktop, &window, "Everything", &peers::everything_by_npx()).await;
    window.fill_argument("everything/echo", "message", "hi").await;
    let result = window.run_tool().await;
    assert!(result.contains("Echo: hi"), "{result}");

    let program = window.process(&desktop);
    let of_it = || {
        let all = desktop.processes().into_iter();
        all.filter(|it| it.line.contains("server-everything")).collect::<Vec<_>>()
    };
    assert!(!of_it().is_empty(), "it runs");
    desktop.press_keys(&["alt+F4"]);
    let gone = within(QUIT, async || (!program.lives() && of_it().is_empty()).then_some(()));
    assert!(gone.await.is_some(), "after {QUIT:?} there is still {:?}", desktop.processes());
}

/// HOST-42, HOST-48: the password for `sudo` on another host is typed once, natively, and held by
/// the SSH server alone.
#[tokio::test(flavor = "multi_thread")]
async fn a_sudo_password_is_typed_once_into_the_native_dialog() {
    let canary = Canary::new();
    let Some(host) = Host::start(canary.value()) else { return };
    let desktop = Desktop::start(Theme::Light);
    let ssh = desktop.home().join(".ssh");
    fs::DirBuilder::new().mode(0o700).create(&ssh).unwrap();
    fs::write(ssh.join("known_hosts"), host.says("known")).unwrap();
    let window = Window::open(&desktop).await;
    add(&desktop, &window, "Ssh", &peers::ssh()).await;
    let mut told = desktop.command(terminal::stewardctl());
    let told = told.args(["call", "ssh", "add_alias", &host.alias("box").to_string()]).output();
    assert!(told.as_ref().is_ok_and(|it| it.status.success()), "{told:?}");

    window.fill_argument("ssh/exec", "alias", "box").await;
    window.fill_argument("ssh/exec", "command", &format!("{SUDO} first")).await;
    window.click("//*[@id='argument_sudo']").await;
    window.press("Run").await;
    Dialog::wait_until_alive(&desktop, dialog::ASKING, "Send");
    let asked = Dialog::read(&desktop, dialog::ASKING);
    assert_eq!(asked.texts[0], "Server “Ssh” asks, for the call “exec”");
    let masked = asked.fields.iter().find(|it| it.masked);
    let line = masked.unwrap_or_else(|| panic!("{asked:?}"));
    Dialog::fill(&desktop, dialog::ASKING, &line.name, canary.value());
    Dialog::press(&desktop, dialog::ASKING, "Send");
    Dialog::wait_until_gone(&desktop, dialog::ASKING);
    window.sees("root-first").await;

    window.fill_argument("ssh/exec", "command", &format!("{SUDO} second")).await;
    window.press("Run again").await;
    window.sees("root-second").await;
    assert_eq!(Dialog::count(&desktop, dialog::ASKING), 0, "nobody is asked again");
    assert!(!window.source().await.contains(canary.value()));
    assert_eq!(canary.seen_below(&desktop.data_dir()), []);
}
