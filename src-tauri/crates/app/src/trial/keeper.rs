//! The owner of the small model: it does one thing after the other, so that nothing is installed twice,
//! started twice, or removed while it starts.

use std::{path::PathBuf, time::Duration};

use model::provider::{Dialect, Provider, Told};
use servers::Servers;
use stdx::secret::Secret;
use store::Db;
use tokio::{
    sync::{mpsc, watch},
    time::timeout,
};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};
use url::Url;
use uuid::Uuid;

use crate::trial::{
    fault::Fault,
    folder::{Found, look, make, take_away},
    handle::{Order, Place, Stop, Trial},
    install::{install, lay_out, python_of},
    known::{ADDRESS, MODEL, is_ours},
    process::{Line, Process, Verb},
    state::State,
};

/// What the provider is called for people.
const NAME: &str = "Small local model";
/// What the model can take, in tokens.
const CONTEXT: u64 = 8192;
/// It reads a file of a hundred megabytes; a slow disk takes its time.
const START_LIMIT: Duration = Duration::from_secs(120);
/// What of our variables says how packages are had here.
const OF_PIP: &[&str] = &[
    "PIP_CERT",
    "PIP_CONFIG_FILE",
    "PIP_EXTRA_INDEX_URL",
    "PIP_FIND_LINKS",
    "PIP_INDEX_URL",
    "PIP_NO_INDEX",
    "PIP_PROXY",
    "PIP_TRUSTED_HOST",
];

/// The one who owns it.
#[derive(Debug)]
pub(crate) struct Keeper {
    dir: PathBuf,
    db: Db,
    servers: Servers,
    orders: mpsc::Receiver<Order>,
    state: watch::Sender<State>,
    serving: Option<(Process, Place)>,
}

impl Keeper {
    /// The owner of what is in `dir`, and a handle to it. It does nothing before it is kept.
    pub(crate) async fn new(dir: PathBuf, db: Db, servers: Servers) -> (Self, Trial) {
        let (send, orders) = mpsc::channel(16);
        let here = match look(&dir).await {
            Ok(Found::Whole(bytes)) => State::Here(bytes),
            Ok(Found::Nothing | Found::Foreign | Found::Part) => State::Absent,
            Err(fault) => State::Failed(fault),
        };
        let (state, told) = watch::channel(here);
        let trial = Trial { orders: send, state: told, stop: Stop::default(), dir: dir.clone() };
        (Self { dir, db, servers, orders, state, serving: None }, trial)
    }

    /// Does what it is told until nobody is left to tell it.
    pub(crate) async fn keep(mut self) {
        // What an earlier run left unfinished; what cannot be read, or is not ours, stays.
        if look(&self.dir).await == Ok(Found::Part)
            && let Err(fault) = take_away(&self.dir).await
        {
            warn!(%fault, "what is left of the small model stays");
        }
        while let Some(order) = self.orders.recv().await {
            // Whoever asked may have gone; what they did not stop is done all the same.
            match order {
                Order::Install(tell, stop) => {
                    tell.send(self.install(&stop).await).ok();
                }
                Order::Serve(tell) => {
                    tell.send(self.serve(&CancellationToken::new()).await).ok();
                }
                Order::Remove(tell) => {
                    tell.send(self.remove().await).ok();
                }
            }
        }
    }

    async fn install(&mut self, stop: &CancellationToken) -> Result<Provider, Fault> {
        if stop.is_cancelled() {
            return Err(Fault::Stopped);
        }
        if self.here().await?.is_none() {
            self.tell(State::Preparing);
            match self.fetch(stop).await {
                Ok(bytes) => {
                    info!(bytes, "the small model is here");
                    self.tell(State::Here(bytes));
                }
                Err(fault) => {
                    warn!(%fault, "the small model was not installed");
                    let stopped = fault == Fault::Stopped;
                    self.tell(if stopped { State::Absent } else { State::Failed(fault.clone()) });
                    return Err(fault);
                }
            }
        }
        // Whoever looks at it next has no wait before the first word.
        self.serve(stop).await?;
        self.register().await.map_err(|error| Fault::Io(error.to_string()))
    }

