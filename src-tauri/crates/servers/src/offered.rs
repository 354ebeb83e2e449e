//! What a server lists and gives beside tools: from the protocol's shapes to the nouns, without the
//! secrets of its launch.

use model::{
    completion::{Completing, Completion, Target},
    listed::Listed,
    media::Media,
    outcome::Block,
    prompt::{Argument, Given, Message, Prompt},
    resource::{Body, Contents, Part, Resource, Template},
    server::Level,
    tool::SetAside,
};

use crate::{convert, redact::Redactor, redacted};

/// A list of prompts. One whose name holds a secret cannot be named any more, nor asked for.
pub(crate) fn prompts(redactor: &Redactor, list: mcp::Listed<mcp::Prompt>) -> Listed<Prompt> {
    let text = |text: String| redactor.text(text);
    clean(
        redactor,
        list,
        "name",
        |it| &it.name,
        |it| Prompt {
            name: it.name,
            title: it.title.map(text),
            description: it.description.map(text).unwrap_or_default(),
            arguments: it
                .arguments
                .into_iter()
                .map(|it| Argument {
                    name: text(it.name),
                    title: it.title.map(text),
                    description: it.description.map(text).unwrap_or_default(),
                    required: it.required,
                })
                .collect(),
            marks: redactor.texts(it.marks),
        },
    )
}

/// A list of resources, in the same way.
pub(crate) fn resources(redactor: &Redactor, list: mcp::Listed<mcp::Resource>) -> Listed<Resource> {
    let text = |text: String| redactor.text(text);
    clean(
        redactor,
        list,
        "address",
        |it| &it.uri,
        |it| Resource {
            uri: it.uri,
            name: text(it.name),
            title: it.title.map(text),
            description: it.description.map(text).unwrap_or_default(),
            mime: it.mime.map(text),
            size: it.size,
            annotations: it.annotations.map(|it| redactor.value(it)),
            marks: redactor.texts(it.marks),
        },
    )
}

/// A list of templates, in the same way.
pub(crate) fn templates(redactor: &Redactor, list: mcp::Listed<mcp::Template>) -> Listed<Template> {
    let text = |text: String| redactor.text(text);
    clean(
        redactor,
        list,
        "address",
        |it| &it.uri_template,
        |it| Template {
            uri_template: it.uri_template,
            name: text(it.name),
            title: it.title.map(text),
            description: it.description.map(text).unwrap_or_default(),
            mime: it.mime.map(text),
            annotations: it.annotations.map(|it| redactor.value(it)),
            marks: redactor.texts(it.marks),
        },
    )
}

fn clean<T, U>(
    redactor: &Redactor,
    list: mcp::Listed<T>,
    word: &str,
    id: impl Fn(&T) -> &String,
    read: impl Fn(T) -> U,
) -> Listed<U> {
    let mut clean = Listed { odd: redactor.texts(list.warnings), ..Listed::default() };
    for it in list.entries {
        let shown = redactor.text(id(&it).clone());
        if shown == *id(&it) {
            clean.entries.push(read(it));
        } else {
            let reason = format!("its {word} holds a secret");
            clean.set_aside.push(SetAside { name: shown, reason });
        }
    }
    clean.set_aside.extend(
        list.set_aside
            .into_iter()
            .map(|it| SetAside { name: redactor.text(it.name), reason: redactor.text(it.reason) }),
    );
    clean
}

/// What a prompt gave.
pub(crate) fn given(redactor: &Redactor, it: mcp::PromptResult, took: u64) -> Given {
    let block = |it| redacted::block(redactor, convert::block(it));
    let message = |it: mcp::Message| Message {
        role: redactor.text(it.role),
        blocks: it.blocks.into_iter().map(block).collect(),
    };
    Given {
        description: it.description.map(|it| redactor.text(it)),
        messages: it.messages.into_iter().map(message).collect(),
        raw: redactor.json(it.raw.text().to_owned()),
        whole: None,
        odd: redactor.texts(it.odd),
        took,
    }
}

/// What a resource holds.
pub(crate) fn contents(redactor: &Redactor, it: mcp::Contents, took: u64) -> Contents {
    Contents {
        parts: it.blocks.into_iter().map(|it| part(redactor, it)).collect(),
        raw: redactor.json(it.raw.text().to_owned()),
        whole: None,
        odd: redactor.texts(it.odd),
        took,
    }
}

fn part(redactor: &Redactor, block: mcp::Block) -> Part {
    let text = |text: String| redactor.text(text);
    match block {
        mcp::Block::Resource { uri, mime, text: it } => {
            Part { uri: text(uri), mime: mime.map(text), body: Body::Text(text(it)) }
        }
        mcp::Block::Blob { uri, mime, data } => {
            let mime = mime.map(text);
            let sent = Media::sent(mime.clone().unwrap_or_default(), text(data));
            Part { uri: text(uri), mime, body: Body::Bytes(sent) }
        }
        mcp::Block::Unknown(value) => {
            let body = Body::Unknown(redactor.value(value));
            Part { uri: String::new(), mime: None, body }
        }
        // No resource is read as one of these.
        other @ (mcp::Block::Text(_)
        | mcp::Block::Image { .. }
        | mcp::Block::Audio { .. }
        | mcp::Block::Link { .. }) => {
            let body = match redacted::block(redactor, convert::block(other)) {
                Block::Text(it) | Block::Resource { text: it, .. } => Body::Text(it),
                Block::Media(it) => Body::Bytes(it),
                Block::Link { uri, .. } => Body::Text(uri),
                Block::Unknown(value) => Body::Unknown(value),
            };
            Part { uri: String::new(), mime: None, body }
        }
    }
}

/// What an argument could become. A suggestion that holds a secret would be none any more.
pub(crate) fn completion(redactor: &Redactor, it: mcp::Completion) -> Completion {
    let holds_none = |it: &String| redactor.text(it.clone()) == *it;
    let values = it.values.into_iter().filter(holds_none).collect();
    Completion { values, total: it.total, more: it.more }
}

/// The same argument for the protocol.
pub(crate) fn completing(it: Completing) -> mcp::Completing {
    let Completing { target, argument, value, others } = it;
    let of = match target {
        Target::Prompt(name) => mcp::Of::Prompt(name),
        Target::Template(uri) => mcp::Of::Template(uri),
    };
    mcp::Completing { of, argument, value, others }
}

/// The same level for the protocol.
pub(crate) fn level(level: Level) -> mcp::Level {
    match level {
        Level::Debug => mcp::Level::Debug,
        Level::Info => mcp::Level::Info,
        Level::Notice => mcp::Level::Notice,
        Level::Warning => mcp::Level::Warning,
        Level::Error => mcp::Level::Error,
        Level::Critical => mcp::Level::Critical,
        Level::Alert => mcp::Level::Alert,
        Level::Emergency => mcp::Level::Emergency,
    }
}
