//! The handle by which a live server is used; it knows neither process nor pipe.

use std::{sync::Arc, time::Duration};

use serde_json::{Map, Value, value::RawValue};
use stdx::text::clip;
use tokio::{
    sync::{Notify, mpsc},
    time::Instant,
};

use crate::{
    apart::apart,
    asker::{Asker, CallRef},
    errand::Way,
    error::{Error, RpcError},
    hello::Hello,
    hub::Hub,
    legacy::{
        required::{Desk, Pages},
        tasks::TasksOnly,
    },
    letter::About,
    link::{Ask, Link},
    mend,
    metas::Metas,
    modern::{
        self, HEADER_MISMATCH,
        inputs::{INPUT_REQUIRED, Inputs},
        rounds::Rounds,
        shelf::Shelf,
        watched::Watched,
    },
    notice::Progress,
    offers::Offers,
    outcome::Outcome,
    patience::Limits,
    request::{self, CallParams, Meta, Params},
    settings::{Era, Settings},
    whose::Whose,
};

mod carry;
mod listing;
mod wishes;

/// One tool call.
#[derive(Debug)]
pub struct Call {
    /// The tool's own name, letter for letter.
    pub name: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// How long the server may be silent. Progress begins it anew.
    pub limit: Duration,
    /// How long the call may take altogether, progress and input rounds or not; `None` for five
    /// times `limit`. While the person is asked neither runs.
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
    metas: Metas,
    /// What it says that it has.
    offers: Offers,
    /// Whether it was told at its start that it may ask for folders.
    declared_roots: bool,
    /// The resources that somebody watches, where the era keeps them in one request.
    watched: Watched,
    /// The lists that it said to be good for a while.
    shelf: Shelf,
    /// The tools that it runs as tasks alone.
    tasks_only: TasksOnly,
    list_limit: Duration,
    /// Has lists end with what has come of them.
    hurry: Notify,
    round_gap: Duration,
}

impl Client {
    pub(crate) fn new(link: Arc<Link>, hello: &Hello, settings: &Settings) -> Self {
        // A second client of the same link would say the same.
        link.hub.era.set(hello.era).ok();
        let offers = Offers::read(&hello.capabilities);
        let Settings { list_limit, round_gap, .. } = *settings;
        let server = Server {
            era: hello.era,
            metas: Metas::new(hello.era, settings),
            offers,
            declared_roots: settings.asker.as_ref().is_some_and(|it| it.roots().is_some()),
            watched: Watched::default(),
            shelf: Shelf::default(),
            tasks_only: TasksOnly::new(hello),
            list_limit,
            hurry: Notify::new(),
            round_gap,
        };
        Self { link, server: Arc::new(server) }
    }

    /// What the server says that it has.
    pub fn offers(&self) -> Offers {
        self.server.offers
    }

    /// Calls a tool. What the server asks meanwhile goes to the asker of the settings, and no limit
    /// runs while the person is asked. Dropping the future stops the call, and the server is told so
    /// once; a question that is open is taken back.
    ///
    /// # Errors
    /// Any but those of a start.
    pub async fn call(&self, call: Call) -> Result<Outcome, Error> {
        let Call { name, arguments, limit, cap, progress, tag } = call;
        if self.server.tasks_only.holds(&name) {
            return Err(Error::NeedsTask);
        }
        let whose = Whose::new(CallRef { tool: name, tag }, self.is_asked_meanwhile());
        let frame = |token, inputs: &Inputs| {
            let era = self.server.metas.now();
            let meta = Meta { era: &era, token };
            let params = CallParams { name: &whose.tool, arguments: &arguments, meta, inputs };
            request::request(token, "tools/call", &params)
        };
        let rule = Limits::of(limit);
        let limits = Limits { cap: cap.unwrap_or(rule.cap), ..rule };
        let name = Some(whose.tool.as_str());
        let carry_out = async |mirrored: &[(String, String)]| {
            let about = About { method: "tools/call", name, mirrored };
            let way = Way { about, whose: &whose, limits, progress: progress.clone() };
            self.carry_out(&frame, way, Outcome::read, |it| it.raw.json()).await
        };
        let mirrored = self.mirrored(&whose.tool, &arguments);
        let ended = carry_out(&mirrored).await;
        if !matches!(&ended, Err(Error::Rpc(refused)) if refused.code == Some(HEADER_MISMATCH)) {
            return ended;
        }
        // What was refused did not run. The tool may want other headers than it did.
        match Box::pin(self.mirrored_now(&whose.tool, &arguments)).await {
            Some(now) if now != mirrored => Box::pin(carry_out(&now)).await,
            Some(_) | None => ended,
        }
    }

    /// What has to be told of a call beside it.
    fn mirrored(&self, tool: &str, arguments: &Map<String, Value>) -> Vec<(String, String)> {
        self.link.mirrors().map(|it| it.of(tool, arguments)).unwrap_or_default()
    }

