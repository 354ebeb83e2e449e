//! What servers offer beside tools, as a person or a script reads it at a terminal.

use std::{
    io::{BufRead as _, BufReader},
    sync::mpsc::channel,
    time::Duration,
};

use flows::{
    peers::{self, Era},
    terminal::{Ran, Terminal},
    wait::eventually,
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

/// Ten times what anything here should take.
const LIMIT: Duration = Duration::from_secs(60);

fn json_of(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|it| panic!("{it}: {ran:?}"))
}

#[track_caller]
fn prints(ran: &Ran, wanted: &str) {
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), wanted), "{ran:?}");
}

#[track_caller]
fn fails(ran: &Ran, status: i32, words: &str) {
    assert_eq!(ran.status, Some(status), "{ran:?}");
    assert!(ran.err.contains("error: ") && ran.err.contains(words), "{ran:?}");
}

#[test]
fn prompts_and_resources_are_listed_asked_for_and_read() {
    for era in [Era::Modern, Era::Legacy] {
        let terminal = Terminal::new();
        terminal.add("peer", &peers::mcp(era));
        prints(&terminal.run(&["prompts", "peer"]), "review code [language]  Looks at code.\n");
        prints(
            &terminal.run(&["resources", "peer"]),
            "demo://greeting  greeting (text/plain)\n\
             demo://bytes  some_bytes (application/octet-stream)\n\
             demo://city/{name}  city (template)\n",
        );
        let ran = terminal.run(&["get-prompt", "peer", "review", "code=a=b", "language=C"]);
        prints(&ran, "user:\nReview this C: a=b\n");
        prints(&terminal.run(&["read", "peer", "demo://city/Oslo"]), "This is Oslo.");
        let ran = terminal.run(&["complete", "peer", "--prompt", "review", "language", "py"]);
        prints(&ran, "python\npytorch\n");
        let words = ["complete", "peer", "--prompt", "review", "language", "--with", "code=x"];
        prints(&terminal.run(&words), "rust\n");
    }
}

#[test]
fn bytes_go_into_a_file_as_they_are() {
    let terminal = Terminal::new();
    terminal.add("peer", &peers::mcp(Era::Modern));
    let read = terminal.command(&["read", "peer", "demo://bytes"]).output().unwrap();
    assert_eq!(read.stdout, [0, 255, 10, 128]);
    let read = json_of(&terminal.run(&["--json", "read", "peer", "demo://bytes"]));
    let body = &read["parts"][0]["body"];
    assert_eq!((&body["data"], &body["size"]), (&json!("AP8KgA=="), &json!(4)));
    let path = body["file"]["path"].as_str().unwrap();
    assert_eq!(std::fs::read(path).unwrap(), [0, 255, 10, 128]);
}

#[test]
fn what_was_typed_and_cannot_be_done_is_status_two() {
    let terminal = Terminal::new();
    terminal.add("peer", &peers::mcp(Era::Modern));
    fails(&terminal.run(&["get-prompt", "peer", "review"]), 2, "`code` of the prompt is missing");
    fails(&terminal.run(&["get-prompt", "peer", "revue"]), 2, "no prompt `revue`");
    fails(&terminal.run(&["get-prompt", "peer", "review", "code"]), 2, "`code` is no argument");
    fails(&terminal.run(&["prompts", "nobody"]), 2, "No server is named `nobody`");
    fails(&terminal.run(&["servers", "roots", "peer", "add", "nowhere"]), 2, "There is no folder");
    fails(&terminal.run(&["read", "peer", "demo://missing"]), 1, "demo://missing");
    assert_eq!(terminal.run(&["servers", "level", "peer", "loud"]).status, Some(2));
}

