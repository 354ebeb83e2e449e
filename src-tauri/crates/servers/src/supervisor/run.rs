//! What a running server says: written to its log, and what matters of it handed to its
//! supervisor.

use std::{collections::VecDeque, time::Duration};

use model::{log::Tag, name::ServerName, state::Phase};
use stdx::tasks::Tasks;
use tokio::{
    sync::{mpsc, watch},
    time::timeout,
};
use tracing::debug;

use crate::{
    convert,
    log::writer::LogWriter,
    redact::{Redactor, lines::Lines},
    redacted,
};

/// Notices that may wait for the log. Beyond that the server's standard error waits.
const WAITING: usize = 1024;
/// Lines of standard error that are told with a failure.
const LAST_LINES: usize = 20;
/// Warnings that are told of one run.
const WARNINGS: usize = 20;
/// How long a line that ends as a secret begins waits for the next one.
const NEXT_LINE: Duration = Duration::from_millis(50);
/// Stopping takes 2 s, SIGTERM 2 s more; after that nobody waits (HOST-7).
const GONE_LIMIT: Duration = Duration::from_secs(5);

/// The ears of one run. Everything of the run is gone when its notices end.
pub(super) struct Run {
    redactor: Redactor,
    notices: Option<mpsc::Sender<mcp::Notice>>,
    heard: watch::Receiver<Heard>,
    /// The resources that changed, by their addresses.
    updated: mpsc::Receiver<String>,
    /// News already told to the supervisor.
    told: Told,
    tasks: Tasks,
}

/// Something to act on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum News {
    /// The server lists other tools now.
    ToolsChanged,
    /// It lists other prompts now.
    PromptsChanged,
    /// It lists other resources or templates now.
    ResourcesChanged,
    /// A resource is not what it was: its address.
    Updated(String),
    /// There are more warnings.
    Warned,
}

/// What was heard so far.
#[derive(Debug, Default)]
struct Heard {
    phase: Option<Phase>,
    tools_changed: u64,
    prompts_changed: u64,
    resources_changed: u64,
    warnings: Vec<String>,
    last_lines: VecDeque<String>,
}

#[derive(Debug, Default)]
struct Told {
    tools_changed: u64,
    prompts_changed: u64,
    resources_changed: u64,
    warnings: usize,
}

impl Run {
    /// Listens to `server`, and writes to `log`.
    /// What is heard holds no secret that `redactor` knows.
    pub(super) fn start(server: ServerName, log: LogWriter, redactor: Redactor) -> Self {
        let (notices, incoming) = mpsc::channel(WAITING);
        let (hearing, heard) = watch::channel(Heard::default());
        let (updating, updated) = mpsc::channel(WAITING);
        let mut tasks = Tasks::new();
        let stderr = Lines::new(redactor.clone());
        let ears = Ears { server, hearing, updating, log, redactor: redactor.clone(), stderr };
        tasks.spawn(ears.listen(incoming));
        Self { redactor, notices: Some(notices), heard, updated, told: Told::default(), tasks }
    }

    /// Takes out the secrets of this run.
    pub(super) fn redactor(&self) -> &Redactor {
        &self.redactor
    }

    /// Where the connection tells its notices.
    pub(super) fn notices(&self) -> mpsc::Sender<mcp::Notice> {
        // Kept until the connection is made; before that nothing has ended yet.
        self.notices.clone().unwrap_or_else(|| mpsc::channel(1).0)
    }

    /// Only the connection tells notices from now on.
    pub(super) fn connected(&mut self) {
        self.notices = None;
    }

    /// The next phase of the start.
    pub(super) async fn phase_changed(&mut self) -> Phase {
        loop {
            if self.heard.changed().await.is_err() {
                // The ears ended; a start that goes on has no further phase.
                std::future::pending::<()>().await;
            }
            if let Some(phase) = self.heard.borrow_and_update().phase {
                return phase;
            }
        }
    }

