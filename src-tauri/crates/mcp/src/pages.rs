//! Reads a list page by page, whatever it is a list of, so that one odd entry never loses the others,
//! and an odd page none of those before it.

use std::{collections::HashSet, fmt::Display};

use serde_json::{Map, Value, value::RawValue};
use stdx::text::{clip, visible};

use crate::{error::Error, mend, notice::List, page::Page, raw::Raw};

/// HOST-17: how many pages are read.
const MOST_PAGES: usize = 50;
/// How many entries are read, pages together.
const MOST_ENTRIES: usize = 10_000;

/// What a list gave, all pages together.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed<T> {
    /// In the server's order; none twice.
    pub entries: Vec<T>,
    /// Those that cannot be used.
    pub set_aside: Vec<SetAside>,
    /// What is odd about the list itself.
    pub warnings: Vec<String>,
    /// Why it is not all there is; the warnings say it in words.
    pub gap: Option<Gap>,
}

/// Why a list that came is not all there is: what was known before is not gone because of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// A page held no list. To ask again would bring the same.
    Odd,
    /// A page did not come. It may come another time.
    Failed,
}

/// An entry of a list that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetAside {
    /// Its name where it has one, else its place in the list (`#3`).
    pub name: String,
    /// Why.
    pub reason: String,
}

/// Something that servers list.
pub(crate) trait Entry: Sized + Send + 'static {
    /// By which a change of it is told.
    const LIST: List;
    /// The method that lists it.
    const METHOD: &'static str;
    /// The field of a page that holds it; also what several of it are called.
    const KEY: &'static str;
    /// What several of it are called.
    const MANY: &'static str = Self::KEY;
    /// What one of it is called.
    const ONE: &'static str;
    /// The field by which one is told from the others.
    const ID: &'static str;
    /// What that field is called.
    const ID_WORD: &'static str = "name";

    /// One of it, from its fields. What is odd is marked, and left out or mended.
    fn read(id: String, fields: Map<String, Value>, raw: Raw) -> Self;

    /// The same, and its id, of an entry with nothing odd about it, without reading all of it; `None`
    /// where that is not certain.
    fn glance(_: &RawValue) -> Option<(String, Self)> {
        None
    }
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), set_aside: Vec::new(), warnings: Vec::new(), gap: None }
    }
}

/// Reads a list page by page.
#[derive(Debug)]
pub(crate) struct Pages<T> {
    list: Listed<T>,
    ids: HashSet<String>,
    cursors: HashSet<String>,
    pages: usize,
    entries: usize,
}

impl<T> Default for Pages<T> {
    fn default() -> Self {
        let (ids, cursors) = (HashSet::new(), HashSet::new());
        Self { list: Listed::default(), ids, cursors, pages: 0, entries: 0 }
    }
}

impl<T: Entry> Pages<T> {
    /// Takes one page; the cursor of the next, if there is one to be read.
    pub(crate) fn add(&mut self, page: &RawValue) -> Result<Option<Value>, Error> {
        let Page { entries, cursor } = Page::read(page, T::KEY)
            .ok_or_else(|| Error::Unreadable("the list is no object".to_owned()))?;
        self.pages += 1;
        if entries.is_none() {
            self.warn(format!("page {} of the list has no {}", self.pages, T::MANY));
            self.gap(Gap::Odd);
        }
        for entry in entries.unwrap_or_default() {
            if self.entries == MOST_ENTRIES {
                self.warn(format!(
                    "the list is longer than {MOST_ENTRIES} {}; the rest is left out",
                    T::MANY
                ));
                return Ok(None);
            }
            self.entry(entry);
        }
        let cursor = cursor.and_then(|cursor| mend::value(cursor.get()).ok());
        Ok(cursor.filter(|cursor| !cursor.is_null() && cursor != "").filter(|it| self.goes_on(it)))
    }

    /// Whether anything of the list has come.
    pub(crate) fn has_begun(&self) -> bool {
        self.pages > 0
    }

    /// The next page does not come.
    pub(crate) fn broken_off(&mut self, why: &dyn Display) {
        let next = self.pages + 1;
        self.warn(format!("page {next} of the list did not come, and the rest is missing: {why}"));
        self.gap(Gap::Failed);
    }

    /// The list as far as it was read.
    pub(crate) fn finish(self) -> Listed<T> {
        self.list
    }

