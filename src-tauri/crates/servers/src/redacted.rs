//! What comes from a server, without the secrets of its launch; it knows no secret itself.

use model::{
    media::Media,
    outcome::{Block, Outcome, Progress},
    tool::{SetAside, Tool, ToolList},
};

use crate::redact::Redactor;

/// An error of a start or a call.
pub(crate) fn error(redactor: &Redactor, error: mcp::Error) -> mcp::Error {
    let text = |text| redactor.text(text);
    match error {
        mcp::Error::Spawn { command, source } => {
            mcp::Error::Spawn { command: text(command), source }
        }
        mcp::Error::Exited { exit, stderr } => {
            mcp::Error::Exited { exit, stderr: redactor.lines(stderr) }
        }
        mcp::Error::TimedOut { limit, hint, stderr } => {
            mcp::Error::TimedOut { limit, hint, stderr: redactor.lines(stderr) }
        }
        mcp::Error::Protocol(what) => mcp::Error::Protocol(text(what)),
        mcp::Error::Rpc(mcp::RpcError { code, message, data }) => mcp::Error::Rpc(mcp::RpcError {
            code,
            message: text(message),
            data: data.map(|it| redactor.value(it)),
        }),
        mcp::Error::Unreadable(what) => mcp::Error::Unreadable(text(what)),
        mcp::Error::AsksFor { kind } => mcp::Error::AsksFor { kind: text(kind) },
        mcp::Error::AsksUnfit(what) => mcp::Error::AsksUnfit(text(what)),
        mcp::Error::Ended { how } => mcp::Error::Ended { how: text(how) },
        mcp::Error::NotSent { how } => mcp::Error::NotSent { how: how.map(text) },
        mcp::Error::Http(fault) => mcp::Error::Http(fault.map(text)),
        mcp::Error::Guard(_)
        | mcp::Error::Asks
        | mcp::Error::NeedsTask
        | mcp::Error::TooManyRounds { .. }
        | mcp::Error::NotCompleted { .. }
        | mcp::Error::CallTimedOut { .. }
        | mcp::Error::TooLarge { .. }
        | mcp::Error::TooManyValues { .. }
        | mcp::Error::Closed => error,
    }
}

/// Something told unasked.
pub(crate) fn notice(redactor: &Redactor, notice: mcp::Notice) -> mcp::Notice {
    let text = |text| redactor.text(text);
    match notice {
        mcp::Notice::Stderr(line) => mcp::Notice::Stderr(text(line)),
        mcp::Notice::Noise(line) => mcp::Notice::Noise(text(line)),
        mcp::Notice::Log { level, logger, data } => mcp::Notice::Log {
            level: text(level),
            logger: logger.map(text),
            data: redactor.value(data),
        },
        mcp::Notice::Warning(what) => mcp::Notice::Warning(text(what)),
        mcp::Notice::Lifecycle(what) => mcp::Notice::Lifecycle(text(what)),
        mcp::Notice::Custom { method, params } => {
            mcp::Notice::Custom { method: text(method), params: redactor.value(params) }
        }
        mcp::Notice::ResourceUpdated { uri } => mcp::Notice::ResourceUpdated { uri: text(uri) },
        mcp::Notice::Phase(_) | mcp::Notice::ListChanged(_) => notice,
    }
}

/// What a server says of itself.
pub(crate) fn hello(redactor: &Redactor, hello: &mcp::Hello) -> mcp::Hello {
    let text = |text: &String| redactor.text(text.clone());
    mcp::Hello {
        era: hello.era,
        version: text(&hello.version),
        server: mcp::ServerInfo {
            name: text(&hello.server.name),
            title: hello.server.title.as_ref().map(text),
            version: text(&hello.server.version),
            website: hello.server.website.as_ref().map(text),
        },
        capabilities: redactor.value(hello.capabilities.clone()),
        instructions: hello.instructions.as_ref().map(text),
        warnings: hello.warnings.iter().map(text).collect(),
        restarted_for_era: hello.restarted_for_era,
    }
}

