//! A program that ends in the middle of a turn, and the next one that opens what it left.

use std::fs;

use model::chat::{
    card::CardState,
    message::{Body, Round, RoundState, Said},
};
use stdx::clock::{Clock, Millis};
use tempfile::TempDir;

use super::{begun, call, card, round, say, text, words};
use crate::{
    Db, Error,
    chat::mend::Mended,
    tests::{file, fixture},
};

/// HOST-33
#[tokio::test]
async fn what_ran_is_interrupted_and_what_waits_goes_on_waiting() {
    let fixture = fixture().await;
    let id = begun(&fixture).await;
    say(&fixture.db, &id, words("Look and send")).await;
    let done = round(vec![call(card("done", CardState::Cancelled))]);
    say(&fixture.db, &id, Body::Round(done.clone())).await;
    let asked = vec![
        text("I will"),
        call(card("running", CardState::Running)),
        call(card("waiting", CardState::Pending)),
    ];
    let writing = Round { state: RoundState::Writing, ..round(asked) };
    say(&fixture.db, &id, Body::Round(writing.clone())).await;
    // The files as they are at this moment: what a kill leaves, with the log not written out.
    let left = TempDir::new().unwrap();
    for entry in fs::read_dir(fixture.folder.path()).unwrap().map(Result::unwrap) {
        fs::copy(entry.path(), left.path().join(entry.file_name())).unwrap();
    }
    let db = Db::open(&file(left.path()), Clock::fixed(Millis(5000))).await.unwrap();
    db.check().await.unwrap();
    assert_eq!(db.chat().mend().await.unwrap(), Mended { calls: 1, replies: 1 });
    assert_eq!(db.chat().mend().await.unwrap(), Mended::default(), "there is nothing left to mend");
    let page = db.messages().path(&id, None, None, 9).await.unwrap();
    let bodies: Vec<_> = page.messages.into_iter().map(|it| it.body).skip(1).collect();
    let ended = Round {
        state: RoundState::Interrupted,
        said: vec![
            text("I will"),
            Said::Call(Box::new(card("running", CardState::Interrupted))),
            call(card("waiting", CardState::Pending)),
        ],
        ..writing
    };
    assert_eq!(bodies, [Body::Round(done), Body::Round(ended)]);
    assert_eq!(db.calls().pending().await.unwrap().len(), 1);
    say(&db, &id, words("Go on")).await;
    let waiting = card("waiting", CardState::Pending).id;
    db.calls().set(&waiting, &CardState::Running, None, None, None).await.unwrap();
}

/// All that was said is too much to be read at the start.
#[tokio::test]
async fn damage_in_what_was_said_is_told_when_it_is_read() {
    let fixture = fixture().await;
    let id = begun(&fixture).await;
    for number in 0..200 {
        say(&fixture.db, &id, words(&format!("word-{number}-{}", "x".repeat(200)))).await;
    }
    let path = file(fixture.folder.path());
    fixture.db.close().await.unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let row = bytes.windows(9).position(|text| text == b"word-190-").unwrap();
    let page = row / 4096 * 4096;
    bytes[page..page + 64].fill(0xAA);
    fs::write(&path, &bytes).unwrap();
    let db = Db::open(&path, Clock::fixed(Millis(5000))).await.unwrap();
    let error = db.messages().path(&id, None, None, 100).await.unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error:?}");
    assert_eq!(db.conversations().list(9, None).await.unwrap().len(), 1, "the rest is there");
}
