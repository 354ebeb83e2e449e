//! Results whose bytes are files, and which are a file as a whole where they are long. It comes after
//! secrets are taken out, and looks for them once more in what it decodes; it knows no front end.

use std::fmt::Display;

use base64::{
    DecodeError, Engine as _, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use model::{
    media::{Kept, Media, Unkept},
    outcome::{Block, LONG, MANY, Outcome},
    prompt::Given,
    resource::{Body, Contents},
};
use serde_json::Value;
use store::media::{MediaFolder, NotKept};
use tokio::task::spawn_blocking;

use crate::{error::Error, redact::Redactor, servers::Servers};

/// What stands in a text where a secret was.
const MARK: char = '•';
/// What stands in place of bytes that hold one.
const MARKS: &str = "•••";
const HOLDS_SECRET: &str = "it holds a secret";
/// How many files come of one result at most: each takes the disk a moment, and its call waits for it.
const MOST_FILES: usize = 200;
const ONE_OF_MANY: &str =
    "the result has more than 200 such pieces; the file with the whole of it has this one too";
/// So many digits are more than a number keeps that was read.
const EXACT_DIGITS: usize = 17;

/// Servers write base64 with and without its end, and with bits that mean nothing.
const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);
const ORDINARY: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
const FOR_ADDRESSES: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);

/// Keeps the results of one launch of one server.
pub(crate) struct Keeper {
    media: MediaFolder,
    redactor: Redactor,
}

impl Servers {
    /// Who keeps results without these secrets.
    pub(crate) fn keeper(&self, redactor: &Redactor) -> Keeper {
        Keeper { media: self.parts().media.clone(), redactor: redactor.clone() }
    }
}

/// A result of any kind.
pub(crate) trait Answer: Send + 'static {
    /// Its bytes.
    fn media(&mut self) -> Vec<&mut Media>;
    /// The reply as it came.
    fn raw(&mut self) -> &mut String;
    /// How many pieces it has.
    fn pieces(&self) -> usize;
    /// Its text and the kind of that, where it has nothing else.
    fn only_text(&self) -> Option<(&str, &str)>;
    /// Notes the file that has all of it, or why there is none.
    fn note(&mut self, whole: Result<Kept, NotKept>);
}

impl Keeper {
    /// The same result with its bytes in files, and itself in one where it is long.
    pub(crate) async fn keep<T: Answer>(self, mut it: T) -> Result<T, Error> {
        let (media, count) = {
            let all = it.media();
            (all.iter().map(|it| it.data.len()).sum(), all.len())
        };
        let many = it.pieces() > MANY || count > MOST_FILES;
        let long = it.raw().len().saturating_sub(media) > LONG || many;
        if count == 0 && !long {
            return Ok(it);
        }
        // Off the async threads: a disk may be slow.
        let keeping = spawn_blocking(move || {
            let mut hidden = Vec::new();
            for (at, media) in it.media().into_iter().enumerate() {
                media.file = match self.bytes(media, at < MOST_FILES) {
                    Ok(kept) => Ok(kept),
                    Err(Refused::Secret) => {
                        hidden.push(std::mem::replace(&mut media.data, MARKS.to_owned()));
                        Err(unkept(HOLDS_SECRET))
                    }
                    Err(Refused::Why(why)) => Err(why),
                };
            }
            for data in hidden {
                let raw = it.raw();
                *raw = without(raw, &data);
            }
            if long {
                let kept = match it.only_text() {
                    Some((text, kind)) => self.media.keep(text.as_bytes(), kind),
                    None => self.media.keep(it.raw().as_bytes(), "application/json"),
                };
                it.note(kept);
            }
            it
        });
        keeping.await.map_err(|_| Error::Closing)
    }

    /// The file with these bytes, or why there is none (HOST-30). Without `room` they are looked at all
    /// the same: what holds a secret is to be nowhere.
    fn bytes(&self, Media { mime, data, .. }: &Media, room: bool) -> Result<Kept, Refused> {
        // It was found before, and is nowhere any more.
        if data.contains(MARK) {
            return Err(Refused::Why(unkept(HOLDS_SECRET)));
        }
        let (size, most) = (data.len() as u64 / 4 * 3, self.media.most());
        if size > most {
            return Err(Refused::Why(unkept(NotKept::TooLarge { size, most })));
        }
        let bytes = decoded(data).map_err(Refused::Why)?;
        // What hid behind line ends in the base64, or is encoded within it, shows only now.
        if self.redactor.is_in(&bytes) {
            return Err(Refused::Secret);
        }
        if !room {
            return Err(Refused::Why(unkept(ONE_OF_MANY)));
        }
        self.media.keep(&bytes, mime).map_err(|it| Refused::Why(unkept(it)))
    }
}

/// Why bytes are in no file.
enum Refused {
    /// A secret of the launch is in them: they must be nowhere else either.
    Secret,
    /// Anything else, in words.
    Why(Unkept),
}

/// A reply without these bytes, wherever it has them; as it was for the rest.
fn without(raw: &str, data: &str) -> String {
    let quoted = Value::from(data).to_string();
    let replaced = raw.replace(&quoted, &format!("\"{MARKS}\""));
    if replaced != raw {
        return replaced;
    }
    // Who wrote it escapes otherwise than we do.
    match serde_json::from_str(raw) {
        Ok(value) => blanked(value, data).to_string(),
        Err(_) => Value::from(MARKS).to_string(),
    }
}

