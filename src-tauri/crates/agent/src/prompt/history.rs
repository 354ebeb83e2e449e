//! A conversation's messages as a model is given them: every call has its one result, right after it,
//! whatever became of it; pure.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use model::chat::{
    card::{Arguments, Card},
    message::{Body, Message, Part, Round, RoundState, Said, Summary},
};

use serde_json::{Map, Value};
use stdx::unseen::seen;

use crate::prompt::{
    fenced::quoted,
    saw::saw,
    shown::{Given, MOST_PICTURES, Pictures, Reader, count, shown},
};

/// What is said to a model that is to go on where there is nothing to answer.
const GO_ON: &str = "Go on from where you broke off.";

/// The path of a conversation as messages for a model; grows with it.
#[derive(Debug, Clone, Default)]
pub struct History {
    said: Arc<Vec<llm::Message>>,
    /// Ids of calls that were used.
    ids: BTreeSet<String>,
    /// By which number an id that comes again is looked for.
    again: BTreeMap<String, u32>,
    /// How many pictures of results are in it.
    shown: usize,
    /// Whether the last message is there only so that the model has something to answer.
    nudged: bool,
}

impl History {
    /// Whether what came after it can be added: a picture that would be one too many takes the place of
    /// an older one, and then it has to be made anew.
    pub fn takes(&self, more: &[Message], reader: Reader<'_>) -> bool {
        self.shown.saturating_add(count(more, reader)) <= MOST_PICTURES
    }

    /// Adds what came after all that was added before. Of the messages that are there, at most the
    /// last becomes another one. Of too many pictures the oldest that are added are left out.
    pub fn add(&mut self, path: &[Message], pictures: &Pictures, reader: Reader<'_>) {
        if std::mem::take(&mut self.nudged) {
            self.said_mut().pop();
        }
        let room = MOST_PICTURES.saturating_sub(self.shown);
        let mut given = Given { pictures, left_out: count(path, reader).saturating_sub(room) };
        self.shown = self.shown.saturating_add(count(path, reader)).min(MOST_PICTURES);
        for message in path {
            match &message.body {
                Body::Person(parts) => {
                    self.person(parts.iter().map(|it| part(it, pictures, reader.blind)));
                }
                Body::Summary(summary) => {
                    self.person([llm::Part::Text(summed(summary))].into_iter());
                }
                Body::Round(round) => self.round(round, reader, &mut given),
            }
        }
        self.nudged = self.answered();
    }

    /// All of it, for a model to answer.
    pub fn said(&self) -> &Arc<Vec<llm::Message>> {
        &self.said
    }

    /// Copies what a request has that was not sent off yet.
    fn said_mut(&mut self) -> &mut Vec<llm::Message> {
        Arc::make_mut(&mut self.said)
    }

    /// A model answers; it does not speak twice in a row. Whether it had to be asked to.
    fn answered(&mut self) -> bool {
        let spoke = matches!(self.said.last(), Some(llm::Message::Assistant(_)));
        if spoke {
            self.person([llm::Part::Text(GO_ON.to_owned())].into_iter());
        }
        spoke
    }

    /// What the person said twice in a row is one message.
    fn person(&mut self, parts: impl Iterator<Item = llm::Part>) {
        let said = self.said_mut();
        if let Some(llm::Message::User(before)) = said.last_mut() {
            before.extend(parts);
        } else {
            said.push(llm::Message::User(parts.collect()));
        }
    }