#[test]
fn folders_and_levels_are_kept_for_the_next_run() {
    let terminal = Terminal::new();
    terminal.add("peer", &peers::mcp(Era::Legacy));
    let ran = terminal.run(&["servers", "roots", "peer"]);
    assert!(ran.out.is_empty() && ran.err.contains("no folder is shared"), "{ran:?}");
    let home = terminal.home().canonicalize().unwrap().display().to_string();
    let ran = terminal.run(&["servers", "roots", "peer", "add", &home]);
    prints(&ran, &format!("{home}\n"));
    let name = home.rsplit('/').next().unwrap();
    // The structured part wraps the text, and is no mirror of it: both are printed.
    let told = format!("{name}=file://{home}");
    let both = format!("{told}\n{{\"result\":\"{told}\"}}\n");
    prints(&terminal.run(&["call", "peer", "folders"]), &both);
    prints(&terminal.run(&["servers", "level", "peer"]), "default\n");
    prints(&terminal.run(&["servers", "level", "peer", "error"]), "error\n");
    let wishes = json_of(&terminal.run(&["--json", "servers", "level", "peer"]));
    assert_eq!(
        wishes,
        json!({
            "server": "peer", "level": "error", "folders": [home], "pictures": false, "watched": [],
            "can": null,
        })
    );
    let ran = terminal.run(&["--json", "servers", "roots", "peer", "remove", &home]);
    assert_eq!(json_of(&ran)["folders"], json!([]));
    fails(&terminal.run(&["servers", "roots", "peer", "remove", &home]), 2, "is not shared");
}

#[test]
fn the_lists_of_all_that_run_stand_below_their_names() {
    let terminal = Terminal::new();
    terminal.add("peer", &peers::mcp(Era::Modern));
    terminal.add("demo", &peers::demo());
    assert_eq!(terminal.run(&["servers", "disable", "demo"]).status, Some(0));
    let serving = terminal.serve();
    // Whoever asks for one waits until it has listed.
    assert_eq!(terminal.run(&["prompts", "peer"]).status, Some(0));
    prints(&terminal.run(&["prompts"]), "peer:\n  review code [language]  Looks at code.\n");
    drop(serving);
}

/// HOST-9
#[test]
fn a_server_is_found_by_its_title_too() {
    let terminal = Terminal::new();
    terminal.add("My Peer", &peers::mcp(Era::Modern));
    prints(&terminal.run(&["read", "My Peer", "demo://city/Oslo"]), "This is Oslo.");
    let ran = terminal.run(&["servers", "show", "my peer"]);
    assert!(ran.out.starts_with("name     my-peer\n"), "{ran:?}");
    assert!(terminal.run(&["tools", "My Peer"]).status == Some(0));
    fails(&terminal.run(&["tools", "Peer"]), 2, "`my-peer`");
    prints(&terminal.run(&["servers", "disable", "MY PEER"]), "my-peer is off\n");
}

#[tokio::test]
async fn a_resource_that_is_followed_is_printed_again_when_it_changes() {
    for (era, name) in [(Era::Modern, "modern"), (Era::Legacy, "legacy")] {
        let terminal = Terminal::new();
        terminal.add(name, &peers::mcp(era));
        let serving = terminal.serve();
        let words = ["--json", "read", name, "demo://greeting", "--follow"];
        let mut following = terminal.command(&words).spawn().unwrap();
        let shown = BufReader::new(following.stdout.take().unwrap());
        let (say, hears) = channel();
        let reader = std::thread::spawn(move || {
            for line in shown.lines().map_while(Result::ok).filter(|it| it == "}") {
                say.send(line).ok();
            }
        });
        hears.recv_timeout(LIMIT).expect("it is printed at once");
        // A server of the modern era may be behind with what is watched.
        let changed = async || {
            let touch = ["call", name, "touch", r#"{"uri":"demo://greeting"}"#];
            assert_eq!(terminal.run(&touch).status, Some(0));
            hears.recv_timeout(Duration::from_millis(500)).ok()
        };
        eventually("it is not printed again", changed).await;
        kill_process(Pid::from_child(&following), Signal::INT).unwrap();
        let ran = Ran::at_the_end_of(following);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
        reader.join().unwrap();
        serving.end();
    }
}