    /// The bytes of it, where it is here.
    async fn here(&self) -> Result<Option<u64>, Fault> {
        let Found::Whole(bytes) = look(&self.dir).await? else { return Ok(None) };
        self.tell(State::Here(bytes));
        Ok(Some(bytes))
    }

    async fn fetch(&mut self, stop: &CancellationToken) -> Result<u64, Fault> {
        self.end().await;
        make(&self.dir).await?;
        let environment = self.servers.parts().environment().await;
        let python = environment.locate("python3", &self.dir).map_err(|_| Fault::NoPython)?;
        let env = self.env().await;
        install(&python, &env, &self.dir, stop, |state| self.tell(state)).await
    }

    /// What its processes are given: the person's environment, and where packages are had here.
    async fn env(&self) -> Vec<(String, Secret)> {
        let environment = self.servers.parts().environment().await;
        let of_pip = OF_PIP.iter().filter_map(|name| {
            let value = environment.var(name)?;
            Some(((*name).to_owned(), Secret::new(value)))
        });
        environment.child(&of_pip.collect::<Vec<_>>())
    }

    async fn serve(&mut self, stop: &CancellationToken) -> Result<Place, Fault> {
        if let Some((process, place)) = &mut self.serving
            && process.runs()
        {
            return Ok(place.clone());
        }
        self.end().await;
        if self.here().await?.is_none() {
            return Err(Fault::Absent);
        }
        lay_out(&self.dir).await?;
        let key = Secret::new(Uuid::new_v4().simple().to_string());
        let (env, python) = (self.env().await, python_of(&self.dir));
        let mut process =
            Process::start(&python, &env, &self.dir, Verb::Serve, key.reveal()).await?;
        let said = tokio::select! {
            biased;
            () = stop.cancelled() => Err(Fault::Stopped),
            said = timeout(START_LIMIT, address(&mut process)) => said
                .unwrap_or_else(|_| Err(Fault::Start("it took longer than two minutes".to_owned()))),
        };
        let place = match said {
            Ok(url) => (url, key),
            Err(fault) => {
                process.end().await;
                return Err(fault);
            }
        };
        info!(address = %place.0, "the small model runs");
        process.hush();
        self.serving = Some((process, place.clone()));
        Ok(place)
    }

    async fn remove(&mut self) -> Result<(), Fault> {
        self.end().await;
        take_away(&self.dir).await?;
        let gone = async {
            for provider in self.db.providers().list().await?.iter().filter(|it| is_ours(it)) {
                self.db.providers().remove(provider.id).await?;
            }
            Ok::<_, store::Error>(())
        };
        gone.await.map_err(|error| Fault::Io(error.to_string()))?;
        self.tell(State::Absent);
        Ok(())
    }

    /// The provider that it is; made, if there is none.
    async fn register(&self) -> Result<Provider, store::Error> {
        let providers = self.db.providers();
        if let Some(known) = providers.list().await?.into_iter().find(is_ours) {
            return Ok(known);
        }
        let new = providers.add(NAME, Dialect::ChatCompletions, ADDRESS, None).await?;
        let told = Told {
            model: MODEL.to_owned(),
            context: Some(CONTEXT),
            favourite: true,
            blind: true,
            must_call: true,
            ..Told::default()
        };
        providers.tell(new.id, told).await
    }

    async fn end(&mut self) {
        if let Some((process, _)) = self.serving.take() {
            process.end().await;
        }
    }

    fn tell(&self, state: State) {
        self.state.send_if_modified(|now| {
            let changed = *now != state;
            *now = state;
            changed
        });
    }
}

/// Where it says that it listens.
async fn address(process: &mut Process) -> Result<Url, Fault> {
    loop {
        match process.line().await? {
            Some(Line::Address { address }) => {
                return Url::parse(&address).map_err(|error| Fault::Start(error.to_string()));
            }
            Some(Line::Step { .. } | Line::Fault { .. }) => {}
            None => return Err(Fault::Start(process.last_words().await)),
        }
    }
}

#[cfg(test)]
mod tests;
