//! Where no toolkit can be had, a window of its own asks: the same questions, the same care.

use flows::{
    desktop::{Desktop, Theme},
    prompt::{Asking, web_processes},
    wait::eventually,
    window::field,
};

const SECRET: &str = "Password of ada";
const CANARY: &str = "canary-2b60c1f4-never-to-be-seen";

async fn asker(theme: Theme) -> (Desktop, Asking) {
    let desktop = Desktop::start(theme);
    let asking = Asking::open(&desktop).await;
    asking.add_asker().await;
    (desktop, asking)
}

async fn ask_secret(asking: &Asking) {
    asking.window.call_asker("ask_secret", Some(("label", SECRET))).await;
    asking.enter().await;
}

/// HOST-42, HOST-43, security 16 and 30.
#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_typed_masked_and_only_the_server_gets_it() {
    let (desktop, asking) = asker(Theme::Light).await;
    let before = web_processes(&desktop);
    ask_secret(&asking).await;
    assert_eq!(asking.heading().await, "Server “Asker” asks, for the call “ask_secret”");
    asking.window.sees("The demo asks for: Password of ada").await;
    let line = asking.window.element(&field(SECRET)).await;
    assert_eq!(line.attr("type").await.unwrap().as_deref(), Some("password"));
    assert_eq!(asking.focus().await, "Password of ada (required)");
    let during = web_processes(&desktop);
    let own: Vec<_> = during.difference(&before).collect();
    assert_eq!(own.len(), 1, "the window has a process of its own: {before:?} {during:?}");

    asking.window.fill(&field(SECRET), CANARY).await;
    asking.press("Send").await;
    asking.leave().await;
    asking.window.sees(&format!("Got a secret of {} characters.", CANARY.len())).await;
    assert!(!asking.window.source().await.contains(CANARY));
    eventually("what was typed stays in a process", async || {
        web_processes(&desktop).is_disjoint(&own.iter().map(|it| **it).collect()).then_some(())
    })
    .await;
}
