//! How an errand is carried out, and what else is the same for all that is asked of a server.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, value::RawValue};
use tokio::{sync::mpsc, time::Instant};

use crate::{
    apart::apart,
    asker::CallRef,
    client::Client,
    errand::{Errand, Way},
    error::Error,
    letter::About,
    link::Ask,
    metas::Metas,
    modern::{inputs::Inputs, watched::Watched},
    notice::{List, Notice},
    offers::Changes,
    pages::{Entry, Listed},
    patience::Limits,
    pending,
    settings::Era,
    unserved,
    whose::Whose,
};

/// Longer than any connection lives.
const FOR_EVER: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);

impl Client {
    /// Asks for something by a request that may ask the person meanwhile, as a call does; `what`
    /// names it for whoever is asked.
    pub(crate) async fn fetch(
        &self,
        method: &str,
        what: &str,
        params: &Map<String, Value>,
        errand: Errand,
    ) -> Result<Box<RawValue>, Error> {
        let Errand { limit, progress, tag } = errand;
        let whose = Whose::new(CallRef { tool: what.to_owned(), tag }, self.is_asked_meanwhile());
        let frame = |token, inputs: &Inputs| self.frame(method, params, token, inputs);
        let limits = Limits::of(limit);
        let about = About::of(method, params);
        let way = Way { about, whose: &whose, limits, progress };
        self.carry_out(frame, way, with_kind, |it| it).await
    }

    /// Sends a request again and again until its result asks for nothing more. `read` gives the
    /// result's type beside it, and `json` is the way back.
    pub(super) async fn carry_out<T: Send + 'static>(
        &self,
        frame: impl Fn(u64, &Inputs) -> Vec<u8>,
        way: Way<'_>,
        read: fn(Box<RawValue>) -> (T, Option<String>),
        json: fn(T) -> Box<RawValue>,
    ) -> Result<T, Error> {
        let Way { about, whose, limits, progress } = way;
        let began = Instant::now();
        let ask = |began| Ask {
            frame: |token| frame(token, &Inputs::NONE),
            about,
            began,
            limits,
            progress: progress.clone(),
            call: whose.shared(),
        };
        let mut reply = self.link.exchange(ask(began)).await;
        if let Err(Error::Rpc(refused)) = &reply
            && let Some(pages) = self.pages(refused)
            && Box::pin(self.dealt_with(pages, whose, began)).await?
        {
            // What was refused did not run, so this does not run it twice.
            reply = Box::pin(self.link.exchange(ask(Instant::now()))).await;
        }
        if let Err(Error::Rpc(refused)) = &reply
            && let Some(method) = unserved::missed(refused.code, refused.data.as_ref())
        {
            return Err(Error::AsksFor { kind: method.to_owned() });
        }
        let apart =
            async |result: Box<RawValue>| apart(result.get().len(), move || read(result)).await;
        let (result, kind) = apart(reply?).await?;
        let Some(asker) = self.asks(kind.as_deref())? else { return Ok(result) };
        let limits = Limits { spent: began.elapsed(), ..limits };
        let rounds = self.rounds(asker, Some(whose), about, frame, limits, progress);
        let (result, kind) = apart(Box::pin(rounds.go_on(json(result))).await?).await?;
        self.ends(kind.as_deref())?;
        Ok(result)
    }

    /// A list that is empty where the server does not know its method: few know all of them.
    pub(crate) async fn list_if_known<T: Entry>(&self) -> Result<Listed<T>, Error> {
        match self.list().await {
            Err(Error::Rpc(refused)) if refused.is_unknown_method() => Ok(Listed::default()),
            listed => listed,
        }
    }

    /// Sends a request that stands: nobody waits for its reply, and its end is the server's. That
    /// it has begun is told to `begun`.
    pub(crate) async fn stay(
        &self,
        method: &str,
        params: &Map<String, Value>,
        begun: mpsc::UnboundedSender<Value>,
    ) -> pending::Reply {
        let frame = |token| {
            self.link.hub.pending.stands(token, begun);
            self.frame(method, params, token, &Inputs::NONE)
        };
        let (about, limits) = (About::of(method, params), Limits::new(FOR_EVER, FOR_EVER));
        let began = Instant::now();
        self.link.exchange(Ask { frame, about, began, limits, progress: None, call: None }).await
    }

    /// Tells that these lists may be others now.
    pub(crate) fn changed(&self, changes: Changes) {
        let Changes { tools, prompts, resources } = changes;
        let lists = [(tools, List::Tools), (prompts, List::Prompts), (resources, List::Resources)];
        for (_, list) in lists.into_iter().filter(|(changed, _)| *changed) {
            self.link.hub.herald.tell(Notice::ListChanged(list));
        }
    }

    /// The resources that somebody watches, where the era keeps them in one request.
    pub(crate) fn watched(&self) -> &Watched {
        &self.server.watched
    }

    pub(crate) fn era(&self) -> Era {
        self.server.era
    }

    pub(crate) fn metas(&self) -> &Metas {
        &self.server.metas
    }

    pub(crate) fn list_limit(&self) -> Duration {
        self.server.list_limit
    }

    /// Whether the server was told at its start that it may ask for folders.
    pub(crate) fn declared_roots(&self) -> bool {
        self.server.declared_roots
    }

    /// Whether there are folders now that it may ask for.
    pub(crate) fn shares_roots(&self) -> bool {
        self.link.hub.asker.as_ref().is_some_and(|it| it.roots().is_some())
    }

    /// Has a notification sent soon.
    pub(crate) fn post(&self, frame: Vec<u8>) {
        self.link.hub.post(frame);
    }
}

/// A result as it came, and its type where it has one.
fn with_kind(result: Box<RawValue>) -> (Box<RawValue>, Option<String>) {
    #[derive(Deserialize)]
    struct Kind {
        #[serde(default, rename = "resultType")]
        kind: Option<String>,
    }
    let read: Option<Kind> = serde_json::from_str(result.get()).ok();
    (result, read.and_then(|it| it.kind))
}
