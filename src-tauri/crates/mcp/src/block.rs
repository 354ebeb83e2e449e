//! A piece of a result: what a text, a picture or a link must have to be one.

use serde_json::{Map, Value};
use stdx::text::clip;

use crate::odd::note;

/// A piece of content.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// Text.
    Text(String),
    /// A picture.
    Image {
        /// Its MIME type; empty where the server gave none.
        mime: String,
        /// Base64, unchecked.
        data: String,
    },
    /// A sound.
    Audio {
        /// Its MIME type; empty where the server gave none.
        mime: String,
        /// Base64, unchecked.
        data: String,
    },
    /// An embedded text.
    Resource {
        /// Its address.
        uri: String,
        /// Its MIME type.
        mime: Option<String>,
        /// The text.
        text: String,
    },
    /// Embedded bytes.
    Blob {
        /// Its address.
        uri: String,
        /// Its MIME type.
        mime: Option<String>,
        /// Base64, unchecked.
        data: String,
    },
    /// A pointer to a resource; nobody fetches it by himself.
    Link {
        /// Its address.
        uri: String,
        /// Its name.
        name: Option<String>,
        /// Its title.
        title: Option<String>,
        /// What it is.
        description: Option<String>,
        /// Its MIME type.
        mime: Option<String>,
    },
    /// Anything else, to be shown as JSON.
    Unknown(Value),
}

impl Block {
    /// A block of any shape. What is odd about it is told, and what is no block stays as it came.
    pub(crate) fn read(item: Value, odd: &mut Vec<String>) -> Self {
        let mut fields = match item {
            Value::Object(fields) => fields,
            Value::String(text) => {
                note(odd, "a block is a plain text");
                return Self::Text(text);
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                note(odd, "a block is no object");
                return Self::Unknown(item);
            }
        };
        match Self::known(&mut fields) {
            Some(block) => {
                if let Self::Image { mime, .. } | Self::Audio { mime, .. } = &block
                    && mime.is_empty()
                {
                    note(odd, "a picture or sound does not say of which kind it is");
                }
                block
            }
            None => {
                let kind = fields.get("type").and_then(Value::as_str).unwrap_or("none");
                let kind = clip(kind, 100);
                note(odd, &format!("a block of type `{kind}` is incomplete or not known"));
                Self::Unknown(Value::Object(fields))
            }
        }
    }

    /// A block that has all it needs. What is taken out of `fields` is taken only when it fits.
    fn known(fields: &mut Map<String, Value>) -> Option<Self> {
        let kind = fields.get("type").and_then(Value::as_str).map(str::to_owned);
        match kind.as_deref() {
            Some("text") => take(fields, "text").map(Self::Text),
            // A text says what it is without its type.
            None if fields.get("data").is_none() => take(fields, "text").map(Self::Text),
            Some("image") => {
                let data = take(fields, "data")?;
                Some(Self::Image { mime: take(fields, "mimeType").unwrap_or_default(), data })
            }
            Some("audio") => {
                let data = take(fields, "data")?;
                Some(Self::Audio { mime: take(fields, "mimeType").unwrap_or_default(), data })
            }
            Some("resource") => embedded(fields.get_mut("resource")?.as_object_mut()?),
            Some("resource_link") => Some(Self::Link {
                uri: take(fields, "uri")?,
                name: take(fields, "name"),
                title: take(fields, "title"),
                description: take(fields, "description"),
                mime: take(fields, "mimeType"),
            }),
            Some(_) | None => None,
        }
    }
}

/// The content of a resource: a text or bytes; `None` for anything else, which stays as it is.
pub(crate) fn embedded(fields: &mut Map<String, Value>) -> Option<Block> {
    let (text, data) = (take(fields, "text"), take(fields, "blob"));
    let uri = fields.get("uri").and_then(Value::as_str).unwrap_or_default().to_owned();
    let mime = fields.get("mimeType").and_then(Value::as_str).map(str::to_owned);
    match (text, data) {
        (Some(text), _) => Some(Block::Resource { uri, mime, text }),
        (None, Some(data)) => Some(Block::Blob { uri, mime, data }),
        (None, None) => None,
    }
}

/// The text under `key`, moved out; anything else stays.
pub(crate) fn take(fields: &mut Map<String, Value>, key: &str) -> Option<String> {
    match fields.get_mut(key)? {
        Value::String(text) => Some(std::mem::take(text)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            None
        }
    }
}
