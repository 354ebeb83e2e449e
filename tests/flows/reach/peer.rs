//! The servers of the table, and by which words of their own each feature is had from them.

use app::wire::prompt::CompletionOf;
use flows::{
    house::House,
    http_peers::{self, Running},
    peers::{self, Era},
    shapes::ready,
};
use serde_json::{Value, json};

use crate::http::draft;

/// Who made the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Maker {
    /// npm's `@modelcontextprotocol/server-everything`.
    Everything,
    /// PyPI's `fastmcp`.
    Fastmcp(Era),
    /// PyPI's `mcp`.
    Mcp(Era),
}

/// How it is talked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// By its standard input and output.
    Stdio,
    /// By Streamable HTTP.
    Http,
    /// By HTTP as it was in 2024.
    Sse,
}

/// What a maker's server is asked for, and what it says then.
pub(super) struct Words {
    /// A tool that adds 2 and 3.
    pub(super) add: &'static str,
    /// A prompt, its argument, and the message that comes of the value `Oslo`.
    pub(super) prompt: (&'static str, &'static str, &'static str),
    /// What the address of some resource begins with.
    pub(super) resource: &'static str,
    /// A template, an address that it makes, and what is in the text there.
    pub(super) template: (&'static str, &'static str, &'static str),
    /// A prompt, an argument of it, what is typed already, and what is suggested.
    pub(super) completion: (&'static str, &'static str, &'static str, &'static str),
    /// A call that tells of four steps, and the message of the first.
    pub(super) steps: (&'static str, Value, Option<&'static str>),
    /// A call that changes a list.
    pub(super) grow: (&'static str, Value),
    /// A resource that changes by a call.
    pub(super) touch: Option<(&'static str, &'static str, Value)>,
    /// A call that lasts.
    pub(super) wait: (&'static str, Value),
    /// A tool that asks for a name.
    pub(super) greet: &'static str,
    /// A tool that tells the shared folders.
    pub(super) folders: &'static str,
}

impl Maker {
    /// Its name and its column in the table.
    pub(super) fn column(self) -> &'static str {
        match self {
            Self::Everything => "everything",
            Self::Fastmcp(Era::Legacy) => "fastmcp legacy",
            Self::Fastmcp(Era::Modern) => "fastmcp modern",
            Self::Mcp(Era::Legacy) => "mcp legacy",
            Self::Mcp(Era::Modern) => "mcp modern",
        }
    }

    /// Starts it where it is no child of ours, and registers it as `peer`.
    pub(super) async fn join(self, house: &House, way: Way) -> Option<Running> {
        let running = match (self, way) {
            (_, Way::Stdio) => None,
            (Self::Everything, Way::Http) => Some(http_peers::Peer::Everything),
            (Self::Everything, Way::Sse) => Some(http_peers::Peer::OldEverything),
            (Self::Fastmcp(era), _) => Some(http_peers::Peer::WholeFastmcp(era)),
            (Self::Mcp(era), _) => Some(http_peers::Peer::WholeMcp(era)),
        };
        let Some(peer) = running else {
            let program = match self {
                Self::Everything => peers::everything(),
                Self::Fastmcp(era) => peers::fastmcp(era),
                Self::Mcp(era) => peers::mcp(era),
            };
            let row = house.add("peer", &program).await;
            assert!(ready(&row).is_some(), "{row:?}");
            return None;
        };
        let running = peer.start().await;
        let row = house.add_draft(draft(&running, &[])).await;
        assert!(ready(&row).is_some(), "{row:?}");
        Some(running)
    }

    /// How its features are had.
    pub(super) fn words(self) -> Words {
        match self {
            Self::Everything => Words {
                add: "get-sum",
                prompt: ("args-prompt", "city", "user: What's weather in Oslo?"),
                resource: "demo://resource/",
                template: (
                    "demo://resource/dynamic/text/{resourceId}",
                    "demo://resource/dynamic/text/7",
                    "Resource 7",
                ),
                completion: ("completable-prompt", "department", "Sa", "Sales"),
                steps: (
                    "trigger-long-running-operation",
                    json!({ "duration": 1, "steps": 4 }),
                    None,
                ),
                grow: (
                    "gzip-file-as-resource",
                    json!({ "name": "grown", "data": "data:text/plain,grown" }),
                ),
                touch: Some((
                    "demo://resource/dynamic/text/1",
                    "toggle-subscriber-updates",
                    json!({}),
                )),
                wait: ("trigger-long-running-operation", json!({ "duration": 600, "steps": 6000 })),
                greet: "trigger-elicitation-request",
                folders: "get-roots-list",
            },
            Self::Fastmcp(_) => python(
                ("review", "code", "user: Review this, short: Oslo"),
                "peer://",
                ("peer://city/{name}", "peer://city/Oslo", "This is Oslo."),
                ("review", "code", "py", "python pytorch"),
                None,
            ),
            Self::Mcp(_) => python(
                ("review", "code", "user: Review this any: Oslo"),
                "demo://",
                ("demo://city/{name}", "demo://city/Oslo", "This is Oslo."),
                ("review", "language", "py", "python pytorch"),
                Some(("demo://greeting", "touch", json!({ "uri": "demo://greeting" }))),
            ),
        }
    }
}

/// The words that our two scripts have in common.
fn python(
    prompt: (&'static str, &'static str, &'static str),
    resource: &'static str,
    template: (&'static str, &'static str, &'static str),
    completion: (&'static str, &'static str, &'static str, &'static str),
    touch: Option<(&'static str, &'static str, Value)>,
) -> Words {
    Words {
        add: "add",
        prompt,
        resource,
        template,
        completion,
        steps: ("steps", json!({ "count": 4 }), Some("step 1")),
        grow: ("grow", json!({})),
        touch,
        wait: ("wait", json!({})),
        greet: "greet",
        folders: "folders",
    }
}

impl Way {
    /// Its column in the table.
    pub(super) fn column(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Http => "http",
            Self::Sse => "sse",
        }
    }
}

impl Words {
    /// What is suggested for.
    pub(super) fn completes(&self) -> CompletionOf {
        CompletionOf::Prompt { name: self.completion.0.to_owned() }
    }
}
