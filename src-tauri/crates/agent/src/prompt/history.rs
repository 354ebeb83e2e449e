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
use model::name::ServerName;

use serde_json::{Map, Value};
use stdx::unseen::seen;

use crate::prompt::{
    fenced::quoted,
    saw::{pictures_of, saw},
};

/// What is said to a model that is to go on where there is nothing to answer.
const GO_ON: &str = "Go on from where you broke off.";

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
    /// The servers whose pictures the person lets models have (HOST-29).
    pub shown: &'a BTreeSet<ServerName>,
}

/// Most pictures of tools that a model gets: the newest. Each costs as much as a page of text.
const MOST_PICTURES: usize = 8;

/// The pictures of results that a model may have, by hash and kind; the newest of them.
pub fn given(path: &[Message], reader: Reader<'_>) -> BTreeMap<String, String> {
    let rounds = path.iter().rev().filter_map(|it| match &it.body {
        Body::Round(round) => Some(round),
        Body::Person(_) | Body::Summary(_) => None,
    });
    let cards = rounds.flat_map(|it| it.said.iter().rev()).filter_map(|it| match it {
        Said::Call(card) => Some(card),
        Said::Text(_) | Said::Thought { .. } => None,
    });
    let of = |card: &Card| if may_show(card, reader) { pictures_of(card) } else { Vec::new() };
    cards.flat_map(|it| of(it).into_iter().rev()).take(MOST_PICTURES).collect()
}

/// The pictures of results that a model gets.
struct Given<'a> {
    pictures: &'a Pictures,
    /// Which, and of what kind.
    kinds: BTreeMap<String, String>,
}

fn may_show(card: &Card, reader: Reader<'_>) -> bool {
    !reader.blind && card.tool.as_ref().is_some_and(|it| reader.shown.contains(&it.server))
}

/// The path of a conversation as messages for a model; grows with it.
#[derive(Debug, Clone, Default)]
pub struct History {
    said: Arc<Vec<llm::Message>>,
    /// Ids of calls that were used.
    ids: BTreeSet<String>,
    /// By which number an id that comes again is looked for.
    again: BTreeMap<String, u32>,
    /// Whether the last message is there only so that the model has something to answer.
    nudged: bool,
}

