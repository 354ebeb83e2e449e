//! A server at the other end of an in-memory pipe, played by the test itself: what it hears and says
//! is up to the test, and so is the clock.

use std::sync::Arc;

use serde_json::{Value, json};
use stdx::tasks::Tasks;
use tokio::{
    io::{AsyncBufReadExt, BufReader, DuplexStream, Lines, duplex},
    sync::{mpsc, oneshot},
    time::timeout,
};

use super::{
    HANG,
    asker::{Questions, asker},
};
use crate::{
    Asker, Call, Client, Era, Error, Hello, Outcome, Root, ServerInfo, Settings,
    herald::{Walk, herald},
    hub::Hub,
    link::{Link, Transport},
    pending::Over,
    router::Router,
    stdio::{frame::Frame, pipe::Pipe},
};

/// Our side and the server's, with somebody to ask.
pub(crate) struct Near {
    pub(crate) client: Client,
    pub(crate) questions: Questions,
    hub: Arc<Hub>,
    router: Router,
    heard: Lines<BufReader<DuplexStream>>,
    tasks: Tasks,
    /// Nobody walks: what is told is of no interest here.
    _walk: Walk,
}

/// A call on its way.
pub(crate) struct Calling(oneshot::Receiver<Result<Outcome, Error>>);

impl Near {
    /// With somebody to ask.
    pub(crate) fn new(era: Era) -> Self {
        let (asker, questions) = asker();
        Self::with(era, Some(asker), questions)
    }

    /// With nobody to ask.
    pub(crate) fn alone(era: Era) -> Self {
        Self::with(era, None, asker().1)
    }

    /// A server that says that it can do this, to somebody who shares these folders.
    pub(crate) fn that_can(era: Era, capabilities: Value, roots: Option<Vec<Root>>) -> Self {
        let (asker, questions) = asker();
        questions.share(roots);
        Self::made(era, Some(asker), questions, capabilities)
    }

    fn with(era: Era, asker: Option<Arc<dyn Asker>>, questions: Questions) -> Self {
        Self::made(era, asker, questions, json!({ "tools": {} }))
    }

    fn made(
        era: Era,
        asker: Option<Arc<dyn Asker>>,
        questions: Questions,
        capabilities: Value,
    ) -> Self {
        let (ours, theirs) = duplex(1 << 20);
        let (herald, walk) = herald(mpsc::channel(1).0);
        let settings = Settings { asker: asker.clone(), ..Settings::default() };
        let (hub, outbox) = Hub::new(herald, 1 << 20, asker);
        let (hub, pipe) = (Arc::new(hub), Arc::new(Pipe::new(ours)));
        let mut tasks = Tasks::new();
        tasks.spawn(Arc::clone(&pipe).carry(outbox));
        let link = Link::new(Arc::clone(&hub), Transport::Pipe(pipe));
        let hello = Hello {
            era,
            version: String::new(),
            server: ServerInfo::default(),
            capabilities,
            instructions: None,
            warnings: Vec::new(),
            restarted_for_era: false,
        };
        Self {
            client: Client::new(Arc::new(link), &hello, &settings),
            questions,
            router: Router::new(Arc::clone(&hub)),
            hub,
            heard: BufReader::new(theirs).lines(),
            tasks,
            _walk: walk,
        }
    }

    /// Makes a call in the background.
    pub(crate) fn call(&mut self, call: Call) -> Calling {
        let (mut done, result) = oneshot::channel();
        let client = self.client.clone();
        self.tasks.spawn(async move {
            tokio::select! {
                result = client.call(call) => drop(done.send(result)),
                // Whoever made it has dropped it.
                () = done.closed() => {}
            }
        });
        Calling(result)
    }

    /// Does anything else with the client in the background.
    pub(crate) fn does<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
        &mut self,
        work: impl FnOnce(Client) -> F,
    ) -> oneshot::Receiver<T> {
        let (mut done, result) = oneshot::channel();
        let work = work(self.client.clone());
        self.tasks.spawn(async move {
            tokio::select! {
                result = work => drop(done.send(result)),
                () = done.closed() => {}
            }
        });
        result
    }

    /// The next message that the server hears.
    pub(crate) async fn hears(&mut self) -> Value {
        serde_json::from_str(&self.hears_line().await).unwrap()
    }

    /// The same, as it was written.
    pub(crate) async fn hears_line(&mut self) -> String {
        self.heard.next_line().await.unwrap().unwrap()
    }

    /// Fails if the server hears anything for a long time; limits may run out meanwhile.
    pub(crate) async fn hears_nothing(&mut self) {
        let heard = timeout(HANG, self.heard.next_line()).await;
        assert!(heard.is_err(), "it heard {heard:?}");
    }

    /// The server says something.
    pub(crate) fn says(&mut self, message: &Value) {
        self.writes(&message.to_string());
    }

    /// The same, letter for letter.
    pub(crate) fn writes(&mut self, line: &str) {
        self.router.take(&Frame::Line(line.as_bytes()));
    }

    /// The server answers a request that it heard.
    pub(crate) fn answers(&mut self, request: &Value, result: &Value) {
        self.says(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }));
    }

    /// The server asks the person.
    pub(crate) fn asks(&mut self, id: &str, message: &str) {
        let params = json!({ "message": message, "requestedSchema": { "type": "object" } });
        let method = "elicitation/create";
        self.says(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
    }

    /// The server ends.
    pub(crate) fn ends(&self) {
        self.hub.pending.finish(Over::Ended("exit status 1".to_owned()));
    }

    /// Lets everything run that can run now.
    pub(crate) async fn settles(&self) {
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
    }
}

impl Calling {
    /// What came of it.
    pub(crate) async fn ended(self) -> Result<Outcome, Error> {
        self.0.await.unwrap()
    }

    /// Drops it.
    pub(crate) fn stop(self) {
        drop(self);
    }
}

/// The result of a call that is done.
pub(crate) fn done() -> Value {
    json!({ "content": [{ "type": "text", "text": "done" }] })
}
