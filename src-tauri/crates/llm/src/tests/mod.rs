//! What providers send and want, played against a model API of our own; one helper runs a reply and
//! writes down what was told of it.

mod anthropic;
mod calls;
mod chat;
mod chunks;
mod gemini;
mod listing;
mod local;
mod mock;
mod refusals;
mod requests;
mod responses;

use std::{fmt::Write, time::Duration};

use futures_util::StreamExt;
use stdx::{clock::Clock, secret::Secret};

use crate::{
    Arguments, Dialect, Endpoint, Error, Http, Message, Part, Patience, Piece, Provider, Reply,
    Request, Said, Usage,
    tests::mock::{Answer, Mock},
};

/// What stands for a key.
const KEY: &str = "sk-canary-7391";

/// Quick where a test waits, and patient where a slow machine may need it.
fn patience() -> Patience {
    Patience {
        connect: Duration::from_secs(10),
        silence: Duration::from_secs(30),
        attempts: 3,
        first_wait: Duration::from_millis(5),
        longest_wait: Duration::from_secs(5),
    }
}

fn http(patience: Patience) -> Http {
    Http::with(&Clock::machine(), patience).unwrap()
}

fn provider(mock: &Mock, dialect: Dialect) -> Provider {
    let endpoint = Endpoint { dialect, base_url: mock.url(""), key: Some(Secret::from(KEY)) };
    Provider::new(&http(patience()), endpoint)
}

fn hello() -> Request {
    Request::new("some-model", vec![Message::User(vec![Part::text("hello")])])
}

/// All that is told of a reply.
async fn all(provider: &Provider, request: Request) -> Vec<Result<Piece, Error>> {
    provider.reply(request).collect().await
}

/// The reply at the end of all that is told.
fn done(told: &[Result<Piece, Error>]) -> Reply {
    match told.last() {
        Some(Ok(Piece::Done(reply))) => reply.clone(),
        other => panic!("no reply: {other:?}"),
    }
}

/// Plays one answer, and writes down what is told of it.
async fn played(dialect: Dialect, answer: Answer) -> String {
    let mock = Mock::start(vec![answer]).await;
    written(&all(&provider(&mock, dialect), hello()).await)
}

fn written(told: &[Result<Piece, Error>]) -> String {
    let mut text = String::new();
    for piece in told {
        match piece {
            Ok(piece) => write_piece(&mut text, piece),
            Err(error) => {
                writeln!(text, "error: {error}").unwrap();
                if let Some(reply) = error.so_far() {
                    write_reply(&mut text, reply);
                }
            }
        }
    }
    text
}

fn write_piece(text: &mut String, piece: &Piece) {
    match piece {
        Piece::Text(more) => writeln!(text, "text {more:?}"),
        Piece::Thought(more) => writeln!(text, "thought {more:?}"),
        Piece::CallBegun { index, name, .. } => writeln!(text, "call {index} begins: {name}"),
        Piece::CallGrew { index, bytes } => writeln!(text, "call {index} grows: {bytes}"),
        Piece::Waiting { attempt, why, .. } => writeln!(text, "waiting for {attempt}: {why}"),
        Piece::Done(reply) => {
            text.push_str("done\n");
            write_reply(text, reply);
            Ok(())
        }
    }
    .unwrap();
}

fn write_reply(text: &mut String, reply: &Reply) {
    for said in &reply.said {
        match said {
            Said::Text(said) => writeln!(text, "  text {said:?}"),
            Said::Thought(thought) => {
                let kept = thought.kept.as_ref().map(|it| it["item"].to_string());
                writeln!(text, "  thought {:?} keeps {}", thought.text, kept.unwrap_or_default())
            }
            Said::Call(call) => {
                let arguments = match &call.arguments {
                    Arguments::Object(fields) => serde_json::to_string(fields).unwrap(),
                    Arguments::Broken(text) => format!("broken {text:?}"),
                };
                // An id that was made here is another one each time.
                let id = if call.id.len() == 36 { "(made)" } else { call.id.as_str() };
                writeln!(text, "  call {id} {} {arguments}", call.name)
            }
        }
        .unwrap();
    }
    writeln!(text, "  stop {:?}{}", reply.stop, usage(&reply.usage)).unwrap();
}

fn usage(usage: &Usage) -> String {
    let Usage { input, output, cache_read, cache_write, reasoning, cost } = *usage;
    let counts = [
        ("in", input),
        ("out", output),
        ("cached", cache_read),
        ("written", cache_write),
        ("reasoning", reasoning),
    ];
    let mut text = String::new();
    for (name, count) in counts {
        if let Some(count) = count {
            write!(text, ", {name} {count}").unwrap();
        }
    }
    if let Some(cost) = cost {
        write!(text, ", cost {cost}").unwrap();
    }
    text
}
