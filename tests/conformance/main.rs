//! The client that the official conformance suite starts: connects, and uses all that the server
//! offers. It knows no protocol; that is all in `mcp`.
//!
//! usage: conformance URL, with `MCP_CONFORMANCE_…` in the environment

mod identity;
mod person;
mod tour;
mod visitor;

use std::{env, error::Error, process::ExitCode, sync::Arc, time::Duration};

use mcp::{
    Authorizer, Bearer, Era, EraChoice, Forgetful, Guard, Login, Pool, Settings, Target,
    connect_http,
};
use serde_json::Value;
use stdx::clock::Clock;
use tokio::{sync::mpsc, time::timeout};

use crate::{person::Agreeable, visitor::Follower};

/// The suite kills what takes longer than 30 s, and then says nothing of why.
const LONGEST: Duration = Duration::from_secs(25);
/// How many notices are kept for the end.
const NOTICES: usize = 1000;
/// Where login pages send their visitors; nobody listens there, since the visitor never goes.
const BACK: &str = "http://localhost:3000/callback";

#[tokio::main]
#[expect(clippy::print_stderr, reason = "the suite shows it where a scenario fails")]
async fn main() -> ExitCode {
    let ended = timeout(LONGEST, run()).await;
    match ended.unwrap_or_else(|_| Err("it took too long".into())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let url = env::args().next_back().ok_or("no URL")?;
    // Only some scenarios have one.
    let context = env::var("MCP_CONFORMANCE_CONTEXT").unwrap_or_default();
    let context: Value = serde_json::from_str(&context).unwrap_or_default();
    let (tell, _told) = mpsc::channel(NOTICES);
    let (guard, pool) = (Guard::start()?, Pool::new()?);
    let settings = Settings {
        asker: Some(Arc::new(Agreeable)),
        bearer: Some(bearer(&url, &context)),
        era: era(),
        ..Settings::default()
    };
    let target = Target { url: url.as_str().into(), headers: Vec::new() };
    let connection = connect_http(target, settings, &pool, &guard, tell).await?;
    let toured = tour::all(&connection.client(), &context).await;
    connection.close().await;
    guard.settled().await;
    Ok(toured?)
}

/// Who logs in where a server wants that, and keeps the token for as long as this runs.
fn bearer(url: &str, context: &Value) -> Arc<dyn Bearer> {
    let scenario = env::var("MCP_CONFORMANCE_SCENARIO").unwrap_or_default();
    Arc::new(Authorizer::new(Login {
        server: url.into(),
        identity: identity::of(&scenario, context),
        back: BACK.to_owned(),
        visitor: Arc::new(Follower),
        store: Arc::new(Forgetful::default()),
        clock: Clock::machine(),
    }))
}

/// The suite's servers of one revision do not know the other era; a person's server is asked.
fn era() -> EraChoice {
    match env::var("MCP_CONFORMANCE_PROTOCOL_VERSION").as_deref() {
        Ok(mcp::MODERN_VERSION) => EraChoice::Auto { last: None },
        Ok(_) | Err(_) => EraChoice::Only(Era::Legacy),
    }
}
