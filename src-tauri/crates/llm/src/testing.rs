//! What the Test button does: it asks for the list, for a word and for a call, and stops at the first
//! that does not come.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::json;
use tokio::time::timeout;

use crate::{
    asking::{Asking, without_key},
    endpoint::Endpoint,
    error::Error,
    http::Http,
    listing,
    message::{Message, Part, Said},
    piece::Piece,
    reply::Reply,
    request::{Choice, Request, Tool},
    tested::{Step, Tested},
};

/// Room enough for a model that thinks before it says a word.
const MOST_OUTPUT: u64 = 2000;
/// How long a person waits for each of the two replies.
const LIMIT: Duration = Duration::from_secs(60);
/// After so many pieces of text, a model that should call does not.
const CHATTER: usize = 100;
/// The tool that is offered.
const TOOL: &str = "report_ready";

/// Tries a model.
pub(crate) async fn test(http: &Http, endpoint: &Arc<Endpoint>, model: &str) -> Tested {
    let begin = Instant::now();
    let mut tested = Tested {
        reached: Step::Untried,
        signed_in: Step::Untried,
        known: Step::Untried,
        answers: Step::Untried,
        calls_tools: Step::Untried,
        first: None,
        took: Duration::ZERO,
    };
    steps(http, endpoint, model, &mut tested).await;
    tested.took = begin.elapsed();
    tested
}

async fn steps(http: &Http, endpoint: &Arc<Endpoint>, model: &str, tested: &mut Tested) {
    match listing::models(http, endpoint).await {
        Ok(models) => {
            tested.reached = Step::Fine;
            tested.signed_in = Step::Fine;
            if models.iter().any(|it| it.id == model) {
                tested.known = Step::Fine;
            }
        }
        Err(error) => match kind(&error) {
            // Some have no list, and answer all the same.
            Kind::Other | Kind::Model => {}
            kind @ (Kind::Way | Kind::Key) => {
                return tested.failed(kind, without_key(endpoint, error));
            }
        },
    }
    match ask(http, endpoint, model, Choice::Auto).await {
        Ok(first) => {
            tested.passed();
            tested.answers = Step::Fine;
            tested.first = Some(first);
        }
        Err(error) => return tested.failed(kind(&error), error),
    }
    tested.calls_tools = match ask(http, endpoint, model, Choice::Required).await {
        Ok(_) => Step::Fine,
        Err(error) => Step::Failed(error),
    };
}

impl Tested {
    fn passed(&mut self) {
        self.reached = Step::Fine;
        self.signed_in = Step::Fine;
        self.known = Step::Fine;
    }

    fn failed(&mut self, kind: Kind, error: Error) {
        let step = Step::Failed(error);
        match kind {
            Kind::Way => self.reached = step,
            Kind::Key => {
                self.reached = Step::Fine;
                self.signed_in = step;
            }
            Kind::Model => {
                self.reached = Step::Fine;
                self.signed_in = Step::Fine;
                self.known = step;
            }
            Kind::Other => {
                self.reached = Step::Fine;
                self.answers = step;
            }
        }
    }
}

/// Which step an error belongs to.
#[derive(Clone, Copy)]
enum Kind {
    Way,
    Key,
    Model,
    Other,
}

fn kind(error: &Error) -> Kind {
    match error {
        Error::Unusable(_) | Error::Unreachable(_) | Error::Untrusted(_) => Kind::Way,
        Error::Unauthorized { .. } | Error::Forbidden { .. } => Kind::Key,
        Error::NoSuchModel { .. } => Kind::Model,
        Error::Unsendable(_)
        | Error::Unpaid { .. }
        | Error::RateLimited { .. }
        | Error::Overloaded { .. }
        | Error::TooLong { .. }
        | Error::BadRequest { .. }
        | Error::NotAnApi { .. }
        | Error::Cut { .. }
        | Error::Silent { .. }
        | Error::Empty => Kind::Other,
    }
}

/// Asks until what was wished for comes, and stops the model then: how long it took.
async fn ask(
    http: &Http,
    endpoint: &Arc<Endpoint>,
    model: &str,
    choice: Choice,
) -> Result<Duration, Error> {
    let begin = Instant::now();
    let asking = Asking::new(http, endpoint, request(model, choice));
    let heard = timeout(LIMIT, heard(asking, choice)).await;
    heard.unwrap_or_else(|_| Err(Error::Silent { after: LIMIT, so_far: Box::default() }))?;
    Ok(begin.elapsed())
}

async fn heard(mut asking: Asking, choice: Choice) -> Result<(), Error> {
    let mut chatter = 0;
    while let Some((piece, rest)) = asking.next().await {
        asking = rest;
        match piece? {
            // Who tests waits for an answer, and not for a better time.
            Piece::Waiting { why, .. } => return Err(why),
            Piece::Text(text) if choice == Choice::Auto && !text.trim().is_empty() => {
                return Ok(());
            }
            Piece::Text(_) => chatter += 1,
            Piece::Done(reply) if calls(&reply) => return Ok(()),
            Piece::Done(_) => break,
            Piece::Thought(_) | Piece::CallBegun { .. } | Piece::CallGrew { .. } => {}
        }
        if chatter > CHATTER {
            break;
        }
    }
    Err(Error::Empty)
}

fn calls(reply: &Reply) -> bool {
    reply.said.iter().any(|it| matches!(it, Said::Call(_)))
}

fn request(model: &str, choice: Choice) -> Request {
    let (says, tools) = match choice {
        Choice::Auto | Choice::None => ("Say the word ready, and nothing else.", Vec::new()),
        Choice::Required => ("Call the tool report_ready with the word ready.", vec![tool()]),
    };
    let messages = vec![Message::User(vec![Part::text(says)])];
    let max_output = Some(MOST_OUTPUT);
    let tools = tools.into();
    Request { tools, choice, max_output, ..Request::new(model, messages) }
}

fn tool() -> Tool {
    Tool {
        name: TOOL.to_owned(),
        description: "Tells that the model is ready.".to_owned(),
        schema: json!({
            "type": "object",
            "properties": { "word": { "type": "string", "enum": ["ready"] } },
            "required": ["word"],
        }),
    }
}
