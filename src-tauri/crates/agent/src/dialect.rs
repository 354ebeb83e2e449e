//! Between the dialect of a row and the one that models are asked in.

use model::provider;

/// The same dialect, as the models' crate calls it.
pub fn dialect(dialect: provider::Dialect) -> llm::Dialect {
    match dialect {
        provider::Dialect::ChatCompletions => llm::Dialect::ChatCompletions,
        provider::Dialect::Responses => llm::Dialect::Responses,
        provider::Dialect::Anthropic => llm::Dialect::Anthropic,
        provider::Dialect::Gemini => llm::Dialect::Gemini,
    }
}
