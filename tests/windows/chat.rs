//! A conversation from the question to the answer, through a kill and on, in the real window.

use flows::{
    canary::Canary,
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    model::{
        MODEL, Model,
        moves::{Asks, Move},
    },
    page::Form,
    peers::{self, Program},
    wait::eventually,
    window::Window,
    witness::Witness,
};
use rustix::process::Signal;
use serde_json::json;

/// What the server does not say again in any spelling.
const MARK: &str = "•••";
/// What the demo says to Ada.
const GREETING: &str = "Hello, Ada. The demo server is at your desk.";

/// The issue's own sentence: two calls at once, a secret, an answer; killed in the middle; and on.
/// HOST-25 HOST-33 HOST-35 HOST-42 HOST-48
#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_goes_on_where_a_kill_broke_it_off_and_no_secret_left_its_call() {
    let (secret, key) = (Canary::new(), Canary::of_letters());
    let model = Model::start([]).await;
    model.wants_key(key.value());
    let desktop = Desktop::start(Theme::Light);
    let witness = Witness::below(desktop.home(), "hang");
    let window = Window::open(&desktop).await;
    window.spy().await;
    window.try_the_demo(&desktop).await;
    add(&desktop, &window, "Leaker", &peers::asker().with(&["--leak"])).await;
    add(&desktop, &window, "Hang", &peers::scripted("hang", witness.path())).await;
    window.add_provider(&desktop, &model, key.value()).await;
    window.let_run(&["ask_secret"]).await;
    Dialog::press(&desktop, dialog::ALLOWING, "Allow");
    assert_eq!(window.ended().await, "done");

    two_calls_at_once(&desktop, &window, &model, &secret).await;
    let told = model.results();
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!(told[0], ("greet".to_owned(), GREETING.to_owned()));
    assert!(told[1].1.contains(MARK), "the leaker leaks: {}", told[1].1);

    model.will([Move::call([
        Asks::new("never", "mcp__hang__never", &json!({})),
        Asks::new("echo", "mcp__hang__echo", &json!({})),
        Asks::new("deaf", "mcp__hang__deaf", &json!({})),
    ])]);
    window.say("And now wait").await;
    window.answer_card("echo", "Allow once").await;
    window.card("echo", "done").await;
    window.answer_card("never", "Allow once").await;
    window.card("never", "running").await;
    witness.event("never").await;
    window.card("deaf", "pending").await;
    window.holds_no(&secret).await;
    window.holds_no(&key).await;
    let program = window.process(&desktop);
    program.signal(Signal::KILL);
    eventually("it outlives its kill", async || (!program.lives()).then_some(())).await;
    drop(window);

    let window = Window::open(&desktop).await;
    window.spy().await;
    go_on(&window, &model).await;
    window.holds_no(&secret).await;
    window.holds_no(&key).await;
    let told = model.results();
    let of = |id: &str| {
        let results: Vec<_> = told.iter().filter(|it| it.0 == id).collect();
        assert_eq!(results.len(), 1, "each call has one result: {told:?}");
        results[0].1.clone()
    };
    assert!(of("never").contains("Whether it did its work is not known"), "{told:?}");
    assert_eq!(of("echo"), "ok");
    assert!(of("deaf").contains("the person said no"), "{told:?}");
    assert_eq!((told.len(), witness.received("tools/call").len()), (5, 2), "nothing runs twice");
    let received = model.received();
    let wanted = format!("Bearer {}", key.value());
    assert!(received.iter().all(|it| it.authorization.as_ref() == Some(&wanted)));
    model.check_all(&[&secret, &key]);
}

/// One waits for leave on its card while the other one asks for a secret in a native dialog.
async fn two_calls_at_once(desktop: &Desktop, window: &Window, model: &Model, secret: &Canary) {
    let calls = [
        Asks::new("greet", "mcp__demo__greet", &json!({ "name": "Ada" })),
        Asks::new("ask", "mcp__leaker__ask_secret", &json!({ "label": "Door code" })),
    ];
    model.will([Move::say_and_call("Let me see.", calls), Move::say("The door is **open**.")]);
    window.go_to("chat").await;
    window.choose_model(MODEL).await;
    window.say("Greet Ada and open the door").await;
    window.card("greet", "pending").await;
    window.sees("Asks you for a secret, such as a password").await;
    Dialog::fill(desktop, dialog::ASKING, "Door code (required)", secret.value());
    Dialog::press(desktop, dialog::ASKING, "Send");
    Dialog::wait_until_gone(desktop, dialog::ASKING);
    let leaked = window.card("ask_secret", "done").await.text().await.expect("it has a text");
    assert!(leaked.contains(MARK), "the leaker leaks: {leaked}");
    window.card("greet", "pending").await;
    window.answer_card("greet", "Allow once").await;
    let greeted = window.card("greet", "done").await.text().await.expect("it has a text");
    assert!(greeted.contains(GREETING), "{greeted}");
    window.answered("The door is open.").await;
}

/// What ran is marked, what was done stays, what waited can still be decided.
async fn go_on(window: &Window, model: &Model) {
    window.go_to("chat").await;
    window.click("//*[@data-conversation]//a").await;
    window.card("never", "interrupted").await;
    window.card("echo", "done").await;
    model.will([Move::say("I see."), Move::say("So it ends.")]);
    window.answer_card("deaf", "Deny").await;
    window.card("deaf", "rejected").await;
    window.answered("I see.").await;
    window.say("And how does it end?").await;
    window.answered("So it ends.").await;
}

async fn add(desktop: &Desktop, window: &Window, title: &str, program: &Program) {
    let arguments: Vec<&str> = program.args.iter().map(String::as_str).collect();
    window.add(desktop, Form { title, command: &program.command, arguments: &arguments }).await;
}