    fn goes_on(&mut self, cursor: &Value) -> bool {
        if self.pages == MOST_PAGES {
            self.warn(format!("the list has more than {MOST_PAGES} pages; the rest is left out"));
            return false;
        }
        if !self.cursors.insert(cursor.to_string()) {
            self.warn("the list goes round in a circle; it was read once".to_owned());
            return false;
        }
        true
    }

    fn entry(&mut self, entry: &RawValue) {
        self.entries += 1;
        if let Some((id, read)) = T::glance(entry)
            && !id.trim().is_empty()
            && !id.chars().any(char::is_control)
        {
            if self.is_new(&id) {
                self.list.entries.push(read);
            }
            return;
        }
        let place = format!("#{}", self.entries);
        let fields = match mend::value(entry.get()) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => return self.set_aside(&place, "it is no object".to_owned()),
            Err(why) => return self.set_aside(&place, format!("it cannot be read: {why}")),
        };
        let word = T::ID_WORD;
        let id = match fields.get(T::ID) {
            Some(Value::String(id)) if !id.trim().is_empty() => id.clone(),
            Some(_) | None => return self.set_aside(&place, format!("it has no {word}")),
        };
        if id.chars().any(char::is_control) {
            return self.set_aside(&id, format!("its {word} holds control characters"));
        }
        if self.is_new(&id) {
            self.list.entries.push(T::read(id, fields, Raw::new(entry.to_owned())));
        }
    }

    /// One whose id another one has is set aside.
    fn is_new(&mut self, id: &str) -> bool {
        if self.ids.contains(id) {
            self.set_aside(id, format!("another {} has the same {}", T::ONE, T::ID_WORD));
            return false;
        }
        self.ids.insert(id.to_owned())
    }

    fn gap(&mut self, gap: Gap) {
        self.list.gap = self.list.gap.max(Some(gap));
    }

    fn set_aside(&mut self, name: &str, reason: String) {
        let name = clip(&visible(name), 200);
        self.list.set_aside.push(SetAside { name, reason });
    }

    fn warn(&mut self, text: String) {
        self.list.warnings.push(text);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tools::{TaskSupport, Tool, ToolList};

    fn page(value: &Value) -> Box<RawValue> {
        serde_json::value::to_raw_value(value).unwrap()
    }

    fn list(tools: &Value) -> ToolList {
        let mut pages = Pages::<Tool>::default();
        pages.add(&page(&json!({ "tools": tools }))).unwrap();
        pages.finish().into()
    }

    #[test]
    fn an_odd_tool_is_kept_with_a_mark_and_the_others_untouched() {
        let list = list(&json!([
            { "name": "first", "inputSchema": { "type": "object", "properties": { "q": {} } } },
            { "name": "none" }, { "name": "null", "inputSchema": null }, { "name": "bool", "inputSchema": true },
            { "name": "notes", "inputSchema": {}, "annotations": "readOnly", "outputSchema": [], "description": null },
            { "name": "last", "inputSchema": { "type": "object" }, "icons": [{}], "execution": { "taskSupport": "required" } },
        ]));
        let marks: Vec<_> =
            list.tools.iter().map(|tool| (tool.name.as_str(), tool.marks.len())).collect();
        assert_eq!(
            marks,
            [("first", 0), ("none", 1), ("null", 1), ("bool", 1), ("notes", 2), ("last", 0)]
        );
        assert!(list.tools.iter().all(|tool| tool.input_schema.value().is_object()));
        assert_eq!(*list.tools[1].input_schema.value(), json!({ "type": "object" }));
        assert_eq!(list.tools[5].task_support, TaskSupport::Required);
        assert!(list.tools[5].raw.text().contains("\"icons\":[{}]"));
    }

    #[test]
    fn what_cannot_be_called_is_set_aside_with_its_reason() {
        let list = list(&json!([
            5, { "description": "no name" }, { "name": "" }, { "name": " " }, { "name": "tab\there" },
            { "name": "dup" }, { "name": "dup" }, { "name": "rtl_\u{202e}gnp", "inputSchema": {} },
        ]));
        let aside: Vec<_> =
            list.set_aside.iter().map(|it| format!("{}: {}", it.name, it.reason)).collect();
        assert_eq!(
            aside,
            [
                "#1: it is no object",
                "#2: it has no name",
                "#3: it has no name",
                "#4: it has no name",
                "tab\there: its name holds control characters",
                "dup: another tool has the same name",
            ]
        );
        assert_eq!(list.tools.len(), 2);
        assert_eq!(list.tools[1].marks, ["its name holds invisible characters"]);
    }

    /// HOST-17
    #[test]
    fn an_endless_list_ends_after_fifty_pages() {
        let mut pages = Pages::<Tool>::default();
        let mut read = 0;
        loop {
            read += 1;
            let next =
                page(&json!({ "tools": [{ "name": format!("t{read}") }], "nextCursor": read }));
            if pages.add(&next).unwrap().is_none() {
                break;
            }
        }
        let list = ToolList::from(pages.finish());
        assert_eq!((read, list.tools.len(), list.warnings.len()), (50, 50, 1));
    }

    /// HOST-17
    #[test]
    fn a_repeated_cursor_ends_the_list_with_a_warning() {
        let mut pages = Pages::<Tool>::default();
        for cursor in ["a", "b"] {
            let next = page(&json!({ "tools": [], "nextCursor": cursor }));
            assert_eq!(pages.add(&next).unwrap(), Some(json!(cursor)));
        }
        assert_eq!(pages.add(&page(&json!({ "tools": [], "nextCursor": "a" }))).unwrap(), None);
        assert_eq!(pages.finish().warnings, ["the list goes round in a circle; it was read once"]);
    }

    #[test]
    fn ten_thousand_entries_are_enough() {
        let many: Vec<Value> = (0..10_001).map(|n| json!({ "name": format!("t{n}") })).collect();
        let list = list(&json!(many));
        assert_eq!((list.tools.len(), list.warnings.len()), (10_000, 1));
    }

    #[test]
    fn a_page_without_tools_is_told_and_one_that_is_no_object_refused() {
        let mut pages = Pages::<Tool>::default();
        assert_eq!(pages.add(&page(&json!({ "tools": null }))).unwrap(), None);
        assert_eq!((pages.list.warnings.len(), pages.list.gap), (1, Some(Gap::Odd)));
        assert!(matches!(pages.add(&page(&json!([]))), Err(Error::Unreadable(_))));
    }

    /// HOST-34
    #[test]
    fn a_tool_is_the_same_whether_it_is_read_whole_or_not() {
        let schema = json!({ "type": "object", "properties": { "q": { "type": "string" } } });
        for (tool, glanced) in [
            (json!({ "name": "a", "inputSchema": schema }), true),
            (
                json!({ "name": "a", "title": "A", "description": "x", "inputSchema": schema,
                "outputSchema": schema, "annotations": { "readOnlyHint": true }, "icons": [{}] }),
                true,
            ),
            (
                json!({ "name": "a", "description": null, "inputSchema": {}, "annotations": null }),
                true,
            ),
            (json!({ "name": "a", "inputSchema": {}, "annotations": { "title": "A" } }), false),
            (json!({ "name": "a", "title": 5, "inputSchema": {} }), false),
            (json!({ "name": "a", "inputSchema": { "type": ["object", "null"] } }), false),
            (json!({ "name": "a", "inputSchema": { "type": "string" } }), false),
            (json!({ "name": "a", "inputSchema": {}, "outputSchema": [] }), false),
            (
                json!({ "name": "a", "inputSchema": {}, "execution": { "taskSupport": "required" } }),
                false,
            ),
            (json!({ "name": "a" }), false),
        ] {
            let entry = page(&tool);
            let Value::Object(fields) = tool else { panic!("it is an object") };
            let whole = Tool::read("a".to_owned(), fields, Raw::new(entry.clone()));
            match Tool::glance(&entry) {
                Some((id, quick)) => assert_eq!((id.as_str(), quick, glanced), ("a", whole, true)),
                None => assert!(!glanced, "{entry}"),
            }
        }
    }

    #[test]
    fn what_came_before_a_page_that_fails_is_kept() {
        let mut pages = Pages::<Tool>::default();
        assert!(!pages.has_begun());
        pages.add(&page(&json!({ "tools": [{ "name": "a" }], "nextCursor": "2" }))).unwrap();
        assert!(pages.has_begun());
        pages.broken_off(&Error::Closed);
        let list = pages.finish();
        assert_eq!((list.entries.len(), list.gap), (1, Some(Gap::Failed)));
        assert!(list.warnings[0].starts_with("page 2 of the list did not come"), "{list:?}");
    }
}
