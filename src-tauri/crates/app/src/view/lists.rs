//! How much of servers' lists a front end gets: a page the beginning of long texts and as many entries
//! as it can show, a terminal all. What a page does not get it is told of.

use serde_json::{Value, json};
use stdx::text::clip;

use crate::{view::room::Room, window::Window, wire::tool::SetAsideView};

/// Most bytes of the entries of one server, and of all that are asked for at once.
const MOST_OF_ONE: usize = 8 << 20;
const MOST_OF_ALL: usize = 32 << 20;
/// Most bytes of a description.
const LONGEST_TEXT: usize = 16 << 10;
/// Most bytes of a title or a kind.
const LONGEST_LABEL: usize = 1_000;
/// Most bytes of a name or an address: what is cut is another one, so a longer one is left out.
const LONGEST_NAME: usize = 8_192;
/// Most bytes of a schema, and of annotations.
const LONGEST_SCHEMA: usize = 256 << 10;
const LONGEST_ANNOTATIONS: usize = 4 << 10;
/// Most entries that are told of as set aside.
const MOST_ASIDE: usize = 500;

/// The room that is left.
#[derive(Debug)]
pub(crate) enum Lists {
    /// Some, in all and for the server at hand.
    Of {
        /// Bytes.
        all: usize,
        /// Bytes.
        one: usize,
        /// How many of the server's entries found none.
        left_out: usize,
    },
    /// Any.
    Any,
}

impl Lists {
    /// The room that this window has for one answer.
    pub(crate) fn of(window: Window) -> Self {
        match window {
            Window::Main => Self::Of { all: MOST_OF_ALL, one: 0, left_out: 0 },
            Window::Terminal => Self::Any,
        }
    }

    /// Begins the lists of the next server.
    pub(crate) fn next_server(&mut self) {
        if let Self::Of { all, one, left_out } = self {
            (*one, *left_out) = (MOST_OF_ONE.min(*all), 0);
        }
    }

    /// An entry, where it finds room; its parts have been cut already.
    pub(crate) fn entry<T>(&mut self, entry: T, name: &str, size: usize) -> Option<T> {
        let Self::Of { all, one, left_out } = self else { return Some(entry) };
        let size = size + name.len();
        if size > *one || name.len() > LONGEST_NAME {
            *left_out += 1;
            return None;
        }
        *one -= size;
        *all -= size;
        Some(entry)
    }

    /// What was left out of the lists of a server, in words.
    pub(crate) fn left_out(&self, what: &str, server: &str) -> Option<String> {
        match self {
            Self::Any | Self::Of { left_out: 0, .. } => None,
            Self::Of { left_out, .. } => Some(format!(
                "{left_out} more are not shown, they are too long for this page: \
                 `stewardctl {what} {server}` lists all"
            )),
        }
    }

    /// A description, or its beginning with a mark that says so.
    pub(crate) fn text(&self, text: String, marks: &mut Vec<String>) -> String {
        if matches!(self, Self::Any) || text.len() <= LONGEST_TEXT {
            return text;
        }
        let size = text.len();
        marks.push(format!("only the beginning of its description is shown, of {size} bytes"));
        clip(&text, LONGEST_TEXT)
    }

    /// A title or a kind, or its beginning.
    pub(crate) fn label(&self, text: Option<String>) -> Option<String> {
        match self {
            Self::Any => text,
            Self::Of { .. } => text.map(|it| clip(&it, LONGEST_LABEL)),
        }
    }

    /// A schema, or, with a mark, one that says nothing.
    pub(crate) fn schema(&self, schema: Value, which: &str, marks: &mut Vec<String>) -> Value {
        let size = weight(&schema);
        if matches!(self, Self::Any) || size <= LONGEST_SCHEMA {
            return schema;
        }
        marks.push(format!("its {which} schema is not shown: it has about {size} bytes"));
        json!({})
    }

