//! The main window: where its page comes from and where it may not go; it knows no command.

use tauri::{
    AppHandle, Manager as _, Url, WebviewWindow, WebviewWindowBuilder, webview::NewWindowResponse,
};

use crate::instance::Instance;

/// The label of the main window, as `tauri.conf.json` and `capabilities/main.json` have it.
pub(crate) const MAIN: &str = "main";

/// The label of the window that asks where there is no toolkit, as `capabilities/prompt.json` has it.
pub(crate) const PROMPT: &str = "prompt";

/// Opens it with what `tauri.conf.json` says of it; that of a folder that was named says which.
///
/// # Errors
/// The toolkit's, or `WindowNotFound` when the configuration has no such window.
pub(crate) fn open(app: &AppHandle, instance: &Instance) -> tauri::Result<WebviewWindow> {
    let windows = &app.config().app.windows;
    let config = windows.iter().find(|it| it.label == MAIN).ok_or(tauri::Error::WindowNotFound)?;
    let builder = WebviewWindowBuilder::from_config(app, config)?
        .on_navigation(is_ours)
        .on_new_window(|_, _| NewWindowResponse::Deny);
    match instance {
        Instance::Usual => builder.build(),
        Instance::Named { title, .. } => {
            builder.title(format!("{title} – {}", config.title)).build()
        }
    }
}

/// Brings it to the front, as a second start does.
pub(crate) fn raise(app: &AppHandle) {
    let Some(window) = app.get_webview_window(MAIN) else { return };
    for step in [window.unminimize(), window.show(), window.set_focus()] {
        if let Err(error) = step {
            tracing::warn!(%error, "cannot raise the window");
        }
    }
}

/// Whether an address is the page's own: `tauri://localhost`, which Windows has as
/// `http(s)://tauri.localhost`.
pub(crate) fn is_ours(url: &Url) -> bool {
    let at = (url.scheme(), url.host_str(), url.port());
    matches!(
        at,
        ("tauri", Some("localhost"), None) | ("http" | "https", Some("tauri.localhost"), None)
    )
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use serde_json::{Value, json};

    use super::*;

    /// A permission more is a power more for a page, and is to be seen in review.
    #[test]
    fn each_page_has_these_permissions_and_no_others() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |name: &str| -> Value {
            serde_json::from_slice(&fs::read(root.join(name)).unwrap()).unwrap()
        };
        let listens = ["core:event:allow-listen", "core:event:allow-unlisten", "allow-call"];
        for (file, window, allowed) in [
            ("capabilities/main.json", MAIN, &listens[..]),
            ("capabilities/prompt.json", PROMPT, &["allow-answer-prompt"]),
        ] {
            let capability = read(file);
            assert_eq!(capability["windows"], json!([window]));
            assert_eq!(capability["permissions"], json!(allowed));
            assert!(capability.get("remote").is_none(), "no page from elsewhere may say anything");
        }
        let security = &read("tauri.conf.json")["app"]["security"];
        let named = json!(["main"]);
        assert_eq!(security["capabilities"], named, "an empty list means every file");
        assert_eq!(security["freezePrototype"], json!(true));
        assert_eq!(fs::read_dir(root.join("capabilities")).unwrap().count(), 2);
    }

    #[test]
    fn the_page_may_go_nowhere_else() {
        for (url, ours) in [
            ("tauri://localhost/", true),
            ("tauri://localhost/index.html#/tools", true),
            ("http://tauri.localhost/", true),
            ("https://tauri.localhost.example/", false),
            ("http://tauri.localhost:8080/", false),
            ("tauri://elsewhere/", false),
            ("https://example.com/", false),
            ("file:///etc/passwd", false),
            ("about:blank", false),
            ("javascript:alert(1)", false),
            ("data:text/html,hello", false),
        ] {
            assert_eq!(is_ours(&url.parse().unwrap()), ours, "{url}");
        }
    }
}
