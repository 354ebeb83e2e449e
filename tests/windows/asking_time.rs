//! How long a question waits is seen on its dialog, and runs.

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    wait::eventually,
    window::Window,
};

const WORDS: &str = "This closes without an answer in ";

/// HOST-47
#[tokio::test(flavor = "multi_thread")]
async fn the_time_that_is_left_is_seen_and_runs() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.add_asker(&desktop).await;
    window.call_asker("ask_secret", Some(("label", "Password of ada"))).await;
    let first = left(&desktop, dialog::ASKING);
    assert!((200..=300).contains(&first), "{first} seconds of five minutes");
    eventually("the time stands still", async || {
        (left(&desktop, dialog::ASKING) < first).then_some(())
    })
    .await;
    desktop.press_keys(&["Escape"]);
    Dialog::wait_until_gone(&desktop, dialog::ASKING);
    window.call_asker("open_url", Some(("url", "https://example.com/"))).await;
    assert!((200..=300).contains(&left(&desktop, dialog::OPENING)));
}

/// The seconds that a dialog says are left.
fn left(desktop: &Desktop, title: &str) -> u32 {
    let texts = Dialog::read(desktop, title).texts;
    let time =
        texts.iter().find_map(|it| it.strip_prefix(WORDS)).unwrap_or_else(|| panic!("{texts:?}"));
    let (minutes, seconds) = time.split_once(':').expect("minutes and seconds");
    let number = |digits: &str| digits.parse::<u32>().expect("a number");
    number(minutes) * 60 + number(seconds)
}
