//! Making a long conversation short: a model sums it up, and what it names letter for letter is kept
//! beside that.

use std::sync::Arc;

use futures_util::StreamExt as _;
use model::chat::{
    card::{Arguments, Card},
    message::{Body, Message, Part, Said, Summary, Usage},
};
use tracing::{info, warn};

use crate::{
    driver::{Driver, asking::Speaker, replying::usage},
    error::Error,
    prompt::{facts::facts, saw::saw, system::system},
    told::Told,
    weight::{BYTES_A_TOKEN, weight},
};

/// How full a model's memory may be, in hundredths, before the conversation is made short.
const FULL: u64 = 80;
/// Fewer messages than this are not summed up: they are long, not many.
const FEWEST: usize = 4;
/// Most bytes of what the person said last that goes along word for word.
const LAST: usize = 20_000;

/// Of what a call was given, and gave, that many bytes are looked at for facts.
const BEGINNING: usize = 4_000;

const TASK: &str = "Sum this conversation up for yourself, so that you can go on with it without having \
    it before you. Keep: what the person wants and decided, what was found out, what was done with which \
    result, what is still to be done. Keep names, numbers and ids letter for letter. Write only the summary.";

impl Driver {
    /// Whether a request is about as long as its model can read, where that is known.
    pub(super) fn is_too_long(&self, request: &llm::Request, speaker: &Speaker) -> bool {
        let Some(context) = speaker.told.context else { return false };
        let told = self.past.as_ref().map_or(0, |it| it.weight);
        let system = request.system.len() as u64 / BYTES_A_TOKEN;
        let weight = told.saturating_add(system).saturating_add(self.offering.weight);
        !self.shortened && weight.saturating_mul(100) > context.saturating_mul(FULL)
    }

    /// Puts a summary at the end of the conversation; false where there is none.
    pub(super) async fn shorten(
        &mut self,
        asked: &llm::Provider,
        speaker: &Speaker,
    ) -> Result<bool, Error> {
        self.shortened = true;
        let path = self.parts.db.messages().whole_path(self.id()).await?;
        if path.len() < FEWEST {
            return Ok(false);
        }
        let Some((text, usage)) = self.summed(asked, speaker, &path).await? else {
            return Ok(false);
        };
        let mut summary = Summary {
            text,
            usage,
            facts: facts(texts(&path).iter().map(String::as_str)),
            covers: path.len() as u64,
        };
        if let Some(last) = unanswered(&path) {
            summary.text.push_str("\n\nThe person's last message, word for word:\n");
            summary.text.push_str(&stdx::text::clip(&last, LAST));
        }
        info!(conversation = %self.id(), covers = summary.covers, "summed up");
        let parent = path.last().map(|it| it.id);
        let message =
            self.parts.db.messages().add(self.id(), parent, Body::Summary(summary)).await?;
        let message = Box::new(message);
        self.live().tell(self.id(), |revision| Told::Message { revision, message });
        Ok(true)
    }

    /// The model's own summary.
    async fn summed(
        &mut self,
        asked: &llm::Provider,
        speaker: &Speaker,
        path: &[Message],
    ) -> Result<Option<(String, Usage)>, Error> {
        let mut request = self.request(speaker).await?;
        // How tools are used is nothing to a summary.
        request.system = system(self.parts.clock.now(), &[]);
        // It is too long as it stands: the longest texts are cut first.
        // Where nobody knows how much the model reads, half of what was too much is tried.
        let half = weight(&request) / 2;
        let most = speaker.told.context.map_or(half, |it| it / 100 * FULL);
        trim(&mut request, most);
        request.choice = llm::Choice::None;
        Arc::make_mut(&mut request.messages).push(llm::Message::User(vec![llm::Part::text(TASK)]));
        let mut reply = asked.reply(request);
        let stopped = self.seat.stop.clone();
        while let Some(piece) = tokio::select! {
            () = stopped.cancelled() => None,
            piece = reply.next() => piece,
        } {
            match piece {
                Ok(llm::Piece::Done(reply)) => {
                    let usage = usage(&reply.usage, speaker.told.price);
                    let texts = reply.said.into_iter().filter_map(|it| match it {
                        llm::Said::Text(text) => Some(text),
                        llm::Said::Thought(_) | llm::Said::Call(_) => None,
                    });
                    let text: String = texts.collect();
                    return Ok((!text.trim().is_empty()).then_some((text, usage)));
                }
                Ok(_) => {}
                Err(error) => {
                    warn!(%error, messages = path.len(), "a conversation could not be summed up");
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }
}

/// Cuts long texts of a request, the longest first, until it is about this long.
fn trim(request: &mut llm::Request, most: u64) {
    let mut longest = 16_000;
    while weight(request) > most && longest > 20 {
        Arc::make_mut(&mut request.messages).iter_mut().flat_map(texts_of).for_each(|it| {
            if it.len() > longest {
                *it = stdx::text::clip(it, longest);
            }
        });
        longest /= 2;
    }
}

fn texts_of(message: &mut llm::Message) -> Vec<&mut String> {
    fn text(part: &mut llm::Part) -> Option<&mut String> {
        match part {
            llm::Part::Text(text) => Some(text),
            llm::Part::Image { .. } => None,
        }
    }
    match message {
        llm::Message::User(parts) => parts.iter_mut().filter_map(text).collect(),
        llm::Message::Results(all) => {
            all.iter_mut().flat_map(|it| &mut it.parts).filter_map(text).collect()
        }
        llm::Message::Assistant(said) => said
            .iter_mut()
            .filter_map(|it| match it {
                llm::Said::Text(text) => Some(text),
                llm::Said::Thought(_) | llm::Said::Call(_) => None,
            })
            .collect(),
    }
}

/// What a conversation's facts are looked for in: what was said, and the beginning of what calls were
/// given and gave.
fn texts(path: &[Message]) -> Vec<String> {
    let mut texts = Vec::new();
    for message in path {
        match &message.body {
            Body::Person(parts) => texts.extend(parts.iter().map(|it| own(it).to_owned())),
            Body::Round(round) => texts.extend(round.said.iter().filter_map(|it| match it {
                Said::Text(text) => Some(text.clone()),
                Said::Thought { .. } => None,
                Said::Call(card) => Some(told(card)),
            })),
            // What was kept once is kept on.
            Body::Summary(summary) => {
                texts.extend(summary.facts.iter().cloned());
                texts.push(summary.text.clone());
            }
        }
    }
    texts
}

fn told(card: &Card) -> String {
    let given = match &card.arguments {
        Arguments::Object(map) => serde_json::to_string(map).unwrap_or_default(),
        Arguments::Broken(_) => String::new(),
    };
    format!(
        "{} {}",
        stdx::text::clip(&given, BEGINNING),
        stdx::text::clip(&saw(card).text, BEGINNING)
    )
}

fn own(part: &Part) -> &str {
    match part {
        Part::Text { text }
        | Part::File { text, .. }
        | Part::Resource { text, .. }
        | Part::Prompt { text, .. } => text,
        Part::Picture { name, .. } => name,
    }
}

/// What the person said last, if no model has come to an end with it.
fn unanswered(path: &[Message]) -> Option<String> {
    let last = path.iter().rev().find_map(|it| match &it.body {
        Body::Person(parts) => Some(parts),
        Body::Round(_) | Body::Summary(_) => None,
    })?;
    let texts: Vec<_> = last.iter().map(own).collect();
    Some(texts.join("\n"))
}
