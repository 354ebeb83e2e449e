//! What goes wrong with the prompt window: its page draws nothing, its process dies, the person is
//! elsewhere. The asker gets an answer, and the next question is asked.
//!
//! The driver gives up when a page does; from then on the keyboard and the server's own log are all.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use flows::{
    desktop::{Desktop, Theme},
    notices::{Notices, comes_to_front, in_front},
    processes::Running,
    prompt::{Asking, web_processes},
    wait::eventually,
    window::field,
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

const SECRET: &str = "Password of ada";
const OTHER: &str = "Something else";
/// The title of its window.
const TITLE: &str = "A server asks";
/// What sleeps at first is awake by then.
const AWAKE: Duration = Duration::from_millis(1_500);

/// A window and two servers that ask what they are told to, with their logs.
async fn servers() -> (Desktop, Asking, [PathBuf; 2]) {
    let desktop = Desktop::start(Theme::Light);
    let asking = Asking::open(&desktop).await;
    let logs = ["first", "second"].map(|it| desktop.home().join(it));
    for (title, log) in ["First", "Second"].into_iter().zip(&logs) {
        asking.add_logged(title, "servers/asks_anything.py", log).await;
    }
    (desktop, asking, logs)
}

async fn ask(asking: &Asking, server: &str) {
    let field = json!({ "word": { "title": "Word" } });
    asking.window.ask_for(server, server, field, &["word"]).await;
}

/// Waits until a server's log tells of an answer, which is not that of the person.
async fn given_up(log: &Path) {
    let told = eventually(&format!("no answer in {}", log.display()), async || {
        fs::read_to_string(log).ok().filter(|it| it.contains("\"reply\""))
    })
    .await;
    assert!(told.contains("\"cancel\"") || told.contains("\"decline\""), "{told}");
}

/// Answers the question that is in front, by the keyboard alone.
async fn answer(desktop: &Desktop, log: &Path) {
    eventually("no question is in front", async || {
        (desktop.front_window().as_deref() == Some(TITLE)).then_some(())
    })
    .await;
    for _ in 0..10 {
        tokio::time::sleep(AWAKE).await;
        desktop.press_keys(&["x", "Return"]);
        if fs::read_to_string(log).is_ok_and(|it| it.contains("\"accept\"")) {
            return;
        }
    }
    panic!("the question does not hear the keyboard: {:?}", fs::read_to_string(log));
}

/// Stops the first so many web processes that come from now on, before they draw anything.
fn hold(desktop: &Desktop, before: &BTreeSet<i32>, count: usize) {
    let mut held = BTreeSet::new();
    while held.len() < count {
        for new in web_processes(desktop).difference(before) {
            if held.insert(*new) {
                send(*new, Signal::STOP);
            }
        }
        thread::yield_now();
    }
}

fn send(process: i32, signal: Signal) {
    let process = Pid::from_raw(process).expect("it is a process");
    kill_process(process, signal).expect("it runs");
}

/// Has both servers ask, of whose windows the first so many draw nothing.
async fn ask_held(desktop: &Desktop, asking: &Asking, count: usize) {
    let before = web_processes(desktop);
    thread::scope(|scope| {
        let holding = scope.spawn(|| hold(desktop, &before, count));
        tokio::task::block_in_place(|| {
            tokio::runtime::Handle::current().block_on(ask_both(asking));
        });
        holding.join().expect("it only looks");
    });
}

/// Both calls are under way at once, from one script: a driver whose window hangs answers no more.
async fn ask_both(asking: &Asking) {
    let schema = json!({ "type": "object", "properties": { "word": { "title": "Word" } } });
    let calls: Vec<_> = ["first", "second"]
        .map(|server| {
            let question = json!({ "message": server, "requestedSchema": schema }).to_string();
            let arguments = json!({ "question": question });
            json!({ "call": server, "server": server, "tool": "ask", "arguments": arguments })
        })
        .into();
    let script = format!(
        "for (const payload of {}) \
         window.__TAURI_INTERNALS__.invoke('call', {{ command: 'call_tool', payload }})",
        json!(calls)
    );
    asking.window.run(&script).await;
}

