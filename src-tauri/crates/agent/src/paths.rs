//! Which files and folders the arguments of a call name, so that rules on folders can be kept.
//!
//! A server may read a path out of anything; what looks like one, or stands under a name that means
//! one, counts. What cannot be told is no path, and then no rule on a folder lets the call run.

use std::path::{Component, Path, PathBuf};

use serde_json::{Map, Value};
use url::Url;

/// Most paths that are looked at; a call with more fits no rule on folders that lets it run.
const MOST: usize = 200;
/// Most links on the way of one path.
const MOST_LINKS: u32 = 40;

/// The texts in arguments that are paths, in order; pure. `None` where there are too many, or where
/// one cannot be told: a relative one depends on the server's own folder.
pub(crate) fn named(arguments: &Map<String, Value>, home: &Path) -> Option<Vec<PathBuf>> {
    let mut found = Vec::new();
    let fine = arguments.iter().all(|(key, value)| look(key, value, home, &mut found));
    (fine && found.len() <= MOST).then_some(found)
}

/// What a text is, as far as paths go.
enum Seen {
    Path(PathBuf),
    /// It may be one, and cannot be told.
    Unclear,
    Other,
}

fn look(key: &str, value: &Value, home: &Path, found: &mut Vec<PathBuf>) -> bool {
    match value {
        Value::String(text) => note(text, means_a_path(key), home, found),
        Value::Array(items) => items.iter().all(|it| look(key, it, home, found)),
        Value::Object(map) => map.iter().all(|(inner, it)| {
            // Whoever takes a table of files has their paths for keys.
            let name = if means_a_path(inner) { inner } else { key };
            note(inner, false, home, found) && look(name, it, home, found)
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
    }
}

/// Notes a text that is a path; whether it can be told.
fn note(text: &str, means: bool, home: &Path, found: &mut Vec<PathBuf>) -> bool {
    match path(text, home) {
        Seen::Path(path) => {
            found.push(path);
            true
        }
        Seen::Unclear => false,
        Seen::Other => !means || text.is_empty(),
    }
}

/// An absolute path, one in the home folder, the address of a file; or what may be a relative one.
fn path(text: &str, home: &Path) -> Seen {
    if let Some(rest) = text.strip_prefix("~/") {
        return Seen::Path(home.join(rest));
    }
    if text == "~" {
        return Seen::Path(home.to_owned());
    }
    if text.get(..5).is_some_and(|it| it.eq_ignore_ascii_case("file:")) {
        // Who opens it may cut it at other places than we do.
        let plain = text.get(5..).is_some_and(|it| it.starts_with("///"))
            && !text.contains(['?', '#', '\\'])
            && !text.to_ascii_lowercase().contains("%2f");
        let path = Url::parse(text).ok().filter(|_| plain).and_then(|it| it.to_file_path().ok());
        return path.map_or(Seen::Unclear, Seen::Path);
    }
    if Path::new(text).is_absolute() {
        return Seen::Path(PathBuf::from(text));
    }
    let words = text.contains(char::is_whitespace) || text.contains("://");
    let steps = text.split(['/', '\\']).any(|it| it == "..") || text.contains(['/', '\\']);
    if steps && !words { Seen::Unclear } else { Seen::Other }
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
        "src",
        "dst",
        "dest",
        "target",
        "output",
        "root",
        "location",
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
    follow(path.as_ref(), MOST_LINKS)
}

fn follow(path: &Path, links: u32) -> PathBuf {
    let mut known = path;
    let mut rest = Vec::new();
    loop {
        if let Ok(found) = known.canonicalize() {
            return rest.into_iter().rev().fold(found, step);
        }
        // A link to what is not there yet: who writes through it makes that.
        if links > 0
            && let Ok(target) = known.read_link()
        {
            let parent = known.parent().unwrap_or(known);
            let whole = rest.into_iter().rev().fold(parent.join(target), step);
            return follow(&whole, links - 1);
        }
        let (Some(last), Some(parent)) = (known.components().next_back(), known.parent()) else {
            return path.to_owned();
        };
        rest.push(last);
        known = parent;
    }
}

fn step(mut path: PathBuf, part: Component<'_>) -> PathBuf {
    match part {
        Component::ParentDir => {
            path.pop();
        }
        Component::Normal(name) => path.push(name),
        Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
    }
    path
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
            "deep": {"list": ["~/c", 1, "file:///d/e%20f"], "host": "file:///g"},
        }));
        let wanted = ["/a/b", "/home/me/c", "/d/e f", "/g"].map(PathBuf::from);
        assert_eq!(found.unwrap(), wanted);
    }

    #[test]
    fn a_path_that_cannot_be_told_counts_as_unknown() {
        assert_eq!(of(json!({"path": "../secret"})), None);
        assert_eq!(of(json!({"source_files": ["/a", "b"]})), None);
        let unclear = [
            "file:%zz",
            "file:///etc/passwd#/../../home/me/x",
            "file:///etc/passwd?/home",
            "file:///a%2fb",
            "../../.ssh/id",
            "a/b",
        ];
        for text in unclear {
            assert_eq!(of(json!({"anything": text})), None, "{text}");
        }
        assert_eq!(of(json!({"text": "this and/or that"})), Some(Vec::new()));
        assert_eq!(of(json!({"link": "https://example.org/a"})), Some(Vec::new()));
        let keyed = of(json!({"root": "/home/me", "files": {"/etc/x": "text"}}));
        assert_eq!(keyed, None, "the text stands under files");
        let keyed = of(json!({"table": {"/etc/x": "text"}}));
        assert_eq!(keyed.unwrap(), [PathBuf::from("/etc/x")]);
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
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.join("secret/new"), root.join("work/open")).unwrap();
            assert_eq!(resolve(root.join("work/open")), root.join("secret/new"));
            assert_eq!(resolve(root.join("work/open/deep")), root.join("secret/new/deep"));
            std::os::unix::fs::symlink(root.join("work/round"), root.join("work/round")).unwrap();
            resolve(root.join("work/round"));
        }
    }
}
