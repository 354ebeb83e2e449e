//! The names by which models and clients call tools (HOST-34): of letters that they all take, no
//! longer than they all allow, and different for each tool. Pure.
//!
//! A server's name has no `__` and ends in no `_`, so what begins with one server's name is no
//! other's. Where a tool's own name cannot stand as it is, a piece of its hash makes up for what is
//! lost: it stays the same whatever else the server lists, and over restarts.

use std::collections::{BTreeMap, BTreeSet};

use model::{name::ServerName, tool::Tool};
use sha2::{Digest as _, Sha256};
use stdx::text::{clip, visible};

/// Most characters of a public name.
const LONGEST: usize = 64;
/// How much of a hash makes up for what is lost, in hex.
const TAIL: usize = 8;

/// A tool and its public name.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// What models and clients call it.
    pub public: String,
    /// The tool.
    pub tool: Tool,
}

/// The tools of one server by their public names, in the same order. One whose own name could not
/// stand bears a mark that says so, and who else would be called the same.
pub(crate) fn named(server: &ServerName, tools: Vec<Tool>) -> Vec<Named> {
    let prefix = format!("mcp__{server}__");
    let mut alike: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for tool in &tools {
        alike.entry(cut(&prefix, &tool.name, LONGEST)).or_default().push(tool.name.clone());
    }
    let whole = |tool: &Tool| Some(format!("{prefix}{}", tool.name)).filter(|it| stands(it));
    let mut taken: BTreeSet<String> = tools.iter().filter_map(whole).collect();
    let name = |mut tool: Tool| {
        if let Some(public) = whole(&tool) {
            return Named { public, tool };
        }
        let public = instead(&prefix, &tool.name, &taken);
        taken.insert(public.clone());
        let others = alike.get(&cut(&prefix, &tool.name, LONGEST)).into_iter().flatten();
        tool.marks.push(mark(&public, others.filter(|it| **it != tool.name)));
        Named { public, tool }
    };
    tools.into_iter().map(name).collect()
}

/// Whether a name can stand as it is.
fn stands(name: &str) -> bool {
    name.len() <= LONGEST && name.chars().all(is_fit)
}

fn is_fit(one: char) -> bool {
    one.is_ascii_alphanumeric() || matches!(one, '_' | '-')
}

/// The name with `_` in place of all that cannot stand, cut at a length.
fn cut(prefix: &str, name: &str, most: usize) -> String {
    let clean = name.chars().map(|it| if is_fit(it) { it } else { '_' });
    prefix.chars().chain(clean).take(most).collect()
}

/// A name in place of one that cannot stand.
fn instead(prefix: &str, name: &str, taken: &BTreeSet<String>) -> String {
    let head = cut(prefix, name, LONGEST - TAIL - 1);
    let mut hash = Sha256::digest(name);
    loop {
        let tail: String = hash.iter().take(TAIL / 2).map(|it| format!("{it:02x}")).collect();
        let public = format!("{head}_{tail}");
        if !taken.contains(&public) {
            return public;
        }
        // Somebody made a name to clash with this one.
        hash = Sha256::digest(hash);
    }
}

fn mark<'a>(public: &str, others: impl Iterator<Item = &'a String>) -> String {
    let shown = |it: &String| format!("`{}`", visible(&clip(it, 80)));
    let others: Vec<_> = others.take(3).map(shown).collect();
    let why = if others.is_empty() {
        "its own name is too long for them, or has characters that they do not take".to_owned()
    } else {
        format!("its own name cannot stand as it is, and {} looks the same then", others.join(", "))
    };
    format!("models call it `{public}`: {why}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tool(name: &str) -> Tool {
        Tool {
            name: name.to_owned(),
            title: None,
            description: String::new(),
            input_schema: json!({}),
            output_schema: None,
            annotations: None,
            marks: Vec::new(),
        }
    }

    fn names(server: &str, tools: &[&str]) -> Vec<Named> {
        let server = ServerName::parse(server).unwrap();
        named(&server, tools.iter().map(|it| tool(it)).collect())
    }

    /// HOST-34, case 13.
    #[test]
    fn every_public_name_is_short_clean_and_different() {
        let (long, longer, longest) = ("x".repeat(64), "x".repeat(65), "y".repeat(300));
        let odd = [
            "plain",
            "calendar.respondToEvent",
            "calendar_respondToEvent",
            "calendar/respondToEvent",
            "calendar respondToEvent",
            "emoji_🔧",
            "naïve",
            "a__b__c",
            "__lead",
            "trail__",
            "mcp__other__steal",
            &long,
            &longer,
            &longest,
            "UPPER",
            "upper",
            "..",
            "../../etc/passwd",
            "-rf",
            "rtl_\u{202e}gnp",
            "__proto__",
            "activate_tools",
            "$ref",
            "ｆｕｌｌｗｉｄｔｈ",
        ];
        let servers = ["a", "a_b", "a-b", "a23456789012345678901234567890xx"];
        let all: Vec<_> = servers.iter().flat_map(|it| names(it, &odd)).collect();
        let different: BTreeSet<_> = all.iter().map(|it| &it.public).collect();
        assert_eq!(different.len(), all.len());
        for it in &all {
            assert!(stands(&it.public) && it.public.starts_with("mcp__a"), "{}", it.public);
        }
        assert_eq!(all[0].public, "mcp__a__plain");
        assert_eq!(all[7].public, "mcp__a__a__b__c");
        assert_eq!(all[1].tool.name, "calendar.respondToEvent", "its own name stays");
    }

    #[test]
    fn a_name_stays_the_same_whatever_else_is_listed() {
        let alone = names("a", &["x.y"]).remove(0).public;
        let among = names("a", &["x_y", "x/y", "x.y"]).remove(2).public;
        assert_eq!(alone, among);
        assert!(alone.starts_with("mcp__a__x_y_") && alone.len() == 20, "{alone}");
    }

    #[test]
    fn one_made_to_clash_takes_no_other_tools_name() {
        let made = names("a", &["x.y"]).remove(0).public;
        let clashing = made.strip_prefix("mcp__a__").unwrap();
        let both = names("a", &["x.y", clashing]);
        assert_eq!(both[1].public, made, "a name that can stand is its owner's");
        assert_ne!(both[0].public, made);
    }

    #[test]
    fn a_name_that_could_not_stand_is_told_with_who_looks_the_same() {
        let tools = names("a", &["x.y", "x_y", "z.z", "plain"]);
        let marks: Vec<_> = tools.iter().map(|it| it.tool.marks.join("; ")).collect();
        assert!(marks[0].ends_with("and `x_y` looks the same then"), "{}", marks[0]);
        assert!(marks[2].contains("characters that they do not take"), "{}", marks[2]);
        assert_eq!((marks[1].as_str(), marks[3].as_str()), ("", ""));
    }
}
