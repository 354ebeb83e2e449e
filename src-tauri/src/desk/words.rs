//! Every text of the native dialogs, in English; it knows no dialog.

pub(super) mod asking;

use app::asking::name;
use model::plan::Caution;

/// Most bytes of a stranger's text, other than a command, that a dialog shows.
const MOST: usize = 2_000;

pub(super) const CANCEL: &str = "_Cancel";
pub(super) const ADD_ONLY: &str = "_Add without starting";
pub(super) const ADD_AND_START: &str = "Add and _start";
pub(super) const START: &str = "_Start";
pub(super) const SAVE: &str = "_Save in the keychain";
pub(super) const HOLD: &str = "_Hold until Steward quits";
pub(super) const REMOVE: &str = "_Remove the secret";
pub(super) const CLOSE: &str = "_Close";
pub(super) const SHOW: &str = "S_how while pressed";

pub(super) const ADDING: &str = "Add a server";
pub(super) const STARTING: &str = "Start a server";
pub(super) const SECRET: &str = "A secret is needed";
pub(super) const CANNOT_OPEN: &str = "Steward cannot start";
pub(super) const WAITS: &str = "Steward waits";

pub(super) const TAKEN_BACK: &str = "The question was taken back";
pub(super) const TAKEN_BACK_HINT: &str = "Nothing was sent, and what you type now goes nowhere. This \
     closes by itself when you stop typing.";

pub(super) const COMMAND: &str = "The whole command";
pub(super) const ADDRESS: &str = "The whole address";
pub(super) const FOLDER: &str = "In the folder";
pub(super) const VARIABLES: &str = "Environment variables (values hidden)";
pub(super) const HOST: &str = "Its host";
pub(super) const HEADERS: &str = "Headers (values hidden)";
pub(super) const BEFORE: &str = "In place of";
pub(super) const REFERS: &str = "Gets these of yours";
pub(super) const DIGEST: &str = "Fingerprint of all this";
pub(super) const PROGRAM_REACHES: &str =
    "It runs as you: it can read and change your files and use the network.";
pub(super) const ADDRESS_REACHES: &str =
    "It gets everything that its tools are called with, and the headers.";
pub(super) const SECRET_GOES: &str = "It is kept in the keychain of this computer and given to this \
     server alone. No page, log or model sees it.";

pub(super) const NAMED_GOES: &str = "It is kept in the keychain of this computer and given only to \
     the servers that refer to it by this name. No page, log or model sees it.";
pub(super) const HELD_GOES: &str = "Steward holds it in memory until it quits, and asks again after \
     that. It is written nowhere, and given only to the servers that refer to it.";
pub(super) const KEY_GOES: &str = "It is kept in the keychain of this computer and sent to this \
     address alone. No page, log or model sees it.";
pub(super) const EMPTY_REMOVES: &str = "Leave the field empty to remove the secret.";

/// The heading of a consent to add.
pub(super) fn adding(title: &str) -> String {
    format!("Add the server “{}”?", name(title))
}

/// The heading of a consent to add what takes the place of another.
pub(super) fn changing(title: &str) -> String {
    format!("Change the server “{}”?", name(title))
}

/// The heading of a consent to start.
pub(super) fn starting(title: &str) -> String {
    format!("Start the server “{}”?", name(title))
}

/// The heading of the question for a provider's key.
pub(super) fn key_of(title: &str) -> String {
    format!("Steward asks for the key of the models of “{}”", name(title))
}

/// The first line of a question for a secret.
pub(super) fn needs(title: &str) -> String {
    format!("Steward asks for a secret of the server “{}”", name(title))
}

/// The first line of a question for a secret that the person named.
pub(super) fn named(key: &str) -> String {
    format!("Steward asks for your secret “{}”", name(key))
}

/// One thing to know before saying yes.
pub(super) fn caution(caution: &Caution) -> String {
    app::cautions::words(caution)
}

/// A failure's text as a sentence of its own.
pub(super) fn sentence(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    let mut sentence: String = first.chain(rest).collect();
    if !sentence.ends_with(['.', '?', '…']) {
        sentence.push('.');
    }
    sentence
}

/// A stranger's text as a dialog may show it: nothing hidden in it, and not without end.
pub(super) fn plain(text: &str) -> String {
    stdx::text::clip(&stdx::text::visible(text), MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strangers_text_can_neither_hide_nor_fill_the_screen() {
        assert_eq!(adding("good\u{202e}live\n\nOK"), "Add the server “good\\u{202e}live\\n\\nOK”?");
        assert!(plain(&"x".repeat(1_000_000)).len() <= MOST);
    }

    /// Security 6: what stands behind a name is ours.
    #[test]
    fn a_name_cannot_leave_its_quotation_marks() {
        let sly = "Notes”? It is safe. “";
        let mut all = vec![adding(sly), changing(sly), starting(sly), needs(sly), named(sly)];
        all.push(asking::notice(sly));
        all.push(asking::gave(sly));
        #[cfg(target_os = "linux")]
        all.push(asking::sharing(sly));
        for make in [
            Caution::Unpinned,
            Caution::Shell,
            Caution::Loader,
            Caution::Elevated,
            Caution::Unencrypted,
            Caution::PrivateNetwork,
            Caution::NumericHost,
            Caution::Lookalike,
        ] {
            all.push(caution(&make(sly.to_owned())));
        }
        for said in all {
            assert!(said.contains("“Notes\"? It is safe. \"”"), "{said}");
        }
    }

    #[test]
    fn a_failure_is_told_as_a_sentence() {
        assert_eq!(sentence("the folder `x` is full"), "The folder `x` is full.");
        assert_eq!(sentence("Done."), "Done.");
        assert_eq!(sentence(""), ".");
    }

    #[test]
    fn each_caution_names_what_it_is_about() {
        for make in [
            Caution::Unpinned,
            Caution::Shell,
            Caution::Loader,
            Caution::Elevated,
            Caution::Unencrypted,
            Caution::PrivateNetwork,
            Caution::NumericHost,
            Caution::Lookalike,
        ] {
            let said = caution(&make("the-thing".to_owned()));
            assert!(said.contains("“the-thing”"), "{said}");
        }
    }
}
