//! How long a long conversation takes to open and to search: printed, never asserted.

use std::{
    io::{self, Write},
    time::Instant,
};

use model::chat::{card::CardState, message::Body};
use stdx::clock::{Clock, Millis};

use super::{begun, call, card, round, text, words};
use crate::{
    Db,
    chat::{conversation::number, messages::insert},
    tests::{file, fixture},
};

const MESSAGES: usize = 10_000;

/// HOST-33, and that a conversation of ten thousand messages opens at once.
#[tokio::test]
async fn ten_thousand_messages_open_and_are_searched() {
    let fixture = fixture().await;
    let id = begun(&fixture).await;
    let grown = id.clone();
    let grow = fixture.db.write(move |db| {
        let number = number(db, &grown)?;
        let mut head = None;
        for at in 0..MESSAGES {
            let said =
                format!("Message {at}: {}", "the parts of November are late again. ".repeat(20));
            let body = match at % 3 {
                0 => words(&said),
                1 => Body::Round(round(vec![call(card(&at.to_string(), CardState::Cancelled))])),
                _ => Body::Round(round(vec![text(&said)])),
            };
            head = Some(insert(db, number, head, Millis(0), &body)?);
        }
        let sql = "UPDATE conversations SET head_id = ?2 WHERE id = ?1";
        db.execute(sql, (number, head.map(|it| it.0)))?;
        Ok(())
    });
    grow.await.unwrap();
    fixture.db.close().await.unwrap();
    let path = file(fixture.folder.path());
    let mut lines = vec![format!("file: {} kB", std::fs::metadata(&path).unwrap().len() / 1024)];
    let begin = Instant::now();
    let db = Db::open(&path, Clock::fixed(Millis(1))).await.unwrap();
    lines.push(format!("open the database: {:?}", begin.elapsed()));
    for round in ["cold", "warm"] {
        let begin = Instant::now();
        let page = db.messages().path(&id, None, None, 100).await.unwrap();
        lines.push(format!("last 100, {round}: {:?}", begin.elapsed()));
        assert!(page.messages.len() == 100 && page.earlier);
        let begin = Instant::now();
        assert_eq!(db.conversations().list(50, None).await.unwrap().len(), 1);
        lines.push(format!("list, {round}: {:?}", begin.elapsed()));
        let begin = Instant::now();
        assert_eq!(db.messages().whole_path(&id).await.unwrap().len(), MESSAGES);
        lines.push(format!("all, {round}: {:?}", begin.elapsed()));
        for typed in ["message 4710", "november late", "n"] {
            let begin = Instant::now();
            let hits = db.conversations().search(typed, 50).await.unwrap();
            lines.push(format!(
                "search `{typed}`, {round}: {:?}, {} hits",
                begin.elapsed(),
                hits.len()
            ));
        }
    }
    writeln!(io::stdout(), "{}", lines.join("\n")).unwrap();
}
