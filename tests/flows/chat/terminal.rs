//! `stewardctl chat` and `stewardctl models`: what is printed where, who is asked what, and the status.

use flows::{
    canary::Canary,
    model::{
        MODEL, Model,
        moves::{Asks, Gate, Move},
    },
    peers,
    pty::{Seated, alone},
    terminal::{Ran, Terminal},
    wait::eventually,
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use crate::prompts_secret::in_session;

const ECHO: &str = "mcp__obliging__echo";

/// A terminal where a model that plays these moves is known, and a server that writes down what it
/// sees.
async fn at_terminal(moves: impl IntoIterator<Item = Move>) -> (Terminal, Model) {
    let (terminal, model) = (Terminal::new(), Model::start(moves).await);
    let url = model.url();
    let added = run(&terminal, &["models", "add", "scripted", "--url", &url]).await;
    assert_eq!(added.status, Some(0), "{added:?}");
    assert_eq!(added.out, format!("1  scripted  {url}\n  {MODEL}\n"));
    let witness = terminal.witness("obliging");
    terminal.add("obliging", &peers::scripted("obliging", witness.path()));
    (terminal, model)
}

/// Runs a command while the model can answer.
async fn run(terminal: &Terminal, arguments: &[&str]) -> Ran {
    let mut command = terminal.command(arguments);
    spawn_blocking(move || Ran::of(command.output().unwrap())).await.unwrap()
}

fn echo(id: &str) -> Asks {
    Asks::new(id, ECHO, &json!({}))
}

/// Types at a terminal of its own while the model can answer.
async fn seated<T: Send + 'static>(
    terminal: &Terminal,
    arguments: &[&str],
    work: impl FnOnce(Seated) -> T + Send + 'static,
) -> T {
    let seated = Seated::start(&terminal.command(arguments));
    spawn_blocking(move || work(seated)).await.unwrap()
}

/// The issue, terminal.
#[tokio::test]
async fn an_answer_goes_to_the_output_and_all_else_beside_it() {
    let (terminal, model) =
        at_terminal([Move::think("Hm, hm.", "Hello, *Ada*."), Move::say("Again.\n")]).await;
    let said = run(&terminal, &["chat", "Hello", "--model", "scripted/scripted-1"]).await;
    assert_eq!((said.status, said.out.as_str()), (Some(0), "Hello, *Ada*.\n"), "{said:?}");
    assert!(said.err.contains("100 tokens in (40 from the cache), 20 out"), "{said:?}");
    let id = said.err.lines().find_map(|it| it.strip_prefix("conversation ")).unwrap();
    // It goes on with the same model, which is the one that was chosen last, too.
    let again = run(&terminal, &["chat", "Again", "--conversation", id]).await;
    assert_eq!((again.status, again.out.as_str()), (Some(0), "Again.\n"), "{again:?}");
    assert_eq!(model.last().len(), 4, "all that was said before goes along");
    model.check_all(&[]);
}

#[tokio::test]
async fn a_program_gets_each_event_as_a_line() {
    let (terminal, model) = at_terminal([Move::say("Hello.")]).await;
    let said = run(&terminal, &["--json", "chat", "Hello", "--model", MODEL]).await;
    let events: Vec<Value> = said.out.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let told: String = events
        .iter()
        .filter(|it| it["event"] == "replyGrew")
        .filter_map(|it| it["text"].as_str())
        .collect();
    assert!("Hello.".starts_with(&told), "{told}");
    let last = events.last().unwrap();
    assert_eq!((&last["event"], &last["turn"]["state"]), (&json!("turnChanged"), &json!("idle")));
    model.check_all(&[]);
}

/// HOST-35
#[tokio::test]
async fn a_call_that_wants_a_yes_is_refused_where_nobody_can_give_it() {
    let (terminal, model) = at_terminal([Move::call([echo("e")]), Move::say("A pity.")]).await;
    let mut command = alone(&terminal.command(&["chat", "Echo", "--model", MODEL]));
    let said = spawn_blocking(move || Ran::of(command.output().unwrap())).await.unwrap();
    assert_eq!((said.status, said.out.as_str()), (Some(1), "A pity.\n"), "{said:?}");
    assert!(said.err.contains("there is no terminal to ask you on: it was refused"), "{said:?}");
    assert!(said.err.contains("\nhint: "), "{said:?}");
    assert!(terminal.witness("obliging").received("tools/call").is_empty());
    model.check_all(&[]);
}

