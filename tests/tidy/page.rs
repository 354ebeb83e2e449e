//! How the page's files look; `eslint` keeps the rest.

use crate::sources::{Source, ending, lines_with, none};

const MOST_LINES_OF_A_COMPONENT: usize = 150;
const MOST_LINES: usize = 300;

fn sources() -> Vec<Source> {
    let all = ending(&[".ts", ".tsx"]).into_iter().filter(|it| it.name.starts_with("ui/src/"));
    let all: Vec<_> = all.collect();
    assert!(all.len() > 20, "where is the page?");
    all
}

/// Printed from Rust.
fn is_printed(source: &Source) -> bool {
    source.name == "ui/src/backend/wire.ts"
}

fn is_test(source: &Source) -> bool {
    source.name.contains(".test.")
}

#[test]
fn every_file_of_the_page_says_what_it_is_for() {
    let marks = ["/** ", "/**\n", "// "];
    let speaks = |it: &Source| marks.iter().any(|mark| it.text.starts_with(mark));
    let silent = sources().into_iter().filter(|it| !is_test(it) && !speaks(it));
    none("a file begins with what it is for (`/** … */`)", silent.map(|it| it.name));
}

#[test]
fn components_stay_short() {
    let long =
        sources().into_iter().filter(|it| !is_printed(it) && !is_test(it)).filter_map(|it| {
            let most =
                if it.name.ends_with(".tsx") { MOST_LINES_OF_A_COMPONENT } else { MOST_LINES };
            let lines = it.text.lines().count();
            (lines > most).then(|| format!("{}: {lines} lines, at most {most}", it.name))
        });
    none("these files are too long", long);
}

#[test]
fn nothing_is_of_any_type() {
    let mut complaints = Vec::new();
    for source in sources() {
        let any = |line: &str| {
            let code = line.split("//").next().unwrap_or_default();
            [": any", "<any", "as any", "any[]", "any>", "| any", "any |"].iter().any(|form| {
                code.split(form).skip(1).any(|rest| !rest.starts_with(char::is_alphanumeric))
                    && code.contains(form)
            })
        };
        let is_code = |line: &str| !line.trim_start().starts_with(['*', '/']);
        for (line, text) in lines_with(&source.text, |line| is_code(line) && any(line)) {
            complaints.push(format!("{}:{line}: {}", source.name, text.trim()));
        }
    }
    none("every value has a type", complaints);
}

#[test]
fn one_file_knows_tauri() {
    let mut complaints = Vec::new();
    for source in sources().iter().filter(|it| it.name != "ui/src/backend/tauri.ts") {
        for (line, _) in lines_with(&source.text, |line| line.contains("@tauri-apps/")) {
            complaints.push(format!("{}:{line}", source.name));
        }
    }
    none("only ui/src/backend/tauri.ts knows Tauri", complaints);
}
