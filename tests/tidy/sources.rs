//! Finds and reads the files of the checkout; it knows no rule.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Folders that hold what others wrote, or what was built.
const FOREIGN: &[&str] = &["target", "node_modules", ".git", "dist", "gen", "__pycache__"];

/// One file, read.
#[derive(Debug)]
pub(crate) struct Source {
    /// Where it lies in the checkout, with `/` between its parts.
    pub(crate) name: String,
    /// What is in it.
    pub(crate) text: String,
}

impl Source {
    /// The text without the tests at its end.
    pub(crate) fn without_tests(&self) -> &str {
        self.text.split("#[cfg(test)]").next().unwrap_or_default()
    }

    /// Whether all of it is a test.
    pub(crate) fn is_test(&self) -> bool {
        let parts: Vec<_> = self.name.split('/').collect();
        parts.iter().any(|it| matches!(*it, "tests" | "tests.rs"))
    }

    /// Whether it is the face of its crate.
    pub(crate) fn is_lib(&self) -> bool {
        self.name.ends_with("src/lib.rs")
    }
}

/// All Rust files.
pub(crate) fn rust() -> Vec<Source> {
    ending(&[".rs"])
}

/// All files whose names end so.
pub(crate) fn ending(ends: &[&str]) -> Vec<Source> {
    let mut paths = Vec::new();
    walk(&root(), &mut paths);
    paths.sort();
    let wanted = |path: &PathBuf| ends.iter().any(|end| path.to_string_lossy().ends_with(end));
    paths.into_iter().filter(wanted).map(|path| read(&path)).collect()
}

/// All files that are text.
pub(crate) fn texts() -> Vec<Source> {
    ending(&[
        ".rs", ".toml", ".md", ".ts", ".tsx", ".js", ".mjs", ".css", ".html", ".json", ".py",
        ".sh", ".yml", ".lock", "/run", "/test", "/bench", "/soak", "/icons",
    ])
}

/// The root of the checkout.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(path: &Path) -> Source {
    let name = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    Source { name, text }
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        // A link is another name for what is met elsewhere.
        let kind = entry.file_type().unwrap();
        if kind.is_dir() && !FOREIGN.contains(&name.as_str()) {
            walk(&path, found);
        } else if kind.is_file() {
            found.push(path);
        }
    }
}

/// Fails with all complaints at once, one a line.
#[track_caller]
pub(crate) fn none(rule: &str, complaints: impl IntoIterator<Item = String>) {
    let complaints: Vec<_> = complaints.into_iter().collect();
    assert!(complaints.is_empty(), "{rule}:\n  {}", complaints.join("\n  "));
}

/// The lines of a text in which something stands, by number.
pub(crate) fn lines_with<'a>(
    text: &'a str,
    what: impl Fn(&str) -> bool + 'a,
) -> impl Iterator<Item = (usize, &'a str)> {
    text.lines().enumerate().filter(move |(_, line)| what(line)).map(|(at, line)| (at + 1, line))
}