    fn round(&mut self, round: &Round, reader: Reader<'_>, given: &mut Given<'_>) {
        // Signed thoughts are worth something to the model that had them, and only when whole.
        let own = round.provider == reader.provider && round.model == reader.model;
        let whole = matches!(round.state, RoundState::Done | RoundState::CutShort);
        let (mut said, mut results) = (Vec::new(), Vec::new());
        for it in &round.said {
            match it {
                Said::Text(text) if text.trim().is_empty() => {}
                Said::Text(text) => said.push(llm::Said::Text(text.clone())),
                Said::Thought { text, kept } if own && whole => {
                    let (text, kept) = (text.clone(), kept.clone());
                    said.push(llm::Said::Thought(llm::Thought { text, kept }));
                }
                Said::Thought { .. } => {}
                Said::Call(card) => {
                    let id = self.fresh(&card.provider_id);
                    said.push(llm::Said::Call(call(card, &id, own)));
                    results.push(result(card, id, reader, given));
                }
            }
        }
        let empty = said.iter().all(|it| matches!(it, llm::Said::Thought(_)));
        if empty {
            return;
        }
        self.answered();
        let all = self.said_mut();
        all.push(llm::Message::Assistant(said));
        if !results.is_empty() {
            all.push(llm::Message::Results(results));
        }
    }

    /// Some models give the same id in every reply; most providers take each once.
    fn fresh(&mut self, given: &str) -> String {
        let given = if given.is_empty() { "call" } else { given };
        let mut id = given.to_owned();
        if self.ids.contains(given) {
            // Not from the first on: that would be slow where one id comes a thousand times.
            let next = self.again.entry(given.to_owned()).or_insert(2);
            while self.ids.contains(&id) {
                id = format!("{given}_{next}");
                *next = next.saturating_add(1);
            }
        }
        self.ids.insert(id.clone());
        id
    }
}

fn call(card: &Card, id: &str, own: bool) -> llm::Call {
    let arguments = match &card.arguments {
        Arguments::Object(map) => llm::Arguments::Object(read(map)),
        Arguments::Broken(text) => llm::Arguments::Broken(text.clone()),
    };
    let kept = card.kept.clone().filter(|_| own);
    llm::Call { id: id.to_owned(), name: card.public.clone(), arguments, kept }
}

/// What a call gave, with its pictures where the person lets models have them.
fn result(card: &Card, call: String, reader: Reader<'_>, given: &mut Given<'_>) -> llm::ToolResult {
    let saw = saw(card);
    let parts = std::iter::once(llm::Part::Text(saw.text));
    let parts = parts.chain(given.of(shown(card, reader))).collect();
    llm::ToolResult { call, name: card.public.clone(), parts, is_error: saw.is_error }
}

/// What a model gave, without what nobody sees, as it was read by it.
fn read(map: &Map<String, Value>) -> Map<String, Value> {
    fn of(value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(seen(text).text.into_owned()),
            Value::Array(all) => all.iter().map(of).collect(),
            Value::Object(map) => Value::Object(read(map)),
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }
    map.iter().map(|(key, value)| (seen(key).text.into_owned(), of(value))).collect()
}

fn part(part: &Part, pictures: &Pictures, blind: bool) -> llm::Part {
    llm::Part::Text(match part {
        Part::Text { text } => text.clone(),
        Part::File { name, text, .. } => {
            format!("[file {name:?}]{}", quoted(text))
        }
        Part::Resource { server, uri, text, .. } => {
            format!("[resource {uri:?} of server {:?}]{}", server.as_str(), quoted(text))
        }
        Part::Prompt { text, .. } => seen(text).text.into_owned(),
        Part::Picture { name, mime, hash, .. } => match pictures.get(hash) {
            _ if blind => format!("[picture {name:?}: this model takes no pictures]"),
            Some(bytes) => {
                return llm::Part::Image { mime: mime.clone(), bytes: Arc::clone(bytes) };
            }
            None => format!("[picture {name:?}: it is not kept any more]"),
        },
    })
}

fn summed(Summary { text, facts, covers, usage: _ }: &Summary) -> String {
    let facts = if facts.is_empty() {
        String::new()
    } else {
        format!("\n\nFrom it, letter for letter: {}", facts.join(" · "))
    };
    format!("[What was said before, {covers} messages, in short:]\n{text}{facts}\n[End of it.]")
}

#[cfg(test)]
mod tests;