    /// The same, by what the server says of its tools now.
    async fn mirrored_now(
        &self,
        tool: &str,
        arguments: &Map<String, Value>,
    ) -> Option<Vec<(String, String)>> {
        self.link.mirrors()?;
        self.forget_lists();
        self.tools().await.ok()?;
        Some(self.mirrored(tool, arguments))
    }

    /// Any other request; our own fields of `_meta` are added to `params`. Questions and dropping
    /// are as with a call.
    ///
    /// # Errors
    /// Any but those of a start.
    pub async fn request(
        &self,
        method: &str,
        params: &Map<String, Value>,
        limit: Duration,
    ) -> Result<Value, Error> {
        let kind_of =
            |value: &Value| value.get("resultType").and_then(Value::as_str).map(str::to_owned);
        let began = Instant::now();
        let (value, result) = read(self.exchange(method, params, limit).await?).await?;
        let Some(asker) = self.asks(kind_of(&value).as_deref())? else { return Ok(value) };
        let frame = |token, inputs: &Inputs| self.frame(method, params, token, inputs);
        let limits = Limits { spent: began.elapsed(), ..Limits::of(limit) };
        let rounds = self.rounds(asker, None, About::of(method, params), frame, limits, None);
        let (value, _) = read(Box::pin(rounds.go_on(result)).await?).await?;
        self.ends(kind_of(&value).as_deref())?;
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
        self.link.hub.pending.count()
    }

    /// Whether the server may ask by requests of its own while a call is under way.
    fn is_asked_meanwhile(&self) -> bool {
        self.server.era == Era::Legacy && self.link.hub.asker.is_some()
    }

    /// What must be dealt with before a call that was refused can be sent again.
    fn pages(&self, refused: &RpcError) -> Option<Pages> {
        if self.is_asked_meanwhile() { Pages::of(refused) } else { None }
    }

    /// `false` where the person did not agree, or where there is nobody to ask.
    async fn dealt_with(
        &self,
        pages: Pages,
        call: &CallRef,
        began: Instant,
    ) -> Result<bool, Error> {
        let Hub { pending, completed, asker, .. } = &*self.link.hub;
        let Some(asker) = asker else { return Ok(false) };
        pages.dealt_with(Desk { asker, call, pending, completed }, began).await
    }

    fn rounds<'a, F: Fn(u64, &Inputs) -> Vec<u8>>(
        &'a self,
        asker: &'a Arc<dyn Asker>,
        call: Option<&'a CallRef>,
        about: About<'a>,
        frame: F,
        limits: Limits,
        progress: Option<mpsc::Sender<Progress>>,
    ) -> Rounds<'a, F> {
        let gap = self.server.round_gap;
        Rounds { link: &self.link, asker, call, about, frame, limits, progress, gap }
    }

    /// Who is to be asked for a result of this type; nobody where it is the end of its request.
    /// Only the modern era has others.
    fn asks(&self, kind: Option<&str>) -> Result<Option<&Arc<dyn Asker>>, Error> {
        match (self.server.era, kind) {
            (Era::Modern, Some(INPUT_REQUIRED)) => {
                self.link.hub.asker.as_ref().map(Some).ok_or(Error::Asks)
            }
            (Era::Legacy | Era::Modern, _) => self.ends(kind).map(|()| None),
        }
    }

    /// Whether a result of this type is the end of its request.
    fn ends(&self, kind: Option<&str>) -> Result<(), Error> {
        match (self.server.era, kind) {
            (Era::Legacy, _) | (Era::Modern, None | Some("complete")) => Ok(()),
            (Era::Modern, Some(INPUT_REQUIRED)) => {
                Err(Error::Unreadable("what it asks for is no JSON that can be read".to_owned()))
            }
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
        let frame = |token| self.frame(method, given, token, &Inputs::NONE);
        let (began, limits) = (Instant::now(), Limits::of(limit));
        let about = About::of(method, given);
        self.link.exchange(Ask { frame, about, began, limits, progress: None, call: None }).await
    }

    fn frame(
        &self,
        method: &str,
        given: &Map<String, Value>,
        token: u64,
        inputs: &Inputs,
    ) -> Vec<u8> {
        let era = self.server.metas.now();
        let meta = Meta { era: &era, token };
        request::request(token, method, &Params { given, meta, inputs })
    }
}

/// A result as a value, and as it came.
async fn read(result: Box<RawValue>) -> Result<(Value, Box<RawValue>), Error> {
    let size = result.get().len();
    let work = move || (mend::value(result.get()), result);
    let (value, result) = apart(size, work).await?;
    Ok((value.map_err(|why| Error::Unreadable(why.to_string()))?, result))
}