    /// Annotations, or nothing, with a mark.
    pub(crate) fn annotations(&self, it: Option<Value>, marks: &mut Vec<String>) -> Option<Value> {
        let size = it.as_ref().map_or(0, weight);
        if matches!(self, Self::Any) || size <= LONGEST_ANNOTATIONS {
            return it;
        }
        marks.push(format!("its annotations are not shown: they have about {size} bytes"));
        None
    }

    /// Marks and other words about an entry or a list.
    pub(crate) fn notes(&self, notes: Vec<String>) -> Vec<String> {
        match self {
            Self::Any => notes,
            Self::Of { .. } => Room::of(Window::Main).notes(notes),
        }
    }

    /// Entries that cannot be used, as many as are read.
    pub(crate) fn aside(&self, mut all: Vec<SetAsideView>) -> Vec<SetAsideView> {
        if matches!(self, Self::Any) {
            return all;
        }
        let more = all.len().saturating_sub(MOST_ASIDE);
        all.truncate(MOST_ASIDE);
        for it in &mut all {
            it.name = clip(&it.name, LONGEST_LABEL);
            it.reason = clip(&it.reason, LONGEST_LABEL);
        }
        if more > 0 {
            let reason = "they are set aside as well, and not shown".to_owned();
            all.push(SetAsideView { name: format!("{more} more"), reason });
        }
        all
    }
}

/// About how many bytes a value has as JSON.
pub(crate) fn weight(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 5,
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.iter().map(|it| weight(it) + 1).sum::<usize>() + 2,
        Value::Object(map) => {
            map.iter().map(|(key, it)| key.len() + weight(it) + 4).sum::<usize>() + 2
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_parts_are_cut_with_a_mark_and_ordinary_ones_are_left_alone() {
        let (page, mut marks) = (Lists::of(Window::Main), Vec::new());
        assert_eq!(page.text("short".to_owned(), &mut marks), "short");
        assert_eq!(page.schema(json!({"a": 1}), "input", &mut marks), json!({"a": 1}));
        assert_eq!(page.annotations(None, &mut marks), None);
        assert_eq!(marks, [""; 0]);
        let long = "x".repeat(2 << 20);
        assert_eq!(page.text(long.clone(), &mut marks).len(), LONGEST_TEXT);
        assert_eq!(page.schema(json!({"const": long}), "output", &mut marks), json!({}));
        assert_eq!(page.annotations(Some(json!({"a": long})), &mut marks), None);
        assert_eq!(marks.len(), 3);
        assert!(marks[0].ends_with("of 2097152 bytes"), "{marks:?}");
        let terminal = Lists::of(Window::Terminal);
        assert_eq!(terminal.text(long.clone(), &mut marks), long);
        assert_eq!(marks.len(), 3);
    }

    #[test]
    fn entries_that_find_no_room_are_counted_for_each_server() {
        let mut page = Lists::of(Window::Main);
        let long = "x".repeat(LONGEST_NAME + 1);
        for _ in 0..2 {
            page.next_server();
            let fit = (0..10).filter(|_| page.entry((), "a", 1 << 20).is_some()).count();
            assert_eq!((fit, page.entry((), &long, 0)), (7, None));
            let said = page.left_out("tools", "demo").unwrap();
            assert!(
                said.starts_with("4 more") && said.contains("`stewardctl tools demo`"),
                "{said}"
            );
        }
        page.next_server();
        assert_eq!(page.left_out("tools", "demo"), None);
        let mut terminal = Lists::of(Window::Terminal);
        assert!(terminal.entry((), &long, usize::MAX / 2).is_some());
    }

    #[test]
    fn of_many_that_are_set_aside_the_first_are_named() {
        let one = |name: usize| SetAsideView { name: name.to_string(), reason: "odd".to_owned() };
        let all: Vec<_> = (0..600).map(one).collect();
        let shown = Lists::of(Window::Main).aside(all.clone());
        assert_eq!((shown.len(), shown[500].name.as_str()), (501, "100 more"));
        assert_eq!(Lists::of(Window::Terminal).aside(all.clone()), all);
    }
}