/// HOST-50: a web process that dies takes its question with it, and nothing else.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_dies_ends_its_question_and_the_next_one_is_asked() {
    let (desktop, asking, [first, second]) = servers().await;
    let before = web_processes(&desktop);
    ask(&asking, "first").await;
    asking.enter().await;
    let during = web_processes(&desktop);
    let own: Vec<_> = during.difference(&before).copied().collect();
    assert_eq!(own.len(), 1, "{before:?} {during:?}");
    asking.back().await;
    ask(&asking, "second").await;
    send(own[0], Signal::KILL);
    given_up(&first).await;
    answer(&desktop, &second).await;
}

/// HOST-50: it is made once more.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_draws_nothing_is_made_again() {
    let (desktop, asking, logs) = servers().await;
    ask_held(&desktop, &asking, 1).await;
    eventually("no question is in front", async || {
        (desktop.front_window().as_deref() == Some(TITLE)).then_some(())
    })
    .await;
    assert!(logs.iter().all(|it| !fs::read_to_string(it).unwrap().contains("\"reply\"")));
}

/// HOST-50: and no more often than that.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_cannot_be_shown_is_given_up_and_the_next_one_is_asked() {
    let (desktop, asking, [first, second]) = servers().await;
    ask_held(&desktop, &asking, 2).await;
    let log = desktop.data_dir().join("logs/steward.log");
    eventually("it is not given up", async || {
        fs::read_to_string(&log).ok()?.contains("could not be shown").then_some(())
    })
    .await;
    // Which of both came first is the machine's to say.
    let told = |it: &Path| fs::read_to_string(it).is_ok_and(|it| it.contains("\"reply\""));
    let (given_up, next) = eventually("no server is told", async || {
        let both = [(&first, &second), (&second, &first)];
        both.into_iter().find(|(it, _)| told(it))
    })
    .await;
    // Somebody is there; it is the window that failed.
    let why = fs::read_to_string(given_up).unwrap();
    assert!(why.contains("its dialog could not be shown"), "{why}");
    answer(&desktop, next).await;
}

/// Security 31: what was not seen is dead when it comes to the front, and a notice brings it there.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_asked_elsewhere_is_told_and_a_click_brings_it() {
    let desktop = Desktop::start(Theme::Light);
    let notices = Notices::start(&desktop);
    let asking = Asking::open(&desktop).await;
    asking.add_asker().await;
    assert_eq!(notices.noted(), Vec::<String>::new(), "none comes to a person who is here");
    let other = ["-title", OTHER, "-geometry", "400x200+700+20", "Work"];
    let _other = Running::start(desktop.command("xmessage").args(other));
    comes_to_front(&desktop, OTHER).await;
    asking.window.call_asker("ask_secret", Some(("label", SECRET))).await;
    notices.shows(1).await;
    let noted = notices.noted();
    assert_eq!(noted.len(), 1, "{noted:?}");
    assert!(noted[0].starts_with("Steward|Server “Asker” asks you something||"), "{noted:?}");
    asking.enter().await;
    asking.wakes("Decline").await;
    assert_eq!(in_front(&desktop), OTHER, "a question takes nobody's keys away");
    let dead = "window.addEventListener('focus', () => setTimeout(() => { \
        window.early = document.querySelector('footer button.main').disabled }))";
    asking.window.run(dead).await;
    notices.click();
    comes_to_front(&desktop, TITLE).await;
    eventually("it was awake when it came", async || {
        (asking.window.run("return window.early ?? null").await == json!(true)).then_some(())
    })
    .await;
    asking.window.fill(&field(SECRET), "sesame").await;
    asking.press("Send").await;
    asking.leave().await;
    asking.window.sees("Got a secret of 6 characters.").await;
    notices.shows(0).await;
}
