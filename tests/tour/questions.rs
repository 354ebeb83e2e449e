//! The tour of the questions that servers ask, each of them in the light and in the dark.

use std::{path::Path, time::Duration};

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    unasked::Caller,
    window::Window,
};
use serde_json::{Value, json};

/// Dead buttons have come to life by then.
const CALM: Duration = Duration::from_millis(900);

struct Walk<'a> {
    folder: &'a Path,
    look: &'a str,
    desktop: Desktop,
    window: Window,
    taken: Vec<String>,
}

/// Walks through all questions; the names of the pictures.
///
/// # Panics
/// When a question does not come.
pub(crate) async fn walk(folder: &Path) -> Vec<String> {
    let mut taken = Vec::new();
    for (theme, look) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let desktop = Desktop::start(theme);
        let window = Window::open(&desktop).await;
        let mut walk = Walk { folder, look, desktop, window, taken: Vec::new() };
        walk.window.add_asker(&walk.desktop).await;
        walk.window.add_anything(&walk.desktop, "Anything").await;
        walk.everyday().await;
        walk.odd().await;
        walk.unasked().await;
        taken.append(&mut walk.taken);
    }
    taken
}

impl Walk<'_> {
    async fn everyday(&mut self) {
        let asker = &self.window;
        asker.call_asker("ask_secret", Some(("label", "Password of ada on web-1"))).await;
        self.fill("Password of ada on web-1 (required)", "an invented password");
        self.photograph(dialog::ASKING, "secret").await;
        self.window.call_asker("confirm", Some(("action", "restart the web server"))).await;
        self.photograph(dialog::ASKING, "confirm").await;
        self.window.call_asker("profile", None).await;
        Dialog::read(&self.desktop, dialog::ASKING);
        self.fill("Age (required)", "seventeen");
        Dialog::press(&self.desktop, dialog::ASKING, "Send");
        self.photograph(dialog::ASKING, "profile-wrong").await;
        self.window.call_asker("open_url", Some(("url", "https://example.com/a/page"))).await;
        self.photograph(dialog::OPENING, "page").await;
        let sly = format!("https://аpple.com:8443/sign-in?next=/{}", "x".repeat(900));
        self.window.ask_page("anything", "Sign in at our shop.", &sly).await;
        self.photograph(dialog::OPENING, "page-sly").await;
    }

    async fn odd(&mut self) {
        let plain = json!({ "answer": { "title": "Your answer" } });
        self.ask("What is it called?", plain.clone(), &["answer"]).await;
        self.photograph(dialog::ASKING, "one-text").await;
        self.ask("What is it called?", plain, &["answer"]).await;
        Dialog::press(&self.desktop, dialog::ASKING, "Hide what I type");
        self.photograph(dialog::ASKING, "one-text-hidden").await;
        let rows: Vec<_> = (1..=40).map(|it| format!("Row {it}")).collect();
        let lists = json!({
            "one": { "title": "One of many", "enum": rows },
            "few": { "title": "One of few", "enum": ["Small", "Large"] },
            "some": { "title": "Some of many", "type": "array", "items": { "enum": rows }, "minItems": 2 },
        });
        self.ask("Choose.", lists, &["few", "some"]).await;
        Dialog::press(&self.desktop, dialog::ASKING, "Send");
        self.photograph(dialog::ASKING, "lists").await;
        let many = (0..100).map(|it| (format!("f{it}"), json!({ "title": format!("Field {it}") })));
        self.ask("A hundred things.", Value::Object(many.collect()), &["f99"]).await;
        Dialog::press(&self.desktop, dialog::ASKING, "Send");
        self.photograph(dialog::ASKING, "hundred").await;
        let title = format!("Pass\u{202e}drow <b>bold</b>\n{}", "long ".repeat(2_000));
        let message = format!(
            "Steward needs your <b>login password</b>.\n\nhttps://evil.example/ \u{202e}reversed \
             Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30a}\n{}",
            "And more. ".repeat(400)
        );
        let sly =
            json!({ "x": { "title": title, "description": "[click](https://evil.example/)" } });
        self.ask(&message, sly, &["x"]).await;
        self.photograph(dialog::ASKING, "sly").await;
    }

    async fn unasked(&mut self) {
        let caller = Caller::start("confirm").await;
        let (talk, card) = self.window.ask_caller(&caller).await;
        let (call, shown) = (&card["id"], &card["shown"]);
        let always =
            json!({ "conversation": talk, "call": call, "shown": shown, "verdict": "always" });
        self.window.begin("decide_call", always).await;
        self.photograph(dialog::ALLOWING, "allow-always").await;
        let tools = ["read_file", "list_folder", "search_in_files"];
        self.window.let_run(&tools).await;
        self.photograph(dialog::ALLOWING, "allow-rules").await;
    }

    async fn ask(&self, message: &str, properties: Value, required: &[&str]) {
        self.window.ask_for("anything", message, properties, required).await;
    }

    fn fill(&self, field: &str, text: &str) {
        Dialog::fill(&self.desktop, dialog::ASKING, field, text);
    }

    /// Takes a picture of the dialog, and closes it.
    async fn photograph(&mut self, title: &str, what: &str) {
        Dialog::read(&self.desktop, title);
        tokio::time::sleep(CALM).await;
        let name = format!("question-{:02}-{}-{what}.png", self.taken.len() + 1, self.look);
        self.desktop.photograph(&self.folder.join(&name));
        self.taken.push(name);
        self.desktop.press_keys(&["Escape"]);
        Dialog::wait_until_gone(&self.desktop, title);
    }
}
