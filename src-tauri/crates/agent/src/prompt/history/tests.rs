//! Tests of what a model is given of a conversation.

use model::{
    chat::{
        card::{BrokenKind, CallId, CardState},
        id::ConversationId,
        message::{MessageId, Usage},
    },
    media::{Kept, Media},
    name::ServerName,
    outcome::{Block, Outcome},
    server::Registration,
};
use proptest::prelude::*;
use serde_json::{Map, json};
use stdx::clock::Millis;

use super::*;
use crate::prompt::shown::given;

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
    assert!(matches!(&parts(&kept, false)[0], llm::Part::Image { bytes, .. } if bytes.len() == 3));
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

    /// HOST-29: over the whole conversation a model gets the newest few pictures, however it grew.
    #[test]
    fn a_history_holds_the_newest_pictures_and_no_more(
        rounds in proptest::collection::vec(proptest::collection::vec(0_u8..6, 0..5), 1..12),
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let shown = BTreeSet::from([Registration("r".to_owned())]);
        let reader = Reader { shown: &shown, ..READER };
        let path: Vec<_> = std::iter::once(person("first"))
            .chain(rounds.iter().map(|it| {
                round(RoundState::Done, it.iter().map(|hash| drawn(*hash)).collect())
            }))
            .collect();
        let kept: Pictures = (0..6_u8).map(|it| (it.to_string(), Arc::from([it]))).collect();
        let all: Vec<u8> = rounds.concat();
        let newest = all[all.len().saturating_sub(MOST_PICTURES)..].to_vec();
        prop_assert!(newest.iter().all(|it| given(&path, reader).contains_key(&it.to_string())));
        let mut cuts: Vec<_> = cuts.iter().map(|it| it.index(path.len() + 1)).collect();
        cuts.extend([0, path.len()]);
        cuts.sort_unstable();
        let mut grown = History::default();
        for piece in cuts.windows(2) {
            let more = &path[piece[0]..piece[1]];
            if !grown.takes(more, reader) {
                grown = History::default();
                grown.add(&path[..piece[0]], &kept, reader);
                // Even where nobody asks whether it takes more, there are no more of them.
                let mut full = grown.clone();
                full.add(more, &kept, reader);
                prop_assert!(pictures_in(full.said()).len() <= MOST_PICTURES);
                grown = History::default();
                grown.add(&path[..piece[1]], &kept, reader);
            } else {
                grown.add(more, &kept, reader);
            }
        }
        prop_assert_eq!(pictures_in(grown.said()), newest);
        prop_assert_eq!(grown.said().to_vec(), history(&path, &kept, reader));
    }
}

/// A call that gave one picture, which is its number.
fn drawn(hash: u8) -> Said {
    let kept = Kept {
        name: hash.to_string(),
        path: hash.to_string().into(),
        mime: "image/png".to_owned(),
        size: 1,
        picture: None,
    };
    let media = Media { mime: "image/png".to_owned(), data: String::new(), file: Ok(kept) };
    let outcome = Outcome {
        blocks: vec![Block::Media(media)],
        structured: None,
        mirrors: Vec::new(),
        misfits: Vec::new(),
        is_error: false,
        raw: String::new(),
        whole: None,
        odd: Vec::new(),
        took: 1,
    };
    let Said::Call(card) = card("p", CardState::Done(Box::new(outcome))) else { unreachable!() };
    Said::Call(Box::new(Card { sent_to: Some(Registration("r".to_owned())), ..*card }))
}

/// The pictures of results, by their numbers.
fn pictures_in(said: &[llm::Message]) -> Vec<u8> {
    let results = said.iter().filter_map(|it| match it {
        llm::Message::Results(results) => Some(results),
        llm::Message::User(_) | llm::Message::Assistant(_) => None,
    });
    let parts = results.flatten().flat_map(|it| &it.parts);
    parts
        .filter_map(|it| match it {
            llm::Part::Image { bytes, .. } => bytes.first().copied(),
            llm::Part::Text(_) => None,
        })
        .collect()
}

/// HOST-29: a name that was given to another server gives it no leave for its pictures.
#[test]
fn pictures_of_another_server_of_that_name_go_to_no_model() {
    let shown = BTreeSet::from([Registration("r2".to_owned())]);
    let path = [person("x"), round(RoundState::Done, vec![drawn(1)])];
    let kept = Pictures::from([("1".to_owned(), Arc::from([1_u8]))]);
    let reader = Reader { shown: &shown, ..READER };
    assert_eq!(pictures_in(&history(&path, &kept, reader)), [0_u8; 0]);
    let shown = BTreeSet::from([Registration("r".to_owned())]);
    let reader = Reader { shown: &shown, ..READER };
    assert_eq!(pictures_in(&history(&path, &kept, reader)), [1]);
}
