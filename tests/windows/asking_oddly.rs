//! Questions that try to look like something else, to hide something, or to be too much.

use std::fs;

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    page::Form,
    wait::eventually,
    window::Window,
};
use serde_json::{Value, json};

const TITLE: &str = dialog::ASKING;

async fn anything() -> (Desktop, Window) {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.add_anything(&desktop, "Odd").await;
    (desktop, window)
}

/// Security 13 and native dialogs, issue “bad input”.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_line_is_ours_and_nothing_of_theirs_hides_or_takes_over() {
    let (desktop, window) = anything().await;
    let title = format!("Pass\u{202e}word\n<b>bold</b>{}", "x".repeat(10_000));
    let message = format!(
        "First\nsecond \u{2066}<a href='https://evil.example/'>link</a>{}",
        "y".repeat(9_000)
    );
    let fields =
        json!({ "x": { "title": title, "description": "\u{1b}[31mred", "format": "password" } });
    window.ask_for("odd", &message, fields, &["x"]).await;
    let asked = Dialog::read(&desktop, TITLE);
    assert_eq!(asked.texts[0], "Server “Odd” asks, for the call “ask”");
    assert_eq!(asked.texts[1], "The server says");
    let words = &asked.texts[2];
    assert!(
        words.starts_with("First\nsecond \\u{2066}<a href='https://evil.example/'>link</a>yyy")
    );
    assert!(words.len() <= 2_100, "{}", words.len());
    let name = &asked.fields[0].name;
    assert!(name.starts_with("Pass\\u{202e}word\\n<b>bold</b>xxx"), "{name}");
    assert!(name.ends_with("… (required)") && name.len() < 300, "{name}");
    assert_eq!(asked.fields[0].said, ["\\x1b[31mred"]);
    Dialog::press(&desktop, TITLE, "Decline");
    window.sees("decline").await;
}

/// HOST-45
#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_fields_scroll_and_the_buttons_stay() {
    let (desktop, window) = anything().await;
    let fields = (0..100).map(|at| (format!("f{at}"), json!({ "title": format!("Field {at}") })));
    window.ask_for("odd", "Many.", Value::Object(fields.collect()), &["f99"]).await;
    let asked = Dialog::read(&desktop, TITLE);
    assert_eq!(asked.fields.len(), 100);
    let (_, y) = Dialog::place(&desktop, TITLE, "Send");
    assert!((0..900).contains(&y), "the buttons are on the screen: {y}");
    Dialog::press(&desktop, TITLE, "Send");
    let last = "Field 99 (required)";
    Dialog::fill(&desktop, TITLE, "Field 0", "first");
    assert!(Dialog::read(&desktop, TITLE).line(last).focused);
    Dialog::fill(&desktop, TITLE, last, "last");
    Dialog::press(&desktop, TITLE, "Send");
    let result = window.result().await;
    assert!(result.contains("first") && result.contains("last"), "{result}");
}

/// HOST-45
#[tokio::test(flavor = "multi_thread")]
async fn choices_few_and_many_are_made_and_unmade() {
    let (desktop, window) = anything().await;
    let rows: Vec<_> = (1..=40).map(|at| format!("Row {at}")).collect();
    let fields = json!({
        "few": { "title": "Few", "enum": ["Small", "Large"] },
        "many": { "title": "Many", "enum": rows, "default": "Row 2" },
        "must": { "title": "Must", "enum": rows },
        "_mark": { "title": "A _mark", "type": "boolean" },
    });
    window.ask_for("odd", "Choose.", fields, &["must"]).await;
    let asked = Dialog::read(&desktop, TITLE);
    let chosen = |dialog: &Dialog, name: &str| dialog.choice(name).chosen.clone();
    assert_eq!(chosen(&asked, "Many").as_deref(), Some("Row 2"));
    assert_eq!(chosen(&asked, "Must (required)").as_deref(), Some("Choose one"));
    assert!(asked.choice("No answer").on && !asked.choice("Small").on);
    assert!(!asked.choice("A _mark").on);

    Dialog::press(&desktop, TITLE, "Send");
    Dialog::press(&desktop, TITLE, "Large");
    let wrong = Dialog::read(&desktop, TITLE);
    assert_eq!(wrong.choice("Must (required)").said, ["This must be filled in."]);
    assert!(wrong.choice("Large").on && !wrong.choice("No answer").on);
    Dialog::choose(&desktop, TITLE, "Must (required)", "Row 40");
    Dialog::choose(&desktop, TITLE, "Many", "No answer");
    Dialog::press(&desktop, TITLE, "Send");
    let result = window.result().await;
    assert!(result.contains("Row 40") && result.contains("Large"), "{result}");
    assert!(!result.contains("Row 2"), "{result}");
}