/// A list of tools. A tool whose name holds a secret cannot be named any more, nor called.
pub(crate) fn tools(redactor: &Redactor, list: ToolList) -> ToolList {
    let mut clean = ToolList::default();
    for it in list.tools {
        let name = redactor.text(it.name.clone());
        if name != it.name {
            let reason = "its name holds a secret".to_owned();
            clean.set_aside.push(SetAside { name, reason });
            continue;
        }
        clean.tools.push(Tool {
            name,
            title: it.title.map(|it| redactor.text(it)),
            description: redactor.text(it.description),
            input_schema: redactor.value(it.input_schema),
            output_schema: it.output_schema.map(|it| redactor.value(it)),
            annotations: it.annotations.map(|it| redactor.value(it)),
            marks: redactor.texts(it.marks),
        });
    }
    clean.set_aside.extend(
        list.set_aside
            .into_iter()
            .map(|it| SetAside { name: redactor.text(it.name), reason: redactor.text(it.reason) }),
    );
    clean
}

/// A sign of life of a call.
pub(crate) fn progress(redactor: &Redactor, it: Progress) -> Progress {
    Progress { message: it.message.map(|it| redactor.text(it)), ..it }
}

/// The result of a call.
pub(crate) fn outcome(redactor: &Redactor, it: Outcome) -> Outcome {
    Outcome {
        blocks: it.blocks.into_iter().map(|it| block(redactor, it)).collect(),
        structured: it.structured.map(|it| redactor.value(it)),
        raw: redactor.json(it.raw),
        odd: redactor.texts(it.odd),
        ..it
    }
}

