//! The real window, driven through WebKit's own driver; it knows no page of Steward's.

use std::{
    env,
    path::{Path, PathBuf},
    time::Duration,
};

use serde_json::{Value, json};
use thirtyfour::{
    By, Capabilities, WebDriver, WebElement, extensions::query::ElementQueryable as _,
};

use crate::{
    desktop::Desktop,
    processes::{Process, Running},
    wait::{eventually, within},
};

/// How long a page may take to show something.
const LIMIT: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(50);

/// A window and what drives it. Dropping it kills both.
pub struct Window {
    driver: Option<WebDriver>,
    app: PathBuf,
    _automation: Running,
}

impl Window {
    /// Starts the program on a desktop, and waits for its page.
    ///
    /// # Panics
    /// When there is no program, no driver or no page; so do all functions below when the page
    /// does not do what is asked of it within twenty seconds.
    pub async fn open(desktop: &Desktop) -> Self {
        Self::open_program(desktop, program()).await
    }

    /// The same with another program, such as one that keeps what this one prints.
    ///
    /// # Panics
    /// As [`open`](Self::open).
    pub async fn open_program(desktop: &Desktop, app: PathBuf) -> Self {
        Self::open_with(desktop, app, &[]).await
    }

    /// The same with variables of its own.
    ///
    /// # Panics
    /// As [`open`](Self::open).
    pub async fn open_with(desktop: &Desktop, app: PathBuf, variables: &[(&str, &str)]) -> Self {
        assert!(app.is_file(), "build it first, or name it in STEWARD_BIN: {}", app.display());
        let mut automation = desktop.command("WebKitWebDriver");
        automation.arg("--port=0").env("TAURI_WEBVIEW_AUTOMATION", "true");
        automation.envs(variables.iter().copied());
        let automation = Running::start(&mut automation);
        let mut wanted = Capabilities::new();
        let options = json!({ "binary": app, "args": [] });
        wanted.set("webkitgtk:browserOptions", options).expect("it is JSON");
        let port = eventually("the driver does not listen", async || automation.port()).await;
        let address = format!("http://127.0.0.1:{port}");
        let driver = eventually("no session with the window", async || {
            WebDriver::new(address.as_str(), wanted.clone()).await.ok()
        })
        .await;
        driver.set_script_timeout(LIMIT).await.expect("it takes settings");
        let window = Self { driver: Some(driver), app, _automation: automation };
        window.element("//*[@id='root']/*").await;
        window
    }

    /// The driver, for what is not below.
    ///
    /// # Panics
    /// Never: it goes only with the window.
    pub fn driver(&self) -> &WebDriver {
        self.driver.as_ref().expect("it goes with the window")
    }

    /// The element at an XPath, as soon as it is seen.
    pub async fn element(&self, path: &str) -> WebElement {
        let query = self.driver().query(By::XPath(path)).wait(LIMIT, PAUSE).and_displayed();
        match query.first().await {
            Ok(element) => element,
            Err(error) => panic!("no {path}: {error}\non the page: {}", self.text().await),
        }
    }

    /// Waits until there is nothing at an XPath.
    pub async fn loses(&self, path: &str) {
        eventually(&format!("{path} stays"), async || {
            let found = self.driver().find_all(By::XPath(path)).await.ok()?;
            found.is_empty().then_some(())
        })
        .await;
    }

    /// Clicks what is at an XPath, as soon as it can be clicked.
    pub async fn click(&self, path: &str) {
        eventually(&format!("{path} cannot be clicked"), async || {
            let element = self.driver().find(By::XPath(path)).await.ok()?;
            element.click().await.ok()
        })
        .await;
    }

    /// Clicks the button or link of that name.
    pub async fn press(&self, name: &str) {
        self.click(&named("self::button or self::a or @role", name)).await;
    }

