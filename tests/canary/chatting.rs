//! Secrets that come with the chat: the key of a model's provider, and what a call of a turn asks for,
//! which is said back in every way there is; and the conversation that is exported afterwards.

use std::{fs, path::Path};

use flows::{
    dialog::{self, Dialog},
    encode::latin,
    model::{
        MODEL, Model, Received,
        moves::{Asks, Move},
    },
    wait::eventually,
};
use serde_json::{Value, json};

use crate::{
    asked::{MARK, add_leaks},
    ledger::Way,
    look::each_text,
    person::Person,
    value::Canary,
};

/// Servers of both eras that ask in turns alone: what is not remembered any more is forgotten, and a
/// box stays ticked.
const LEAKS: [&str; 2] = ["leaks-turn", "leaks-turn-legacy"];
/// How the leaking servers are told to leak.
const LABELS: [&str; 3] = ["result", "error", "error in place of a result"];

/// Keys of both kinds, each of a provider of its own; then secrets of both kinds to servers of both
/// eras, each in calls of turns. What the model heard and what is exported is kept to be searched.
pub(crate) async fn in_turns(person: &Person) -> [Way; 2] {
    let ways = [Way::kept("key of a model's provider"), Way::passing("asked in a turn")];
    let Person { window, desktop, ground, .. } = person;
    let model = Model::start([]).await;
    // A key with a letter that is not ASCII stands in no header: it is kept, and no model answers.
    for (at, (name, key)) in ["Scripted", "Awkward"].into_iter().zip(&ways[0].canaries).enumerate()
    {
        if at > 0 {
            window.go_to("models").await;
            window.press("Add provider").await;
        }
        window.add_provider_named(desktop, &model, name, key.value()).await;
    }
    add_leaks(person, LEAKS);
    window.let_run(&["ask_secret"]).await;
    Dialog::press(desktop, dialog::ALLOWING, "Allow");
    assert_eq!(window.ended().await, "done");
    begin(person).await;
    for server in LEAKS {
        for canary in &ways[1].canaries {
            for label in LABELS {
                ask(person, &model, server, label, canary).await;
            }
        }
    }
    export(person).await;
    keep(&model, &ground.said);
    ways
}

/// What the model was sent, as it was on the wire and as each text in it was meant.
fn keep(model: &Model, folder: &Path) {
    let mut sent = Vec::new();
    for Received { body, raw, .. } in model.received() {
        sent.extend(raw);
        each_text(&body, &mut |text| {
            for bytes in [Some(text.as_bytes().to_vec()), latin(text)].into_iter().flatten() {
                sent.push(b'\n');
                sent.extend(bytes);
            }
        });
    }
    assert!(!sent.is_empty(), "the model was sent nothing");
    fs::write(folder.join("model.sent"), sent).expect("a file can be written");
}

/// A conversation with the model whose key can be sent.
async fn begin(person: &Person) {
    let Person { window, .. } = person;
    let providers = window.command("list_providers", Value::Null).await;
    let found = providers.as_array().into_iter().flatten().find(|it| it["name"] == "Scripted");
    let provider = found.unwrap_or_else(|| panic!("it is not listed: {providers}"));
    let chosen = json!({ "model": { "provider": provider["id"], "model": MODEL } });
    let conversation = window.command("begin_conversation", chosen).await["id"].clone();
    window.go_to(&format!("chat/{}", conversation.as_str().expect("an id is a text"))).await;
}

/// One turn: the model calls the tool that asks, and its server leaks what the person types.
async fn ask(person: &Person, model: &Model, server: &str, label: &str, canary: &Canary) {
    let Person { window, desktop, .. } = person;
    let number = model.received().len();
    let id = format!("call-{number}");
    let asks = Asks::new(&id, &format!("mcp__{server}__ask_secret"), &json!({ "label": label }));
    let answer = format!("That was {number}.");
    model.will([Move::call([asks]), Move::say(&answer)]);
    window.say(&format!("Leak the {label} of {server}, please")).await;
    Dialog::fill(desktop, dialog::ASKING, &format!("{label} (required)"), canary.value());
    Dialog::press(desktop, dialog::ASKING, "Send");
    Dialog::wait_until_gone(desktop, dialog::ASKING);
    window.answered(&answer).await;
    let told = model.results();
    let leaked = told.iter().find(|it| it.0 == id).expect("the model hears of its call");
    assert!(leaked.1.contains(MARK), "nothing was leaked to the model");
}

/// Exports what was said in both forms, into the home, where all is searched.
async fn export(person: &Person) {
    for (format, ending) in [("Markdown", "md"), ("JSON", "json")] {
        person.window.export(format).await;
        Dialog::press(&person.desktop, dialog::SAVING, "Save");
        Dialog::wait_until_gone(&person.desktop, dialog::SAVING);
        let marked = async || {
            let files = fs::read_dir(&person.ground.home).ok()?.flatten();
            let saved = |it: &fs::DirEntry| it.path().extension().is_some_and(|it| it == ending);
            let text = fs::read_to_string(files.into_iter().find(saved)?.path()).ok()?;
            text.contains(MARK).then_some(())
        };
        eventually("nothing of what was leaked is exported", marked).await;
    }
}
