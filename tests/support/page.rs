//! Steward's pages by the names that a person reads on them; it knows no test.

use crate::{
    desktop::Desktop,
    dialog::{self, Dialog},
    window::{Window, field},
};

/// What is typed into the form that adds a server.
#[derive(Debug, Clone, Copy)]
pub struct Form<'a> {
    /// Its title.
    pub title: &'a str,
    /// The program.
    pub command: &'a str,
    /// Its arguments.
    pub arguments: &'a [&'a str],
}

impl Window {
    /// Goes to a page by its address, such as `tools` or `servers/demo/log`.
    pub async fn go_to(&self, page: &str) {
        self.run(&format!("location.hash = '#/{page}'")).await;
    }

    /// Waits until the page of that name is there: `servers`, `add`, `tools`, `log`, `pane`.
    pub async fn shows(&self, page: &str) {
        self.element(&format!("//*[@data-testid='{page}']")).await;
    }

    /// Waits until a server's row says a word, such as `Ready` or `Failed`.
    pub async fn row_says(&self, server: &str, word: &str) {
        self.element(&format!("//*[@data-server='{server}'][contains(., '{word}')]")).await;
    }

    /// How many servers are listed.
    pub async fn rows(&self) -> u64 {
        let count = self.run("return document.querySelectorAll('[data-server]').length").await;
        count.as_u64().unwrap_or_default()
    }

    /// Fills the form that adds a server.
    pub async fn fill_form(&self, form: Form<'_>) {
        self.go_to("add").await;
        self.fill_field("Title", form.title).await;
        self.fill_field("Command", form.command).await;
        self.fill_field("Arguments", &form.arguments.join("\n")).await;
    }

    /// Fills the form that adds a server, and submits it; the consent comes next.
    pub async fn submit(&self, form: Form<'_>) {
        self.fill_form(form).await;
        self.press("Add…").await;
    }

    /// Fills the form that adds a server at an address, and submits it; the consent comes next.
    pub async fn submit_address(&self, title: &str, url: &str) {
        self.go_to("add").await;
        self.fill_field("Title", title).await;
        self.click("//label[normalize-space(.)='Address (HTTP)']").await;
        self.fill_field("Address", url).await;
        self.press("Add…").await;
    }

    /// Registers and starts the bundled demo, from the empty page.
    pub async fn try_the_demo(&self, desktop: &Desktop) {
        self.press("Try the built-in demo").await;
        Dialog::press(desktop, dialog::ADDING, "Add and start");
        self.row_says("demo", "Ready").await;
    }

    /// Opens a tool's page and fills one argument.
    pub async fn fill_argument(&self, tool: &str, argument: &str, value: &str) {
        self.go_to(&format!("tools/{tool}")).await;
        self.fill(&format!("{} | //*[@id='argument_{argument}']", field(argument)), value).await;
    }

    /// Runs the tool that is shown; the text of its result.
    pub async fn run_tool(&self) -> String {
        self.press("Run").await;
        let result = self.element("//*[@data-testid='result']").await;
        result.text().await.expect("it has a text")
    }
}