impl History {
    /// Adds what came after all that was added before. Of the messages that are there, at most the
    /// last becomes another one.
    pub fn add(&mut self, path: &[Message], pictures: &Pictures, reader: Reader<'_>) {
        if std::mem::take(&mut self.nudged) {
            self.said_mut().pop();
        }
        let given = Given { pictures, kinds: given(path, reader) };
        for message in path {
            match &message.body {
                Body::Person(parts) => {
                    self.person(parts.iter().map(|it| part(it, pictures, reader.blind)));
                }
                Body::Summary(summary) => {
                    self.person([llm::Part::Text(summed(summary))].into_iter());
                }
                Body::Round(round) => self.round(round, reader, &given),
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

    fn round(&mut self, round: &Round, reader: Reader<'_>, given: &Given<'_>) {
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
fn result(card: &Card, call: String, reader: Reader<'_>, given: &Given<'_>) -> llm::ToolResult {
    let saw = saw(card);
    let shown = saw.pictures.iter().filter(|_| may_show(card, reader)).filter_map(|(hash, _)| {
        let mime = given.kinds.get(hash)?.clone();
        let bytes = Arc::clone(given.pictures.get(hash)?);
        Some(llm::Part::Image { mime, bytes })
    });
    let parts = std::iter::once(llm::Part::Text(saw.text)).chain(shown).collect();
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
mod tests {
    use model::{
        chat::{
            card::{BrokenKind, CallId, CardState},
            id::ConversationId,
            message::{MessageId, Usage},
        },
        name::ServerName,
    };
    use proptest::prelude::*;
    use serde_json::{Map, json};
    use stdx::clock::Millis;

    use super::*;

    const READER: Reader<'_> =
        Reader { provider: "p", model: "m", blind: false, shown: &BTreeSet::new() };

    fn message(body: Body) -> Message {
        Message {
            id: MessageId(1),
            conversation: ConversationId("c".to_owned()),
            parent: None,
            at: Millis(0),
            body,
        }
    }

    fn person(text: &str) -> Message {
        message(Body::Person(vec![Part::Text { text: text.to_owned() }]))
    }

    fn round(state: RoundState, said: Vec<Said>) -> Message {
        message(Body::Round(Round {
            provider: "p".to_owned(),
            model: "m".to_owned(),
            said,
            state,
            usage: Usage::default(),
            took: 0,
        }))
    }

    fn card(provider_id: &str, state: CardState) -> Said {
        Said::Call(Box::new(Card {
            id: CallId(provider_id.to_owned()),
            provider_id: provider_id.to_owned(),
            public: "mcp__s__t".to_owned(),
            tool: None,
            arguments: Arguments::Object(Map::new()),
            kept: Some(json!({"signed": 1})),
            state,
            shown: None,
            sent_to: None,
            decided: None,
            asked: Millis(0),
            started: None,
            ended: None,
        }))
    }

    fn text(text: &str) -> Said {
        Said::Text(text.to_owned())
    }

    fn history(path: &[Message], pictures: &Pictures, reader: Reader<'_>) -> Vec<llm::Message> {
        let mut history = History::default();
        history.add(path, pictures, reader);
        history.said().to_vec()
    }

    fn told(path: &[Message]) -> Vec<llm::Message> {
        history(path, &Pictures::new(), READER)
    }

    /// What providers refuse: a call without its one result right after it, a result without a call,
    /// an id that comes twice, two messages of the same side in a row, an end that is not the
    /// person's.
    fn check(said: &[llm::Message]) {
        let mut ids = BTreeSet::new();
        let mut owed: Vec<&str> = Vec::new();
        let mut last = None;
        for message in said {
            match message {
                llm::Message::User(parts) => {
                    assert!(owed.is_empty() && last != Some('u') && !parts.is_empty());
                    last = Some('u');
                }
                llm::Message::Assistant(said) => {
                    assert!(owed.is_empty() && last != Some('a') && !said.is_empty());
                    for it in said {
                        if let llm::Said::Call(call) = it {
                            assert!(ids.insert(call.id.clone()), "`{}` comes twice", call.id);
                            owed.push(&call.id);
                        }
                    }
                    last = Some('a');
                }
                llm::Message::Results(results) => {
                    let paid: Vec<_> = results.iter().map(|it| it.call.as_str()).collect();
                    assert_eq!(paid, owed);
                    owed.clear();
                    last = Some('r');
                }
            }
        }
        assert!(owed.is_empty());
        assert_ne!(last, Some('a'));
    }

    /// HOST-33: each tool use has exactly one result, those that were cut off too.
    #[test]
    fn a_call_that_was_cut_off_has_a_result_that_says_so() {
        let path = [
            person("do it"),
            round(
                RoundState::Done,
                vec![text("yes"), card("a", CardState::Interrupted), card("b", CardState::Pending)],
            ),
            person("and now?"),
        ];
        let said = told(&path);
        check(&said);
        let llm::Message::Results(results) = &said[2] else { panic!("{said:?}") };
        assert!(results.iter().all(|it| it.is_error));
    }

    #[test]
    fn an_id_that_comes_again_is_another() {
        let broken = || CardState::Broken(BrokenKind::Dispatch, "no such tool".to_owned());
        let path = [
            person("x"),
            round(RoundState::Done, vec![card("call_0", broken()), card("", broken())]),
            round(RoundState::Done, vec![card("call_0", broken()), card("", broken())]),
        ];
        let said = told(&path);
        check(&said);
    }

    #[test]
    fn a_reply_that_broke_off_keeps_its_text_and_loses_its_thoughts() {
        let thought = || Said::Thought { text: "hm".to_owned(), kept: Some(json!("sig")) };
        let path = [person("x"), round(RoundState::Stopped, vec![thought(), text("half")])];
        let said = told(&path);
        check(&said);
        let half = llm::Message::Assistant(vec![llm::Said::Text("half".to_owned())]);
        assert_eq!(said[1], half);
        let failed = [person("x"), round(RoundState::Failed("no".to_owned()), vec![thought()])];
        assert_eq!(told(&failed).len(), 1, "nothing was said");
    }

    #[test]
    fn signatures_go_to_the_model_that_gave_them_and_to_no_other() {
        let thought = Said::Thought { text: "hm".to_owned(), kept: Some(json!("sig")) };
        let path =
            [person("x"), round(RoundState::Done, vec![thought, card("a", CardState::Cancelled)])];
        let own = format!("{:?}", told(&path));
        assert!(own.contains("sig") && own.contains("signed"));
        let other = history(&path, &Pictures::new(), Reader { model: "n", ..READER });
        check(&other);
        let other = format!("{other:?}");
        assert!(!other.contains("sig"), "{other}");
    }

    #[test]
    fn a_picture_goes_along_as_long_as_it_is_kept_and_seen() {
        let picture = Part::Picture {
            name: "a.png".to_owned(),
            mime: "image/png".to_owned(),
            hash: "h".to_owned(),
            size: 3,
        };
        let server = ServerName::parse("s").unwrap();
        let resource =
            Part::Resource { server, uri: "x:y".to_owned(), mime: None, text: "inside".to_owned() };
        let path = [message(Body::Person(vec![picture, resource]))];
        let kept = Pictures::from([("h".to_owned(), Arc::from([1_u8, 2, 3]))]);
        let parts =
            |pictures: &Pictures, blind| match history(&path, pictures, Reader { blind, ..READER })
                .remove(0)
            {
                llm::Message::User(parts) => parts,
                it @ (llm::Message::Assistant(_) | llm::Message::Results(_)) => panic!("{it:?}"),
            };
        assert!(
            matches!(&parts(&kept, false)[0], llm::Part::Image { bytes, .. } if bytes.len() == 3)
        );
        assert!(
            matches!(&parts(&kept, true)[0], llm::Part::Text(text) if text.contains("takes no pictures"))
        );
        assert!(
            matches!(&parts(&Pictures::new(), false)[0], llm::Part::Text(text) if text.contains("not kept"))
        );
    }

    fn any_said() -> impl Strategy<Value = Said> {
        let state = prop_oneof![
            Just(CardState::Pending),
            Just(CardState::Running),
            Just(CardState::Cancelled),
            Just(CardState::Interrupted),
            Just(CardState::Rejected("no".to_owned())),
        ];
        prop_oneof![
            "[a-z ]{0,4}".prop_map(Said::Text),
            Just(Said::Thought { text: "t".to_owned(), kept: None }),
            ("[ab]{0,1}", state).prop_map(|(id, state)| card(&id, state)),
        ]
    }

    fn any_message() -> impl Strategy<Value = Message> {
        let state = prop_oneof![
            Just(RoundState::Done),
            Just(RoundState::Stopped),
            Just(RoundState::Interrupted),
            Just(RoundState::Failed("x".to_owned())),
        ];
        let said = proptest::collection::vec(any_said(), 0..5);
        prop_oneof![
            2 => Just(person("hello")),
            3 => (state, said).prop_map(|(state, said)| round(state, said)),
            1 => Just(message(Body::Summary(Summary { text: "s".to_owned(), facts: vec!["4711".to_owned()], covers: 3, usage: Usage::default() }))),
        ]
    }

    proptest! {
        /// HOST-33: whatever happened, what a model gets is valid.
        #[test]
        fn every_history_is_valid(rest in proptest::collection::vec(any_message(), 0..12)) {
            let mut path = vec![person("first")];
            path.extend(rest);
            check(&told(&path));
        }

        /// However it grew, it is the same; and all but its last message stays as it is.
        #[test]
        fn a_history_that_grew_is_the_one_that_is_made_at_once(
            rest in proptest::collection::vec(any_message(), 0..12),
            cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..4),
        ) {
            let mut path = vec![person("first")];
            path.extend(rest);
            let mut cuts: Vec<_> = cuts.iter().map(|it| it.index(path.len() + 1)).collect();
            cuts.extend([0, path.len()]);
            cuts.sort_unstable();
            let (mut grown, mut before) = (History::default(), Vec::new());
            for piece in cuts.windows(2) {
                grown.add(&path[piece[0]..piece[1]], &Pictures::new(), READER);
                prop_assert!(grown.said().starts_with(&before[..before.len().saturating_sub(1)]));
                before = grown.said().to_vec();
                if !before.is_empty() {
                    check(&before);
                }
            }
            prop_assert_eq!(before, told(&path));
        }
    }
}
