//! From the protocol's shapes to the nouns; it decides nothing.

use model::{
    media::Media,
    outcome::{Block, Outcome, Progress},
    server::Era,
    state::{Carrier, Phase, Ready},
    tool::{SetAside, Tool, ToolList},
};
use serde_json::Value;
use stdx::{
    clock::Millis,
    text::{clip, visible},
};

/// Most bytes of a name that a server gives itself.
const LONGEST_NAME: usize = 200;
const LONGEST_INSTRUCTIONS: usize = 8 * 1024;
const LONGEST_WEBSITE: usize = 2000;
const MOST_CAPABILITIES: usize = 50;

pub(crate) fn era(era: mcp::Era) -> Era {
    match era {
        mcp::Era::Legacy => Era::Legacy,
        mcp::Era::Modern => Era::Modern,
    }
}

pub(crate) fn era_choice(seen: Option<Era>) -> mcp::EraChoice {
    let last = seen.map(|era| match era {
        Era::Legacy => mcp::Era::Legacy,
        Era::Modern => mcp::Era::Modern,
    });
    mcp::EraChoice::Auto { last }
}

pub(crate) fn tools(list: mcp::ToolList) -> ToolList {
    let tool = |it: mcp::Tool| Tool {
        name: it.name,
        title: it.title,
        description: it.description.unwrap_or_default(),
        input_schema: it.input_schema.into_value(),
        output_schema: it.output_schema.map(mcp::Object::into_value),
        annotations: it.annotations.map(mcp::Object::into_value),
        marks: it.marks,
    };
    ToolList {
        tools: list.tools.into_iter().map(tool).collect(),
        set_aside: list
            .set_aside
            .into_iter()
            .map(|it| SetAside { name: it.name, reason: it.reason })
            .collect(),
    }
}

pub(crate) fn progress(it: mcp::Progress) -> Progress {
    Progress { done: it.done, total: it.total, message: it.message }
}

pub(crate) fn outcome(it: mcp::Outcome, took: u64) -> Outcome {
    Outcome {
        blocks: it.blocks.into_iter().map(block).collect(),
        structured: it.structured.filter(|it| !it.is_null()),
        mirrors: Vec::new(),
        misfits: Vec::new(),
        is_error: it.is_error,
        raw: it.raw.text().to_owned(),
        whole: None,
        odd: it.odd,
        took,
    }
}

/// A piece of a result.
pub(crate) fn block(block: mcp::Block) -> Block {
    match block {
        mcp::Block::Text(text) => Block::Text(text),
        mcp::Block::Image { mime, data } | mcp::Block::Audio { mime, data } => {
            Block::Media(Media::sent(mime, data))
        }
        mcp::Block::Blob { uri: _, mime, data } => {
            Block::Media(Media::sent(mime.unwrap_or_default(), data))
        }
        mcp::Block::Resource { uri, mime, text } => Block::Resource { uri, mime, text },
        mcp::Block::Link { uri, name, title, description: _, mime } => {
            let name = title.or(name).unwrap_or_else(|| uri.clone());
            Block::Link { uri, name, mime }
        }
        mcp::Block::Unknown(value) => Block::Unknown(value),
    }
}

/// How messages get to a server.
pub(crate) fn carrier(it: mcp::Carrier) -> Carrier {
    match it {
        mcp::Carrier::Stdio => Carrier::Stdio,
        mcp::Carrier::Http => Carrier::Http,
        mcp::Carrier::OldHttp => Carrier::OldHttp,
    }
}

/// How far a start has come.
pub(crate) fn phase(phase: mcp::Phase) -> Phase {
    match phase {
        mcp::Phase::Installing => Phase::Installing,
        mcp::Phase::Connecting => Phase::Connecting,
    }
}

/// What a server says of itself, cut and made visible; what else is known of it is empty. Its
/// warnings are told as notices too, and stay out.
pub(crate) fn ready(hello: mcp::Hello) -> Ready {
    let instructions = hello.instructions.filter(|it| !it.trim().is_empty());
    Ready {
        era: era(hello.era),
        version: short(&hello.version),
        server_info: server_info(&hello.server),
        website: hello.server.website.as_deref().and_then(website),
        instructions: instructions.map(|it| clip(&it, LONGEST_INSTRUCTIONS)),
        capabilities: capabilities(&hello.capabilities),
        tools: 0,
        carrier: Carrier::Stdio,
        session: false,
        round_trip: None,
        pid: None,
        noise: 0,
        restarts: 0,
        warnings: Vec::new(),
        since: Millis(0),
    }
}

/// Words of a stranger, safe to show.
pub(crate) fn told(text: &str) -> String {
    visible(&clip(text, 2000))
}

fn short(text: &str) -> String {
    visible(&clip(text.trim(), LONGEST_NAME))
}

/// The names of what a server says it can do.
fn capabilities(it: &Value) -> Vec<String> {
    let names = it.as_object().into_iter().flatten();
    let mut names: Vec<_> = names.take(MOST_CAPABILITIES).map(|(name, _)| short(name)).collect();
    names.sort();
    names
}

/// The name and version that a server gives itself.
fn server_info(it: &mcp::ServerInfo) -> String {
    let name = it.title.as_ref().filter(|it| !it.is_empty()).unwrap_or(&it.name);
    short(&format!("{name} {}", it.version))
}

/// The address of a server's page, whole or not at all: a part of it would be another page.
fn website(url: &str) -> Option<String> {
    let url = url.trim();
    let whole = !url.is_empty() && url.len() <= LONGEST_WEBSITE && visible(url) == url;
    whole.then(|| url.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_server_says_of_itself_is_cut_and_made_visible() {
        let long = "x".repeat(100_000);
        let mut capabilities = json!({"tools": {}, "a\u{202e}b": {}});
        for number in 0..1000 {
            capabilities[format!("{number} {long}")] = json!({});
        }
        let said = ready(mcp::Hello {
            era: mcp::Era::Legacy,
            version: format!("2025\n{long}"),
            server: mcp::ServerInfo {
                name: format!("demo\u{1b}[31m{long}"),
                title: None,
                version: "1".into(),
                website: Some(format!("https://example.com/{long}")),
            },
            capabilities,
            instructions: Some(long),
            warnings: vec!["told as a notice".into()],
            restarted_for_era: false,
        });
        assert!(said.version.starts_with("2025\\n"), "{}", said.version);
        assert!(said.server_info.starts_with("demo\\x1b[31m"), "{}", said.server_info);
        assert!(said.capabilities.contains(&"a\\u{202e}b".to_owned()));
        assert_eq!(said.capabilities.len(), MOST_CAPABILITIES);
        let longest = said.capabilities.iter().chain([&said.version, &said.server_info]);
        assert!(longest.map(String::len).max().unwrap() < 300);
        assert_eq!(said.instructions.unwrap().len(), LONGEST_INSTRUCTIONS);
        assert_eq!(said.warnings, Vec::<String>::new());
        assert_eq!(said.website, None);
    }

    /// Security 13, 17.
    #[test]
    fn the_address_of_a_page_is_told_whole_or_not_at_all() {
        assert_eq!(website(" https://a.example/b "), Some("https://a.example/b".to_owned()));
        for bad in ["", "  ", "https://a.example/\u{202e}b", &"x".repeat(LONGEST_WEBSITE + 1)] {
            assert_eq!(website(bad), None, "{bad}");
        }
    }
}
