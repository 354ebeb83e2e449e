//! Who may import whom. Every kind of dependency counts: for one system, for tests, for a build.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use crate::sources::{Source, ending, none, root};

/// Our own crates. A crate that is missing here, or an import that is missing, fails the test.
pub(crate) const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("stdx", &[]),
    ("model", &["stdx"]),
    ("mcp", &["stdx"]),
    ("llm", &["stdx"]),
    ("vault", &["stdx"]),
    ("store", &["model", "stdx"]),
    ("inbox", &["model", "stdx"]),
    ("bundle", &["model", "stdx", "vault"]),
    ("servers", &["inbox", "mcp", "model", "stdx", "store", "vault"]),
    ("tools", &["model", "servers", "stdx"]),
    ("agent", &["llm", "model", "stdx", "store", "tools"]),
    (
        "app",
        &["agent", "bundle", "inbox", "llm", "model", "servers", "stdx", "store", "tools", "vault"],
    ),
    ("cli", &["app", "model", "stdx"]),
    ("conformance", &["mcp", "stdx"]),
    ("steward", &["app", "model", "stdx"]),
];

/// The crate that stands above all and may import any.
const ABOVE_ALL: &str = "flows";

/// A foreign crate, or a family of them, and the only members that may name it.
const KEPT_AT_THE_EDGE: &[(&str, &[&str])] = &[
    ("tauri", &["steward"]),
    ("tauri-*", &["steward"]),
    ("wry", &["steward"]),
    ("gtk", &["steward"]),
    ("rusqlite", &["store"]),
    ("rusqlite_migration", &["store"]),
    ("keyring", &["vault"]),
    ("keyring-*", &["vault"]),
    ("*-keyring-store", &["vault"]),
    ("secret-service", &["vault"]),
    ("reqwest", &["mcp", "llm"]),
    ("rig-*", &["llm"]),
    ("rmcp", &["mcp", "gateway"]),
    ("ts-rs", &["app"]),
    ("thirtyfour", &[ABOVE_ALL]),
    ("axum", &["gateway", ABOVE_ALL]),
    ("axum-*", &["gateway", ABOVE_ALL]),
    ("hyper", &["gateway", "mcp", ABOVE_ALL]),
    ("hyper-*", &["gateway", "mcp", ABOVE_ALL]),
    ("h2", &["mcp"]),
    ("rustls", &["mcp"]),
    ("rustls-*", &["mcp"]),
    ("tokio-rustls", &["mcp"]),
    ("tower-http", &["gateway", ABOVE_ALL]),
];

/// A server over HTTP is fine in any test.
const FINE_IN_TESTS: &[&str] = &["axum", "axum-*", "hyper", "tower-http"];

/// Features that make a test double, and must never be in what people run.
const FOR_TESTS_ONLY: &[&str] = &["memory", "test-caller"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Normal,
    Build,
    Test,
}

/// One line of a manifest.
struct Import {
    /// The crate that is meant, whatever it is called there.
    name: String,
    kind: Kind,
    features: Vec<String>,
}

struct Member {
    name: String,
    file: String,
    imports: Vec<Import>,
}

#[test]
fn crates_import_only_what_they_may() {
    let allowed: BTreeMap<_, _> = MAY_IMPORT.iter().copied().collect();
    let mut complaints = Vec::new();
    for member in members().iter().filter(|it| it.name != ABOVE_ALL) {
        let Some(may) = allowed.get(member.name.as_str()) else {
            complaints.push(format!("`{}` has no line in MAY_IMPORT", member.name));
            continue;
        };
        let ours = |it: &&Import| allowed.contains_key(it.name.as_str()) || it.name == ABOVE_ALL;
        for import in member.imports.iter().filter(ours) {
            if !may.contains(&import.name.as_str()) {
                complaints.push(format!("{}: may not import `{}`", member.file, import.name));
            }
        }
    }
    none("imports point down, along the lines of MAY_IMPORT", complaints);
}

#[test]
fn the_table_names_nobody_who_is_not_there() {
    let members = members();
    let there: BTreeSet<_> = members.iter().map(|it| it.name.as_str()).collect();
    let named = MAY_IMPORT.iter().flat_map(|(name, may)| may.iter().chain([name]));
    let ghosts = named.filter(|it| !there.contains(**it)).map(|it| (*it).to_owned());
    none("these crates stand in MAY_IMPORT only", ghosts);
}

#[test]
fn no_crate_imports_itself_over_others() {
    let allowed: BTreeMap<_, _> = MAY_IMPORT.iter().copied().collect();
    for (name, _) in MAY_IMPORT {
        let (mut reached, mut next) = (BTreeSet::new(), vec![*name]);
        while let Some(one) = next.pop() {
            let fresh = allowed[one].iter().filter(|it| reached.insert(**it));
            next.extend(fresh);
        }
        assert!(!reached.contains(name), "`{name}` may import itself, over {reached:?}");
    }
}

