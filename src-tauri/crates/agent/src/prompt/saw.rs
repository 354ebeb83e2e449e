//! What a model gets of a call (HOST-25 to HOST-31): pure, and the same whenever it is asked.

use model::{
    chat::card::{BrokenKind, Card, CardState},
    outcome::{Block, Outcome},
};
use stdx::{
    text::visible,
    unseen::{Seen, seen},
};

/// Most bytes of one result that a model gets; the rest is in the card, and in a file where it is
/// very long.
pub const MOST: usize = 100_000;

/// What a model gets of one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saw {
    /// The text.
    pub text: String,
    /// Whether it is told as an error.
    pub is_error: bool,
    /// The pictures in it, in order: by hash and kind.
    pub pictures: Vec<(String, String)>,
    /// How many characters that nobody sees were kept from the model.
    pub unseen: usize,
}

/// What a model gets of this call. One that is not over is told as one that nobody waited for.
pub fn saw(card: &Card) -> Saw {
    let whole = Saw { pictures: pictures_of(card), ..of(card) };
    let text = capped(whole.text);
    let Seen { text: left, taken } = seen(&text);
    if taken == 0 {
        return Saw { text: left.into_owned(), ..whole };
    }
    let text = format!("{left}\n\n[{taken} characters that nobody sees were taken out]");
    Saw { text, unseen: taken, ..whole }
}

fn of(card: &Card) -> Saw {
    match &card.state {
        CardState::Done(outcome) | CardState::Failed(outcome) => of_outcome(outcome),
        CardState::Broken(BrokenKind::Dispatch, words) => {
            failed(format!("The call was not sent: {words}"))
        }
        CardState::Broken(BrokenKind::Transport, words) => {
            failed(format!("The call gave no result: {words}"))
        }
        CardState::Cancelled => failed(
            "The person stopped this call. What it had done by then stays done. Do not repeat it unasked."
                .to_owned(),
        ),
        CardState::Rejected(words) => failed(format!("The call was not let run: {words}")),
        CardState::Interrupted => failed(
            "Steward ended while this call ran, so its result was lost. Whether it did its work is \
             not known: look before you repeat it."
                .to_owned(),
        ),
        CardState::Pending | CardState::Running => {
            failed("The person went on without this call; it was not run to its end.".to_owned())
        }
    }
}

fn failed(text: String) -> Saw {
    Saw { text, is_error: true, pictures: Vec::new(), unseen: 0 }
}

fn of_outcome(outcome: &Outcome) -> Saw {
    let mut parts: Vec<String> = Vec::new();
    for (at, block) in outcome.blocks.iter().enumerate() {
        // The structured part says the same, and comes below (HOST-25).
        if outcome.mirrors.contains(&at) {
            continue;
        }
        parts.push(match block {
            Block::Text(text) => text.clone(),
            Block::Resource { uri, text, .. } => format!("[resource {}]\n{text}", visible(uri)),
            Block::Link { uri, name, mime } => {
                let kind =
                    mime.as_deref().map(|it| format!(", {}", visible(it))).unwrap_or_default();
                format!("[link: {} <{}>{kind}; not read]", visible(name), visible(uri))
            }
            Block::Media(media) => match &media.file {
                Ok(kept) => {
                    let (mime, size) = (visible(&kept.mime), kept.size);
                    let size = size.div_ceil(1000);
                    format!("[{mime}, {size} kB, shown to the person: ![]({}{})]", MEDIA, kept.name)
                }
                Err(why) => format!("[media not saved: {why}]"),
            },
            Block::Unknown(value) => value.to_string(),
        });
    }
    if let Some(structured) = &outcome.structured {
        parts.push(structured.to_string());
    }
    if !outcome.misfits.is_empty() {
        let misfits: Vec<_> = outcome.misfits.iter().take(5).map(String::as_str).collect();
        parts.push(format!(
            "[this result does not match the tool's own schema: {}]",
            misfits.join("; ")
        ));
    }
    if parts.iter().all(|it| it.trim().is_empty()) {
        parts = vec!["[the tool gave nothing]".to_owned()];
    }
    Saw { text: parts.join("\n\n"), is_error: outcome.is_error, pictures: Vec::new(), unseen: 0 }
}

/// The pictures in what a call gave, by hash and kind.
pub(crate) fn pictures_of(card: &Card) -> Vec<(String, String)> {
    let (CardState::Done(outcome) | CardState::Failed(outcome)) = &card.state else {
        return Vec::new();
    };
    let kept = outcome.blocks.iter().filter_map(|it| match it {
        Block::Media(media) => media.file.as_ref().ok(),
        Block::Text(_) | Block::Resource { .. } | Block::Link { .. } | Block::Unknown(_) => None,
    });
    kept.filter(|it| it.mime.starts_with("image/") && it.size <= LARGEST)
        .map(|it| (it.name.clone(), it.mime.clone()))
        .collect()
}

/// The largest picture that providers take.
const LARGEST: u64 = 5_000_000;

/// How a picture is named to a model, before its hash; a reply that repeats it shows the picture.
pub const MEDIA: &str = "media:";

/// The beginning and the end of a text that is too long, with what is missing said between.
fn capped(text: String) -> String {
    if text.len() <= MOST {
        return text;
    }
    let head = floor(&text, MOST * 4 / 5);
    let tail = text.len() - MOST / 5;
    let tail = (tail..text.len()).find(|it| text.is_char_boundary(*it)).unwrap_or(text.len());
    let (first, last) =
        (text.get(..head).unwrap_or_default(), text.get(tail..).unwrap_or_default());
    format!(
        "{first}\n[… {} bytes left out: the person has the whole result …]\n{last}",
        tail - head
    )
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0)
}
