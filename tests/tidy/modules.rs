//! No two files of a crate import each other, over however many others.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    sources::{Source, none, rust},
    uses::paths_in,
};

/// A file's place in its crate, such as `["supervisor", "run"]`; empty for `lib.rs` and `main.rs`.
type Module = Vec<String>;

/// Which files each file imports.
type Graph = BTreeMap<Module, BTreeSet<Module>>;

#[test]
fn no_two_files_import_each_other() {
    let mut crates: BTreeMap<String, Vec<Source>> = BTreeMap::new();
    for source in rust().into_iter().filter(|it| !it.is_test()) {
        if let Some((name, _)) = source.name.split_once("/src/") {
            crates.entry(name.to_owned()).or_default().push(source);
        }
    }
    assert!(crates.len() > 9, "where are the crates? {:?}", crates.keys());
    let mut complaints = Vec::new();
    for (name, sources) in crates {
        for circle in circles(&graph_of(&sources)) {
            let circle: Vec<_> = circle.iter().map(|it| it.join("::")).collect();
            complaints.push(format!("{name}: {}", circle.join(" → ")));
        }
    }
    none("imports go one way", complaints);
}

fn graph_of(sources: &[Source]) -> Graph {
    let modules: BTreeSet<Module> = sources.iter().map(module_of).collect();
    let mut graph = Graph::new();
    for source in sources {
        let module = module_of(source);
        // The face of a crate re-exports, which is no import.
        if module.is_empty() {
            continue;
        }
        let paths = paths_in(source.without_tests());
        let reached = paths.iter().filter_map(|path| file_of(path, &module, &modules));
        let others = reached.filter(|it| *it != module && !it.is_empty());
        graph.entry(module.clone()).or_default().extend(others);
    }
    graph
}

fn module_of(source: &Source) -> Module {
    let inside = source.name.split_once("/src/").map_or(source.name.as_str(), |it| it.1);
    let inside = inside.trim_end_matches(".rs");
    let inside = inside.trim_end_matches("mod").trim_end_matches('/');
    let top = matches!(inside, "lib" | "main");
    inside.split('/').filter(|it| !top && !it.is_empty()).map(str::to_owned).collect()
}

/// The file in which what a path names stands; `None` when it is another crate's.
fn file_of(path: &[String], here: &Module, modules: &BTreeSet<Module>) -> Option<Module> {
    let mut whole = match path.first()?.as_str() {
        "crate" => Vec::new(),
        "super" => here[..here.len() - 1].to_vec(),
        _ => return None,
    };
    for word in &path[1..] {
        if word == "super" {
            whole.pop();
        } else {
            whole.push(word.clone());
        }
    }
    // The last words name a thing in the file.
    while !modules.contains(&whole) {
        whole.pop()?;
    }
    Some(whole)
}

/// Each circle once, from its first file back to it.
fn circles(graph: &Graph) -> Vec<Vec<Module>> {
    let mut found: BTreeMap<BTreeSet<Module>, Vec<Module>> = BTreeMap::new();
    for start in graph.keys() {
        if let Some(circle) = way_back(graph, start) {
            found.entry(circle.iter().cloned().collect()).or_insert(circle);
        }
    }
    found.into_values().collect()
}

/// The shortest way from a file over its imports back to itself.
fn way_back(graph: &Graph, start: &Module) -> Option<Vec<Module>> {
    let mut ways = vec![vec![start.clone()]];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            for next in way.last().and_then(|it| graph.get(it)).into_iter().flatten() {
                let further = [way.as_slice(), std::slice::from_ref(next)].concat();
                if next == start {
                    return Some(further);
                }
                if seen.insert(next.clone()) {
                    longer.push(further);
                }
            }
        }
        ways = longer;
    }
    None
}

#[test]
fn circles_are_found() {
    let source =
        |name: &str, text: &str| Source { name: format!("x/src/{name}"), text: text.into() };
    let sources = [
        source("lib.rs", "pub use crate::a::A;"),
        source("a.rs", "use crate::b::{B, deep::C};"),
        source("b/mod.rs", "use std::io;"),
        source("b/deep.rs", "use crate::c::C;\n#[cfg(test)]\nmod tests { use crate::b::B; }"),
        source("c.rs", "use super::a::A;"),
        source("d.rs", "use crate::a::A;"),
    ];
    let circles = circles(&graph_of(&sources));
    let named: Vec<_> = circles.iter().flatten().map(|it| it.join("::")).collect();
    assert_eq!(named, ["a", "b::deep", "c", "a"]);
}
