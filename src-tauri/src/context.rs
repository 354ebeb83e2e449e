//! What is embedded in the program: its configuration, its pages, and what each of them may say. Who
//! has no prompt window has no command of it either.

use tauri::{Context, Wry};

/// All of it.
#[expect(clippy::exit, reason = "Tauri's macro ends a process whose embedded page is broken")]
pub(crate) fn context() -> Context<Wry> {
    // The configuration names the main window's capability; this one comes with its window. The
    // compiler runs in the workspace's own folder.
    #[cfg(prompt_window)]
    let context = tauri::generate_context!(capabilities = ["src-tauri/capabilities/prompt.json"]);
    #[cfg(not(prompt_window))]
    let context = tauri::generate_context!();
    context
}

#[cfg(test)]
mod tests {
    use tauri::ipc::Origin;

    use super::*;
    use crate::window::{MAIN, PROMPT};

    /// Whatever a page could try to say.
    const COMMANDS: [&str; 9] = [
        "call",
        "answer_prompt",
        "plugin:event|listen",
        "plugin:event|unlisten",
        "plugin:event|emit",
        "plugin:window|close",
        "plugin:webview|create_webview_window",
        "plugin:path|resolve_directory",
        "plugin:window-state|save_window_state",
    ];

    fn may_say(window: &str, origin: &Origin) -> Vec<&'static str> {
        let mut context = context();
        let authority = context.runtime_authority_mut();
        let says = |it: &&str| authority.resolve_access(it, window, window, origin).is_some();
        COMMANDS.into_iter().filter(says).collect()
    }

    /// Security 16, of the build that is tested: the one with the prompt window, or the one that
    /// people get on Linux.
    #[test]
    fn each_page_may_say_these_commands_and_no_others() {
        let here = Origin::Local;
        let main = ["call", "plugin:event|listen", "plugin:event|unlisten"];
        assert_eq!(may_say(MAIN, &here), main);
        let prompt: &[&str] = if cfg!(prompt_window) { &["answer_prompt"] } else { &[] };
        assert_eq!(may_say(PROMPT, &here), prompt);
        assert_eq!(may_say("another", &here), [""; 0]);
    }

    /// Security 16.
    #[test]
    fn a_page_from_elsewhere_may_say_nothing() {
        let url = "https://example.com/".parse().unwrap();
        let elsewhere = Origin::Remote { url };
        assert_eq!(may_say(MAIN, &elsewhere), [""; 0]);
        assert_eq!(may_say(PROMPT, &elsewhere), [""; 0]);
    }
}
