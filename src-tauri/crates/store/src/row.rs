//! Reading columns so that what cannot be understood names its table, row and column.

use std::{fmt::Display, str::FromStr};

use rusqlite::{
    Row,
    types::{FromSql, ValueRef},
};
use serde::{
    Serialize,
    de::{
        DeserializeOwned, IntoDeserializer,
        value::{Error as NotAWord, StringDeserializer},
    },
};
use serde_json::Value;

use crate::{error::Error, fault::Fault};

/// One row of a table, known by the content of its key column.
pub(crate) struct Columns<'a> {
    table: &'static str,
    key: String,
    row: &'a Row<'a>,
}

impl<'a> Columns<'a> {
    pub(crate) fn new(
        table: &'static str,
        key: &str,
        row: &'a Row<'a>,
    ) -> Result<Self, rusqlite::Error> {
        let key = match row.get_ref(key)? {
            ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
            ValueRef::Integer(number) => number.to_string(),
            ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => "?".to_owned(),
        };
        Ok(Self { table, key, row })
    }

    /// A plain value.
    pub(crate) fn get<T: FromSql>(&self, column: &'static str) -> Result<T, Fault> {
        self.row.get(column).map_err(|error| self.unreadable(column, &error))
    }

    /// A number that cannot be negative.
    pub(crate) fn count(&self, column: &'static str) -> Result<u64, Fault> {
        let number = self.get::<i64>(column)?;
        u64::try_from(number).map_err(|error| self.unreadable(column, &error))
    }

    /// A text that stands for a value.
    pub(crate) fn word<T>(&self, column: &'static str) -> Result<T, Fault>
    where
        T: FromStr<Err: Display>,
    {
        self.get::<String>(column)?.parse().map_err(|error| self.unreadable(column, &error))
    }

    /// A text that stands for a value, or nothing.
    pub(crate) fn word_if_any<T>(&self, column: &'static str) -> Result<Option<T>, Fault>
    where
        T: FromStr<Err: Display>,
    {
        let text = self.get::<Option<String>>(column)?;
        let parsed = text.map(|it| it.parse()).transpose();
        parsed.map_err(|error| self.unreadable(column, &error))
    }

    /// A value that [`spelling`] wrote.
    pub(crate) fn spelled<T: DeserializeOwned>(&self, column: &'static str) -> Result<T, Fault> {
        let text = self.get::<String>(column)?;
        self.read_word(column, text)
    }

    /// A value that [`spelling`] wrote, or nothing.
    pub(crate) fn spelled_if_any<T: DeserializeOwned>(
        &self,
        column: &'static str,
    ) -> Result<Option<T>, Fault> {
        let text = self.get::<Option<String>>(column)?;
        text.map(|it| self.read_word(column, it)).transpose()
    }

    fn read_word<T: DeserializeOwned>(
        &self,
        column: &'static str,
        text: String,
    ) -> Result<T, Fault> {
        let word: StringDeserializer<NotAWord> = text.into_deserializer();
        T::deserialize(word).map_err(|error| self.unreadable(column, &error))
    }

    /// A value written as JSON.
    pub(crate) fn json<T: DeserializeOwned>(&self, column: &'static str) -> Result<T, Fault> {
        let text = self.get::<String>(column)?;
        serde_json::from_str(&text).map_err(|error| self.unreadable(column, &error))
    }

    /// A value written as JSON, or nothing.
    pub(crate) fn json_if_any(&self, column: &'static str) -> Result<Option<Value>, Fault> {
        let text = self.get::<Option<String>>(column)?;
        let parsed = text.map(|it| serde_json::from_str(&it)).transpose();
        parsed.map_err(|error| self.unreadable(column, &error))
    }

    /// The error that names this row.
    pub(crate) fn unreadable(&self, column: &'static str, reason: &dyn Display) -> Fault {
        let (table, row) = (self.table, self.key.clone());
        Error::Unreadable { table, row, column, reason: reason.to_string() }.into()
    }
}

/// A value that serde writes as one word, as that word.
pub(crate) fn spelling(it: &impl Serialize) -> Result<String, Fault> {
    let value = serde_json::to_value(it)?;
    Ok(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}
