//! The fields of one server's JSON, taken one by one so that what is left over can be named. It
//! knows kinds of values, and not what the fields are for.

use std::collections::BTreeMap;

use crate::{
    error::{Error, shown},
    tree::{Map, Tree},
};

/// Most unknown fields that are named one by one.
const MOST_NAMED: usize = 12;

/// The fields of a server that are not taken yet.
pub(crate) struct Fields {
    server: String,
    left: Map,
    /// What to tell the person.
    pub(crate) notes: Vec<String>,
}

/// A field that was taken.
pub(crate) struct Field {
    /// The name it had.
    pub(crate) name: &'static str,
    /// Its value; never null.
    pub(crate) value: Tree,
}

impl Fields {
    /// The fields of the server that errors call `server`.
    pub(crate) fn new(server: &str, map: Map) -> Self {
        Self { server: shown(server), left: map, notes: Vec::new() }
    }

    /// The first of `names` that is set; the others of them are taken too. Null is not set.
    pub(crate) fn take(&mut self, names: &[&'static str]) -> Option<Field> {
        let mut taken: Option<Field> = None;
        for name in names {
            let (found, left) = std::mem::take(&mut self.left)
                .into_iter()
                .partition::<Map, _>(|(key, _)| key == name);
            self.left = left;
            // Of the same key twice the last is meant, as everywhere in JSON.
            let value = found.into_iter().map(|(_, value)| value).next_back();
            let Some(value) = value.filter(|it| *it != Tree::Null) else { continue };
            match &taken {
                None => taken = Some(Field { name, value }),
                Some(first) => {
                    self.notes.push(format!("`{name}` is not used beside `{}`", first.name));
                }
            }
        }
        taken
    }

    /// A text, or a number or flag as a text.
    pub(crate) fn text(&mut self, names: &[&'static str]) -> Result<Option<String>, Error> {
        let Some(Field { name, value }) = self.take(names) else { return Ok(None) };
        let text = value.scalar().ok_or_else(|| self.fault(name, "must be a text"))?;
        Ok(Some(text))
    }

    /// A list of texts, from a value that was taken. Null among them is left out; a lone text is a
    /// list of one.
    pub(crate) fn as_texts(&self, name: &str, value: Tree) -> Result<Vec<String>, Error> {
        let list = if let Tree::List(list) = value { list } else { vec![value] };
        list.iter()
            .filter(|it| **it != Tree::Null)
            .map(|it| it.scalar().ok_or_else(|| self.fault(name, "must be a list of texts")))
            .collect()
    }

    /// Names with texts, from an object or a list of `NAME=value`. Null is left out.
    pub(crate) fn pairs(
        &mut self,
        names: &[&'static str],
    ) -> Result<BTreeMap<String, String>, Error> {
        let Some(Field { name, value }) = self.take(names) else { return Ok(BTreeMap::new()) };
        self.as_pairs(name, value)
    }

    /// The same of a value that was taken.
    pub(crate) fn as_pairs(
        &self,
        name: &str,
        value: Tree,
    ) -> Result<BTreeMap<String, String>, Error> {
        let map = match value {
            Tree::Map(map) => map,
            Tree::List(list) => {
                let pair = |it: Tree| {
                    let text = it.scalar()?;
                    let (name, value) = text.split_once('=')?;
                    Some((name.to_owned(), Tree::Text(value.to_owned())))
                };
                let pairs: Option<Map> = list.into_iter().map(pair).collect();
                pairs.ok_or_else(|| self.fault(name, "must be an object of texts"))?
            }
            Tree::Null | Tree::Flag(_) | Tree::Number(_) | Tree::Text(_) => {
                return Err(self.fault(name, "must be an object of texts"));
            }
        };
        map.into_iter()
            .filter(|(_, value)| *value != Tree::Null)
            .map(|(key, value)| {
                let inner = format!("{name}.{key}");
                let text = value.scalar().ok_or_else(|| self.fault(&inner, "must be a text"))?;
                Ok((key, text))
            })
            .collect()
    }

    /// The error that names a field of this server.
    pub(crate) fn fault(&self, field: &str, what: &str) -> Error {
        Error::Field { server: self.server.clone(), field: shown(field), what: what.to_owned() }
    }

    /// What is left is not used; keys that begin as comments do are not worth a word.
    pub(crate) fn finish(mut self) -> Vec<String> {
        let unknown: Vec<_> =
            self.left.iter().filter(|(key, _)| !key.starts_with(['_', '$', '/', '#'])).collect();
        let named = unknown.iter().take(MOST_NAMED);
        self.notes.extend(named.map(|(key, _)| format!("`{}` is not used", shown(key))));
        if let more @ 1.. = unknown.len().saturating_sub(MOST_NAMED) {
            self.notes.push(format!("{more} more fields are not used"));
        }
        self.notes
    }
}
