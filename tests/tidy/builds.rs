//! What is built for people and what for tests alone.

use std::fs;

use crate::sources::{none, root};

/// The prompt window on Linux, where nobody is to be asked by it.
const FOR_TESTS: &str = "prompt-window";

/// The one script that may name it.
const BUILDS_TESTS: &str = "scripts/test";

#[test]
fn what_people_get_asks_by_dialogs_on_linux() {
    let manifest = fs::read_to_string(root().join("src-tauri/Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let features = manifest["features"].as_table().unwrap();
    assert!(features.contains_key(FOR_TESTS), "where is the feature?");
    let names = |it: &toml::Value| it.to_string().contains(FOR_TESTS);
    let brings = features.iter().filter(|(_, it)| names(it)).map(|(name, _)| name.clone());
    none("no feature brings it along", brings);

    let mut files = vec!["src-tauri/tauri.conf.json".to_owned(), ".cargo/config.toml".to_owned()];
    for folder in ["scripts", "scripts/lib", ".ci"] {
        let found = fs::read_dir(root().join(folder)).unwrap().map(Result::unwrap);
        let found = found.filter(|it| it.file_type().unwrap().is_file());
        files.extend(found.map(|it| format!("{folder}/{}", it.file_name().display())));
    }
    let naming = files.into_iter().filter(|file| {
        let bytes = fs::read(root().join(file)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).contains(FOR_TESTS)
    });
    let naming: Vec<_> = naming.collect();
    assert_eq!(naming, [BUILDS_TESTS], "only the tests are built with it");
}
