//! A whole app for one test: its own home, data folder, keychain and person; no window.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use app::{
    App, Parts, StartUp, Vault, Window,
    dispatch::dispatch,
    paths,
    wire::{
        draft::DraftView,
        event::UiEvent,
        failure::Failure,
        log::{LogPage, LogRange, ReadLog},
        server::{ServerList, ServerRow, SwitchServer, TransportView},
        tool::{CallTool, ListTools, OutcomeView, ServerTools},
    },
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use tempfile::TempDir;
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    time::timeout,
};

use crate::{
    desk::ScriptedDesk,
    peers::Program,
    shapes::{named, ready, text_of, to_add},
    witness::Witness,
};

/// Ten times what anything here should take.
const LIMIT: Duration = Duration::from_secs(60);

/// The app and what it stands on. Close it at the end of the test.
#[derive(Debug)]
pub struct House {
    /// The app itself.
    pub app: App,
    /// The person at it.
    pub desk: ScriptedDesk,
    /// Its keychain, in memory, as its data folder sees it.
    pub vault: Vault,
    home: TempDir,
    calls: AtomicU64,
}

impl House {
    /// Opens one with nothing in it.
    ///
    /// # Panics
    /// When it does not open.
    pub async fn open() -> Self {
        let home = tempfile::Builder::new().prefix("steward-house-").tempdir();
        Self::open_at(home.expect("a folder can be made"), Vault::memory()).await
    }

    /// Opens what another one left, with the same keychain.
    ///
    /// # Panics
    /// When it does not open.
    pub async fn open_at(home: TempDir, vault: Vault) -> Self {
        let desk = ScriptedDesk::default();
        let opened = App::open(Parts {
            data_dir: home.path().join("data"),
            desk: Arc::new(desk.clone()),
            demo: paths::demo(None),
            vault: vault.clone(),
            start_up: StartUp::All,
        });
        let app = Box::pin(opened).await.unwrap_or_else(|it| panic!("{}", it.message));
        let vault = vault.of_folder(app.folder());
        Self { app, desk, vault, home, calls: AtomicU64::new(0) }
    }

    /// Closes it; what it left can be opened again, and looked at as long as this is held.
    pub async fn close(self) -> TempDir {
        self.app.close().await;
        self.home
    }

    /// Its home folder, which its servers get too.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// The folder that holds everything it keeps.
    pub fn data_dir(&self) -> &Path {
        self.app.data_dir()
    }

    /// Where the log of a server is.
    pub fn log_path(&self, server: &str) -> PathBuf {
        self.data_dir().join(format!("logs/mcp/{server}.log"))
    }

    /// A witness file for a scripted server.
    pub fn witness(&self, name: &str) -> Witness {
        Witness::below(self.home(), name)
    }

    /// Says a command as the main window's page does.
    ///
    /// # Errors
    /// The command's own failure.
    pub async fn page<R: DeserializeOwned>(
        &self,
        command: &str,
        payload: impl Serialize,
    ) -> Result<R, Failure> {
        self.say(Window::Main, command, payload).await
    }

    /// Says a command as a person at a terminal does.
    ///
    /// # Errors
    /// The command's own failure.
    pub async fn terminal<R: DeserializeOwned>(
        &self,
        command: &str,
        payload: impl Serialize,
    ) -> Result<R, Failure> {
        self.say(Window::Terminal, command, payload).await
    }

    async fn say<R: DeserializeOwned>(
        &self,
        from: Window,
        command: &str,
        payload: impl Serialize,
    ) -> Result<R, Failure> {
        let payload = serde_json::to_value(payload).expect("a payload is plain data");
        let said = timeout(LIMIT, dispatch(&self.app, from, command, payload)).await;
        let reply = said.unwrap_or_else(|_| panic!("`{command}` hangs"))?;
        Ok(serde_json::from_value(reply).expect("the reply has the command's shape"))
    }

    /// A draft that runs a program in this home.
    pub fn draft(&self, title: &str, program: &Program) -> DraftView {
        let home = self.home().display().to_string();
        DraftView {
            title: title.to_owned(),
            description: String::new(),
            transport: TransportView::Stdio {
                command: program.command.clone(),
                args: program.args.clone(),
                env: [("HOME".to_owned(), home.clone())].into(),
                cwd: Some(home),
            },
            start_limit: None,
            call_limit: None,
        }
    }

    /// Registers a server at the terminal and waits until it is ready or failed.
    ///
    /// # Panics
    /// When it cannot be registered.
    pub async fn add(&self, title: &str, program: &Program) -> ServerRow {
        self.add_draft(self.draft(title, program)).await
    }

    /// The same with any draft.
    ///
    /// # Panics
    /// When it cannot be registered.
    pub async fn add_draft(&self, draft: DraftView) -> ServerRow {
        let added = self.terminal("add_server", to_add(&draft)).await;
        let row: ServerRow = added.unwrap_or_else(|it| panic!("not registered: {}", it.message));
        self.settled(&row.name).await
    }

    /// A server's row once it is ready or failed; one that is on and does nothing is started.
    ///
    /// # Panics
    /// When there is none of that name.
    pub async fn settled(&self, server: &str) -> ServerRow {
        let woken = self.terminal("wake_server", named(server)).await;
        woken.unwrap_or_else(|it| panic!("`{server}` does not settle: {}", it.message))
    }