/// HOST-35
#[tokio::test]
async fn a_yes_is_typed_at_the_terminal_for_once_or_for_the_conversation() {
    let moves = [
        Move::say_and_call("I try.", [echo("1")]),
        Move::call([echo("2")]),
        Move::call([echo("3")]),
        Move::say("Done."),
    ];
    let (terminal, model) = at_terminal(moves).await;
    let left = seated(&terminal, &["chat", "Echo", "--model", MODEL], |mut seated| {
        seated.sees("The model wants to call “echo” of “obliging”:");
        seated.sees("[N]o: ");
        seated.types("y");
        seated.sees("[N]o: ");
        seated.types("c");
        seated.leaves()
    })
    .await;
    assert_eq!((left.ran.status, left.ran.out.as_str()), (Some(0), "I try.\nDone.\n"), "{left:?}");
    assert!(left.as_before);
    assert_eq!(left.text().matches("wants to call").count(), 2, "the third runs by itself");
    assert!(left.ran.err.contains("obliging/echo is done"), "{left:?}");
    assert_eq!(terminal.witness("obliging").received("tools/call").len(), 3);
    model.check_all(&[]);
}

/// HOST-42 HOST-48: whoever owns the folder, the terminal of the conversation is asked; what a server
/// gives back of a secret gets to the model no more than the secret itself.
#[tokio::test]
async fn a_secret_is_asked_at_this_terminal_and_never_gets_to_the_model() {
    for served in [false, true] {
        let label = json!({ "label": "Door code" });
        let calls = ["asker", "leaker"]
            .map(|it| Move::call([Asks::new(it, &format!("mcp__{it}__ask_secret"), &label)]));
        let (terminal, model) =
            at_terminal(calls.into_iter().chain([Move::say("Thank you.")])).await;
        terminal.add("asker", &peers::asker());
        terminal.add("leaker", &peers::asker().with(&["--leak"]));
        let serving = served.then(|| terminal.serve());
        let canary = Canary::new();
        let typed = canary.clone();
        let left = seated(&terminal, &["chat", "Ask", "--model", MODEL], move |mut seated| {
            for server in ["asker", "leaker"] {
                seated.sees("[N]o: ");
                seated.types("y");
                seated.sees(&format!("Server “{server}” asks, for the call “ask_secret”:"));
                seated.sees("> ");
                assert!(!seated.echoes());
                seated.types(typed.value());
                seated.sees("[S]end");
                seated.types("");
            }
            seated.leaves()
        })
        .await;
        assert_eq!((left.ran.status, left.ran.out.as_str()), (Some(0), "Thank you.\n"), "{left:?}");
        let length = canary.value().chars().count();
        let told = model.results();
        assert_eq!(
            told[0].1,
            format!("Got a secret of {length} characters."),
            "it got to the server"
        );
        model.check_all(&[&canary]);
        assert_eq!(canary.seen_below(terminal.home()), []);
        if let Some(serving) = serving {
            serving.end();
        }
    }
}

/// HOST-64: a key is typed unseen, kept in the keychain, and given to its provider alone.
#[tokio::test]
async fn a_key_of_a_provider_is_typed_unseen_and_opens_it() {
    let (terminal, model) = (Terminal::new(), Model::start([Move::say("Welcome.")]).await);
    let key = format!("sk-{}", std::process::id());
    model.wants_key(&key);
    let url = model.url();
    let add = format!("ctl models add locked --key --url {url}");
    let typed = key.clone();
    let left = spawn_blocking(move || {
        let mut seated = in_session(&terminal);
        seated.types(&add);
        seated.sees("Value: ");
        assert!(!seated.echoes());
        seated.types(&typed);
        seated.sees("The same again: ");
        seated.types(&typed);
        seated.sees("<0>");
        seated.types("ctl chat Hello --model locked/scripted-1");
        seated.sees("<0>");
        seated.types("exit");
        seated.leaves()
    })
    .await
    .unwrap();
    assert!(left.ran.out.contains("locked") && left.ran.out.ends_with("Welcome.\n"), "{left:?}");
    assert!(left.ran.out.contains(", with a key\n"), "{left:?}");
    let received = model.received().remove(0);
    assert_eq!(received.authorization, Some(format!("Bearer {key}")));
    let shown = [left.text(), left.ran.out, left.ran.err].concat();
    assert!(!shown.contains(&key), "it is shown nowhere");
    assert!(!String::from_utf8_lossy(&received.raw).contains(&key));
}

