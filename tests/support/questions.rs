//! The servers that ask their person, registered through the window and made to ask; it knows no
//! dialog of theirs.

use std::path::Path;

use serde_json::{Value, json};

use crate::{
    desktop::Desktop,
    dialog::{self, Dialog},
    page::Form,
    window::Window,
};

/// The program that runs them.
pub(crate) const PYTHON: &str = "/usr/bin/python3";

impl Window {
    /// Registers and starts a server, and waits until it is ready.
    pub async fn add(&self, desktop: &Desktop, server: Form<'_>) {
        self.submit(server).await;
        Dialog::press(desktop, dialog::ADDING, "Add and start");
        self.row_says(&server.title.to_lowercase(), "Ready").await;
    }

    /// Registers the bundled demo whose tools ask, as `asker`.
    pub async fn add_asker(&self, desktop: &Desktop) {
        let script = path("../scripts/elicitation_demo_mcp.py");
        self.add(desktop, Form { title: "Asker", command: PYTHON, arguments: &[&script] }).await;
    }

    /// Registers a server that asks whatever it is told to, under a title of one word.
    pub async fn add_anything(&self, desktop: &Desktop, title: &str) {
        let script = path("servers/asks_anything.py");
        self.add(desktop, Form { title, command: PYTHON, arguments: &[&script] }).await;
    }

    /// Registers a server that has a website and gives a link to a page of it, under a title of one
    /// word.
    pub async fn add_giver(&self, desktop: &Desktop, title: &str, site: &str) {
        let script = path("servers/gives_links.py");
        let arguments = [script.as_str(), "--site", site];
        self.add(desktop, Form { title, command: PYTHON, arguments: &arguments }).await;
    }

    /// Runs the tool that is shown, whether for the first time or not.
    async fn run_again(&self) {
        self.click("//button[starts-with(normalize-space(.), 'Run')][not(@disabled)]").await;
    }

    /// Calls a tool without arguments, such as `far/unlock`.
    pub async fn call(&self, tool: &str) {
        self.go_to(&format!("tools/{tool}")).await;
        self.run_again().await;
    }

    /// Calls a tool of `asker` with one argument, if it has any.
    pub async fn call_asker(&self, tool: &str, argument: Option<(&str, &str)>) {
        match argument {
            Some((name, value)) => {
                self.fill_argument(&format!("asker/{tool}"), name, value).await;
            }
            None => self.go_to(&format!("tools/asker/{tool}")).await,
        }
        self.run_again().await;
    }

    /// Has a server of [`Window::add_anything`] ask for these properties.
    pub async fn ask_for(&self, server: &str, message: &str, properties: Value, required: &[&str]) {
        let schema = json!({ "type": "object", "properties": properties, "required": required });
        let question = json!({ "message": message, "requestedSchema": schema });
        self.fill_argument(&format!("{server}/ask"), "question", &question.to_string()).await;
        self.run_again().await;
    }

    /// Has such a server ask for a page to be opened.
    pub async fn ask_page(&self, server: &str, message: &str, url: &str) {
        let question =
            json!({ "mode": "url", "message": message, "url": url, "elicitationId": "page" });
        self.fill_argument(&format!("{server}/ask"), "question", &question.to_string()).await;
        self.run_again().await;
    }

    /// The text of the result of the call that is shown, waited for.
    pub async fn result(&self) -> String {
        let result = self.element("//*[@data-testid='result']").await;
        result.text().await.expect("it has a text")
    }
}

/// The path of a script below `tests`.
pub(crate) fn path(below_tests: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below_tests).display().to_string()
}