/// A piece of a result.
pub(crate) fn block(redactor: &Redactor, block: Block) -> Block {
    let text = |text| redactor.text(text);
    match block {
        Block::Text(it) => Block::Text(text(it)),
        // It is kept after this: no file holds what was taken out.
        Block::Media(Media { mime, data, file: _ }) => {
            Block::Media(Media::sent(text(mime), text(data)))
        }
        Block::Link { uri, name, mime } => {
            Block::Link { uri: text(uri), name: text(name), mime: mime.map(text) }
        }
        Block::Resource { uri, mime, text: it } => {
            Block::Resource { uri: text(uri), mime: mime.map(text), text: text(it) }
        }
        Block::Unknown(value) => Block::Unknown(redactor.value(value)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use stdx::secret::Secret;

    use super::*;

    const SECRET: &str = "hunter2hunter2";

    fn redactor() -> Redactor {
        let redactor = Redactor::default();
        redactor.add(&Secret::from(SECRET));
        redactor
    }

    /// The secret as others write it: plain, base64 at its three offsets, for addresses, hex,
    /// percent, JSON, reversed, UTF-16 in base64.
    const DRESSES: &[&str] = &[
        SECRET,
        "aHVudGVyMmh1bnRlcjI=",
        "Omh1bnRlcjJodW50ZXIy",
        "dTpodW50ZXIyaHVudGVyMg",
        "68756e7465723268756e74657232",
        "68:75:6E:74:65:72:32:68:75:6E:74:65:72:32",
        "%68%75%6e%74%65%72%32%68%75%6E%74%65%72%32",
        r"\u0068\u0075nter2hunter2",
        "2retnuh2retnuh",
        "aAB1AG4AdABlAHIAMgBoAHUAbgB0AGUAcgAyAA==",
    ];

    fn no_dress_in(shown: &str) {
        for dress in DRESSES {
            let core = dress.trim_end_matches('=');
            assert!(!shown.contains(core), "{dress} in {shown}");
        }
        assert!(!shown.contains("nter2hunter2"), "an end of it in {shown}");
    }

    /// HOST-43, HOST-48
    #[test]
    fn no_place_holds_a_secret_in_any_dress() {
        for dress in DRESSES {
            let said = || format!("is '{dress}' it");
            let value = || json!({ said(): [said(), { "deep": said() }] });
            let whole = Outcome {
                blocks: vec![
                    Block::Text(said()),
                    Block::Media(Media::sent(said(), (*dress).to_owned())),
                    Block::Link { uri: said(), name: said(), mime: Some(said()) },
                    Block::Resource { uri: said(), mime: Some(said()), text: said() },
                    Block::Unknown(value()),
                ],
                structured: Some(value()),
                mirrors: Vec::new(),
                misfits: Vec::new(),
                is_error: true,
                raw: value().to_string(),
                whole: None,
                odd: vec![said()],
                took: 1,
            };
            let clean = outcome(&redactor(), whole);
            no_dress_in(&format!("{clean:?}"));
            assert!(clean.raw.contains("•••") && !clean.raw.contains("hunter2"), "{}", clean.raw);
            let refused = mcp::RpcError { code: None, message: said(), data: Some(value()) };
            no_dress_in(&format!("{:?}", error(&redactor(), mcp::Error::Rpc(refused))));
            let lines = vec![said(), dress[..9].to_owned(), dress[9..].to_owned()];
            let ended = mcp::Error::Exited { exit: mcp::Exit::Status(1), stderr: lines };
            let mcp::Error::Exited { stderr, .. } = error(&redactor(), ended) else { panic!() };
            no_dress_in(&stderr.concat());
            let sign = Progress { done: 1.0, total: None, message: Some(said()) };
            no_dress_in(&format!("{:?}", progress(&redactor(), sign)));
            for it in [
                mcp::Notice::Stderr(said()),
                mcp::Notice::Noise(said()),
                mcp::Notice::Log { level: said(), logger: Some(said()), data: value() },
                mcp::Notice::Warning(said()),
                mcp::Notice::Lifecycle(said()),
                mcp::Notice::Custom { method: said(), params: value() },
            ] {
                let shown = format!("{:?}", notice(&redactor(), it));
                assert!(shown.contains("•••"), "{shown}");
                no_dress_in(&shown);
            }
        }
    }

    /// HOST-48
    #[test]
    fn no_error_tells_a_secret() {
        let said = || format!("bad token {SECRET}");
        let errors = [
            mcp::Error::Exited { exit: mcp::Exit::Status(1), stderr: vec![said()] },
            mcp::Error::Protocol(said()),
            mcp::Error::Rpc(mcp::RpcError {
                code: None,
                message: said(),
                data: Some(json!({ "token": SECRET })),
            }),
            mcp::Error::Unreadable(said()),
            mcp::Error::Ended { how: said() },
            mcp::Error::NotSent { how: Some(said()) },
        ];
        for it in errors {
            let clean = format!("{:?}", error(&redactor(), it));
            assert!(clean.contains("•••") && !clean.contains(SECRET), "{clean}");
        }
    }

    /// HOST-48
    #[test]
    fn no_part_of_a_result_holds_a_secret() {
        let text = || format!("a {SECRET}");
        let whole = Outcome {
            blocks: vec![
                Block::Text(text()),
                Block::Link { uri: text(), name: text(), mime: Some(text()) },
                Block::Resource { uri: text(), mime: Some(text()), text: text() },
                Block::Unknown(json!([SECRET])),
            ],
            structured: Some(json!({ "a": SECRET })),
            mirrors: Vec::new(),
            misfits: Vec::new(),
            is_error: false,
            raw: json!({ "a": SECRET }).to_string(),
            whole: None,
            odd: vec![text()],
            took: 1,
        };
        let clean = outcome(&redactor(), whole.clone());
        assert!(!format!("{clean:?}").contains(SECRET), "{clean:?}");
        assert_eq!(clean.raw, r#"{"a":"•••"}"#);
        assert_eq!(outcome(&Redactor::default(), whole.clone()), whole);
    }

    /// HOST-48
    #[test]
    fn a_tool_named_by_a_secret_is_set_aside() {
        let tool = |name: &str| Tool {
            name: name.to_owned(),
            title: None,
            description: format!("with {SECRET}"),
            input_schema: json!({ "default": SECRET }),
            output_schema: None,
            annotations: None,
            marks: Vec::new(),
        };
        let list = ToolList { tools: vec![tool("a"), tool(SECRET)], set_aside: Vec::new() };
        let clean = tools(&redactor(), list);
        assert_eq!((clean.tools.len(), clean.set_aside.len()), (1, 1));
        assert!(!format!("{clean:?}").contains(SECRET), "{clean:?}");
    }
}
