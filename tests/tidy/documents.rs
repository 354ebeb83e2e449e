//! What documents and all files say: requirements that exist, tests that exist, and nothing of the
//! machine they were written on.

use std::fs;

use crate::sources::{ending, lines_with, none, root, rust, texts};

/// The areas of the requirements, and how many each has.
const REQUIREMENTS: &[(&str, u32)] =
    &[("STORE", 30), ("SESSION", 24), ("HOST", 64), ("CONTEXT", 32)];

/// What would stand in a file only where one was made, in halves: this file may say it.
const OF_ONE_MACHINE: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("..", "/shared"),
    concat!("/home/", "runner"),
];

/// The registries that lock files name; any other was the author's own.
const REGISTRIES: &[&str] =
    &["https://registry.npmjs.org/", "https://github.com/rust-lang/crates.io-index"];

#[test]
fn requirements_that_are_named_exist() {
    let mut complaints = Vec::new();
    for source in rust() {
        for (area, most) in REQUIREMENTS {
            for (line, number) in numbers_of(&source.text, area) {
                if !(1..=*most).contains(&number) {
                    complaints.push(format!("{}:{line}: {area}-{number}", source.name));
                }
            }
        }
    }
    none("there is no such requirement", complaints);
}

/// The numbers behind `AREA-`, with their lines.
fn numbers_of(text: &str, area: &str) -> Vec<(usize, u32)> {
    let mark = format!("{area}-");
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        for rest in line.split(&mark).skip(1) {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            found.extend(digits.parse().ok().map(|number| (at + 1, number)));
        }
    }
    found
}

#[test]
fn the_map_of_the_house_fits_a_reader() {
    let size = fs::metadata(root().join("ARCHITECTURE.md")).unwrap().len();
    assert!(size < 10_000, "ARCHITECTURE.md has {size} bytes; 10,000 are the end");
}

#[test]
fn files_that_documents_name_exist() {
    let tops = ["src-tauri/", "tests/", "scripts/", "ui/", "docs/", "icons/"];
    let mut complaints = Vec::new();
    for source in ending(&[".md"]) {
        for (at, line) in source.text.lines().enumerate() {
            // Every second piece stands between backticks.
            for word in line.split('`').skip(1).step_by(2) {
                let is_path = tops.iter().any(|top| word.starts_with(top))
                    && !word.contains([' ', '*', '<', '{', '…']);
                if is_path && !root().join(word).exists() {
                    complaints.push(format!("{}:{}: `{word}`", source.name, at + 1));
                }
            }
        }
    }
    none("documents name what is not there", complaints);
}

#[test]
fn nothing_is_said_of_one_machine() {
    let mut complaints = Vec::new();
    for source in texts() {
        for what in OF_ONE_MACHINE {
            for (line, _) in lines_with(&source.text, |line| line.contains(what)) {
                complaints.push(format!("{}:{line}: `{what}`", source.name));
            }
        }
    }
    none("a checkout may lie anywhere", complaints);
}

#[test]
fn lock_files_name_the_public_registries() {
    let mut complaints = Vec::new();
    for source in ending(&["Cargo.lock", "package-lock.json", "requirements.txt", ".npmrc"]) {
        let foreign = |line: &str| {
            let named = line.split("https://").nth(1).is_some() || line.contains("http://");
            let origin = line.contains("\"resolved\"")
                || line.starts_with("source = ")
                || line.contains("index-url")
                || line.contains("registry=");
            named && origin && !REGISTRIES.iter().any(|it| line.contains(it))
        };
        for (line, text) in lines_with(&source.text, foreign) {
            complaints.push(format!("{}:{line}: {}", source.name, text.trim()));
        }
    }
    none("packages come from the public registries", complaints);
}

#[test]
fn numbers_are_read_behind_their_area() {
    let text = "/// AREA-1 AREA-22\n/// XAREA AREA-\n// (AREA-99)";
    assert_eq!(numbers_of(text, "AREA"), [(1, 1), (1, 22), (3, 99)]);
}
