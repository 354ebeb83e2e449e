//! A data folder with a long conversation and a short one, and a model that they are had with.

use std::{fs, path::Path};

use flows::model::MODEL;
use model::{
    chat::{
        conversation::ModelChoice,
        id::ConversationId,
        message::{Body, MessageId, Part, Round, RoundState, Said, Usage},
    },
    provider::Dialect,
};
use stdx::clock::Clock;
use store::Db;

/// How many messages the long one has.
pub(crate) const MESSAGES: usize = 10_000;

/// How many bytes a long answer has, at least.
const LONG_ANSWER: usize = 15_000;

/// What every tenth answer has besides its words.
const RICH: &str = "\n\n```rust\nfn total(of: &[u32]) -> u32 {\n    of.iter().sum()\n}\n```\n\n\
    | part | count |\n|---|---:|\n| wheel | 4 |\n| frame | 1 |\n\n1. count them\n2. write it down\n";

/// The conversations that were written.
#[derive(Debug)]
pub(crate) struct Seeded {
    pub(crate) long: ConversationId,
    pub(crate) short: ConversationId,
}

/// Writes them before the window opens on the folder.
///
/// # Panics
/// When the folder takes nothing.
pub(crate) async fn write(data_dir: &Path, url: &str) -> Seeded {
    fs::create_dir_all(data_dir).expect("a folder can be made");
    let clock = Clock::machine();
    let db = Db::open(&data_dir.join("steward.db"), clock).await.expect("it opens");
    let provider = db.providers().add("Scripted", Dialect::ChatCompletions, url, None).await;
    let choice =
        ModelChoice { provider: provider.expect("it is added").id, model: MODEL.to_owned() };
    let (mut written, mut head) = (Vec::new(), None::<MessageId>);
    for messages in [2, MESSAGES] {
        let made = db.conversations().create(Some(choice.clone())).await;
        let id = made.expect("it is begun").id;
        for at in 1..=messages {
            let parent = head.take();
            let added = db.messages().add(&id, parent, body(at)).await.expect("it is kept");
            head = Some(added.id);
        }
        head = None;
        written.push(id);
    }
    db.close().await.expect("it closes");
    let [short, long] = <[_; 2]>::try_from(written).expect("there are two");
    Seeded { long, short }
}

/// Questions and answers by turns, of different lengths.
fn body(at: usize) -> Body {
    let words = "The parts of November are late again, and nobody says **when** they come. ";
    if !at.is_multiple_of(2) {
        let text = format!("Question {at}: {}", words.repeat(1 + at % 3));
        return Body::Person(vec![Part::Text { text }]);
    }
    let rich = if at.is_multiple_of(10) { RICH } else { "" };
    let text = format!("Answer {at}: {}{rich}", words.repeat(1 + at % 7));
    Body::Round(Round {
        provider: "Scripted".to_owned(),
        model: MODEL.to_owned(),
        said: vec![Said::Text(text)],
        state: RoundState::Done,
        usage: Usage::default(),
        took: 1,
    })
}

/// An answer of 15 kB, as models write them: paragraphs, lists, code, tables.
pub(crate) fn answer() -> String {
    let words = "The parts of November are late again, and **nobody** says when they come; see \
        [the list](https://example.com/parts) and `parts.csv`. ";
    let mut text = String::new();
    let mut at = 0;
    while text.len() < LONG_ANSWER {
        at += 1;
        text.push_str(&format!("## Part {at}\n\n{}{RICH}\n", words.repeat(4)));
    }
    text.push_str("That is all.");
    text
}
