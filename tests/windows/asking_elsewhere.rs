//! A question that comes while the person is elsewhere: told by the desktop, without what it asks.

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    notices::{Notices, comes_to_front, in_front},
    processes::Running,
    window::Window,
};

const TITLE: &str = dialog::ASKING;

/// What else the person does meanwhile.
const OTHER: &str = "Something else";

/// Issue, part 3.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_asked_elsewhere_is_told_and_a_click_brings_it() {
    let desktop = Desktop::start(Theme::Light);
    let notices = Notices::start(&desktop);
    let window = Window::open(&desktop).await;
    window.add_asker(&desktop).await;
    let other = ["-title", OTHER, "-geometry", "400x200+700+20", "Work"];
    let _other = Running::start(desktop.command("xmessage").args(other));
    comes_to_front(&desktop, OTHER).await;

    window.call_asker("ask_secret", Some(("label", "The word of words"))).await;
    Dialog::read(&desktop, TITLE);
    notices.shows(1).await;
    let noted = notices.noted();
    assert_eq!(noted.len(), 1, "{noted:?}");
    assert!(noted[0].starts_with("Steward|Server “Asker” asks you something||"), "{noted:?}");
    assert!(!noted[0].contains("word"), "nothing of what it asks: {noted:?}");
    assert_eq!(in_front(&desktop), OTHER, "a question takes nobody's keys away");

    notices.click();
    comes_to_front(&desktop, TITLE).await;
    Dialog::fill(&desktop, TITLE, "The word of words (required)", "sesame");
    Dialog::press(&desktop, TITLE, "Send");
    window.sees("Got a secret of 6 characters.").await;
    notices.shows(0).await;
}

/// Issue, part 3: a notice goes with its question, and none comes while the window is in front.
#[tokio::test(flavor = "multi_thread")]
async fn a_notice_is_there_only_while_it_is_needed() {
    let desktop = Desktop::start(Theme::Light);
    let notices = Notices::start(&desktop);
    let window = Window::open(&desktop).await;
    window.add_asker(&desktop).await;
    window.call_asker("confirm", Some(("action", "restart"))).await;
    Dialog::press(&desktop, TITLE, "Yes");
    window.sees("Accepted: restart.").await;
    assert_eq!(notices.noted(), Vec::<String>::new());

    let other = Running::start(desktop.command("xmessage").args(["-title", OTHER, "Work"]));
    comes_to_front(&desktop, OTHER).await;
    window.call_asker("confirm", Some(("action", "erase"))).await;
    notices.shows(1).await;
    Dialog::press(&desktop, TITLE, "No");
    window.sees("Declined: erase.").await;
    notices.shows(0).await;
    drop(other);
}

/// Without the service there is the dialog all the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_desktop_that_shows_no_notices_costs_no_question() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.add_asker(&desktop).await;
    let _other = Running::start(desktop.command("xmessage").args(["-title", OTHER, "Work"]));
    comes_to_front(&desktop, OTHER).await;
    window.call_asker("confirm", Some(("action", "restart"))).await;
    Dialog::press(&desktop, TITLE, "Yes");
    window.sees("Accepted: restart.").await;
}
