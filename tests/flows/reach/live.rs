//! What a server tells while it runs: progress, log messages, changes.

use std::time::Duration;

use app::wire::{
    event::UiEvent,
    failure::Failure,
    resource::WatchResource,
    server::ServerRef,
    wishes::{LevelView, ServerWishes, SetLevel},
};
use flows::wait::eventually;
use serde_json::json;
use tokio::time::timeout;

use super::{Cell, Visit, peer::Maker};
use crate::offers::{prompts, resources};

/// What a busy machine may need until a thing that is told has come.
const SOON: Duration = Duration::from_secs(3);

impl Visit<'_> {
    /// HOST-24: each step has its total, and its message where the server has one.
    pub(super) async fn progress(&self) -> Cell {
        let (tool, arguments, message) = self.maker.words().steps;
        let mut events = self.house.app.events();
        let order = self.house.call_of("peer", tool, arguments);
        let name = order.call.clone();
        let _done: app::wire::tool::OutcomeView =
            self.house.page("call_tool", order).await.unwrap();
        let mut told = Vec::new();
        while let Ok(event) = events.try_recv() {
            if let UiEvent::CallProgressed { call, done, total, message } = event {
                assert_eq!(call, name);
                told.push((done, total, message));
            }
        }
        assert_eq!(told.first(), Some(&(1.0, Some(4.0), message.map(str::to_owned))), "{told:?}");
        Cell::Yes
    }

    /// HOST-53
    pub(super) async fn log_level(&self) -> Cell {
        let can = self.wishes().await.can.unwrap();
        if self.maker == Maker::Everything {
            // It says one thing at once, of a grade that it draws by lot.
            self.set_level(LevelView::Debug).await.unwrap();
            self.house.text("peer", "toggle-simulated-logging", json!({})).await;
            self.house.logged("peer", "evel").await;
            self.house.text("peer", "toggle-simulated-logging", json!({})).await;
            return if can.log { Cell::Yes } else { Cell::NotThere };
        }
        let log = |level: &'static str, words: &'static str| {
            self.house.text("peer", "log", json!({ "level": level, "words": words }))
        };
        log("info", "by itself").await;
        self.house.logged("peer", "by itself").await;
        self.set_level(LevelView::Warning).await.unwrap();
        log("info", "not wanted").await;
        log("error", "wanted too").await;
        self.house.logged("peer", "wanted too").await;
        let lines = self.house.log("peer").await;
        assert!(!lines.iter().any(|it| it.contains("not wanted")), "{lines:#?}");
        Cell::Yes
    }

    async fn set_level(&self, level: LevelView) -> Result<ServerWishes, Failure> {
        let order = SetLevel { server: "peer".to_owned(), level: Some(level) };
        self.house.page("set_level", order).await
    }

    async fn wishes(&self) -> ServerWishes {
        let order = ServerRef { server: "peer".to_owned() };
        self.house.page("server_wishes", order).await.unwrap()
    }

    /// HOST-18: a list that changed is read again without being asked for.
    pub(super) async fn list_changes(&self) -> Cell {
        let (tool, arguments) = self.maker.words().grow;
        let before = self.listed().await;
        let mut events = self.house.app.events();
        self.house.text("peer", tool, arguments).await;
        let news = UiEvent::ResourcesChanged { server: "peer".to_owned() };
        let told = timeout(SOON, async { while events.recv().await.unwrap() != news {} }).await;
        if told.is_err() {
            assert_eq!(self.listed().await, before, "it changed, and nothing was told");
            return Cell::NotThere;
        }
        assert!(self.listed().await > before, "there is more now");
        Cell::Yes
    }

    async fn listed(&self) -> usize {
        let resources = resources(self.house, "peer").await.resources;
        resources.len() + prompts(self.house, "peer").await.prompts.len()
    }

    /// What a person watches is told of when it changes, and not after they have looked away.
    pub(super) async fn watching(&self) -> Cell {
        let can = self.wishes().await.can.unwrap();
        let Some((uri, tool, arguments)) = self.maker.words().touch else {
            assert!(!can.watch, "it says that it can");
            return Cell::NotThere;
        };
        self.watch(uri, true).await.unwrap();
        let mut events = self.house.app.events();
        let news = UiEvent::ResourceUpdated { server: "peer".to_owned(), uri: uri.to_owned() };
        let touched = async || {
            self.house.text("peer", tool, arguments.clone()).await;
            let hears = async { while events.recv().await.unwrap() != news {} };
            timeout(SOON, hears).await.ok()
        };
        // A server of the modern era is told of it by a request of its own, and may be behind.
        eventually("nothing is told of what is watched", touched).await;
        self.watch(uri, false).await.unwrap();
        assert_eq!(self.wishes().await.watched, Vec::<String>::new());
        Cell::Yes
    }

    async fn watch(&self, uri: &str, on: bool) -> Result<(), Failure> {
        let order = WatchResource { server: "peer".to_owned(), uri: uri.to_owned(), on };
        self.house.page("watch_resource", order).await
    }
}
