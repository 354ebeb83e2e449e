//! Tools and results for a front end.

use model::{
    media::{Kept, Media},
    outcome::{Block, Outcome},
    tool::{SetAside, Tool},
};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use tools::{Named, Offer};

use crate::{
    view::{
        lists::{Lists, weight},
        room::{Room, Shown, whole_for},
    },
    window::Window,
    wire::{
        media::FileView,
        tool::{BlockView, OutcomeView, ServerTools, SetAsideView, StructuredView, ToolView},
    },
};

/// What a server offers, as much as there is room for.
pub(crate) fn offer(offer: Offer, lists: &mut Lists) -> ServerTools {
    lists.next_server();
    let server = String::from(offer.server.draft.name);
    let tools = offer.tools.into_iter().filter_map(|it| tool(it, lists)).collect();
    let mut set_aside = lists.aside(offer.set_aside.into_iter().map(aside).collect());
    if let Some(reason) = lists.left_out("tools", &server) {
        set_aside.push(SetAsideView { name: "…".to_owned(), reason });
    }
    ServerTools { server, title: offer.server.draft.title, ready: offer.ready, tools, set_aside }
}

/// An entry of a list that cannot be used.
pub(crate) fn aside(it: SetAside) -> SetAsideView {
    SetAsideView { name: it.name, reason: it.reason }
}

fn tool(Named { public, tool: it }: Named, lists: &mut Lists) -> Option<ToolView> {
    let Tool { name, title, description, input_schema, output_schema, annotations, mut marks } = it;
    let title = lists.label(title);
    let description = lists.text(description, &mut marks);
    let input_schema = lists.schema(input_schema, "input", &mut marks);
    let output_schema = output_schema.map(|it| lists.schema(it, "output", &mut marks));
    let annotations = lists.annotations(annotations, &mut marks);
    let marks = lists.notes(marks);
    let values = [Some(&input_schema), output_schema.as_ref(), annotations.as_ref()];
    let values: usize = values.into_iter().flatten().map(weight).sum();
    let words: usize = marks.iter().map(String::len).sum();
    let size = description.len() + values + words + title.as_ref().map_or(0, String::len);
    let view = ToolView {
        name,
        public_name: public,
        title,
        description,
        input_schema,
        output_schema,
        annotations,
        marks,
    };
    let name = view.name.clone();
    lists.entry(view, &name, size)
}

/// What a call gave, as much as this window can show.
pub(crate) fn outcome(it: Outcome, for_whom: Window) -> OutcomeView {
    let mut room = Room::of(for_whom);
    // First: where there is one, the rest is mostly its mirror.
    let structured = it.structured.as_ref().map(|value| structured(value, &it.raw, &mut room));
    let mirrors = it.mirrors;
    let blocks = it.blocks.into_iter().enumerate().filter_map(|(at, it)| {
        let mirror = mirrors.contains(&at);
        room.piece().then(|| block(it, mirror, &mut room))
    });
    let blocks = blocks.collect();
    OutcomeView {
        blocks,
        structured,
        misfits: room.notes(it.misfits),
        is_error: it.is_error,
        raw: whole_for(for_whom, it.raw),
        whole: it.whole.map(file),
        left_out: room.left_out(),
        odd: room.odd(it.odd),
        took: it.took,
    }
}

/// The structured part, digit for digit as it came.
fn structured(value: &Value, raw: &str, room: &mut Room) -> StructuredView {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Reply<'a> {
        #[serde(borrow)]
        structured_content: Option<&'a RawValue>,
    }
    let exact = serde_json::from_str::<Reply<'_>>(raw).ok().and_then(|it| it.structured_content);
    let json = exact.map_or_else(|| value.to_string(), |it| it.get().to_owned());
    let Shown { text: json, size, cut } = room.text(json);
    StructuredView { json, size, cut }
}