#[test]
fn foreign_crates_stay_at_the_edge() {
    let mut complaints = Vec::new();
    for member in members() {
        for import in &member.imports {
            let kept = KEPT_AT_THE_EDGE.iter().filter(|(pattern, _)| is_one(&import.name, pattern));
            for (pattern, keepers) in kept {
                let fine = keepers.contains(&member.name.as_str())
                    || (import.kind == Kind::Test && FINE_IN_TESTS.contains(pattern));
                if !fine {
                    let (file, name) = (&member.file, &import.name);
                    complaints.push(format!("{file}: only {keepers:?} may import `{name}`"));
                }
            }
        }
    }
    none("foreign crates stay at the edge", complaints);
}

#[test]
fn test_doubles_are_for_tests() {
    let mut complaints = Vec::new();
    for member in members().iter().filter(|it| it.name != ABOVE_ALL) {
        for import in member.imports.iter().filter(|it| it.kind != Kind::Test) {
            let ours = MAY_IMPORT.iter().any(|(name, _)| *name == import.name);
            let doubles = import.features.iter().filter(|it| FOR_TESTS_ONLY.contains(&it.as_str()));
            for double in doubles.filter(|_| ours) {
                complaints.push(format!("{}: `{}` with `{double}`", member.file, import.name));
            }
        }
    }
    none("these features are for dev-dependencies", complaints);
}

#[test]
fn the_architecture_page_has_the_same_table() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let block = page.split("```imports\n").nth(1).and_then(|it| it.split("```").next());
    let lines = block.expect("ARCHITECTURE.md has a block `imports`").lines();
    let told: BTreeMap<String, BTreeSet<String>> = lines
        .map(|line| {
            let (name, may) = line.split_once(':').expect("a line is `crate: imports`");
            (name.to_owned(), may.split_whitespace().map(str::to_owned).collect())
        })
        .collect();
    let kept = MAY_IMPORT
        .iter()
        .map(|(name, may)| ((*name).to_owned(), may.iter().map(|it| (*it).to_owned()).collect()));
    assert_eq!(told, kept.collect::<BTreeMap<_, BTreeSet<_>>>());
}

/// Whether a crate is the one, or of the family, that a pattern names.
fn is_one(name: &str, pattern: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(end), _) => name.ends_with(end),
        (None, Some(start)) => name.starts_with(start),
        (None, None) => name == pattern,
    }
}

/// The members of the workspace; other workspaces in the checkout are none of it.
fn members() -> Vec<Member> {
    let manifests = ending(&["/Cargo.toml"]);
    let members: Vec<_> = manifests.iter().filter_map(member).collect();
    assert!(members.len() > MAY_IMPORT.len(), "where are the manifests?");
    members
}

fn member(source: &Source) -> Option<Member> {
    let table: toml::Table = source.text.parse().unwrap();
    let package = table.get("package")?;
    if table.contains_key("workspace") {
        return None;
    }
    let name = package.get("name")?.as_str()?.to_owned();
    let mut imports = imports_of(&table);
    let systems = table.get("target").and_then(toml::Value::as_table);
    for system in systems.into_iter().flat_map(toml::Table::values) {
        imports.extend(system.as_table().into_iter().flat_map(imports_of));
    }
    Some(Member { name, file: source.name.clone(), imports })
}

fn imports_of(table: &toml::Table) -> Vec<Import> {
    let sections = [
        ("dependencies", Kind::Normal),
        ("build-dependencies", Kind::Build),
        ("dev-dependencies", Kind::Test),
    ];
    let mut imports = Vec::new();
    for (section, kind) in sections {
        let section = table.get(section).and_then(toml::Value::as_table);
        for (called, value) in section.into_iter().flatten() {
            let name = value.get("package").and_then(toml::Value::as_str).unwrap_or(called);
            let features = value.get("features").and_then(toml::Value::as_array);
            let features = features.into_iter().flatten().filter_map(toml::Value::as_str);
            let features = features.map(str::to_owned).collect();
            imports.push(Import { name: name.to_owned(), kind, features });
        }
    }
    imports
}

#[test]
fn every_kind_of_dependency_is_seen() {
    let text = r#"
        [package]
        name = "x"
        [dependencies]
        a = "1"
        [build-dependencies]
        b = "1"
        [dev-dependencies]
        c = { package = "d", version = "1", features = ["memory"] }
        [target.'cfg(unix)'.dependencies]
        e = "1"
        [target.'cfg(windows)'.dev-dependencies]
        f = "1"
    "#;
    let source = Source { name: "Cargo.toml".into(), text: text.into() };
    let member = member(&source).unwrap();
    let mut seen: Vec<_> = member.imports.iter().map(|it| (it.name.as_str(), it.kind)).collect();
    seen.sort_by_key(|it| it.0);
    let (normal, build, test) = (Kind::Normal, Kind::Build, Kind::Test);
    assert_eq!(seen, [("a", normal), ("b", build), ("d", test), ("e", normal), ("f", test)]);
    assert!(is_one("tauri-build", "tauri-*") && is_one("x-keyring-store", "*-keyring-store"));
    assert!(!is_one("tauri", "tauri-*") && !is_one("keyring-store", "keyring"));
}