    /// Flips the switch of that name. Its knob is drawn beside it, and takes its clicks.
    pub async fn flip(&self, name: &str) {
        self.click(&format!("//label[..//input[@role='switch'][@aria-label='{name}']]")).await;
    }

    /// Puts a text into the field at an XPath in place of what is there, at once, as an input
    /// method does; a long text typed key by key takes a minute. A field that sleeps is waited for.
    pub async fn fill(&self, path: &str, text: &str) {
        let field = self.element(path).await;
        let argument = field.to_json().expect("an element is JSON");
        let script = "const [field, text] = arguments; \
            if (field.closest('[inert]')) return false; field.focus(); \
            getSelection().selectAllChildren(field); field.select?.(); \
            document.execCommand(text ? 'insertText' : 'delete', false, text); return true";
        eventually(&format!("{path} sleeps"), async || {
            let filled = self.driver().execute(script, vec![argument.clone(), json!(text)]).await;
            let filled = filled.unwrap_or_else(|it| panic!("{path} cannot be filled: {it}"));
            (*filled.json() == json!(true)).then_some(())
        })
        .await;
    }

    /// Types into the field of that label, in place of what is there.
    pub async fn fill_field(&self, label: &str, text: &str) {
        self.fill(&field(label), text).await;
    }

    /// Waits until a text is seen on the page.
    pub async fn sees(&self, text: &str) {
        let mut last = String::new();
        let seen = within(LIMIT, async || {
            last = self.text().await;
            last.contains(text).then_some(())
        });
        assert!(seen.await.is_some(), "the page does not say `{text}`: {last}");
    }

    /// The text that is seen on the page.
    pub async fn text(&self) -> String {
        let text = self.run("return document.body.innerText").await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// The whole document as it is now, with the values of its fields.
    pub async fn source(&self) -> String {
        let script = "return document.documentElement.outerHTML + \
            [...document.querySelectorAll('input, textarea')].map(it => it.value).join('\\n')";
        self.run(script).await.as_str().unwrap_or_default().to_owned()
    }

    /// Runs a script in the page; what it returns.
    pub async fn run(&self, script: &str) -> Value {
        let reply = self.driver().execute(script, vec![]).await;
        reply.unwrap_or_else(|it| panic!("{script}: {it}")).json().clone()
    }

    /// Runs a script that gives its result to its last argument.
    pub async fn run_async(&self, script: &str) -> Value {
        let reply = self.driver().execute_async(script, vec![]).await;
        reply.unwrap_or_else(|it| panic!("{script}: {it}")).json().clone()
    }

    /// The program's process.
    ///
    /// # Panics
    /// When it does not run.
    pub fn process(&self, desktop: &Desktop) -> Process {
        let app = self.app.canonicalize().expect("it is there");
        let found = desktop.processes().into_iter().find(|it| it.program == app);
        found.expect("the program runs")
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // The session ends with its program; asking a dead program to end it would take a minute.
        if let Some(driver) = self.driver.take() {
            drop(driver.leak());
        }
    }
}

/// The XPath of a field by its label or by the name that it bears itself.
pub fn field(label: &str) -> String {
    format!(
        "//*[self::input or self::textarea or @role='textbox']\
         [@aria-label='{label}' or @id=//label[starts-with(normalize-space(.), '{label}')]/@for]"
    )
}

/// The XPath of what has that text or accessible name and fulfils a condition.
pub fn named(condition: &str, name: &str) -> String {
    format!("//*[{condition}][normalize-space(.)='{name}' or @aria-label='{name}']")
}

/// The program under test: `STEWARD_BIN`, or what was built beside this one.
pub fn program() -> PathBuf {
    if let Some(named) = env::var_os("STEWARD_BIN") {
        return PathBuf::from(named);
    }
    let this = env::current_exe().expect("a program knows where it is");
    let mut folder = this.parent().unwrap_or(Path::new("."));
    if folder.ends_with("deps") {
        folder = folder.parent().unwrap_or(folder);
    }
    folder.join("steward")
}