/// A piece of a result; one may say just what the structured part says.
pub(crate) fn block(block: Block, mirror: bool, room: &mut Room) -> BlockView {
    match block {
        Block::Text(text) => {
            let Shown { text, size, cut } = room.text(text);
            BlockView::Text { text, size, cut, mirror }
        }
        Block::Media(Media { file: Ok(kept), .. }) => BlockView::Media { file: file(kept) },
        Block::Media(Media { file: Err(why), mime, .. }) => {
            BlockView::NotSaved { mime: room.label(mime), why: why.0 }
        }
        Block::Link { uri, name, mime } => BlockView::Link {
            uri: room.address(uri),
            name: room.label(name),
            mime: mime.map(|it| room.label(it)),
        },
        Block::Resource { uri, mime, text } => {
            let (uri, mime) = (room.address(uri), mime.map(|it| room.label(it)));
            let Shown { text, size, cut } = room.text(text);
            BlockView::Resource { uri, mime, text, size, cut }
        }
        Block::Unknown(value) => {
            let Shown { text: json, size, cut } = room.text(value.to_string());
            BlockView::Unknown { json, size, cut }
        }
    }
}

/// A file of the media folder.
pub(crate) fn file(it: Kept) -> FileView {
    FileView {
        name: it.name,
        mime: it.mime,
        size: it.size,
        width: it.picture.map(|(width, _)| width),
        height: it.picture.map(|(_, height)| height),
        path: it.path.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use model::outcome::LONG;
    use serde_json::json;

    use super::*;

    fn shown(raw: &str, value: &Value) -> String {
        structured(value, raw, &mut Room::of(Window::Main)).json
    }

    fn outcome_of(blocks: Vec<Block>, notes: Vec<String>) -> Outcome {
        Outcome {
            blocks,
            structured: None,
            mirrors: Vec::new(),
            misfits: notes.clone(),
            is_error: false,
            raw: String::new(),
            whole: None,
            odd: notes,
            took: 0,
        }
    }

    fn link(text: &str) -> Block {
        Block::Link { uri: text.to_owned(), name: text.to_owned(), mime: Some(text.to_owned()) }
    }

    /// HOST-31
    #[test]
    fn no_part_of_a_result_goes_to_a_page_without_a_bound() {
        let long = "x".repeat(2 * LONG);
        let resource =
            Block::Resource { uri: long.clone(), mime: Some(long.clone()), text: long.clone() };
        let lost = Block::Media(Media::sent(long.clone(), String::new()));
        let blocks = vec![link(&long), resource, lost];
        let it = outcome_of(blocks, vec![long; 2]);
        let page = outcome(it.clone(), Window::Main);
        assert!(
            matches!(&page.blocks[0], BlockView::Link { uri, name, .. } if uri.is_empty() && name.ends_with('…')),
            "an address is never cut"
        );
        assert!(
            page.odd.last().unwrap().starts_with("2 addresses are left out"),
            "{:?}",
            page.odd.last()
        );
        let size = serde_json::to_string(&page).unwrap().len();
        assert!(size < 2_000_000, "{size}");
        let size = serde_json::to_string(&outcome(it, Window::Terminal)).unwrap().len();
        assert!(size > 11 * 2 * LONG, "{size}");
    }

    #[test]
    fn a_link_of_an_ordinary_length_is_whole() {
        let url = format!("https://example.com/{}", "a".repeat(4_000));
        let page = outcome(outcome_of(vec![link(&url)], Vec::new()), Window::Main);
        assert!(matches!(&page.blocks[0], BlockView::Link { uri, .. } if *uri == url));
        assert_eq!(page.odd, [""; 0]);
    }

    /// HOST-26
    #[test]
    fn the_structured_part_keeps_its_digits() {
        let raw = r#"{"content":[],"structuredContent":{"n":123456789012345678901234567890}}"#;
        assert_eq!(shown(raw, &json!({"n": 1})), r#"{"n":123456789012345678901234567890}"#);
        assert_eq!(shown(r#"{"toolResult":{}}"#, &json!(false)), "false", "it was wrapped");
        assert_eq!(shown("no JSON", &json!([1])), "[1]");
    }
}