    /// Waits for news.
    pub(super) async fn news(&mut self) -> News {
        loop {
            {
                let heard = self.heard.borrow_and_update();
                if heard.tools_changed > self.told.tools_changed {
                    self.told.tools_changed = heard.tools_changed;
                    return News::ToolsChanged;
                }
                if heard.prompts_changed > self.told.prompts_changed {
                    self.told.prompts_changed = heard.prompts_changed;
                    return News::PromptsChanged;
                }
                if heard.resources_changed > self.told.resources_changed {
                    self.told.resources_changed = heard.resources_changed;
                    return News::ResourcesChanged;
                }
                if heard.warnings.len() > self.told.warnings {
                    self.told.warnings = heard.warnings.len();
                    return News::Warned;
                }
            }
            tokio::select! {
                Some(uri) = self.updated.recv() => return News::Updated(uri),
                changed = self.heard.changed() => {
                    if changed.is_err() {
                        std::future::pending::<()>().await;
                    }
                }
            }
        }
    }

    /// All warnings so far.
    pub(super) fn warnings(&self) -> Vec<String> {
        self.heard.borrow().warnings.clone()
    }

    /// Waits until the process is gone and all it said is in the log; gives its last lines.
    pub(super) async fn gone(mut self) -> Vec<String> {
        self.notices = None;
        // Past the limit the guard and the connection's own task see to the rest.
        timeout(GONE_LIMIT, self.tasks.ended()).await.ok();
        self.heard.borrow().last_lines.iter().cloned().collect()
    }
}

/// Takes in what is said, on a task of its own.
struct Ears {
    server: ServerName,
    hearing: watch::Sender<Heard>,
    updating: mpsc::Sender<String>,
    log: LogWriter,
    redactor: Redactor,
    stderr: Lines,
}

impl Ears {
    async fn listen(mut self, mut incoming: mpsc::Receiver<mcp::Notice>) {
        loop {
            let next = if self.stderr.is_waiting() {
                timeout(NEXT_LINE, incoming.recv()).await.ok()
            } else {
                Some(incoming.recv().await)
            };
            match next {
                Some(Some(mcp::Notice::Stderr(line))) => {
                    let lines = self.stderr.push(line);
                    self.hear_lines(lines).await;
                }
                Some(Some(notice)) => {
                    self.release().await;
                    self.hear(redacted::notice(&self.redactor, notice)).await;
                }
                Some(None) => return self.release().await,
                None => self.release().await,
            }
        }
    }

    /// The line that waits was said before whatever comes now.
    async fn release(&mut self) {
        let lines = self.stderr.release();
        self.hear_lines(lines).await;
    }

    async fn hear_lines(&self, lines: Vec<String>) {
        for line in lines {
            self.hear(mcp::Notice::Stderr(line)).await;
        }
    }

    async fn hear(&self, notice: mcp::Notice) {
        match notice {
            mcp::Notice::Phase(phase) => {
                self.hearing.send_modify(|heard| heard.phase = Some(convert::phase(phase)));
            }
            mcp::Notice::Stderr(line) => {
                debug!(target: "mcp", server = %self.server, line, "stderr");
                self.log.write(&Tag::Stderr, &line).await;
                self.remember_line(line);
            }
            mcp::Notice::Noise(line) => self.log.write(&Tag::Stdout, &line).await,
            mcp::Notice::Log { level, logger, data } => {
                let data = data.as_str().map_or_else(|| data.to_string(), str::to_owned);
                let text = logger.map_or_else(|| data.clone(), |it| format!("{it}: {data}"));
                self.log.write(&Tag::Notice(level), &text).await;
            }
            mcp::Notice::ListChanged(mcp::List::Tools) => {
                self.hearing.send_modify(|heard| heard.tools_changed += 1);
            }
            mcp::Notice::ListChanged(mcp::List::Prompts) => {
                self.hearing.send_modify(|heard| heard.prompts_changed += 1);
            }
            mcp::Notice::ListChanged(mcp::List::Resources) => {
                self.hearing.send_modify(|heard| heard.resources_changed += 1);
            }
            mcp::Notice::ResourceUpdated { uri } => {
                // One that is behind hears of so many others that it reads again anyway.
                self.updating.try_send(uri).ok();
            }
            mcp::Notice::Warning(text) => {
                self.log.write(&Tag::Lifecycle, &format!("warning: {text}")).await;
                self.remember_warning(&text);
            }
            mcp::Notice::Lifecycle(text) => self.log.write(&Tag::Lifecycle, &text).await,
            mcp::Notice::Custom { method, params: _ } => {
                let text = format!("notification `{method}` is not used");
                self.log.write(&Tag::Lifecycle, &text).await;
            }
        }
    }

