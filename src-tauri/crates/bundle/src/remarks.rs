//! What a person should know of a draft that was read: values that are still to be filled in,
//! and words of other clients that mean nothing here. It judges no secret.

use model::{
    name::ServerName,
    server::{Draft, Transport},
};
use vault::{key_for, looks_secret};

use crate::{error::shown, shapes::Input};

/// Folders that an editor would put in.
const OF_AN_EDITOR: &[&str] = &["workspaceFolder", "workspaceRoot", "file", "cwd", "pathSeparator"];

/// Puts references in place of what other clients ask or know, and says what is to be done.
pub(crate) fn remark(draft: &mut Draft, inputs: &[Input]) -> Vec<String> {
    let mut notes = Vec::new();
    let name = draft.name.clone();
    each_text(draft, |field, text| {
        if text.contains("${") {
            fill(&name, inputs, field, text, &mut notes);
        }
        if is_placeholder(text) {
            notes.push(format!("`{field}` holds a placeholder; put the value in"));
        }
    });
    if let Transport::Stdio(stdio) = &draft.transport
        && cfg!(not(windows))
        && matches!(stdio.command.as_str(), "cmd" | "cmd.exe")
    {
        notes.push(
            "`cmd` is there on Windows alone; give the program after `/c` instead".to_owned(),
        );
    }
    notes.dedup();
    notes
}

/// Each text of what is run or called, with the name a person would give it.
pub(crate) fn each_text(draft: &mut Draft, mut see: impl FnMut(&str, &mut String)) {
    match &mut draft.transport {
        Transport::Stdio(stdio) => {
            see("command", &mut stdio.command);
            for (index, arg) in stdio.args.iter_mut().enumerate() {
                see(&format!("argument {}", index + 1), arg);
            }
            for (name, value) in &mut stdio.env {
                see(&shown(name), value);
            }
            if let Some(cwd) = &mut stdio.cwd {
                see("cwd", cwd);
            }
        }
        Transport::Http(http) => {
            see("url", &mut http.url);
            for (name, value) in &mut http.headers {
                see(&shown(name), value);
            }
        }
    }
}

/// `${input:id}` is asked for by VS Code; here it is a secret or a variable that is not set yet,
/// so that a start says what it waits for.
fn fill(
    server: &ServerName,
    inputs: &[Input],
    field: &str,
    text: &mut String,
    notes: &mut Vec<String>,
) {
    for id in ids(text) {
        let input = inputs.iter().find(|it| it.id == id);
        let about = input.map(|it| shown(&it.description)).filter(|it| !it.is_empty());
        let about = about.map(|it| format!(" ({it})")).unwrap_or_default();
        let is_secret = input.is_some_and(|it| it.is_password) || looks_secret(&id, "word");
        let default = input.and_then(|it| it.default.clone()).filter(|_| !is_secret);
        let (instead, note) = match default {
            Some(default) => (default, format!("`{field}` got its usual value{about}")),
            None if is_secret => {
                let key = key_for(server.as_str(), &id);
                let note = format!("`{field}` needs the secret `{key}`{about}; set it");
                (format!("${{secret:{key}}}"), note)
            }
            None => {
                let variable = key_for("", &id);
                let note = format!("`{field}` needs a value in place of `${{{variable}}}`{about}");
                (format!("${{{variable}}}"), note)
            }
        };
        *text = text.replace(&format!("${{input:{id}}}"), &instead);
        notes.push(note);
    }
    *text = text.replace("${userHome}", "${HOME}");
    let of_editor = OF_AN_EDITOR.iter().filter(|it| text.contains(&format!("${{{it}}}")));
    notes.extend(of_editor.map(|it| {
        format!("`{field}` holds `${{{it}}}`, which only an editor knows; put a path there")
    }));
}

fn ids(text: &str) -> Vec<String> {
    let rest = text.split("${input:").skip(1);
    rest.filter_map(|it| it.split_once('}')).map(|(id, _)| id.to_owned()).collect()
}

/// `<your key>`, `YOUR_API_KEY`.
fn is_placeholder(text: &str) -> bool {
    let wordy = |it: &str| it.chars().all(|one| one.is_alphanumeric() || " _-.".contains(one));
    let last = text.rsplit(['=', ' ']).next().unwrap_or(text);
    let inside = text.split_once('<').and_then(|(_, it)| it.split_once('>')).map(|it| it.0);
    inside.is_some_and(|it| !it.is_empty() && wordy(it)) || last.starts_with("YOUR_")
}
