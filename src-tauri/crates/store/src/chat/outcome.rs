//! What a call gave, as the JSON of its row and back, whole but for what a file holds; pure.

use std::path::PathBuf;

use model::{
    media::{Kept, Media, Unkept},
    outcome::{Block, LONG, Outcome},
};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, value::RawValue};

/// An outcome as it is written.
#[derive(Serialize, Deserialize)]
struct Written {
    blocks: Vec<Piece>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    structured: Option<Box<RawValue>>,
    mirrors: Vec<usize>,
    misfits: Vec<String>,
    is_error: bool,
    raw: String,
    whole: Option<File>,
    odd: Vec<String>,
    took: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Piece {
    Text { text: String },
    Media { mime: String, file: File },
    NotSaved { mime: String, data: String, why: String },
    Link { uri: String, name: String, mime: Option<String> },
    Resource { uri: String, mime: Option<String>, text: String },
    Unknown { value: Value },
}

#[derive(Serialize, Deserialize)]
struct File {
    name: String,
    path: String,
    mime: String,
    size: u64,
    picture: Option<(u32, u32)>,
}

/// The outcome as JSON. Bytes that a file holds are in that file alone (HOST-29); the reply as it
/// came is left out where it is [`LONG`], and so are such bytes of no file.
pub(super) fn written(it: &Outcome) -> Result<String, serde_json::Error> {
    let written = Written {
        blocks: it.blocks.iter().map(piece).collect(),
        structured: it.structured.as_ref().map(|value| exact(value, &it.raw)).transpose()?,
        mirrors: it.mirrors.clone(),
        misfits: it.misfits.clone(),
        is_error: it.is_error,
        raw: without_bytes(it),
        whole: it.whole.as_ref().map(file),
        odd: it.odd.clone(),
        took: it.took,
    };
    serde_json::to_string(&written)
}

/// The outcome that was written so. Bytes that a file holds are not read: their text is empty.
pub(super) fn read(json: &str) -> Result<Outcome, serde_json::Error> {
    let it: Written = serde_json::from_str(json)?;
    Ok(Outcome {
        blocks: it.blocks.into_iter().map(block).collect(),
        structured: it.structured.map(|it| serde_json::from_str(it.get())).transpose()?,
        mirrors: it.mirrors,
        misfits: it.misfits,
        is_error: it.is_error,
        raw: it.raw,
        whole: it.whole.map(kept),
        odd: it.odd,
        took: it.took,
    })
}

/// What is there, also where it is `null`.
fn there<'de, D: Deserializer<'de>>(it: D) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(it).map(Some)
}

/// The structured part letter for letter as it came, where that is known: its numbers may have more
/// digits than one that was read keeps (HOST-25).
fn exact(value: &Value, raw: &str) -> Result<Box<RawValue>, serde_json::Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Reply<'a> {
        #[serde(borrow)]
        structured_content: Option<&'a RawValue>,
    }
    let came = serde_json::from_str::<Reply<'_>>(raw).ok().and_then(|it| it.structured_content);
    let same =
        |it: &&RawValue| serde_json::from_str::<Value>(it.get()).is_ok_and(|it| it == *value);
    match came.filter(same) {
        Some(came) => Ok(came.to_owned()),
        None => serde_json::value::to_raw_value(value),
    }
}

/// The reply as it came, without bytes that a file holds; empty where it is too long, or where they
/// cannot be told from the rest.
fn without_bytes(it: &Outcome) -> String {
    let mut raw = it.raw.clone();
    for block in &it.blocks {
        let Block::Media(Media { data, file: Ok(_), .. }) = block else { continue };
        if data.is_empty() {
            continue;
        }
        let plain = Value::from(data.as_str()).to_string();
        raw = raw.replace(&plain, "\"\"").replace(&plain.replace('/', "\\/"), "\"\"");
        let left = serde_json::from_str::<Value>(&raw).map(|it| holds(&it, data));
        if left.unwrap_or(true) {
            return String::new();
        }
    }
    if raw.len() > LONG { String::new() } else { raw }
}

fn holds(value: &Value, data: &str) -> bool {
    match value {
        Value::String(text) => text == data,
        Value::Array(items) => items.iter().any(|it| holds(it, data)),
        Value::Object(fields) => fields.values().any(|it| holds(it, data)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn piece(block: &Block) -> Piece {
    match block.clone() {
        Block::Text(text) => Piece::Text { text },
        Block::Media(Media { mime, file: Ok(it), .. }) => Piece::Media { mime, file: file(&it) },
        Block::Media(Media { mime, data, file: Err(Unkept(why)) }) => {
            let data = if data.len() > LONG { String::new() } else { data };
            Piece::NotSaved { mime, data, why }
        }
        Block::Link { uri, name, mime } => Piece::Link { uri, name, mime },
        Block::Resource { uri, mime, text } => Piece::Resource { uri, mime, text },
        Block::Unknown(value) => Piece::Unknown { value },
    }
}

fn block(piece: Piece) -> Block {
    match piece {
        Piece::Text { text } => Block::Text(text),
        Piece::Media { mime, file } => {
            Block::Media(Media { mime, data: String::new(), file: Ok(kept(file)) })
        }
        Piece::NotSaved { mime, data, why } => {
            Block::Media(Media { mime, data, file: Err(Unkept(why)) })
        }
        Piece::Link { uri, name, mime } => Block::Link { uri, name, mime },
        Piece::Resource { uri, mime, text } => Block::Resource { uri, mime, text },
        Piece::Unknown { value } => Block::Unknown(value),
    }
}

/// A path that is no text loses what cannot be written: the file is found by its hash.
fn file(it: &Kept) -> File {
    File {
        name: it.name.clone(),
        path: it.path.to_string_lossy().into_owned(),
        mime: it.mime.clone(),
        size: it.size,
        picture: it.picture,
    }
}

fn kept(it: File) -> Kept {
    Kept {
        name: it.name,
        path: PathBuf::from(it.path),
        mime: it.mime,
        size: it.size,
        picture: it.picture,
    }
}
