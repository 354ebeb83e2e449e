//! The texts of the dialogs in which a server asks, but for those that a terminal says as well:
//! they are `app::asking`. It knows no dialog.

use app::asking::name;

use super::plain;

pub(in crate::desk) const ASKING: &str = "A server asks";
pub(in crate::desk) const OPENING: &str = "Open a page?";

pub(in crate::desk) const FAR: &str = "Let a server ask for secrets";
pub(in crate::desk) const WANTS: &str = "It wants";

pub(in crate::desk) const ALLOWING: &str = "Let calls run without asking";

pub(in crate::desk) const REFUSE: &str = "_Refuse";
pub(in crate::desk) const LET_ASK: &str = "_Let it ask";
pub(in crate::desk) const ALLOW: &str = "_Allow";
pub(in crate::desk) const SEND: &str = "_Send";
pub(in crate::desk) const DECLINE: &str = "_Decline";
pub(in crate::desk) const YES: &str = "_Yes";
pub(in crate::desk) const NO: &str = "_No";
pub(in crate::desk) const OPEN: &str = "_Open in browser";
#[cfg(target_os = "linux")]
pub(in crate::desk) const SHARE: &str = "_Share";
/// The title of the window in which it is said where something is saved, and its button.
#[cfg(target_os = "linux")]
pub(in crate::desk) const SAVING: &str = "Save the conversation";
#[cfg(target_os = "linux")]
pub(in crate::desk) const SAVE_FILE: &str = "_Save";
pub(in crate::desk) const HIDE: &str = "H_ide what I type";
pub(in crate::desk) const REMEMBER: &str = "_Remember in the keychain";

pub(in crate::desk) const SHOW_QUESTION: &str = "Show the question";
pub(in crate::desk) const STEWARD_ASKS: &str = "Steward asks you something";
pub(in crate::desk) const SERVER_SAYS: &str = "The server says";
pub(in crate::desk) const REMEMBERED: &str =
    "The keychain filled this in. What you type in its place is sent instead.";
pub(in crate::desk) const NO_ANSWER: &str = "No answer";
pub(in crate::desk) const CHOOSE: &str = "Choose one";

/// What is told outside of the window: who asks, and nothing of what.
pub(in crate::desk) fn notice(title: &str) -> String {
    format!("Server “{}” asks you something", name(title))
}

/// The heading of a link that a server gave, or a model where there is no title.
pub(in crate::desk) fn gave(title: &str) -> String {
    if title.is_empty() {
        return "Open a link of a conversation?".to_owned();
    }
    format!("Open a link that the server “{}” gave?", name(title))
}

/// The title of the window in which a folder is chosen.
#[cfg(target_os = "linux")]
pub(in crate::desk) fn sharing(title: &str) -> String {
    format!("Share a folder with the server “{}”", name(title))
}

/// The host of an address, on a line of its own.
pub(in crate::desk) fn host(host: &str) -> String {
    format!("Host: {}", plain(host))
}

/// What a field is called, with a word where it must be filled in.
pub(in crate::desk) fn label(label: &str, required: bool) -> String {
    let label = plain(label);
    if required { format!("{label} (required)") } else { label }
}
