//! Which pictures of results a model gets (HOST-29): the newest few of those that the person lets models
//! have, over the whole conversation; pure.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use model::{
    chat::{
        card::Card,
        message::{Body, Message, Said},
    },
    server::Registration,
};

use crate::prompt::saw::pictures_of;

/// The bytes of pictures by their hash, as far as they are still kept.
pub type Pictures = BTreeMap<String, Arc<[u8]>>;

/// For which model a history is made.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    /// The provider's name for people.
    pub provider: &'a str,
    /// The model's id.
    pub model: &'a str,
    /// Whether it takes no pictures.
    pub blind: bool,
    /// The registrations whose pictures the person lets models have (HOST-29).
    pub shown: &'a BTreeSet<Registration>,
}

/// Most pictures of tools that a model gets: the newest. Each costs as much as a page of text.
pub(super) const MOST_PICTURES: usize = 8;

/// The pictures of results that a model may have, by hash and kind; the newest of them.
pub fn given(path: &[Message], reader: Reader<'_>) -> BTreeMap<String, String> {
    let all = cards(path).flat_map(|it| shown(it, reader));
    let all: Vec<_> = all.collect();
    all.into_iter().rev().take(MOST_PICTURES).collect()
}

/// How many times results in a path show a picture that a model may have.
pub(super) fn count(path: &[Message], reader: Reader<'_>) -> usize {
    cards(path).map(|it| shown(it, reader).len()).sum()
}

/// The pictures of a result that a model may have, by hash and kind.
pub(super) fn shown(card: &Card, reader: Reader<'_>) -> Vec<(String, String)> {
    // Of a server of that name that was another one the person said nothing.
    let may = !reader.blind && card.sent_to.as_ref().is_some_and(|it| reader.shown.contains(it));
    if may { pictures_of(card) } else { Vec::new() }
}

fn cards(path: &[Message]) -> impl Iterator<Item = &Card> {
    let rounds = path.iter().filter_map(|it| match &it.body {
        Body::Round(round) => Some(round),
        Body::Person(_) | Body::Summary(_) => None,
    });
    rounds.flat_map(|it| &it.said).filter_map(|it| match it {
        Said::Call(card) => Some(&**card),
        Said::Text(_) | Said::Thought { .. } => None,
    })
}

/// The pictures that go into a history, in their order.
pub(super) struct Given<'a> {
    pub(super) pictures: &'a Pictures,
    /// How many of the next are too many.
    pub(super) left_out: usize,
}

impl Given<'_> {
    /// Those of the next result that a model gets.
    pub(super) fn of(&mut self, shown: Vec<(String, String)>) -> Vec<llm::Part> {
        let out = self.left_out.min(shown.len());
        self.left_out -= out;
        let left = shown.into_iter().skip(out);
        left.filter_map(|(hash, mime)| {
            let bytes = Arc::clone(self.pictures.get(&hash)?);
            Some(llm::Part::Image { mime, bytes })
        })
        .collect()
    }
}
