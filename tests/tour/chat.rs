//! The tour of the chat: the empty page, and a card in each of its states, in the light, in the dark
//! and where there is little room.

use std::{path::Path, time::Duration};

use flows::{
    desktop::{Desktop, Screen, Theme},
    dialog::{self, Dialog},
    model::{
        MODEL, Model,
        moves::{Asks, Move},
    },
    page::Form,
    peers,
    wait::eventually,
    window::Window,
    witness::Witness,
};
use rustix::process::Signal;
use serde_json::{Value, json};

/// What moves in stands by then.
const CALM: Duration = Duration::from_millis(900);

/// Each with the name that its pictures have.
const LOOKS: [(&str, Screen, Theme); 3] = [
    ("light", Screen { wide: 1280, high: 900, texts: 100 }, Theme::Light),
    ("dark", Screen { wide: 1280, high: 900, texts: 100 }, Theme::Dark),
    ("narrow", Screen { wide: 640, high: 800, texts: 100 }, Theme::Light),
];

struct Walk<'a> {
    folder: &'a Path,
    look: &'a str,
    desktop: Desktop,
    window: Window,
    model: Model,
    taken: Vec<String>,
}

/// Walks through a conversation; the names of the pictures.
///
/// # Panics
/// When a card does not come to its state.
pub(crate) async fn walk(folder: &Path) -> Vec<String> {
    let mut taken = Vec::new();
    for (look, screen, theme) in LOOKS {
        let desktop = Desktop::on(screen, theme);
        desktop.start_keychain();
        let window = Window::open(&desktop).await;
        let model = Model::start([]).await;
        let mut walk = Walk { folder, look, desktop, window, model, taken: Vec::new() };
        walk.empty().await;
        walk.servers().await;
        walk.asking().await;
        walk.results().await;
        walk.endings().await;
        walk.broken_off().await;
        taken.append(&mut walk.taken);
    }
    taken
}

