//! The pages of the chat by the names that a person reads on them; it knows no test.

use thirtyfour::WebElement;

use crate::{
    desktop::Desktop,
    dialog::{self, Dialog},
    model::Model,
    window::{Window, field},
};

impl Window {
    /// Adds a model's provider on its page, with a key that is typed into the native dialog.
    pub async fn add_provider(&self, desktop: &Desktop, model: &Model, key: &str) {
        self.add_provider_named(desktop, model, "Scripted", key).await;
    }

    /// The same, under a name of its own.
    pub async fn add_provider_named(
        &self,
        desktop: &Desktop,
        model: &Model,
        name: &str,
        key: &str,
    ) {
        self.go_to("models").await;
        // The page moves down when this comes.
        self.element("//*[@data-testid='trial']").await;
        self.press("Other, OpenAI-compatible").await;
        self.fill_field("Name", name).await;
        self.fill_field("Address", &model.url()).await;
        self.press("Add and set key…").await;
        let asked = Dialog::read(desktop, dialog::SECRET);
        Dialog::fill(desktop, dialog::SECRET, &asked.fields[0].name, key);
        Dialog::press(desktop, dialog::SECRET, "Save in the keychain");
        Dialog::wait_until_gone(desktop, dialog::SECRET);
        self.sees("Key kept").await;
    }

    /// Chooses the model that answers.
    pub async fn choose_model(&self, model: &str) {
        self.click("//button[starts-with(@aria-label, 'Model: ')]").await;
        self.click(&format!("//*[@role='option'][contains(., '{model}')]")).await;
        self.element(&format!("//button[@aria-label='Model: {model}']")).await;
    }

    /// Writes a message and sends it.
    pub async fn say(&self, text: &str) {
        self.fill(&field("Message"), text).await;
        self.click("//button[normalize-space(.)='Send'][not(@aria-disabled)]").await;
    }

    /// Begins to export the conversation that is shown.
    pub async fn export(&self, format: &str) {
        self.click("//*[@data-testid='transcript']/preceding::button[@data-menu][last()]").await;
        self.click(&format!("//*[@role='menuitem'][contains(., 'Export as {format}')]")).await;
    }

    /// The card of the call of a tool, once it stands so; of several, the last.
    pub async fn card(&self, tool: &str, state: &str) -> WebElement {
        self.element(&format!("{}[@data-state='{state}']", card(tool))).await
    }

    /// Presses a button on the card of a tool's call that waits for leave.
    pub async fn answer_card(&self, tool: &str, answer: &str) {
        let pending = format!("{}[@data-state='pending']", card(tool));
        self.click(&format!("{pending}//button[normalize-space(.)='{answer}']")).await;
    }

    /// Waits until the turn is over and the last reply holds these words.
    pub async fn answered(&self, words: &str) {
        let reply = format!("(//article)[last()][not(@aria-busy)][contains(., '{words}')]");
        self.element(&reply).await;
        self.element("//button[normalize-space(.)='Send']").await;
    }
}

/// The cards of a tool's calls.
fn card(tool: &str) -> String {
    format!("//section[@data-card][.//strong[normalize-space(.)='{tool}']]")
}