fn blanked(value: Value, data: &str) -> Value {
    match value {
        Value::String(text) if text == data => Value::from(MARKS),
        Value::Array(items) => items.into_iter().map(|it| blanked(it, data)).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(key, it)| (key, blanked(it, data))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

fn unkept(why: impl Display) -> Unkept {
    Unkept(why.to_string())
}

/// The bytes behind base64 of any dress.
fn decoded(data: &str) -> Result<Vec<u8>, Unkept> {
    let data = match data.strip_prefix("data:").and_then(|it| it.split_once(";base64,")) {
        Some((_, data)) => data,
        None => data,
    };
    let letters: String = data.chars().filter(|it| !it.is_ascii_whitespace()).collect();
    if letters.is_empty() {
        return Err(unkept("it is empty"));
    }
    let engine = if letters.contains(['-', '_']) { FOR_ADDRESSES } else { ORDINARY };
    engine.decode(letters).map_err(|error| match error {
        DecodeError::InvalidByte(at, _) | DecodeError::InvalidLastSymbol(at, _) => {
            unkept(format_args!("it is no base64, from character {} on", at + 1))
        }
        DecodeError::InvalidLength(_) | DecodeError::InvalidPadding => {
            unkept("it is no base64: its end is missing")
        }
    })
}

/// Finds the texts that are the same JSON as the structured part (HOST-25).
pub(crate) fn mirrored(mut it: Outcome) -> Outcome {
    let Some(structured) = &it.structured else { return it };
    let mirrors = |block: &Block| match block {
        Block::Text(text) => {
            // Two numbers that are too long to be read exactly may differ.
            let exact =
                text.split(|it: char| !it.is_ascii_digit()).all(|it| it.len() < EXACT_DIGITS)
                    || !structured_is_inexact(structured);
            exact && serde_json::from_str::<Value>(text).is_ok_and(|it| it == *structured)
        }
        Block::Media(_) | Block::Link { .. } | Block::Resource { .. } | Block::Unknown(_) => false,
    };
    let places = it.blocks.iter().enumerate();
    it.mirrors = places.filter(|(_, block)| mirrors(block)).map(|(at, _)| at).collect();
    it
}

/// Whether a value has a number that may have lost digits when it was read.
fn structured_is_inexact(value: &Value) -> bool {
    match value {
        Value::Number(it) => it.is_f64(),
        Value::Array(items) => items.iter().any(structured_is_inexact),
        Value::Object(fields) => fields.values().any(structured_is_inexact),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

impl Answer for Outcome {
    fn media(&mut self) -> Vec<&mut Media> {
        self.blocks.iter_mut().filter_map(media_in).collect()
    }

    fn raw(&mut self) -> &mut String {
        &mut self.raw
    }

    fn pieces(&self) -> usize {
        self.blocks.len()
    }

    fn only_text(&self) -> Option<(&str, &str)> {
        let [one] = self.blocks.as_slice() else { return None };
        let alone = self.structured.is_none() || self.mirrors == [0];
        alone.then(|| text_in(one)).flatten()
    }

    fn note(&mut self, whole: Result<Kept, NotKept>) {
        self.whole = told(whole, &mut self.odd);
    }
}

impl Answer for Given {
    fn media(&mut self) -> Vec<&mut Media> {
        self.messages.iter_mut().flat_map(|it| &mut it.blocks).filter_map(media_in).collect()
    }

    fn raw(&mut self) -> &mut String {
        &mut self.raw
    }

    fn pieces(&self) -> usize {
        self.messages.iter().map(|it| it.blocks.len().max(1)).sum()
    }

    fn only_text(&self) -> Option<(&str, &str)> {
        let [message] = self.messages.as_slice() else { return None };
        let [one] = message.blocks.as_slice() else { return None };
        text_in(one)
    }

    fn note(&mut self, whole: Result<Kept, NotKept>) {
        self.whole = told(whole, &mut self.odd);
    }
}

impl Answer for Contents {
    fn media(&mut self) -> Vec<&mut Media> {
        let bodies = self.parts.iter_mut().map(|it| &mut it.body);
        let media = |body| match body {
            &mut Body::Bytes(ref mut it) => Some(it),
            Body::Text(_) | Body::Unknown(_) => None,
        };
        bodies.filter_map(media).collect()
    }

    fn raw(&mut self) -> &mut String {
        &mut self.raw
    }

    fn pieces(&self) -> usize {
        self.parts.len()
    }

    fn only_text(&self) -> Option<(&str, &str)> {
        let [part] = self.parts.as_slice() else { return None };
        let Body::Text(text) = &part.body else { return None };
        Some((text, part.mime.as_deref().unwrap_or(PLAIN)))
    }

    fn note(&mut self, whole: Result<Kept, NotKept>) {
        self.whole = told(whole, &mut self.odd);
    }
}

const PLAIN: &str = "text/plain";

fn media_in(block: &mut Block) -> Option<&mut Media> {
    match block {
        Block::Media(it) => Some(it),
        Block::Text(_) | Block::Link { .. } | Block::Resource { .. } | Block::Unknown(_) => None,
    }
}

fn text_in(block: &Block) -> Option<(&str, &str)> {
    match block {
        Block::Text(text) => Some((text, PLAIN)),
        Block::Resource { text, mime, .. } => Some((text, mime.as_deref().unwrap_or(PLAIN))),
        Block::Media(_) | Block::Link { .. } | Block::Unknown(_) => None,
    }
}

fn told(whole: Result<Kept, NotKept>, odd: &mut Vec<String>) -> Option<Kept> {
    let why = |it: NotKept| odd.push(format!("the whole result is not kept as a file: {it}"));
    whole.map_err(why).ok()
}

#[cfg(test)]
mod tests;
