//! The whole way in the window: from no server to a tool's answer and its log.

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    page::Form,
    window::Window,
};

#[tokio::test(flavor = "multi_thread")]
async fn from_an_empty_window_to_a_tools_answer_and_its_log() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.sees("No servers yet").await;
    window.try_the_demo(&desktop).await;
    window.sees("6 tools").await;

    window.press("Tools").await;
    window.sees("Greet someone").await;
    window.fill_argument("demo/greet", "name", "Ada").await;
    let result = window.run_tool().await;
    assert!(result.contains("Hello, Ada. The demo server is at your desk."), "{result}");

    window.go_to("servers/demo/log").await;
    window.shows("log").await;
    window.element("//*[@data-testid='log']//time").await;
}

/// HOST-1
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_start_says_why_and_the_others_go_on() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.try_the_demo(&desktop).await;
    window
        .submit(Form { title: "Missing", command: "no-such-program-anywhere", arguments: &[] })
        .await;
    Dialog::press(&desktop, dialog::ADDING, "Add and start");
    window.go_to("servers").await;
    window.row_says("missing", "Failed").await;
    window.row_says("demo", "Ready").await;
    window.press("Diagnose Missing").await;
    window.shows("pane").await;
    window.sees("no-such-program-anywhere").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_shown_under_the_policy() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.try_the_demo(&desktop).await;
    window.go_to("tools/demo/picture").await;
    window.sees("Draw a picture").await;
    window.run_tool().await;
    let drawn = "//*[@data-testid='result']//img[@src]";
    window.element(drawn).await;
    let size = window
        .run_async(
            "const done = arguments[arguments.length - 1]; \
             const image = document.querySelector('[data-testid=result] img'); \
             image.decode().then(() => done(image.naturalWidth), it => done(String(it)));",
        )
        .await;
    assert_eq!(size, serde_json::json!(480));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_call_can_be_cancelled() {
    let desktop = Desktop::start(Theme::Light);
    let window = Window::open(&desktop).await;
    window.try_the_demo(&desktop).await;
    window.fill_argument("demo/slow", "seconds", "500").await;
    window.press("Run").await;
    window.sees("Step 1 of 5").await;
    window.press("Cancel").await;
    window.sees("Cancelled").await;
}
