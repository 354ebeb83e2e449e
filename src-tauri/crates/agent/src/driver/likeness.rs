//! Which calls are the very same: those of one tool with the same arguments; pure.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use model::chat::card::{Arguments, Card};

/// The same number for calls of the same tool with the same arguments.
pub(super) fn likeness(card: &Card) -> u64 {
    let mut hasher = DefaultHasher::new();
    card.public.hash(&mut hasher);
    match &card.arguments {
        Arguments::Object(map) => {
            serde_json::Value::Object(map.clone()).to_string().hash(&mut hasher);
        }
        Arguments::Broken(text) => text.hash(&mut hasher),
    }
    hasher.finish()
}
