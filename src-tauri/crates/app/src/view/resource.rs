//! Resources for a front end. This is the one place that decides how much of one a page gets.

use model::{
    listed::Listed,
    resource::{Body, Contents, Part, Resource, Template},
    server::Server,
};
use stdx::text::clip;

use crate::{
    view::outcome::aside,
    window::Window,
    wire::resource::{
        BodyView, ContentsView, PartView, ResourceView, ServerResources, TemplateView,
    },
};

/// The longest text that a page gets, in bytes.
const LONGEST_TEXT: usize = 1 << 20;
/// Most base64 that a page gets, in bytes.
const MOST_BASE64: usize = 8 << 20;

/// The resources of a server.
pub(crate) fn list(
    server: Server,
    ready: bool,
    resources: Listed<Resource>,
    templates: Listed<Template>,
) -> ServerResources {
    let set_aside = resources.set_aside.into_iter().chain(templates.set_aside);
    ServerResources {
        server: server.draft.name.into(),
        title: server.draft.title,
        ready,
        resources: resources.entries.into_iter().map(resource).collect(),
        templates: templates.entries.into_iter().map(template).collect(),
        set_aside: set_aside.map(aside).collect(),
        odd: resources.odd.into_iter().chain(templates.odd).collect(),
    }
}

fn resource(it: Resource) -> ResourceView {
    ResourceView {
        uri: it.uri,
        name: it.name,
        title: it.title,
        description: it.description,
        mime: it.mime,
        size: it.size,
        annotations: it.annotations,
        marks: it.marks,
    }
}

fn template(it: Template) -> TemplateView {
    TemplateView {
        variables: it.variables(),
        uri_template: it.uri_template,
        name: it.name,
        title: it.title,
        description: it.description,
        mime: it.mime,
        annotations: it.annotations,
        marks: it.marks,
    }
}

/// What a resource holds, as much as this window can show.
pub(crate) fn contents(it: Contents, for_whom: Window) -> ContentsView {
    ContentsView {
        parts: it.parts.into_iter().map(|it| part(it, for_whom)).collect(),
        raw: whole_for(for_whom, it.raw),
        odd: it.odd,
        took: it.took,
    }
}

fn part(Part { uri, mime, body }: Part, for_whom: Window) -> PartView {
    PartView { uri, mime, body: self::body(body, for_whom) }
}

fn body(body: Body, for_whom: Window) -> BodyView {
    match body {
        Body::Text(text) => {
            let size = text.len() as u64;
            match for_whom {
                Window::Main if text.len() > LONGEST_TEXT => {
                    BodyView::Text { text: clip(&text, LONGEST_TEXT), size, cut: true }
                }
                Window::Main | Window::Terminal => BodyView::Text { text, size, cut: false },
            }
        }
        Body::Bytes(data) => {
            // Four letters of base64 are three bytes.
            let size = data.trim_end_matches('=').len() as u64 * 3 / 4;
            let fits = for_whom == Window::Terminal || data.len() <= MOST_BASE64;
            BodyView::Bytes { data: fits.then_some(data), size }
        }
        Body::Unknown(value) => BodyView::Unknown { json: value.to_string() },
    }
}

/// A reply as it came, where this window can take it.
pub(crate) fn whole_for(for_whom: Window, raw: String) -> Option<String> {
    match for_whom {
        Window::Main => (raw.len() <= LONGEST_TEXT).then_some(raw),
        Window::Terminal => Some(raw),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(body: Body, for_whom: Window) -> BodyView {
        self::body(body, for_whom)
    }

    #[test]
    fn a_page_gets_no_more_than_it_can_show_and_hears_how_much_there_is() {
        let long = "ü".repeat(LONGEST_TEXT);
        let BodyView::Text { text, size, cut } = shown(Body::Text(long.clone()), Window::Main)
        else {
            panic!("no text");
        };
        assert!(text.len() <= LONGEST_TEXT && cut);
        assert_eq!(size, 2 * LONGEST_TEXT as u64);
        let many = "A".repeat(MOST_BASE64 + 4);
        let size = (MOST_BASE64 as u64 + 4) / 4 * 3;
        let none = BodyView::Bytes { data: None, size };
        assert_eq!(shown(Body::Bytes(many.clone()), Window::Main), none);
        assert_eq!(whole_for(Window::Main, long.clone()), None);
        let all = BodyView::Text { text: long.clone(), size: long.len() as u64, cut: false };
        assert_eq!(shown(Body::Text(long.clone()), Window::Terminal), all);
        let all = BodyView::Bytes { data: Some(many.clone()), size };
        assert_eq!(shown(Body::Bytes(many), Window::Terminal), all);
        assert_eq!(whole_for(Window::Terminal, long.clone()), Some(long));
    }

    #[test]
    fn bytes_are_counted_without_their_padding() {
        for (data, size) in [("", 0), ("AA==", 1), ("AAA=", 2), ("AAAA", 3), ("AAAAAA==", 4)] {
            let data = Some(data.to_owned());
            let body = Body::Bytes(data.clone().unwrap());
            assert_eq!(shown(body, Window::Main), BodyView::Bytes { data, size });
        }
    }
}
