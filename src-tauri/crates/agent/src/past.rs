//! What models were told of conversations so far, so that a round adds to it what is new and reads
//! nothing else again. It is made of rows and can be made anew at any time.

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use model::{
    chat::{
        id::ConversationId,
        message::{Message, MessageId},
    },
    server::Registration,
};

use crate::{
    prompt::{
        history::History,
        shown::{Pictures, Reader},
    },
    weight::{BYTES_A_TOKEN, heft},
};

/// Most conversations whose past is kept while nothing goes on in them.
const MOST: usize = 4;
/// Most bytes of pictures and, about, of text in one that is kept.
const LARGEST: u64 = 32 << 20;

/// What one model was told of one branch.
#[derive(Debug)]
pub(crate) struct Past {
    provider: String,
    model: String,
    blind: bool,
    shown: BTreeSet<Registration>,
    /// The last message of the branch that is in it.
    last: MessageId,
    pub(crate) history: History,
    /// About how many tokens it is.
    pub(crate) weight: u64,
}

impl Past {
    /// Of a branch from its first message or its last summary on; nothing of an empty one.
    pub(crate) fn of(path: &[Message], pictures: &Pictures, reader: Reader<'_>) -> Option<Self> {
        let last = path.last()?.id;
        let Reader { provider, model, blind, shown } = reader;
        let shown = shown.clone();
        let (provider, model) = (provider.to_owned(), model.to_owned());
        let mut past =
            Self { provider, model, blind, shown, last, history: History::default(), weight: 0 };
        past.add(path, pictures, reader);
        Some(past)
    }

    /// Whether this is what that reader would be told.
    pub(crate) fn is_for(&self, reader: Reader<'_>) -> bool {
        let Reader { provider, model, blind, shown } = reader;
        self.provider == provider
            && self.model == model
            && self.blind == blind
            && self.shown == *shown
    }

    /// Whether what came since can be added to it, or it has to be made anew.
    pub(crate) fn takes(&self, more: &[Message], reader: Reader<'_>) -> bool {
        self.history.takes(more, reader)
    }

    /// The last message that is in it.
    pub(crate) fn last(&self) -> MessageId {
        self.last
    }

    /// Adds what came after that.
    pub(crate) fn add(&mut self, more: &[Message], pictures: &Pictures, reader: Reader<'_>) {
        let Some(last) = more.last() else { return };
        self.last = last.id;
        // Of what is there, the last message alone can become another one.
        let stays = self.history.said().len().saturating_sub(1);
        let before = self.heft_from(stays);
        self.history.add(more, pictures, reader);
        self.weight = self.weight.saturating_sub(before).saturating_add(self.heft_from(stays));
    }

    fn heft_from(&self, from: usize) -> u64 {
        self.history.said().iter().skip(from).map(heft).sum()
    }

    /// About how many bytes it holds.
    fn size(&self) -> u64 {
        let parts = self.history.said().iter().flat_map(|it| match it {
            llm::Message::User(parts) => vec![parts.as_slice()],
            llm::Message::Results(all) => all.iter().map(|it| it.parts.as_slice()).collect(),
            llm::Message::Assistant(_) => Vec::new(),
        });
        let images = parts.flatten();
        let images = images.map(|it| match it {
            llm::Part::Image { bytes, .. } => bytes.len() as u64,
            llm::Part::Text(_) => 0,
        });
        images.sum::<u64>().saturating_add(self.weight.saturating_mul(BYTES_A_TOKEN))
    }
}

/// The pasts of the conversations that were talked in last.
#[derive(Debug, Default)]
pub(crate) struct Pasts(Mutex<Vec<(ConversationId, Past)>>);

impl Pasts {
    pub(crate) fn take(&self, conversation: &ConversationId) -> Option<Past> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|(id, _)| id == conversation)?;
        Some(all.remove(at).1)
    }

    pub(crate) fn keep(&self, conversation: &ConversationId, past: Past) {
        if past.size() > LARGEST {
            return;
        }
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(id, _)| id != conversation);
        all.push((conversation.clone(), past));
        let surplus = all.len().saturating_sub(MOST);
        all.drain(..surplus);
    }
}
