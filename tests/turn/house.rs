//! An app on a data folder with a conversation in it, and its servers; it measures nothing.

use std::path::Path;

use flows::{house::House, peers::Program, shapes::ready};
use model::{
    approval::{Action, Terms},
    chat::{
        conversation::ModelChoice,
        id::ConversationId,
        message::{Body, Part, Round, RoundState, Said, Summary, Usage},
    },
    provider::Dialect,
};
use stdx::clock::Clock;
use store::Db;

use crate::measure::Length;

/// The tools of each server, where there are many.
const SHELF: usize = 100;
/// What each message says.
const WORDS: &str = "The parts of November are late again, and nobody says when they come. ";

/// Writes the conversation, opens the app, and starts servers that have so many tools; the
/// conversation's name.
///
/// # Panics
/// When any of that fails.
pub(crate) async fn open(
    url: &str,
    server: &Path,
    length: Length,
    tools: usize,
) -> (House, String) {
    let house = House::open().await;
    let (path, vault) = (house.data_dir().join("steward.db"), house.vault.clone());
    let home = house.close().await;
    let conversation = written(&path, url, length).await.expect("a conversation is written");
    let house = House::open_at(home, vault).await;
    for number in 0..tools.div_ceil(SHELF) {
        let (title, count) = (format!("echo{number:02}"), SHELF.min(tools).to_string());
        let given = ["--era", "modern", "--tools", &count];
        house.add(&title, &Program::new(server.display().to_string(), &given)).await;
        house.until(&title, ready).await;
    }
    (house, conversation.0)
}

/// Writes a conversation of this length, with a model at `url` that may call what it likes.
async fn written(path: &Path, url: &str, length: Length) -> Result<ConversationId, store::Error> {
    let db = Db::open(path, Clock::machine()).await?;
    let provider = db.providers().add("Scripted", Dialect::ChatCompletions, url, None).await?;
    let choice = ModelChoice { provider: provider.id, model: "m".to_owned() };
    let id = db.conversations().create(Some(choice)).await?.id;
    let anything = Terms {
        priority: 1,
        server: None,
        registration: None,
        tool: "*".to_owned(),
        below: None,
        action: Action::Allow,
        digest: None,
        conversation: None,
        expires: None,
        note: String::new(),
    };
    db.rules().add(anything).await?;
    let mut head = None;
    let summary = length.messages.checked_sub(length.told).filter(|it| *it > 0);
    for at in 0..length.messages {
        let body = if Some(at) == summary {
            Body::Summary(Summary { text: WORDS.repeat(20), ..Summary::default() })
        } else {
            message(at)
        };
        head = Some(db.messages().add(&id, head, body).await?.id);
    }
    db.close().await?;
    Ok(id)
}

fn message(at: usize) -> Body {
    let text = format!("Message {at}: {}", WORDS.repeat(4));
    if at.is_multiple_of(2) {
        return Body::Person(vec![Part::Text { text }]);
    }
    Body::Round(Round {
        provider: "Scripted".to_owned(),
        model: "m".to_owned(),
        said: vec![Said::Text(text)],
        state: RoundState::Done,
        usage: Usage::default(),
        took: 1,
    })
}
