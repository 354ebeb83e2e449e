//! Suggestions for an argument while it is typed; it knows no prompt and no resource.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::{client::Client, errand::Errand, error::Error, fields::text, mend};

/// How many suggestions are taken; the specification has 100.
const MOST: usize = 1000;

/// Whose argument is typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Of {
    /// That of the prompt with this name.
    Prompt(String),
    /// That of the resource template with this address.
    Template(String),
}

/// An argument that is being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completing {
    /// Whose it is.
    pub of: Of,
    /// Its name.
    pub argument: String,
    /// What is typed of it so far.
    pub value: String,
    /// The arguments that are there already, by name.
    pub others: BTreeMap<String, String>,
}

/// What it could become.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completion {
    /// The suggestions, the likeliest first.
    pub values: Vec<String>,
    /// How many there are, where the server knows.
    pub total: Option<u64>,
    /// Whether there are more than these.
    pub more: bool,
}

impl Client {
    /// What an argument could become. A server that does not know how has no suggestions.
    ///
    /// # Errors
    /// Any but those of a start.
    pub async fn complete(
        &self,
        completing: &Completing,
        errand: Errand,
    ) -> Result<Completion, Error> {
        let Completing { of, argument, value, others } = completing;
        let (what, reference) = match of {
            Of::Prompt(name) => (name, json!({ "type": "ref/prompt", "name": name })),
            Of::Template(uri) => (uri, json!({ "type": "ref/resource", "uri": uri })),
        };
        let mut params = Map::new();
        params.insert("ref".to_owned(), reference);
        params.insert("argument".to_owned(), json!({ "name": argument, "value": value }));
        if !others.is_empty() {
            params.insert("context".to_owned(), json!({ "arguments": others }));
        }
        match self.fetch("completion/complete", what, &params, errand).await {
            Ok(result) => Completion::read(result.get()),
            Err(Error::Rpc(refused))
                if refused.is_unknown_method() && !self.offers().completions =>
            {
                Ok(Completion::default())
            }
            Err(error) => Err(error),
        }
    }
}

impl Completion {
    /// Reads a result; what is no text is left out.
    fn read(result: &str) -> Result<Self, Error> {
        let unreadable = |why: String| Error::Unreadable(why);
        let value = mend::value(result).map_err(|why| unreadable(why.to_string()))?;
        let whole = value.get("completion").unwrap_or(&value);
        let Some(listed) = whole.get("values").and_then(Value::as_array) else {
            return Err(unreadable("it has no suggestions".to_owned()));
        };
        let number = |it: &Value| it.as_number().map(ToString::to_string);
        let texts = listed.iter().filter_map(|it| {
            text(Some(it)).or_else(|| number(it)).or_else(|| text(it.get("value")))
        });
        let total = whole.get("total").and_then(Value::as_u64);
        let says_more = whole.get("hasMore").and_then(Value::as_bool).unwrap_or_default();
        let more = says_more || listed.len() > MOST;
        Ok(Self { values: texts.take(MOST).collect(), total, more })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions_are_read_and_oddities_do_no_harm() {
        let read = |result: &str| {
            let Completion { values, total, more } = Completion::read(result).unwrap();
            (values.join(" "), total, more)
        };
        assert_eq!(
            read(r#"{"completion":{"values":["a","b"],"total":10,"hasMore":true}}"#),
            ("a b".to_owned(), Some(10), true)
        );
        assert_eq!(
            read(r#"{"completion":{"values":["a",5,null,{"value":"c"}],"total":"x"}}"#),
            ("a 5 c".to_owned(), None, false)
        );
        assert_eq!(read(r#"{"values":[]}"#), (String::new(), None, false));
        for odd in ["null", "{}", r#"{"completion":{"values":null}}"#] {
            assert!(Completion::read(odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn a_flood_of_suggestions_is_cut() {
        let many: Vec<_> = (0..2000).map(|it| it.to_string()).collect();
        let read = Completion::read(&json!({ "completion": { "values": many } }).to_string());
        let read = read.unwrap();
        assert_eq!((read.values.len(), read.more), (MOST, true));
    }
}
