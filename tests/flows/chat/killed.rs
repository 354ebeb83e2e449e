//! A kill in the middle of calls, and the conversation afterwards.

use flows::{
    model::{
        MODEL, Model,
        moves::{Asks, Move},
    },
    peers,
    processes::Process,
    pty::Seated,
    terminal::Terminal,
};
use rustix::process::Signal;
use serde_json::json;
use tokio::task::spawn_blocking;

async fn seated<T: Send + 'static>(
    terminal: &Terminal,
    arguments: &[&str],
    work: impl FnOnce(Seated) -> T + Send + 'static,
) -> T {
    let seated = Seated::start(&terminal.command(arguments));
    spawn_blocking(move || work(seated)).await.unwrap()
}

/// HOST-33
#[tokio::test]
async fn after_a_kill_each_call_has_its_result_and_what_waited_can_be_decided() {
    let calls =
        ["never", "echo", "deaf"].map(|it| Asks::new(it, &format!("mcp__hang__{it}"), &json!({})));
    let model = Model::start([Move::call(calls)]).await;
    let terminal = Terminal::new();
    let url = model.url();
    let added = terminal.command(&["models", "add", "scripted", "--url", &url]).spawn().unwrap();
    spawn_blocking(move || added.wait_with_output()).await.unwrap().unwrap();
    let witness = terminal.witness("hang");
    terminal.add("hang", &peers::scripted("hang", witness.path()));
    let serving = terminal.serve();
    let chat = seated(&terminal, &["chat", "Wait", "--model", MODEL], |mut seated| {
        seated.sees("“never”");
        seated.types("y");
        seated.sees("“echo”");
        seated
    })
    .await;
    witness.event("never").await;
    serving.end_by(Signal::KILL);
    let left = spawn_blocking(move || chat.leaves()).await.unwrap();
    assert_eq!(left.ran.status, Some(1), "{left:?}");
    assert!(left.as_before, "the terminal is as it was");
    Process::none_in(terminal.home()).await;

    let id = left.ran.err.lines().find_map(|it| it.strip_prefix("conversation ")).unwrap();
    model.will([Move::say("I see.")]);
    let after = seated(&terminal, &["chat", "--conversation", id], |mut seated| {
        seated.sees("“echo”");
        seated.types("y");
        seated.sees("“deaf”");
        seated.types("n");
        seated.leaves()
    })
    .await;
    assert_eq!((after.ran.status, after.ran.out.as_str()), (Some(0), "I see.\n"), "{after:?}");
    assert!(!after.text().contains("“never”"), "it may have done its work: {after:?}");
    let told = model.results();
    assert!(told[0].1.contains("Whether it did its work is not known"), "{told:?}");
    assert_eq!((told[0].0.as_str(), told[1].1.as_str()), ("never", "ok"));
    assert!(told[2].1.contains("the person said no"), "{told:?}");
    let ran: Vec<_> = witness
        .received("tools/call")
        .into_iter()
        .map(|it| it["params"]["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ran, ["never", "echo"], "nothing runs twice");
    model.check_all(&[]);
}
