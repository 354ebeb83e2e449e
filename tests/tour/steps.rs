//! The steps of the tour, in order; it knows the pages by the names that a person reads on them.

use std::{path::Path, time::Duration};

use flows::{
    desktop::{Desktop, Theme},
    dialog::{self, Dialog},
    page::Form,
    window::Window,
};

/// What fades in has come by then.
const CALM: Duration = Duration::from_millis(700);

/// One walk, with the pictures that it took.
struct Tour<'a> {
    folder: &'a Path,
    taken: Vec<String>,
}

impl Tour<'_> {
    async fn photograph(&mut self, desktop: &Desktop, what: &str) {
        tokio::time::sleep(CALM).await;
        let name = format!("{:02}-{what}.png", self.taken.len() + 1);
        desktop.photograph(&self.folder.join(&name));
        self.taken.push(name);
    }
}

/// Walks through everything; the names of the pictures.
///
/// # Panics
/// When a step does not come to what it should show.
pub(crate) async fn walk(folder: &Path) -> Vec<String> {
    let mut tour = Tour { folder, taken: Vec::new() };
    {
        let desktop = Desktop::start(Theme::Light);
        let window = Window::open(&desktop).await;
        register_the_demo(&mut tour, &desktop, &window).await;
        call_tools(&mut tour, &desktop, &window).await;
        look_at_the_log(&mut tour, &desktop, &window).await;
        add_by_form(&mut tour, &desktop, &window).await;
        meet_a_failure(&mut tour, &desktop, &window).await;
    }
    in_the_dark(&mut tour).await;
    tour.taken
}

async fn register_the_demo(tour: &mut Tour<'_>, desktop: &Desktop, window: &Window) {
    window.sees("No servers yet").await;
    tour.photograph(desktop, "empty").await;
    window.press("Try the built-in demo").await;
    Dialog::wait_until_alive(desktop, dialog::ADDING, "Add and start");
    tour.photograph(desktop, "consent").await;
    Dialog::press(desktop, dialog::ADDING, "Add and start");
    window.row_says("demo", "Ready").await;
    window.go_to("servers/demo").await;
    window.shows("pane").await;
    tour.photograph(desktop, "ready").await;
}

async fn call_tools(tour: &mut Tour<'_>, desktop: &Desktop, window: &Window) {
    window.fill_argument("demo/greet", "name", "Ada").await;
    window.run_tool().await;
    tour.photograph(desktop, "tool-text").await;
    window.go_to("tools/demo/table").await;
    window.sees("List the shelf").await;
    window.run_tool().await;
    tour.photograph(desktop, "tool-table").await;
    window.go_to("tools/demo/picture").await;
    window.sees("Draw a picture").await;
    window.run_tool().await;
    window.element("//*[@data-testid='result']//img[@src]").await;
    tour.photograph(desktop, "tool-picture").await;
    window.fill_argument("demo/slow", "seconds", "600").await;
    window.press("Run").await;
    window.sees("Step 1 of 5").await;
    tour.photograph(desktop, "tool-running").await;
    window.press("Cancel").await;
    window.sees("Cancelled").await;
}

async fn look_at_the_log(tour: &mut Tour<'_>, desktop: &Desktop, window: &Window) {
    window.go_to("servers/demo/log").await;
    window.element("//*[@data-testid='log']//time").await;
    tour.photograph(desktop, "log").await;
}

async fn add_by_form(tour: &mut Tour<'_>, desktop: &Desktop, window: &Window) {
    window.go_to("add").await;
    window.fill_field("Title", "Weather").await;
    window.fill_field("Command", "npx").await;
    window.fill_field("Arguments", "-y\n@example/weather-server\n--units=metric").await;
    window.press("Add a variable").await;
    window.fill_field("Name", "WEATHER_API_KEY").await;
    tour.photograph(desktop, "add-form").await;
    window.press("Set the secret WEATHER_API_KEY").await;
    Dialog::fill(desktop, dialog::SECRET, "WEATHER_API_KEY", "an invented key");
    tour.photograph(desktop, "secret").await;
    Dialog::press(desktop, dialog::SECRET, "Save in the keychain");
    window.sees("In the keychain").await;
    window.press("Add…").await;
    Dialog::wait_until_alive(desktop, dialog::ADDING, "Add and start");
    tour.photograph(desktop, "consent-with-notes").await;
    Dialog::press(desktop, dialog::ADDING, "Cancel");
    Dialog::wait_until_gone(desktop, dialog::ADDING);
}

async fn meet_a_failure(tour: &mut Tour<'_>, desktop: &Desktop, window: &Window) {
    let broken = "echo 'error: the port 8080 is taken by another program' >&2; exit 1";
    window.go_to("servers").await;
    let form = Form { title: "Notes", command: "sh", arguments: &["-c", broken] };
    window.submit(form).await;
    Dialog::press(desktop, dialog::ADDING, "Add and start");
    window.row_says("notes", "Failed").await;
    window.press("Diagnose Notes").await;
    window.shows("pane").await;
    tour.photograph(desktop, "diagnosis").await;
}

async fn in_the_dark(tour: &mut Tour<'_>) {
    let desktop = Desktop::start(Theme::Dark);
    let window = Window::open(&desktop).await;
    window.press("Try the built-in demo").await;
    Dialog::wait_until_alive(&desktop, dialog::ADDING, "Add and start");
    tour.photograph(&desktop, "dark-consent").await;
    Dialog::press(&desktop, dialog::ADDING, "Add and start");
    window.row_says("demo", "Ready").await;
    let text = "The desk is tidy, the lamp is on, and the kettle is on.";
    window.fill_argument("demo/word_count", "text", text).await;
    window.run_tool().await;
    tour.photograph(&desktop, "dark-tool").await;
}
