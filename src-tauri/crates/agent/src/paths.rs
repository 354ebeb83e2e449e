//! Which files and folders the arguments of a call name, so that rules on folders can be kept.
//!
//! A server may read a path out of anything; what looks like one, or stands under a name that means
//! one, counts. What cannot be told is no path, and then no rule on a folder lets the call run.

use std::path::{Component, Path, PathBuf};

use serde_json::{Map, Value};

/// Most paths that are looked at; a call with more fits no rule on folders that lets it run.
const MOST: usize = 200;

/// The texts in arguments that are paths, in order; pure. `None` where there are too many, or where
/// one cannot be told: a relative one depends on the server's own folder.
pub(crate) fn named(arguments: &Map<String, Value>, home: &Path) -> Option<Vec<PathBuf>> {
    let mut found = Vec::new();
    let fine = arguments.iter().all(|(key, value)| look(key, value, home, &mut found));
    (fine && found.len() <= MOST).then_some(found)
}

fn look(key: &str, value: &Value, home: &Path, found: &mut Vec<PathBuf>) -> bool {
    match value {
        Value::String(text) => match path(text, home) {
            Some(path) => {
                found.push(path);
                true
            }
            None => !means_a_path(key) || text.is_empty(),
        },
        Value::Array(items) => items.iter().all(|it| look(key, it, home, found)),
        Value::Object(map) => map.iter().all(|(key, it)| look(key, it, home, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
    }
}

/// An absolute path, one in the home folder, or the address of a file.
fn path(text: &str, home: &Path) -> Option<PathBuf> {
    if let Some(rest) = text.strip_prefix("~/") {
        return Some(home.join(rest));
    }
    if text == "~" {
        return Some(home.to_owned());
    }
    if text.get(..5).is_some_and(|it| it.eq_ignore_ascii_case("file:")) {
        return url_path(text);
    }
    Path::new(text).is_absolute().then(|| PathBuf::from(text))
}

/// The path of a file's address, its `%` escapes taken away.
fn url_path(text: &str) -> Option<PathBuf> {
    let rest = text.get(5..)?;
    let rest = rest
        .strip_prefix("//")
        .map_or(rest, |it| it.get(it.find('/').unwrap_or(it.len())..).unwrap_or_default());
    let mut bytes = Vec::with_capacity(rest.len());
    let mut left = rest.bytes();
    while let Some(byte) = left.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let hex = [left.next()?, left.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&hex).ok()?, 16).ok()?);
    }
    let path = PathBuf::from(String::from_utf8(bytes).ok()?);
    path.is_absolute().then_some(path)
}

/// Whether a value under this name is a path even if it does not look like one.
fn means_a_path(key: &str) -> bool {
    let plain: String = key.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_ascii_lowercase();
    let ends = [
        "path",
        "paths",
        "file",
        "files",
        "filename",
        "folder",
        "directory",
        "dir",
        "cwd",
        "source",
        "destination",
    ];
    ends.iter().any(|it| plain.ends_with(it))
}

/// Where these paths really lead: links followed as far as there is something, `..` taken at its
/// word. Reads the file system.
pub(crate) fn resolved(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().map(resolve).collect()
}

/// Where a path really leads.
pub fn resolve(path: impl AsRef<Path>) -> PathBuf {
    let path = path.as_ref();
    let mut known = path;
    let mut rest = Vec::new();
    loop {
        if let Ok(found) = known.canonicalize() {
            let mut whole = found;
            for part in rest.into_iter().rev() {
                match part {
                    Component::ParentDir => {
                        whole.pop();
                    }
                    Component::Normal(name) => whole.push(name),
                    Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
                }
            }
            return whole;
        }
        let (Some(last), Some(parent)) = (known.components().next_back(), known.parent()) else {
            return path.to_owned();
        };
        rest.push(last);
        known = parent;
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    fn of(arguments: Value) -> Option<Vec<PathBuf>> {
        let Value::Object(arguments) = arguments else { panic!("an object") };
        named(&arguments, Path::new("/home/me"))
    }

    #[test]
    fn what_looks_like_a_path_is_one_wherever_it_stands() {
        let found = of(json!({
            "text": "hello / world",
            "path": "/a/b",
            "deep": {"list": ["~/c", 1, "file:///d/e%20f"], "host": "file://localhost/g"},
        }));
        let wanted = ["/a/b", "/home/me/c", "/d/e f", "/g"].map(PathBuf::from);
        assert_eq!(found.unwrap(), wanted);
    }

    #[test]
    fn a_path_that_cannot_be_told_counts_as_unknown() {
        assert_eq!(of(json!({"path": "../secret"})), None);
        assert_eq!(of(json!({"source_files": ["/a", "b"]})), None);
        assert_eq!(of(json!({"file": "file:%zz"})), None);
        assert_eq!(of(json!({"path": "", "text": "b"})), Some(Vec::new()));
        assert_eq!(of(json!({"list": vec!["/a"; MOST + 1]})), None);
    }

    /// HOST-63: path rules on canonical paths.
    #[test]
    fn links_and_parents_are_followed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("work/deep")).unwrap();
        fs::create_dir(root.join("secret")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(root.join("secret"), root.join("work/link")).unwrap();
        assert_eq!(resolve(root.join("work/deep/../../secret")), root.join("secret"));
        assert_eq!(resolve(root.join("work/new/../../secret/x")), root.join("secret/x"));
        #[cfg(unix)]
        assert_eq!(resolve(root.join("work/link/new.txt")), root.join("secret/new.txt"));
        assert_eq!(resolve("/no/such/thing"), Path::new("/no/such/thing"));
    }
}
