//! One start, and the life of the connection that comes of it.

use std::time::Duration;

use model::{
    server::Transport,
    state::{Phase, Ready, State},
};
use tokio::time::{Instant, timeout};
use tracing::info;

use crate::{
    convert,
    launch::resolve,
    parts::Event,
    plan,
    restart::Ending,
    supervisor::{Order, Stopped, Supervisor, run::Run},
    words,
};

/// How long the first list of tools may take; the server is ready without it then.
const LIST_LIMIT: Duration = Duration::from_secs(20);

/// How a live connection came to its end.
enum End {
    Ordered(Option<Order>),
    Died(mcp::Ended),
}

impl Supervisor {
    /// Starts the server once and stays with it until it is gone.
    pub(super) async fn attempt(&mut self, attempt: u32) -> Stopped {
        let now = self.parts.clock.now();
        let not_ready = |failure| Stopped::Failed(failure, Ending::NotReady);
        let draft = self.server.draft.clone();
        let Transport::Stdio(stdio) = &draft.transport else {
            return not_ready(words::unsupported(now));
        };
        if self.server.approved.as_deref() != Some(plan::of(&draft).digest.as_str()) {
            return not_ready(words::unapproved(&draft, now));
        }
        self.starting(attempt, Phase::Connecting);
        let parts = self.parts.clone();
        let resolving = async { resolve(stdio, parts.environment().await, &parts.vault).await };
        let launch = tokio::select! {
            order = self.orders.recv() => return Stopped::Ordered(order),
            launch = resolving => launch,
        };
        let launch = match launch {
            Ok(launch) => launch,
            Err(unfit) => return not_ready(words::unfit(&unfit, now)),
        };
        info!(server = %draft.name, attempt, "starting");
        let mut run = Run::start(self.log.clone());
        match self.connect(&mut run, launch, attempt).await {
            Ok(connection) => self.live_with(run, connection, attempt).await,
            Err(stopped) => {
                run.gone().await;
                stopped
            }
        }
    }

    async fn connect(
        &mut self,
        run: &mut Run,
        launch: mcp::Launch,
        attempt: u32,
    ) -> Result<mcp::Connection, Stopped> {
        let guard = self.parts.guard.clone();
        let settings = mcp::Settings {
            era: convert::era_choice(self.server.era_seen),
            start_limit: Duration::from_millis(self.server.draft.limits.start),
            ..mcp::Settings::default()
        };
        // Boxed: the future of a start is large.
        let mut connecting = Box::pin(mcp::connect(launch, settings, &guard, run.notices()));
        loop {
            tokio::select! {
                order = self.orders.recv() => return Err(Stopped::Ordered(order)),
                phase = run.phase_changed() => self.starting(attempt, phase),
                made = &mut connecting => return made.map_err(|error| {
                    let now = self.parts.clock.now();
                    let failure = words::start(&error, &self.server.draft, now);
                    Stopped::Failed(failure, Ending::NotReady)
                }),
            }
        }
    }

    async fn live_with(
        &mut self,
        mut run: Run,
        mut connection: mcp::Connection,
        attempt: u32,
    ) -> Stopped {
        let began = Instant::now();
        run.connected();
        match self.serve(&mut run, &mut connection, attempt).await {
            End::Ordered(order) => {
                connection.close().await;
                run.gone().await;
                Stopped::Ordered(order)
            }
            End::Died(ended) => {
                drop(connection);
                let stderr = run.gone().await;
                let now = self.parts.clock.now();
                let failure = words::died(&ended, &stderr, &self.server.draft, now);
                Stopped::Failed(failure, Ending::Died(began.elapsed()))
            }
        }
    }

    /// Lists the tools, says that the server is ready, and listens until it ends.
    async fn serve(
        &mut self,
        run: &mut Run,
        connection: &mut mcp::Connection,
        attempt: u32,
    ) -> End {
        let client = connection.client();
        let mut ready = self.ready(connection, attempt);
        self.remember_hello(&ready).await;
        loop {
            tokio::select! {
                end = self.end(connection) => return end,
                listed = timeout(LIST_LIMIT, client.tools()) => {
                    let listed = listed.map_err(|_| "no answer in time".to_owned());
                    match listed.and_then(|it| it.map_err(|error| error.to_string())) {
                        Ok(list) => self.keep_tools(&mut ready, list).await,
                        Err(why) => ready.warnings.push(format!("the tools could not be listed: {why}")),
                    }
                }
            }
            loop {
                ready.noise = connection.noise();
                run.take_warnings(&mut ready.warnings);
                self.publish(State::Ready(ready.clone()), Some(client.clone()));
                tokio::select! {
                    end = self.end(connection) => return end,
                    tools_changed = run.news() => if tools_changed { break },
                }
            }
        }
    }

    async fn end(&mut self, connection: &mut mcp::Connection) -> End {
        tokio::select! {
            order = self.orders.recv() => End::Ordered(order),
            ended = connection.ended() => End::Died(ended),
        }
    }

    fn ready(&self, connection: &mcp::Connection, attempt: u32) -> Ready {
        let hello = connection.hello();
        let mut capabilities = convert::capabilities(&hello.capabilities);
        capabilities.sort();
        Ready {
            era: convert::era(hello.era),
            version: hello.version.clone(),
            server_info: convert::server_info(&hello.server),
            instructions: hello.instructions.clone(),
            capabilities,
            tools: 0,
            pid: connection.pid(),
            noise: connection.noise(),
            restarts: attempt.saturating_sub(1),
            warnings: hello.warnings.clone(),
            since: self.parts.clock.now(),
        }
    }

    async fn remember_hello(&mut self, ready: &Ready) {
        let servers = self.parts.db.servers();
        let name = self.server.name();
        self.told(servers.set_era_seen(name, Some(ready.era)).await);
        self.told(servers.set_last_error(name, None).await);
        self.server.era_seen = Some(ready.era);
    }

    async fn keep_tools(&mut self, ready: &mut Ready, list: mcp::ToolList) {
        ready.warnings.extend(list.warnings.iter().cloned());
        let list = convert::tools(list);
        ready.tools = list.tools.len();
        let kept = self.parts.db.tools().replace(self.server.name(), &list).await;
        self.told(kept);
        self.parts.tell(Event::ToolsChanged(self.server.name().clone()));
    }
}