/// HOST-36
#[tokio::test]
async fn ctrl_c_stops_the_model_and_its_calls_whoever_owns_the_folder() {
    for served in [false, true] {
        let never = Asks::new("n", "mcp__hang__never", &json!({}));
        let gate = Gate::default();
        let moves = [Move::say_past("Once", &gate, " more"), Move::call([never])];
        let (terminal, model) = at_terminal(moves).await;
        let witness = terminal.witness("hang");
        terminal.add("hang", &peers::scripted("hang", witness.path()));
        let serving = served.then(|| terminal.serve());
        let asked = terminal.command(&["chat", "Tell", "--model", MODEL]).spawn().unwrap();
        model.was_asked(1).await;
        kill_process(Pid::from_child(&asked), Signal::INT).unwrap();
        let said = spawn_blocking(move || Ran::at_the_end_of(asked)).await.unwrap();
        assert_eq!(said.status, Some(1), "{said:?}");
        model.was_left(1).await;
        let left = seated(&terminal, &["chat", "Wait", "--model", MODEL], move |mut seated| {
            seated.sees("[N]o: ");
            seated.types("y");
            seated
        })
        .await;
        witness.event("never").await;
        kill_process(left.pid(), Signal::INT).unwrap();
        let left = spawn_blocking(move || left.leaves()).await.unwrap();
        assert_eq!(left.ran.status, Some(1), "{left:?}");
        if served {
            let told = async || witness.received("notifications/cancelled").into_iter().next();
            eventually("the server is not told", told).await;
        }
        model.check_all(&[]);
        if let Some(serving) = serving {
            serving.end();
        }
    }
}

#[tokio::test]
async fn what_cannot_be_meant_and_what_goes_wrong_is_said_in_words() {
    let (terminal, model) = at_terminal([Move::refuse(401, "No such key.")]).await;
    for (arguments, status, words) in [
        (&["chat", "Hi", "--model", "nobody"][..], 2, "no model `nobody`"),
        (&["chat", "Hi", "--conversation", "none"], 2, "none"),
        (&["models", "remove", "other"], 2, "no provider `other`"),
        (&["models", "add", "x", "--url", "http://example.com"], 2, "http"),
        (&["chat", "Hi", "--model", MODEL], 1, "key"),
    ] {
        let ran = run(&terminal, arguments).await;
        assert_eq!(ran.status, Some(status), "{ran:?}");
        assert!(ran.err.contains("error: ") && ran.err.contains(words), "{ran:?}");
        assert_eq!(ran.out, "", "{ran:?}");
    }
    model.check_all(&[]);
}

#[tokio::test]
async fn models_are_listed_tested_and_removed() {
    let report = Asks::new("r", "report_ready", &json!({ "ready": true }));
    let (terminal, model) = at_terminal([Move::say("ready"), Move::call([report])]).await;
    let listed = run(&terminal, &["models", "--json"]).await;
    let listed: Value = serde_json::from_str(&listed.out).unwrap();
    assert_eq!(
        (&listed[0]["name"], &listed[0]["models"][0]["id"]),
        (&"scripted".into(), &MODEL.into())
    );
    let tested = run(&terminal, &["models", "test", MODEL]).await;
    assert_eq!(tested.status, Some(0), "{tested:?}");
    assert!(tested.out.lines().all(|it| it.starts_with("ok  ")), "{tested:?}");
    model.wants_key("sk-none");
    let tested = run(&terminal, &["models", "test", "scripted/scripted-1"]).await;
    assert_eq!(tested.status, Some(1), "{tested:?}");
    assert!(tested.out.contains("no  "), "{tested:?}");
    assert_eq!(run(&terminal, &["models", "remove", "Scripted"]).await.out, "removed scripted\n");
    assert_eq!(run(&terminal, &["models"]).await.out, "");
}
