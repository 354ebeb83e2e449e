//! Resources for a front end.

use model::{
    listed::Listed,
    media::Media,
    resource::{Body, Contents, Part, Resource, Template},
    server::Server,
};
use serde_json::Value;

use crate::{
    view::{
        lists::{Lists, weight},
        outcome::{aside, file},
        room::{Room, Shown, whole_for},
    },
    window::Window,
    wire::resource::{
        BodyView, ContentsView, PartView, ResourceView, ServerResources, TemplateView,
    },
};

/// The resources of a server, as much as there is room for.
pub(crate) fn list(
    server: Server,
    ready: bool,
    resources: Listed<Resource>,
    templates: Listed<Template>,
    lists: &mut Lists,
) -> ServerResources {
    lists.next_server();
    let (name, title) = (String::from(server.draft.name), server.draft.title);
    let set_aside = resources.set_aside.into_iter().chain(templates.set_aside);
    let set_aside = lists.aside(set_aside.map(aside).collect());
    let mut odd = lists.notes(resources.odd.into_iter().chain(templates.odd).collect());
    let templates = templates.entries.into_iter().filter_map(|it| template(it, lists)).collect();
    let resources = resources.entries.into_iter().filter_map(|it| resource(it, lists)).collect();
    odd.extend(lists.left_out("resources", &name));
    ServerResources { server: name, title, ready, resources, templates, set_aside, odd }
}

fn resource(mut it: Resource, lists: &mut Lists) -> Option<ResourceView> {
    let name = lists.label(Some(it.name)).unwrap_or_default();
    let (title, mime) = (lists.label(it.title), lists.label(it.mime));
    let description = lists.text(it.description, &mut it.marks);
    let annotations = lists.annotations(it.annotations, &mut it.marks);
    let marks = lists.notes(it.marks);
    let size = said(&name, title.as_deref(), &description, annotations.as_ref(), &marks);
    let (uri, of) = (it.uri, it.size);
    let view = ResourceView { uri, name, title, description, mime, size: of, annotations, marks };
    let uri = view.uri.clone();
    lists.entry(view, &uri, size)
}

fn template(mut it: Template, lists: &mut Lists) -> Option<TemplateView> {
    let variables = it.variables();
    let name = lists.label(Some(it.name)).unwrap_or_default();
    let (title, mime) = (lists.label(it.title), lists.label(it.mime));
    let description = lists.text(it.description, &mut it.marks);
    let annotations = lists.annotations(it.annotations, &mut it.marks);
    let marks = lists.notes(it.marks);
    let size = said(&name, title.as_deref(), &description, annotations.as_ref(), &marks);
    let uri_template = it.uri_template;
    let view = TemplateView {
        uri_template,
        variables,
        name,
        title,
        description,
        mime,
        annotations,
        marks,
    };
    let uri = view.uri_template.clone();
    lists.entry(view, &uri, size)
}

/// How many bytes an entry has beside its address, about.
fn said(
    name: &str,
    title: Option<&str>,
    description: &str,
    annotations: Option<&Value>,
    marks: &[String],
) -> usize {
    let marks: usize = marks.iter().map(String::len).sum();
    let words = name.len() + title.map_or(0, str::len) + description.len();
    words + marks + annotations.map_or(0, weight)
}

/// What a resource holds, as much as this window can show.
pub(crate) fn contents(it: Contents, for_whom: Window) -> ContentsView {
    let mut room = Room::of(for_whom);
    let parts = it.parts.into_iter();
    let parts = parts.filter_map(|it| room.piece().then(|| part(it, for_whom, &mut room)));
    let parts = parts.collect();
    ContentsView {
        parts,
        raw: whole_for(for_whom, it.raw),
        whole: it.whole.map(file),
        left_out: room.left_out(),
        odd: room.odd(it.odd),
        took: it.took,
    }
}

fn part(Part { uri, mime, body }: Part, for_whom: Window, room: &mut Room) -> PartView {
    let (uri, mime) = (room.address(uri), mime.map(|it| room.label(it)));
    PartView { uri, mime, body: self::body(body, for_whom, room) }
}

fn body(body: Body, for_whom: Window, room: &mut Room) -> BodyView {
    match body {
        Body::Text(text) => {
            let Shown { text, size, cut } = room.text(text);
            BodyView::Text { text, size, cut }
        }
        Body::Bytes(Media { data, file: kept, .. }) => {
            // Four letters of base64 are three bytes.
            let size = data.trim_end_matches('=').len() as u64 * 3 / 4;
            let data = (for_whom == Window::Terminal).then_some(data);
            match kept {
                Ok(kept) => {
                    let file = file(kept);
                    BodyView::Bytes { data, size: file.size, file: Some(file), why: None }
                }
                Err(why) => BodyView::Bytes { data, size, file: None, why: Some(why.0) },
            }
        }
        Body::Unknown(value) => {
            let Shown { text: json, size, cut } = room.text(value.to_string());
            BodyView::Unknown { json, size, cut }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_part_says_of_itself_has_a_bound_too() {
        let long = "x".repeat(1 << 20);
        let part = Part {
            uri: long.clone(),
            mime: Some(long.clone()),
            body: Body::Text("text".to_owned()),
        };
        let it = Contents {
            parts: vec![part],
            raw: String::new(),
            whole: None,
            odd: vec![long],
            took: 0,
        };
        let page = contents(it.clone(), Window::Main);
        assert_eq!(page.parts[0].uri, "", "an address is never cut");
        assert_eq!(page.odd[1], "an address is left out: it is longer than 8192 bytes");
        let size = serde_json::to_string(&page).unwrap().len();
        assert!(size < 4_000, "{size}");
        assert_eq!(contents(it.clone(), Window::Terminal).parts[0].uri, it.parts[0].uri);
    }

    /// HOST-29
    #[test]
    fn a_page_gets_no_bytes_and_a_terminal_all_of_them() {
        let shown = |data: &str, window| {
            let bytes = Body::Bytes(Media::sent(String::new(), data.to_owned()));
            body(bytes, window, &mut Room::of(window))
        };
        for (letters, many) in [("", 0), ("AA==", 1), ("AAA=", 2), ("AAAA", 3), ("AAAAAA==", 4)] {
            let BodyView::Bytes { data, size, file: None, why: Some(_) } =
                shown(letters, Window::Terminal)
            else {
                panic!("no bytes");
            };
            assert_eq!((data.as_deref(), size), (Some(letters), many));
            let page = shown(letters, Window::Main);
            assert!(matches!(page, BodyView::Bytes { data: None, .. }), "{page:?}");
        }
    }
}
