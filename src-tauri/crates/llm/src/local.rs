//! Finds the model servers that run on this machine, each at its usual port; it keeps nothing.

use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::timeout;
use url::Url;

use crate::{
    endpoint::{Dialect, Endpoint},
    error::Error,
    http::Http,
    listed::Listed,
    listing,
};

/// How long one of them may take to answer. Who listens here answers at once.
const SOON: Duration = Duration::from_millis(1500);

/// A server that may run here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usual {
    /// What people call it.
    pub name: &'static str,
    /// Where it listens.
    pub port: u16,
}

/// Those that are looked for.
pub const USUAL: [Usual; 5] = [
    Usual { name: "Ollama", port: 11434 },
    Usual { name: "LM Studio", port: 1234 },
    Usual { name: "llama.cpp", port: 8080 },
    Usual { name: "vLLM", port: 8000 },
    Usual { name: "Jan", port: 1337 },
];

/// A server that runs here. It speaks Chat Completions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What usually listens there; another program may have taken its port.
    pub name: &'static str,
    /// Where it is.
    pub base_url: Url,
    /// What it has. A server without a model is found all the same.
    pub models: Vec<Listed>,
    /// Whether it tells nobody what it has who shows no key.
    pub wants_key: bool,
}

/// Asks all of `usual` at once which models they have. What answers with no list is not among them,
/// but for one that wants a key first.
pub async fn find(http: &Http, usual: &[Usual]) -> Vec<Found> {
    let asked = usual.iter().map(|it| ask(http, *it));
    join_all(asked).await.into_iter().flatten().collect()
}

async fn ask(http: &Http, usual: Usual) -> Option<Found> {
    let base_url = Url::parse(&format!("http://127.0.0.1:{}/v1", usual.port)).ok()?;
    let endpoint =
        Endpoint { dialect: Dialect::ChatCompletions, base_url: base_url.clone(), key: None };
    let (models, wants_key) = match timeout(SOON, listing::models(http, &endpoint)).await.ok()? {
        Ok(models) => (models, false),
        // It says so in words: a site for people sends a page, of which none are kept.
        Err(Error::Unauthorized { message }) if !message.is_empty() => (Vec::new(), true),
        Err(_) => return None,
    };
    Some(Found { name: usual.name, base_url, models, wants_key })
}
