//! What a person goes on typing when their question is taken back, or types while one comes, goes to
//! no server and into no page; and what they have not seen they do not press.

use std::{
    fs,
    process::Child,
    time::{Duration, Instant},
};

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    notices::{Notices, comes_to_front},
    page::Form,
    processes::Running,
    wait::eventually,
    window::Window,
};
use rustix::process::Signal;
use serde_json::json;

const TITLE: &str = dialog::ASKING;
const FIELD: &str = "Password (required)";
const REST: &str = "correct horse battery staple and the rest of it";
const OTHER: &str = "Something else";
/// Milliseconds for which what was not seen cannot be pressed.
const DEAD: Duration = Duration::from_millis(500);
/// How often a busy machine may be too late to see that.
const SIGHTS: usize = 20;

/// Notes each key that reaches the page.
const LISTEN: &str = "window.keys = 0; \
    document.addEventListener('keydown', () => { window.keys += 1 }, true);";

/// Security 30: the rest of a password that is half typed goes nowhere.
#[tokio::test(flavor = "multi_thread")]
async fn the_rest_of_a_half_typed_password_goes_to_nobody() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    let log = desktop.home().join("second.log");
    let script = format!("{}/servers/asks_anything.py", env!("CARGO_MANIFEST_DIR"));
    let logged = [script.as_str(), "--log", log.to_str().unwrap()];
    for (title, arguments) in [("First", &logged[..1]), ("Second", &logged[..])] {
        window.add(&desktop, Form { title, command: "/usr/bin/python3", arguments }).await;
    }
    for server in ["first", "second"] {
        let field = json!({ "password": { "title": "Password" } });
        window.ask_for(server, server, field, &["password"]).await;
    }
    window.run(LISTEN).await;
    Dialog::wait_until_alive(&desktop, TITLE, "Send");
    assert_eq!(asks(&desktop), "first");

    let mut typing = types(&desktop);
    eventually("nothing is typed", async || {
        (Dialog::read(&desktop, TITLE).field(FIELD).len() > 20).then_some(())
    })
    .await;
    let all = desktop.processes();
    let first = all.iter().find(|it| it.line.ends_with("asks_anything.py"));
    first.expect("the server runs").signal(Signal::KILL);
    assert!(typing.wait().unwrap().success());
    let sheet = Dialog::read(&desktop, dialog::TAKEN_BACK);
    assert!(sheet.fields.iter().all(|it| it.text.is_empty()), "{sheet:?}");
    desktop.press_keys(&["Return"]);

    Dialog::wait_until_alive(&desktop, TITLE, "Send");
    assert_eq!(asks(&desktop), "second");
    assert_eq!(Dialog::read(&desktop, TITLE).field(FIELD), "");
    assert!(!fs::read_to_string(&log).unwrap().contains("\"reply\""));
    assert_eq!(window.run("return window.keys").await, json!(0), "the page heard them");
    Dialog::fill(&desktop, TITLE, FIELD, "open");
    Dialog::press(&desktop, TITLE, "Send");
    eventually("it gets no answer", async || {
        fs::read_to_string(&log).unwrap().contains("\"open\"").then_some(())
    })
    .await;
    let told = fs::read_to_string(&log).unwrap();
    assert!(REST.split(' ').all(|it| !told.contains(&format!("{it} "))), "{told}");
}

/// Security 31: what is typed while a question comes is no answer to it.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_while_a_question_comes_is_no_part_of_its_answer() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.add_asker(&desktop).await;
    window.fill_argument("asker/ask_secret", "label", "Password").await;
    let mut typing = types(&desktop);
    window.call_asker("ask_secret", Some(("label", "Password"))).await;
    Dialog::read(&desktop, TITLE);
    let early = typing.try_wait().unwrap().is_none();
    assert!(early, "the question came after all was typed");
    assert!(typing.wait().unwrap().success());
    desktop.press_keys(&["Return"]);
    Dialog::wait_until_alive(&desktop, TITLE, "Send");
    let asked = Dialog::read(&desktop, TITLE);
    let field = &asked.fields[0];
    assert!(field.text.is_empty() && field.focused, "{asked:?}");
}

/// Security 31: a question that comes to the front is as new as one that has just come.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_seen_is_dead_when_it_comes_to_the_front() {
    let desktop = Desktop::start(Theme::Light);
    let notices = Notices::start(&desktop);
    let window = Window::open(&desktop).await;
    window.fill_form(Form { title: "Sleeper", command: "sleep", arguments: &["86399"] }).await;
    for _ in 0..SIGHTS {
        let other = ["-title", OTHER, "-geometry", "400x200+700+20", "Work"];
        let other = Running::start(desktop.command("xmessage").args(other));
        comes_to_front(&desktop, OTHER).await;
        window.press("Add…").await;
        // For all that it knows it has been there long enough.
        Dialog::wait_until_alive(&desktop, dialog::ADDING, "Add and start");
        notices.shows(1).await;
        let clicked = Instant::now();
        notices.click();
        comes_to_front(&desktop, dialog::ADDING).await;
        let pressed = Dialog::press_now(&desktop, dialog::ADDING, "Add and start");
        let early = clicked.elapsed() < DEAD;
        assert!(!(early && pressed), "it was pressed {:?} after the click", clicked.elapsed());
        drop(other);
        if early {
            Dialog::wait_until_alive(&desktop, dialog::ADDING, "Add and start");
            Dialog::press(&desktop, dialog::ADDING, "Cancel");
            Dialog::wait_until_gone(&desktop, dialog::ADDING);
            assert!(!desktop.processes().iter().any(|it| it.line.ends_with("sleep 86399")));
            return;
        }
        Dialog::press(&desktop, dialog::ADDING, "Cancel");
        Dialog::wait_until_gone(&desktop, dialog::ADDING);
    }
    panic!("this machine never sees a dialog in its first {DEAD:?}");
}

/// A person who types on, whatever window is in front.
fn types(desktop: &Desktop) -> Child {
    desktop
        .command("xdotool")
        .args(["type", "--delay", "50", REST])
        .spawn()
        .expect("xdotool is there")
}

/// Whose question is on the screen, by the server's own words.
fn asks(desktop: &Desktop) -> String {
    Dialog::read(desktop, TITLE).texts[2].clone()
}
