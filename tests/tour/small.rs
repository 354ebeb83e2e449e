//! The tour of the native dialogs where there is little room: on a small screen, and with large
//! texts. One of them is of a server at an address, another's making: the peers must be installed.

use std::{path::Path, time::Duration};

use flows::{
    desktop::{Desktop, Screen, Theme},
    dialog::{self, Dialog},
    http_peers::Peer,
    page::Form,
    peers::Era,
    window::Window,
};

/// Dead buttons have come to life by then, and what scrolls stands.
const CALM: Duration = Duration::from_millis(1_200);

/// The dialog in which a folder is chosen.
const FOLDER: &str = "Share a folder with the server “Asker”";

/// Each with the name that its pictures have.
const LOOKS: [(&str, Screen, Theme); 4] = [
    ("small-light", Screen { wide: 800, high: 600, texts: 100 }, Theme::Light),
    ("small-dark", Screen { wide: 800, high: 600, texts: 100 }, Theme::Dark),
    ("large-light", Screen { wide: 800, high: 600, texts: 150 }, Theme::Light),
    ("large-dark", Screen { wide: 800, high: 600, texts: 150 }, Theme::Dark),
];

struct Walk<'a> {
    folder: &'a Path,
    look: &'a str,
    desktop: Desktop,
    window: Window,
    taken: Vec<String>,
}

/// Walks through the dialogs; the names of the pictures.
///
/// # Panics
/// When a dialog does not come, or the peers are not installed.
pub(crate) async fn walk(folder: &Path) -> Vec<String> {
    let mut taken = Vec::new();
    for (look, screen, theme) in LOOKS {
        let desktop = Desktop::on(screen, theme);
        desktop.start_keychain();
        let window = Window::open(&desktop).await;
        let mut walk = Walk { folder, look, desktop, window, taken: Vec::new() };
        walk.window.add_asker(&walk.desktop).await;
        walk.questions().await;
        walk.of_ours().await;
        walk.far().await;
        taken.append(&mut walk.taken);
    }
    taken
}

impl Walk<'_> {
    async fn questions(&mut self) {
        let label = "Password of ada on web-1";
        self.window.call_asker("ask_secret", Some(("label", label))).await;
        self.photograph(dialog::ASKING, "secret").await;
        self.window.call_asker("confirm", Some(("action", "restart the web server"))).await;
        self.photograph(dialog::ASKING, "confirm").await;
        self.window.call_asker("profile", None).await;
        Dialog::fill(&self.desktop, dialog::ASKING, "Age (required)", "seventeen");
        Dialog::press(&self.desktop, dialog::ASKING, "Send");
        self.photograph(dialog::ASKING, "profile-wrong").await;
        let url = format!("https://example.com:8443/sign-in?next=/{}", "long/".repeat(180));
        self.window.call_asker("open_url", Some(("url", &url))).await;
        self.photograph(dialog::OPENING, "page").await;
    }

    async fn of_ours(&mut self) {
        let long = format!("{}; sleep 86399", "true; ".repeat(300));
        let form = Form { title: "Sleeper", command: "sh", arguments: &["-c", &long] };
        self.window.submit(form).await;
        self.photograph(dialog::ADDING, "consent").await;
        self.window.go_to("servers/asker").await;
        self.window.press("Choose…").await;
        self.photograph(FOLDER, "folder").await;
        self.window.let_run(&["read_file", "list_folder"]).await;
        self.photograph(dialog::ALLOWING, "allow").await;
    }

    async fn far(&mut self) {
        let peer = Peer::Fastmcp(Era::Legacy).start().await;
        self.window.submit_address("Far", &peer.url()).await;
        Dialog::wait_until_alive(&self.desktop, dialog::ADDING, "Add and start");
        self.take("far-consent").await;
        Dialog::press(&self.desktop, dialog::ADDING, "Add and start");
        self.window.row_says("far", "Ready").await;
        self.window.call("far/unlock").await;
        Dialog::wait_until_alive(&self.desktop, dialog::FAR, "Let it ask");
        self.take("far").await;
        Dialog::press(&self.desktop, dialog::FAR, "Let it ask");
        self.photograph(dialog::ASKING, "far-secret").await;
    }

    /// Takes a picture of the dialog, and closes it.
    async fn photograph(&mut self, title: &str, what: &str) {
        Dialog::read(&self.desktop, title);
        self.take(what).await;
        self.desktop.press_keys(&["Escape"]);
        Dialog::wait_until_gone(&self.desktop, title);
    }

    async fn take(&mut self, what: &str) {
        tokio::time::sleep(CALM).await;
        let name = format!("{}-{:02}-{what}.png", self.look, self.taken.len() + 1);
        self.desktop.photograph(&self.folder.join(&name));
        self.taken.push(name);
    }
}
