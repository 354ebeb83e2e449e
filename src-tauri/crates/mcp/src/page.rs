//! One page of a list, taken apart in one pass; it knows no entry.

use std::{borrow::Cow, fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

const CURSOR: &str = "nextCursor";

/// One page.
pub(crate) struct Page<'a> {
    /// `None` where there is no list.
    pub(crate) entries: Option<Vec<&'a RawValue>>,
    /// Where the next page is.
    pub(crate) cursor: Option<&'a RawValue>,
}

impl<'a> Page<'a> {
    /// A page whose list stands under `key`; `None` where it is no object.
    pub(crate) fn read(page: &'a RawValue, key: &str) -> Option<Self> {
        let mut json = serde_json::Deserializer::from_str(page.get());
        let read = Seed(key, PhantomData).deserialize(&mut json).ok();
        // A list may be no list in a way that cannot be read at all.
        read.or_else(|| page.get().starts_with('{').then_some(Self { entries: None, cursor: None }))
    }
}

struct Seed<'k, 'a>(&'k str, PhantomData<&'a ()>);

impl<'a> DeserializeSeed<'a> for Seed<'_, 'a> {
    type Value = Page<'a>;

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<Page<'a>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'a> Visitor<'a> for Seed<'_, 'a> {
    type Value = Page<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Page<'a>, A::Error> {
        let mut page = Page { entries: None, cursor: None };
        while let Some(Key(key)) = map.next_key()? {
            if key == self.0 {
                page.entries = map.next_value::<Entries<'a>>()?.0;
            } else if key == CURSOR {
                page.cursor = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(page)
    }
}

/// A key; borrowed where nothing in it is escaped.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

/// The pieces of a list; none of anything else.
struct Entries<'a>(Option<Vec<&'a RawValue>>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pieces;
        impl<'de> Visitor<'de> for Pieces {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("anything")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut pieces = Vec::new();
                while let Some(piece) = seq.next_element()? {
                    pieces.push(piece);
                }
                Ok(Entries(Some(pieces)))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Entries(None))
            }

            fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
                Ok(Entries(None))
            }

            fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
                Ok(Entries(None))
            }

            fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
                Ok(Entries(None))
            }

            fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
                Ok(Entries(None))
            }

            fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
                Ok(Entries(None))
            }

            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(Entries(None))
            }
        }
        deserializer.deserialize_any(Pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_taken_apart_and_anything_else_is_none() {
        for (page, found) in [
            (r#"{"tools":[{"a":1},5],"nextCursor":"x"}"#, Some((Some(2), true))),
            (r#"{"nextCursor":null,"other":[1],"tools":[]}"#, Some((Some(0), true))),
            (r#"{"tools":null}"#, Some((None, false))),
            (r#"{"tools":{"a":{"b":[]}},"nextCursor":1}"#, Some((None, true))),
            (r#"{"tools":"none"}"#, Some((None, false))),
            (r#"{"tools":-5}"#, Some((None, false))),
            (r#"{"tools":1.5}"#, Some((None, false))),
            (r#"{"tools":true}"#, Some((None, false))),
            (r#"{"tools":1e999}"#, Some((None, false))),
            (r#"{"tools":[1],"tools":[]}"#, Some((Some(0), false))),
            ("[]", None),
            ("null", None),
        ] {
            let raw: &RawValue = serde_json::from_str(page).unwrap();
            let read = Page::read(raw, "tools");
            let read = read.map(|it| (it.entries.map(|it| it.len()), it.cursor.is_some()));
            assert_eq!(read, found, "{page}");
        }
    }
}