    /// No wake-up: a flood is no news.
    fn remember_line(&self, line: String) {
        self.hearing.send_if_modified(|heard| {
            while heard.last_lines.len() >= LAST_LINES {
                heard.last_lines.pop_front();
            }
            heard.last_lines.push_back(line);
            false
        });
    }

    fn remember_warning(&self, text: &str) {
        self.hearing.send_if_modified(|heard| {
            let text = convert::told(text);
            let new = heard.warnings.len() < WARNINGS && !heard.warnings.contains(&text);
            if new {
                heard.warnings.push(text);
            }
            new
        });
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs, io,
        path::Path,
        sync::{Arc, Mutex},
    };

    use stdx::{clock::Clock, secret::Secret};
    use tempfile::TempDir;

    use super::*;
    use crate::log::file::LogFile;

    const SECRET: &str = "hunter2hunter2";

    /// The ears of a server that may say its secret, and where its log is.
    struct Desk {
        run: Run,
        writing: Tasks,
        folder: TempDir,
    }

    impl Desk {
        fn new() -> Self {
            let (folder, server) =
                (tempfile::tempdir().unwrap(), ServerName::parse("demo").unwrap());
            let mut writing = Tasks::new();
            let file = LogFile::of(folder.path(), &server);
            let log = LogWriter::start(file, Clock::machine(), &mut writing, || {});
            let redactor = Redactor::default();
            redactor.add(&Secret::from(SECRET));
            Self { run: Run::start(server, log, redactor), writing, folder }
        }

        async fn says(&self, line: &str) {
            let notice = mcp::Notice::Stderr(line.to_owned());
            self.run.notices().send(notice).await.unwrap();
        }

        /// The last lines, and the whole log.
        async fn gone(self) -> (Vec<String>, String) {
            let lines = self.run.gone().await;
            self.writing.finish().await;
            (lines, read(self.folder.path()))
        }
    }

    fn read(folder: &Path) -> String {
        fs::read_to_string(folder.join("demo.log")).unwrap()
    }

    /// HOST-48, HOST-53
    #[tokio::test]
    async fn a_secret_broken_over_two_lines_is_in_no_log() {
        let desk = Desk::new();
        for line in ["token hunte", "r2hunter2 it", "68756e746572", "3268756e74657232", "hunt"] {
            desk.says(line).await;
        }
        let (lines, log) = desk.gone().await;
        assert_eq!(lines, ["token •••", "••• it", "•••", "•••", "hunt"]);
        let logged: Vec<_> = log.lines().filter_map(|it| it.split_once("]     ")).collect();
        assert_eq!(logged.iter().map(|it| it.1).collect::<Vec<_>>(), lines);
    }

    /// HOST-53
    #[tokio::test(start_paused = true)]
    async fn a_line_that_ends_as_a_secret_begins_is_not_kept_back_for_long() {
        let desk = Desk::new();
        desk.says("off to the hunt").await;
        tokio::time::sleep(2 * NEXT_LINE).await;
        assert_eq!(desk.run.heard.borrow().last_lines, ["off to the hunt"]);
        desk.says("again to the hunt").await;
        desk.run.notices().send(mcp::Notice::Warning("odd".into())).await.unwrap();
        let (_, log) = desk.gone().await;
        let (hunt, warning) = (log.find("again").unwrap(), log.find("warning").unwrap());
        assert!(hunt < warning, "{log}");
    }

    /// Where a test reads what is traced.
    #[derive(Clone, Default)]
    struct Traced(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Traced {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// HOST-48
    #[tokio::test]
    async fn stderr_is_traced_without_secrets() {
        let traced = Traced::default();
        let writer = traced.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_env_filter("mcp=debug")
            .with_writer(move || writer.clone())
            .with_ansi(false)
            .finish();
        let _guard = tracing::subscriber::set_default(subscriber);
        let desk = Desk::new();
        desk.says("token hunter2hunter2").await;
        desk.gone().await;
        let shown = String::from_utf8(traced.0.lock().unwrap().clone()).unwrap();
        assert!(shown.contains("DEBUG mcp: stderr server=demo line=\"token •••\""), "{shown}");
        assert!(!shown.contains(SECRET), "{shown}");
    }
}
