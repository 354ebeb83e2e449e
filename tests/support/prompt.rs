//! The prompt window of a test build, driven beside the main one; it knows no question.

use std::{collections::BTreeSet, path::Path};

use serde_json::Value;
use thirtyfour::{By, WindowHandle};

use crate::{
    desktop::Desktop,
    page::Form,
    questions::{PYTHON, path},
    wait::eventually,
    window::{Window, program},
};

/// Has the program ask by its window in place of dialogs.
const BY_WINDOW: [(&str, &str); 1] = [("STEWARD_PROMPT_WINDOW", "1")];

/// The main window, and the prompt window whenever there is one.
pub struct Asking {
    /// Drives whichever of both was gone to last.
    pub window: Window,
    main: WindowHandle,
}

impl Asking {
    /// Starts the program, which asks by its window.
    ///
    /// # Panics
    /// As [`Window::open`], and when the driver does not answer; so do all functions below.
    pub async fn open(desktop: &Desktop) -> Self {
        let window = Window::open_with(desktop, program(), &BY_WINDOW).await;
        let main = window.driver().window().await.expect("there is a window");
        Self { window, main }
    }

    /// Goes to the prompt window, as soon as its question is drawn.
    pub async fn enter(&self) {
        let handle = eventually("no prompt window comes", async || self.other().await).await;
        self.window.driver().switch_to_window(handle).await.expect("it is there");
        self.window.element("//main[@role='dialog']").await;
    }

    /// Goes back to the main window.
    pub async fn back(&self) {
        let main = self.main.clone();
        self.window.driver().switch_to_window(main).await.expect("it stays");
    }

    /// Goes back to the main window, once there is no other.
    pub async fn leave(&self) {
        self.back().await;
        eventually("the prompt window stays", async || self.other().await.is_none().then_some(()))
            .await;
    }

    /// Presses a button of the question, once it lives. The window may go before the driver has
    /// heard that it was pressed.
    pub async fn press(&self, name: &str) {
        let button = format!("//footer//button[normalize-space(.)='{name}'][not(@disabled)]");
        let mut tried = false;
        eventually(&format!("`{name}` cannot be pressed"), async || {
            let found = self.window.driver().find(By::XPath(&button)).await;
            let pressed = match found {
                Ok(found) => {
                    tried = true;
                    found.click().await.is_ok()
                }
                Err(_) => false,
            };
            (pressed || (tried && self.other().await.is_none())).then_some(())
        })
        .await;
    }

    /// Waits until a button of the question can be pressed.
    pub async fn wakes(&self, name: &str) {
        let button = format!("//footer//button[normalize-space(.)='{name}'][not(@disabled)]");
        self.window.element(&button).await;
    }

    /// The first line of the question that is shown.
    pub async fn heading(&self) -> String {
        self.window.element("//h1").await.text().await.expect("it has a text")
    }

    /// What the window has the focus on: its text, or its label.
    pub async fn focus(&self) -> Value {
        self.window
            .run(
                "const it = document.activeElement; \
                 return it.labels?.[0]?.textContent ?? it.textContent",
            )
            .await
    }

    /// Waits until the window has the focus on what has that text or label.
    pub async fn focuses(&self, name: &str) {
        eventually(&format!("`{name}` does not get the focus"), async || {
            (self.focus().await == name).then_some(())
        })
        .await;
    }

    /// Registers and starts a server whose script lies at a path below `tests`.
    pub async fn add(&self, title: &str, script: &str) {
        self.add_with(title, &[&path(script)]).await;
    }

    /// The same for one that writes what it sees.
    pub async fn add_logged(&self, title: &str, script: &str, log: &Path) {
        self.add_with(title, &[&path(script), "--log", &log.display().to_string()]).await;
    }

    async fn add_with(&self, title: &str, arguments: &[&str]) {
        self.window.submit(Form { title, command: PYTHON, arguments }).await;
        self.enter().await;
        self.press("Add and start").await;
        self.leave().await;
        self.window.row_says(&title.to_lowercase(), "Ready").await;
    }

    /// Registers the bundled demo whose tools ask, as `asker`.
    pub async fn add_asker(&self) {
        self.add("Asker", "../scripts/elicitation_demo_mcp.py").await;
    }

    async fn other(&self) -> Option<WindowHandle> {
        let handles = self.window.driver().windows().await.ok()?;
        handles.into_iter().find(|it| *it != self.main)
    }
}

/// The web processes on a desktop.
pub fn web_processes(desktop: &Desktop) -> BTreeSet<i32> {
    let all = desktop.processes().into_iter();
    all.filter(|it| it.line.contains("WebKitWebProcess")).map(|it| it.pid).collect()
}
