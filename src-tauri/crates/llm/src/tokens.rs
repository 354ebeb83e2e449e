//! Counts tokens in the vocabulary of OpenAI's newer models (o200k). Others count otherwise: it is an
//! estimate until a provider says what it was. It is work for a thread, not for an async task.

use std::sync::Arc;

use tiktoken_rs::{CoreBPE, o200k_base};

use crate::request::Tool;

/// What a provider writes around one tool, beside its texts.
const AROUND: usize = 8;
/// A longer text is counted by its beginning: what it costs to count grows with it.
const EXACT: usize = 1024 * 1024;

/// The vocabulary. Making one takes a while and some megabytes, so it is made once; clones share it.
#[derive(Clone)]
pub struct Tokens(Arc<CoreBPE>);

impl Tokens {
    /// Reads the vocabulary, which is part of the program. `None` if it cannot be read.
    pub fn load() -> Option<Self> {
        o200k_base().ok().map(|it| Self(Arc::new(it)))
    }

    /// How many tokens a text is.
    pub fn count(&self, text: &str) -> usize {
        let end = text.floor_char_boundary(EXACT);
        let (exact, rest) = text.split_at(end);
        let counted = self.0.encode_ordinary(exact).len();
        if rest.is_empty() {
            return counted;
        }
        let share = rest.len() as f64 / exact.len().max(1) as f64;
        counted + (counted as f64 * share).round() as usize
    }

    /// How many tokens it takes to offer a tool, about.
    pub fn count_tool(&self, tool: &Tool) -> usize {
        let texts = [tool.name.as_str(), &tool.description, &tool.schema.to_string()];
        texts.into_iter().map(|it| self.count(it)).sum::<usize>() + AROUND
    }
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tokens(o200k)")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tokens_are_counted_as_the_models_do() {
        let tokens = Tokens::load().unwrap();
        assert_eq!(tokens.count(""), 0);
        assert_eq!(tokens.count("hello world"), 2);
        // What would end a conversation is a text like any other here.
        assert!(tokens.count("<|endoftext|>") > 1);
        let tool = Tool {
            name: "shot".into(),
            description: "Takes a shot.".into(),
            schema: json!({"type": "object"}),
        };
        let parts = ["shot", "Takes a shot.", "{\"type\":\"object\"}"];
        let sum: usize = parts.iter().map(|it| tokens.count(it)).sum();
        assert_eq!(tokens.count_tool(&tool), sum + AROUND);
    }

    #[test]
    fn a_huge_text_is_counted_by_its_beginning() {
        let tokens = Tokens::load().unwrap();
        let text = "word ".repeat(EXACT / 2);
        let words = EXACT / 2;
        let counted = tokens.count(&text);
        assert!(counted.abs_diff(words) < words / 100, "{counted} for {words}");
    }
}
