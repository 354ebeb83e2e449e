//! What an API wants back as it came: a signature, ciphertext, an item's id. It is kept beside what was
//! said, with the name of who said it, and goes back to nobody else.

use rig_core::{completion::ReplayTarget, message::Origin};
use serde_json::{Value, json};

/// What an item was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Block {
    /// Thinking that may be read.
    Thought,
    /// Thinking that the provider keeps to itself.
    Redacted,
    /// The text that comes next.
    Text,
    /// A call.
    Call,
}

impl Block {
    const ALL: [Self; 4] = [Self::Thought, Self::Redacted, Self::Text, Self::Call];

    fn as_str(self) -> &'static str {
        match self {
            Self::Thought => "thought",
            Self::Redacted => "redacted",
            Self::Text => "text",
            Self::Call => "call",
        }
    }
}

/// An item with all that is needed to give it back.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Kept {
    pub(crate) block: Block,
    pub(crate) from: Origin,
    pub(crate) item: Value,
}

impl Kept {
    /// As it is kept beside what was said.
    pub(crate) fn to_value(&self) -> Value {
        let mut from = json!({
            "api": self.from.api,
            "provider": self.from.provider,
            "model": self.from.model,
        });
        if let (Some(context), Some(from)) = (&self.from.context, from.as_object_mut()) {
            from.insert("context".to_owned(), json!(context));
        }
        json!({ "block": self.block.as_str(), "from": from, "item": self.item })
    }

    /// Reads what `to_value` wrote; anything else is nothing.
    pub(crate) fn read(kept: &Value) -> Option<Self> {
        let block = kept.get("block")?.as_str()?;
        let block = Block::ALL.into_iter().find(|it| it.as_str() == block)?;
        let origin = kept.get("from")?;
        let text = |key: &str| origin.get(key).and_then(Value::as_str).map(str::to_owned);
        let mut from = Origin::new(text("api")?, text("provider")?, text("model")?);
        from.context = origin.get("context").and_then(|it| serde_json::from_value(it.clone()).ok());
        Some(Self { block, from, item: kept.get("item")?.clone() })
    }

    /// Whether it came from who is asked now.
    pub(crate) fn is_from(&self, target: &dyn ReplayTarget) -> bool {
        self.from.same_model(&target.api(), target.provider(), target.model())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_back_as_it_came() {
        let from = Origin::new("openai.responses", "openai", "gpt-x");
        let item = json!({"id": "rs_1", "encrypted_content": "ENC"});
        for block in Block::ALL {
            let kept = Kept { block, from: from.clone(), item: item.clone() };
            assert_eq!(Kept::read(&kept.to_value()), Some(kept));
        }
        for strange in [json!(null), json!({"block": "other"}), json!({"signature": "x"})] {
            assert_eq!(Kept::read(&strange), None);
        }
    }
}