    /// Switches a server off, and returns when it is gone.
    ///
    /// # Panics
    /// When it cannot be.
    pub async fn close_server(&self, server: &str) {
        self.switch(server, false).await;
    }

    /// Switches a server on, and waits until it is ready.
    ///
    /// # Panics
    /// When it does not get ready.
    pub async fn open_server(&self, server: &str) {
        self.switch(server, true).await;
        let row = self.settled(server).await;
        assert!(ready(&row).is_some(), "{row:?}");
    }

    async fn switch(&self, server: &str, on: bool) {
        let order = SwitchServer { server: server.to_owned(), on };
        let row: Result<ServerRow, _> = self.terminal("switch_server", order).await;
        assert!(row.is_ok_and(|it| it.on == on), "`{server}` is not switched");
    }

    /// A server's row as it is now.
    ///
    /// # Panics
    /// When there is none of that name.
    pub async fn row(&self, server: &str) -> ServerRow {
        self.rows().await.into_iter().find(|it| it.name == server).expect("it is registered")
    }

    /// All rows.
    ///
    /// # Panics
    /// When they cannot be listed.
    pub async fn rows(&self) -> Vec<ServerRow> {
        let list: Result<ServerList, _> = self.terminal("list_servers", ()).await;
        list.expect("servers can be listed").servers
    }

    /// What `look` finds in a server's row, now or as soon as the row changes so.
    ///
    /// # Panics
    /// When it does not come.
    pub async fn until<T>(&self, server: &str, look: impl Fn(&ServerRow) -> Option<T>) -> T {
        let mut events = self.app.events();
        loop {
            let row = self.row(server).await;
            if let Some(found) = look(&row) {
                return found;
            }
            let next = timeout(LIMIT, change_of(&mut events, server)).await;
            assert!(next.is_ok(), "it stays as it is: {row:?}");
        }
    }

    /// The tools that a server lists, by name.
    ///
    /// # Panics
    /// When they cannot be listed.
    pub async fn tools(&self, server: &str) -> Vec<String> {
        let listed = ListTools { server: Some(server.to_owned()) };
        let offers: Vec<ServerTools> =
            self.terminal("list_tools", listed).await.expect("tools can be listed");
        offers.into_iter().flat_map(|it| it.tools).map(|it| it.name).collect()
    }

    /// A call of a tool, to be said by [`page`](Self::page) or [`terminal`](Self::terminal).
    ///
    /// # Panics
    /// When the arguments are no object.
    pub fn call_of(&self, server: &str, tool: &str, arguments: Value) -> CallTool {
        let number = self.calls.fetch_add(1, Ordering::Relaxed);
        let arguments: Map<String, Value> =
            serde_json::from_value(arguments).expect("arguments are an object");
        let (server, tool) = (server.to_owned(), tool.to_owned());
        CallTool { call: format!("call-{number}"), server, tool, arguments }
    }

    /// Calls a tool.
    ///
    /// # Errors
    /// The call's own failure.
    pub async fn call(
        &self,
        server: &str,
        tool: &str,
        arguments: Value,
    ) -> Result<OutcomeView, Failure> {
        self.terminal("call_tool", self.call_of(server, tool, arguments)).await
    }

    /// Calls a tool for its text.
    ///
    /// # Panics
    /// When the call fails, or gives something else.
    pub async fn text(&self, server: &str, tool: &str, arguments: Value) -> String {
        let called = self.call(server, tool, arguments).await;
        let outcome = called.unwrap_or_else(|it| panic!("`{tool}` failed: {}", it.message));
        text_of(&outcome)
    }

    /// The last lines of a server's log, as `[tag] text`.
    ///
    /// # Panics
    /// When it cannot be read.
    pub async fn log(&self, server: &str) -> Vec<String> {
        let asked = ReadLog { server: server.to_owned(), range: LogRange::End, limit: 5000 };
        let page: LogPage = self.terminal("read_log", asked).await.expect("the log can be read");
        page.lines.into_iter().map(|it| format!("[{}] {}", it.tag, it.text)).collect()
    }

    /// Waits until a server's log has a line in which `part` stands.
    ///
    /// # Panics
    /// When it does not come.
    pub async fn logged(&self, server: &str, part: &str) -> String {
        let mut events = self.app.events();
        loop {
            let lines = self.log(server).await;
            if let Some(line) = lines.iter().find(|it| it.contains(part)) {
                return line.clone();
            }
            let next = timeout(LIMIT, change_of(&mut events, server)).await;
            assert!(next.is_ok(), "no `{part}` in the log:\n{}", lines.join("\n"));
        }
    }
}

/// Waits for anything that happens to a server.
async fn change_of(events: &mut Receiver<UiEvent>, server: &str) {
    loop {
        match events.recv().await {
            Ok(UiEvent::ServerChanged { server: row }) if row.name == server => return,
            Ok(
                UiEvent::ServerRemoved { server: name }
                | UiEvent::ToolsChanged { server: name }
                | UiEvent::LogGrew { server: name },
            ) if name == server => return,
            Ok(UiEvent::Lagged) | Err(RecvError::Lagged(_)) => return,
            Ok(_) => {}
            Err(RecvError::Closed) => panic!("the app is closed"),
        }
    }
}
