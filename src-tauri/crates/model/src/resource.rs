//! A resource as its server describes it, and what it holds.

use serde_json::Value;

use crate::media::{Kept, Media};

/// One entry of a server's list of resources.
#[derive(Debug, Clone, PartialEq)]
pub struct Resource {
    /// Its address at the server, letter for letter.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is, in the server's words.
    pub description: String,
    /// Its kind.
    pub mime: Option<String>,
    /// How many bytes it has, by the server's account.
    pub size: Option<u64>,
    /// For whom it is and how much it matters, by the server's account; never trusted.
    pub annotations: Option<Value>,
    /// What is odd about it, in words.
    pub marks: Vec<String>,
}

/// A family of resources, by a template of their addresses.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    /// The template (RFC 6570), letter for letter.
    pub uri_template: String,
    /// Its name.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What they are, in the server's words.
    pub description: String,
    /// Their kind, where it is the same.
    pub mime: Option<String>,
    /// For whom they are and how much they matter, by the server's account; never trusted.
    pub annotations: Option<Value>,
    /// What is odd about it, in words.
    pub marks: Vec<String>,
}

/// What a resource holds, whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Contents {
    /// Its parts, in order.
    pub parts: Vec<Part>,
    /// The reply as it came, as JSON text.
    pub raw: String,
    /// All of it in one file, where it is too long to be looked at as it stands.
    pub whole: Option<Kept>,
    /// What was unexpected about it, in words.
    pub odd: Vec<String>,
    /// How long it took, in milliseconds.
    pub took: u64,
}

/// One part of a resource.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Its address at the server.
    pub uri: String,
    /// Its kind.
    pub mime: Option<String>,
    /// What it holds.
    pub body: Body,
}

/// What a part holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Media),
    /// Something we do not know, as it came.
    Unknown(Value),
}

impl Template {
    /// The names of the variables in the template, in order, each once.
    pub fn variables(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut rest = self.uri_template.as_str();
        while let Some((_, after)) = rest.split_once('{') {
            let Some((expression, after)) = after.split_once('}') else { break };
            rest = after;
            let listed = expression.trim_start_matches(['+', '#', '.', '/', ';', '?', '&']);
            for name in listed.split(',') {
                let name = name.split(':').next().unwrap_or_default().trim_end_matches('*').trim();
                if !name.is_empty() && !names.iter().any(|it| it == name) {
                    names.push(name.to_owned());
                }
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variables_of_a_template_are_told_in_order_and_once() {
        let of = |template: &str| {
            let template = Template {
                uri_template: template.to_owned(),
                name: String::new(),
                title: None,
                description: String::new(),
                mime: None,
                annotations: None,
                marks: Vec::new(),
            };
            template.variables().join(" ")
        };
        assert_eq!(of("demo://{a}/x/{+b*}{?c,d:3,a}"), "a b c d");
        assert_eq!(of("demo://none"), "");
        assert_eq!(of("demo://{} {open"), "");
    }
}
