//! `stewardctl` for people and for scripts: what is printed where, and the exit status.

use std::fs;

use flows::{
    peers,
    terminal::{Ran, Terminal},
    witness::Witness,
};
use serde_json::{Value, json};

fn with_demo() -> Terminal {
    let terminal = Terminal::new();
    terminal.add("demo", &peers::demo());
    terminal
}

fn json_of(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|it| panic!("{it}: {ran:?}"))
}

#[track_caller]
fn fails(ran: &Ran, status: i32, words: &str) {
    assert_eq!(ran.status, Some(status), "{ran:?}");
    assert!(ran.err.contains("error: ") && ran.err.contains(words), "{ran:?}");
}

/// HOST-4
#[test]
fn adding_prints_the_tools() {
    let terminal = Terminal::new();
    let ran = terminal.add("demo", &peers::demo());
    expect_test::expect![[r#"
        demo is ready, 2026-07-28, 6 tools
          greet
          word_count
          table
          picture
          slow
          fail
    "#]]
    .assert_eq(&ran.out);
    assert_eq!(ran.err, "");
}

#[test]
fn a_call_prints_what_the_tool_gives() {
    let terminal = with_demo();
    let ran = terminal.run(&["call", "demo", "greet", r#"{"name":"Ada"}"#]);
    assert_eq!(ran.status, Some(0));
    assert_eq!(
        (ran.out.as_str(), ran.err.as_str()),
        ("Hello, Ada. The demo server is at your desk.\n", "")
    );
    let ran = terminal.run_with_input(&["call", "demo", "greet", "-"], r#"{"name":"Bo"}"#);
    assert!(ran.out.contains("Hello, Bo"), "arguments come from standard input: {ran:?}");
}

#[test]
fn a_call_as_json_has_everything() {
    let terminal = with_demo();
    let ran = terminal.run(&["--json", "call", "demo", "word_count", r#"{"text":"a b a"}"#]);
    let outcome = json_of(&ran);
    assert_eq!(outcome["structured"]["words"], 3);
    assert_eq!(outcome["isError"], false);
    let picture = json_of(&terminal.run(&["--json", "call", "demo", "picture", r#"{"width":16}"#]));
    let file = picture["blocks"][0]["file"]["path"].as_str().unwrap();
    assert!(std::fs::read(file).unwrap().starts_with(b"\x89PNG\r\n"), "{file}");
    assert!(picture["raw"].as_str().unwrap().contains("iVBORw0KGgo"), "the reply as it came");
}

#[test]
fn a_tool_that_fails_is_status_one() {
    let terminal = with_demo();
    let ran = terminal.run(&["call", "demo", "fail", r#"{"message":"as asked"}"#]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(1), "as asked\n"));
}

#[test]
fn a_server_that_does_not_start_is_status_one_with_its_last_words() {
    let terminal = Terminal::new();
    let script = "import sys; sys.exit('no configuration')";
    let ran = terminal.run(&["servers", "add", "bad", "--", "python3", "-c", script]);
    fails(&ran, 1, "stopped at once (exit status 1)");
    assert!(ran.err.contains("no configuration") && ran.err.contains("\nhint: "), "{ran:?}");
    let ran = terminal.run(&["call", "bad", "any"]);
    fails(&ran, 1, "stopped at once");
}

#[test]
fn wrong_usage_is_status_two() {
    let terminal = with_demo();
    for arguments in [
        ["call", "demo"].as_slice(),
        &["no-such-command"],
        &["servers", "add", "x"],
        &["servers", "add", "x", "--url", "https://example.com", "--", "cat"],
    ] {
        let ran = terminal.run(arguments);
        assert_eq!(ran.status, Some(2), "{arguments:?}: {ran:?}");
        assert!(ran.err.starts_with("error: "), "{ran:?}");
    }
    fails(&terminal.run(&["call", "demo", "greet", "[1]"]), 2, "not an object");
    fails(&terminal.run(&["call", "demo", "greet", "{"]), 2, "line 1, column 1");
    fails(&terminal.run(&["call", "demo", "greet", "{}"]), 2, "name");
    fails(&terminal.run(&["call", "demo", "Greet", "{}"]), 2, "did you mean `greet`");
    fails(&terminal.run(&["call", "dmeo", "greet"]), 2, "`demo`");
    fails(&terminal.run(&["servers", "show", "dmeo"]), 2, "`dmeo`");
    fails(&terminal.run(&["servers", "add", "demo", "--", "cat"]), 2, "`demo`");
    fails(&terminal.run(&["servers", "import", "/no/such/file"]), 2, "/no/such/file");
}

#[test]
fn without_arguments_it_says_what_can_be_typed() {
    let terminal = Terminal::new();
    let ran = terminal.run(&[]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.err.contains("Usage: stewardctl"), "{ran:?}");
    let ran = terminal.run(&["--help"]);
    assert_eq!(ran.status, Some(0));
    assert!(ran.out.contains("Usage: stewardctl"), "{ran:?}");
}

#[test]
fn servers_are_listed_shown_switched_and_removed() {
    let terminal = with_demo();
    let list = json_of(&terminal.run(&["servers", "list", "--json"]));
    assert_eq!((&list[0]["name"], &list[0]["on"]), (&"demo".into(), &true.into()));
    assert!(terminal.run(&["servers", "show", "demo"]).out.contains("demo_server.py"));
    assert_eq!(terminal.run(&["servers", "disable", "demo"]).out, "demo is off\n");
    let called = terminal.run(&["call", "demo", "greet", r#"{"name":"Ada"}"#]);
    fails(&called, 1, "switched off");
    assert!(called.err.contains("stewardctl servers enable demo"), "{called:?}");
    assert!(terminal.run(&["servers", "enable", "demo"]).out.starts_with("demo is ready"));
    let again = terminal.run(&["servers", "restart", "demo"]);
    assert!(again.status == Some(0) && again.out.starts_with("demo is ready"), "{again:?}");
    fails(&terminal.run(&["servers", "restart", "dmeo"]), 2, "`demo`");
    assert!(terminal.run(&["servers", "remove", "demo"]).out.starts_with("removed demo"));
    assert_eq!(terminal.run(&["servers", "list", "--json"]).out, "[]\n");
    assert!(!terminal.log("demo").is_empty(), "its log is kept");
}

#[test]
fn tools_are_listed_with_their_first_line() {
    let terminal = with_demo();
    let ran = terminal.run(&["tools", "demo"]);
    assert_eq!(ran.out.lines().count(), 6, "{ran:?}");
    assert!(ran.out.starts_with("greet  Greets a person"), "{ran:?}");
    let ran = terminal.run(&["tools"]);
    assert!(ran.out.starts_with("demo:\n  greet"), "{ran:?}");
}

#[test]
fn a_log_is_printed_as_it_is_kept() {
    let terminal = with_demo();
    let ran = terminal.run(&["logs", "demo"]);
    assert_eq!(ran.out, terminal.log("demo"));
    let ran = terminal.run(&["logs", "demo", "-n", "1", "--json"]);
    assert_eq!(json_of(&ran)["tag"], "lifecycle");
}

#[test]
fn a_server_at_an_address_that_cannot_be_reached_is_kept_and_says_so() {
    let terminal = Terminal::new();
    let ran = terminal.run(&["servers", "add", "far", "--url", "https://mcp.invalid/mcp"]);
    fails(&ran, 1, "cannot be reached");
    let row = json_of(&terminal.run(&["servers", "show", "far", "--json"]));
    assert_eq!(row["transport"]["url"], "https://mcp.invalid/mcp");
    fails(&terminal.run(&["call", "far", "any"]), 1, "cannot be reached");
}

/// A file with a server that writes down its starts, and the demo, whose entry has an odd key.
fn file_of_servers(terminal: &Terminal, witness: &Witness) -> String {
    let (demo, scripted) = (peers::demo(), peers::scripted("obliging", witness.path()));
    let text = format!(
        r#"{{ // of another client
            "mcpServers": {{
                "demo": {{ "command": {:?}, "args": {:?}, "colour": "red" }},
                "obliging": {{ "command": {:?}, "args": {:?} }},
            }}
        }}"#,
        demo.command, demo.args, scripted.command, scripted.args
    );
    let file = terminal.home().join("servers.json");
    fs::write(&file, text).unwrap();
    file.display().to_string()
}

#[test]
fn a_file_of_servers_is_imported_and_none_is_started() {
    let terminal = Terminal::new();
    let witness = terminal.witness("obliging");
    let file = file_of_servers(&terminal, &witness);
    let ran = terminal.run(&["servers", "import", &file]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.out.contains("obliging.py"), "what each would run is shown: {ran:?}");
    assert!(ran.err.contains("note: demo: ") && ran.err.contains("colour"), "{ran:?}");
    let list = json_of(&terminal.run(&["servers", "list", "--json"]));
    for row in list.as_array().unwrap() {
        assert_eq!((&row["on"], &row["source"]), (&json!(false), &json!("import")), "{row}");
    }
    fails(&terminal.run(&["call", "obliging", "echo"]), 1, "switched off");
    assert!(witness.rows().is_empty(), "nobody has allowed it");
}

/// Whoever pipes a file in has not seen what is in it.
#[test]
fn an_imported_server_is_not_started_without_a_person() {
    let terminal = Terminal::new();
    let witness = terminal.witness("obliging");
    let file = file_of_servers(&terminal, &witness);
    terminal.run(&["servers", "import", &file]);
    let ran = terminal.run_with_input(&["servers", "enable", "obliging"], "y\n");
    fails(&ran, 1, "obliging.py");
    fails(&terminal.run(&["servers", "enable", "obliging", "--yes"]), 2, "--yes");
    fails(&terminal.run(&["servers", "restart", "obliging"]), 1, "obliging.py");
    assert!(witness.rows().is_empty());

    // Whoever has looked can type what the refusal said, and that allows nothing else.
    let typed = ran.err.rsplit('`').nth(1).unwrap().strip_prefix("stewardctl ").unwrap();
    let typed: Vec<_> = typed.split(' ').collect();
    let text = fs::read_to_string(&file).unwrap().replace("obliging.py", "hang.py");
    let changed = terminal.run_with_input(&["servers", "import", "-", "--replace"], &text);
    assert_eq!(changed.status, Some(0), "{changed:?}");
    fails(&terminal.run(&typed), 1, "fingerprint");
    terminal.run(&["servers", "import", &file, "--replace"]);
    assert_eq!(terminal.run(&typed).status, Some(0));
    assert_eq!(terminal.run(&["call", "obliging", "echo"]).out, "ok\n");
}

#[test]
fn one_bad_entry_of_a_file_stops_no_other() {
    let terminal = with_demo();
    let witness = terminal.witness("obliging");
    let file = file_of_servers(&terminal, &witness);
    let ran = terminal.run(&["servers", "import", &file]);
    fails(&ran, 2, "`demo`");
    let list = json_of(&terminal.run(&["servers", "list", "--json"]));
    assert_eq!(list.as_array().map(Vec::len), Some(2), "the other one is there: {list}");
    let text = fs::read_to_string(&file).unwrap();
    let again = terminal.run_with_input(&["servers", "import", "-", "--replace"], &text);
    assert_eq!(again.status, Some(0), "{again:?}");
}

#[test]
fn words_of_a_server_cannot_move_the_cursor() {
    let terminal = with_demo();
    let ran = terminal.run(&["call", "demo", "greet", r#"{"name":"\u001b[2J\u202egnp"}"#]);
    assert_eq!(ran.status, Some(0));
    assert!(!ran.out.contains(['\u{1b}', '\u{202e}']), "{:?}", ran.out);
}
