//! The handle by which a live server is used; it knows neither process nor pipe.

use std::{sync::Arc, time::Duration};

use serde_json::{Map, Value, value::RawValue};
use stdx::text::clip;
use tokio::sync::mpsc;

use crate::{
    error::Error,
    hello::Hello,
    mend, modern,
    notice::Progress,
    outcome::Outcome,
    pages::Pages,
    request::{self, CallParams, EraMeta, Meta, Params},
    settings::{Era, Settings},
    stdio::link::{Ask, Link},
    tools::ToolList,
};

/// One tool call.
#[derive(Debug)]
pub struct Call {
    /// The tool's own name, letter for letter.
    pub name: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// How long the server may be silent. Progress begins it anew.
    pub limit: Duration,
    /// How long the call may take, progress or not; `None` for five times `limit`.
    pub cap: Option<Duration>,
    /// Who hears of progress. What it cannot take at once is left out.
    pub progress: Option<mpsc::Sender<Progress>>,
    /// By which the caller knows it again in [`crate::CallRef`]; never sent.
    pub tag: String,
}

impl Call {
    /// A call with a limit of 120 s and a cap of 10 min, whose progress nobody hears.
    pub fn new(name: impl Into<String>, arguments: Map<String, Value>) -> Self {
        let limit = Duration::from_secs(120);
        Self { name: name.into(), arguments, limit, cap: None, progress: None, tag: String::new() }
    }
}

/// A live server. Clones are cheap and use the same connection.
#[derive(Debug, Clone)]
pub struct Client {
    link: Arc<Link>,
    server: Arc<Server>,
}

/// What does not change about a server.
#[derive(Debug)]
struct Server {
    era: Era,
    /// `_meta` of every request.
    meta: EraMeta,
    /// Whether it says that it has tools.
    has_tools: bool,
    list_limit: Duration,
}

impl Client {
    pub(crate) fn new(link: Arc<Link>, hello: &Hello, settings: &Settings) -> Self {
        let meta = match hello.era {
            Era::Legacy => EraMeta::default(),
            Era::Modern => modern::meta(&settings.client),
        };
        let has_tools = hello.capabilities.get("tools").is_some_and(|tools| !tools.is_null());
        let server = Server { era: hello.era, meta, has_tools, list_limit: settings.list_limit };
        Self { link, server: Arc::new(server) }
    }

    /// The tools of the server, all pages, at most 50 of them and 10,000 tools. Each page has the
    /// list limit of the settings.
    ///
    /// # Errors
    /// As [`Client::request`]. A server that neither has nor knows tools has an empty list.
    pub async fn tools(&self) -> Result<ToolList, Error> {
        let mut pages = Pages::default();
        let mut params = Map::new();
        loop {
            let page = match self.exchange("tools/list", &params, self.server.list_limit).await {
                Ok(page) => page,
                Err(Error::Rpc(refused))
                    if !self.server.has_tools && refused.is_unknown_method() =>
                {
                    return Ok(ToolList::default());
                }
                Err(error) => return Err(error),
            };
            match pages.add(&page)? {
                Some(cursor) => params.insert("cursor".to_owned(), cursor),
                None => return Ok(pages.finish()),
            };
        }
    }

    /// Calls a tool. Dropping the future stops the call, and the server is told so once.
    ///
    /// # Errors
    /// Any but those of a start.
    pub async fn call(&self, call: Call) -> Result<Outcome, Error> {
        let Call { name, arguments, limit, cap, progress, tag: _ } = call;
        let frame = |token| {
            let meta = Meta { era: &self.server.meta, token };
            request::request(
                token,
                "tools/call",
                &CallParams { name: &name, arguments: &arguments, meta },
            )
        };
        let cap = cap.unwrap_or(limit.saturating_mul(5));
        let result = self.link.exchange(Ask { frame, limit, cap, progress }).await?;
        let (outcome, kind) = Outcome::read(result);
        self.complete(kind.as_deref())?;
        Ok(outcome)
    }

    /// Any other request; our own fields of `_meta` are added to `params`. Dropping the future
    /// stops it, and the server is told so once.
    ///
    /// # Errors
    /// Any but those of a start.
    pub async fn request(
        &self,
        method: &str,
        params: &Map<String, Value>,
        limit: Duration,
    ) -> Result<Value, Error> {
        let result = self.exchange(method, params, limit).await?;
        let value = mend::value(result.get()).map_err(|why| Error::Unreadable(why.to_string()))?;
        self.complete(value.get("resultType").and_then(Value::as_str))?;
        Ok(value)
    }

    /// Whether the server answers within `limit`; an error is an answer too.
    ///
    /// # Errors
    /// As [`Client::request`], but for [`Error::Rpc`].
    pub async fn ping(&self, limit: Duration) -> Result<(), Error> {
        let method = match self.server.era {
            Era::Legacy => "ping",
            // This era has no `ping`; every server must know this one.
            Era::Modern => modern::DISCOVER,
        };
        match self.exchange(method, &Map::new(), limit).await {
            Ok(_) | Err(Error::Rpc(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// How many requests wait for their reply.
    pub fn waiting(&self) -> usize {
        self.link.pending.count()
    }

    /// Only the modern era has results that are not the end of their request.
    fn complete(&self, kind: Option<&str>) -> Result<(), Error> {
        match (self.server.era, kind) {
            (Era::Legacy, _) | (Era::Modern, None | Some("complete")) => Ok(()),
            (Era::Modern, Some("input_required")) => Err(Error::Asks),
            (Era::Modern, Some(other)) => Err(Error::Unreadable(format!(
                "its result type `{}` is not known",
                clip(other, 100)
            ))),
        }
    }

    async fn exchange(
        &self,
        method: &str,
        given: &Map<String, Value>,
        limit: Duration,
    ) -> Result<Box<RawValue>, Error> {
        let frame = |token| {
            let meta = Meta { era: &self.server.meta, token };
            request::request(token, method, &Params { given, meta })
        };
        let cap = limit.saturating_mul(5);
        self.link.exchange(Ask { frame, limit, cap, progress: None }).await
    }
}