impl Walk<'_> {
    /// Before there is anything to talk with, and before anything is said.
    async fn empty(&mut self) {
        self.window.go_to("chat").await;
        self.take("nothing-yet").await;
        self.window.go_to("servers").await;
        self.window.try_the_demo(&self.desktop).await;
        self.window.add_provider(&self.desktop, &self.model, "an invented key").await;
        self.take("models").await;
        self.window.go_to("chat").await;
        self.window.choose_model(MODEL).await;
        self.take("new").await;
    }

    async fn servers(&mut self) {
        self.window.add_asker(&self.desktop).await;
        let witness = Witness::below(self.desktop.home(), "media");
        for (title, script) in [("Media", "result_media"), ("Hang", "hang")] {
            let program = peers::scripted(script, witness.path());
            let arguments: Vec<&str> = program.args.iter().map(String::as_str).collect();
            let form = Form { title, command: &program.command, arguments: &arguments };
            self.window.add(&self.desktop, form).await;
        }
    }

    /// Two calls at once: one waits for leave, one asks for a secret.
    async fn asking(&mut self) {
        let calls = [
            asks("demo", "greet", &json!({ "name": "Ada" })),
            asks("asker", "ask_secret", &json!({ "label": "Door code" })),
        ];
        self.model.will([Move::say_and_call("Let me see.", calls), Move::say(REPLY)]);
        self.window.go_to("chat").await;
        self.window.say("Greet Ada, and open the door.").await;
        self.window.card("greet", "pending").await;
        self.window.card("ask_secret", "pending").await;
        self.take("waiting").await;
        self.window.answer_card("ask_secret", "Allow once").await;
        self.window.sees("Asks you for a secret, such as a password").await;
        Dialog::read(&self.desktop, dialog::ASKING);
        self.take("asking").await;
        Dialog::fill(&self.desktop, dialog::ASKING, "Door code (required)", "an invented code");
        Dialog::press(&self.desktop, dialog::ASKING, "Send");
        Dialog::wait_until_gone(&self.desktop, dialog::ASKING);
        self.window.answer_card("greet", "Allow once").await;
        self.window.answered("The door is open.").await;
        self.take("answered").await;
    }

    /// What calls give: a table, JSON, a picture, a sound, files, and what does not fit.
    async fn results(&mut self) {
        let words =
            json!({ "text": "The parts of November are late, and nobody says when they come." });
        self.call("table", ("demo", "table"), json!({ "rows": 12 }), "done").await;
        self.call("json", ("demo", "word_count"), words, "done").await;
        let size = json!({ "colour": "teal", "width": 320, "height": 180 });
        self.call("picture", ("demo", "picture"), size, "done").await;
        self.call("sound", ("media", "sound"), json!({}), "done").await;
        self.call("files", ("media", "embedded"), json!({}), "done").await;
        self.call("mismatch", ("media", "mismatch_type"), json!({}), "done").await;
        self.call("huge", ("media", "huge"), json!({}), "done").await;
    }

    /// How calls can end otherwise.
    async fn endings(&mut self) {
        self.call("failed", ("demo", "fail"), json!({}), "failed").await;
        self.model.will([Move::call([asks(
            "demo",
            "slow",
            &json!({ "seconds": 60, "steps": 30 }),
        )])]);
        self.window.say("Take your time.").await;
        self.window.answer_card("slow", "Allow once").await;
        self.window.card("slow", "running").await;
        self.window.sees("of 30 · Step").await;
        self.take("running").await;
        self.window.press("Stop").await;
        self.window.card("slow", "cancelled").await;
        self.take("cancelled").await;
        let refused = asks("hang", "echo", &json!({}));
        self.model.will([Move::call([refused]), Move::say("Then not.")]);
        self.window.say("And this one?").await;
        self.window.answer_card("echo", "Deny").await;
        self.window.card("echo", "rejected").await;
        self.window.answered("Then not.").await;
        self.take("rejected").await;
        self.model.will([Move::refuse(401, "Incorrect API key provided.")]);
        self.window.say("And without a key?").await;
        self.window.sees("Incorrect API key provided.").await;
        self.take("model-refuses").await;
    }

    /// The program is killed while a call runs.
    async fn broken_off(&mut self) {
        self.model.will([Move::call([asks("hang", "never", &json!({}))])]);
        self.window.say("And for ever?").await;
        self.window.answer_card("never", "Allow once").await;
        self.window.card("never", "running").await;
        let program = self.window.process(&self.desktop);
        program.signal(Signal::KILL);
        eventually("it outlives its kill", async || (!program.lives()).then_some(())).await;
        self.window = Window::open(&self.desktop).await;
        self.window.go_to("chat").await;
        self.window.click("//*[@data-conversation]//a").await;
        self.window.card("never", "interrupted").await;
        self.take("interrupted").await;
        self.window.go_to("approvals").await;
        self.take("approvals").await;
    }

    /// One call whose card comes to this state.
    async fn call(&mut self, what: &str, (server, tool): (&str, &str), given: Value, state: &str) {
        let words = format!("That was the {what}.");
        self.model.will([Move::call([asks(server, tool, &given)]), Move::say(&words)]);
        self.window.say(&format!("Show me: {what}.")).await;
        self.window.answer_card(tool, "Allow once").await;
        self.window.answered(&words).await;
        self.window.card(tool, state).await;
        self.take(what).await;
    }

    async fn take(&mut self, what: &str) {
        tokio::time::sleep(CALM).await;
        let name = format!("chat-{}-{:02}-{what}.png", self.look, self.taken.len() + 1);
        self.desktop.photograph(&self.folder.join(&name));
        self.taken.push(name);
    }
}

/// What is answered at last, with what models write.
const REPLY: &str = "The door is **open**. Three things to know:\n\n1. it closes by itself after a minute\n\
    2. the code is good for `today` alone\n3. nobody else was told\n\n```sh\ndoor close --now\n```\n";

fn asks(server: &str, tool: &str, arguments: &Value) -> Asks {
    Asks::new(&format!("{server}-{tool}"), &format!("mcp__{server}__{tool}"), arguments)
}
