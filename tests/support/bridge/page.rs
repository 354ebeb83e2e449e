//! The built page as the window has it: its files, its content security policy, and in place of
//! the window's own script one that speaks to the bridge. It serves nothing.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use axum::body::Bytes;
use serde_json::Value;

/// The window's own settings, so that the page meets the very policy that it will meet there.
const SETTINGS: &str = include_str!("../../../src-tauri/tauri.conf.json");
const SCRIPT: &str = include_str!("../../bridge/bridge.js");
const TAG: &str = r#"<script src="/bridge.js"></script>"#;

/// All files of the page, read once. Clones share them.
#[derive(Debug, Clone)]
pub struct Page(Arc<Read>);

#[derive(Debug)]
struct Read {
    files: BTreeMap<String, File>,
    policy: String,
}

/// One file as it is sent.
#[derive(Debug)]
pub struct File {
    /// Its kind.
    pub mime: &'static str,
    /// What is in it.
    pub bytes: Bytes,
}

impl Page {
    /// Reads the built page below `dist`.
    ///
    /// # Errors
    /// As the file system has it; `NotFound` also when there is no `index.html`, or no head in it.
    pub fn read(dist: &Path) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        for path in files_below(dist)? {
            let inside = path.strip_prefix(dist).unwrap_or(&path);
            let file = File { mime: mime(&path), bytes: fs::read(&path)?.into() };
            files.insert(format!("/{}", inside.display()), file);
        }
        let index = files.remove("/index.html").and_then(|it| with_script(&it.bytes));
        let index = index.ok_or_else(|| {
            let words = format!("no page in {}: run `npm run build` in ui", dist.display());
            io::Error::new(io::ErrorKind::NotFound, words)
        })?;
        let script = File { mime: "text/javascript", bytes: SCRIPT.into() };
        files.insert("/".to_owned(), index);
        files.insert("/bridge.js".to_owned(), script);
        Ok(Self(Arc::new(Read { files, policy: policy(SETTINGS) })))
    }

    /// The file at a path of the address; exact names only, so nothing beside the page is reached.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.0.files.get(path)
    }

    /// The content security policy.
    pub fn policy(&self) -> &str {
        &self.0.policy
    }
}

fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files_below(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

/// The page with our script before its own. External, for the policy allows no other.
fn with_script(index: &[u8]) -> Option<File> {
    let text = std::str::from_utf8(index).ok()?;
    let (before, after) = text.split_once("<head>")?;
    let text = format!("{before}<head>{TAG}{after}");
    Some(File { mime: "text/html; charset=utf-8", bytes: text.into() })
}

/// The window's policy, with the one addition that the page may reach the bridge it came from.
fn policy(settings: &str) -> String {
    let settings: Value = serde_json::from_str(settings).expect("the window's settings are JSON");
    let policy = settings["app"]["security"]["csp"].as_str().expect("the window has a policy");
    assert!(policy.contains("connect-src "), "the policy says what may be reached");
    policy.replacen("connect-src ", "connect-src 'self' ", 1)
}

fn mime(path: &Path) -> &'static str {
    match path.extension().and_then(|it| it.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        Some(_) | None => "application/octet-stream",
    }
}