/// HOST-52, security 30: a lone text that does not say what it is may be hidden by hand.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_by_hand_is_hidden_and_may_be_remembered() {
    let (desktop, window) = anything().await;
    let ask = async || {
        let fields = json!({ "answer": { "title": "Your answer" } });
        window.ask_for("odd", "Say it.", fields, &["answer"]).await;
        Dialog::read(&desktop, TITLE)
    };
    let field = "Your answer (required)";
    let asked = ask().await;
    assert!(!asked.line(field).masked);
    assert!(asked.boxes.iter().all(|it| it.name != "Remember in the keychain"), "{asked:?}");
    Dialog::fill(&desktop, TITLE, field, "sesame");
    Dialog::press(&desktop, TITLE, "Hide what I type");
    let hidden = Dialog::read(&desktop, TITLE);
    assert_eq!((hidden.line(field).masked, hidden.field(field)), (true, "●●●●●●"));
    assert!(!hidden.choice("Remember in the keychain").on);
    Dialog::press(&desktop, TITLE, "Remember in the keychain");
    Dialog::press(&desktop, TITLE, "Send");
    window.sees("accept").await;

    let again = ask().await;
    assert_eq!((again.line(field).masked, again.field(field)), (true, "●●●●●●"));
    assert!(again.choice("Remember in the keychain").on && again.choice("Hide what I type").on);
    assert!(
        again.texts.contains(
            &"The keychain filled this in. What you type in its place is sent instead.".to_owned()
        ),
        "{again:?}"
    );
    // Nobody sees what the keychain filled in.
    Dialog::press(&desktop, TITLE, "Hide what I type");
    let seen = Dialog::read(&desktop, TITLE);
    assert_eq!((seen.line(field).masked, seen.field(field)), (false, ""));
    Dialog::press(&desktop, TITLE, "Hide what I type");
    assert_eq!(Dialog::read(&desktop, TITLE).field(field), "", "it does not come back");
    desktop.press_keys(&["Escape"]);
    Dialog::wait_until_gone(&desktop, TITLE);

    let again = ask().await;
    assert_eq!(again.field(field), "●●●●●●", "it is still kept");
    // Without the tick it is sent, and forgotten.
    Dialog::press(&desktop, TITLE, "Remember in the keychain");
    Dialog::press(&desktop, TITLE, "Send");
    Dialog::wait_until_gone(&desktop, TITLE);
    let third = ask().await;
    assert_eq!((third.line(field).masked, third.field(field)), (false, ""));
}

/// HOST-43: a number may be a secret too.
#[tokio::test(flavor = "multi_thread")]
async fn a_number_that_is_a_secret_is_masked_and_arrives_as_a_number() {
    let desktop = Desktop::start(Theme::Dark);
    let window = Window::open(&desktop).await;
    let log = desktop.home().join("odd.log");
    let script = format!("{}/servers/asks_anything.py", env!("CARGO_MANIFEST_DIR"));
    let arguments = [script.as_str(), "--log", log.to_str().unwrap()];
    window
        .add(&desktop, Form { title: "Odd", command: "/usr/bin/python3", arguments: &arguments })
        .await;
    let pin = json!({ "pin": { "title": "PIN", "type": "integer", "minimum": 1000 } });
    window.ask_for("odd", "Unlock.", pin, &["pin"]).await;
    let asked = Dialog::read(&desktop, TITLE);
    assert!(asked.line("PIN (required)").masked, "{asked:?}");
    Dialog::fill(&desktop, TITLE, "PIN (required)", "47x");
    Dialog::press(&desktop, TITLE, "Send");
    let wrong = eventually("nothing is wrong with it", async || {
        let wrong = Dialog::read(&desktop, TITLE);
        wrong.texts.contains(&"Enter a number.".to_owned()).then_some(wrong)
    })
    .await;
    assert_eq!(wrong.field("PIN (required)"), "●●●");
    Dialog::fill(&desktop, TITLE, "PIN (required)", "471100815");
    assert_eq!(Dialog::read(&desktop, TITLE).field("PIN (required)"), "●".repeat(9));
    Dialog::press(&desktop, TITLE, "Send");
    Dialog::wait_until_gone(&desktop, TITLE);
    eventually("it gets no number", async || {
        fs::read_to_string(&log).ok()?.contains(r#""pin": 471100815"#).then_some(())
    })
    .await;
    assert!(!window.source().await.contains("471100815"), "the page has it");
}
