//! Plants the controls: values that nothing hides, in each place and each encoding. They are
//! written by Python, the search is not.

use std::{
    fs::{self, OpenOptions},
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use flows::{
    encode::Encoding,
    processes::{Process, Running},
    reader::INTERPRETER,
    wait::eventually,
};
use serde_json::{Value, json};

use crate::{ledger::Control, person::Person, place::Place};

/// The name of the server that says back what it is told.
pub(crate) const BYSTANDER: &str = "bystander";
/// A word on the command line of the process that is planted.
const PLANTED: &str = "HOLDS_CONTROLS";

/// What Python writes for each control, in base64.
pub(crate) struct Plants<'a>(Vec<(&'a Control, String)>);

impl<'a> Plants<'a> {
    /// Has them written.
    ///
    /// # Panics
    /// When there is no Python.
    pub(crate) fn write(controls: &'a [Control]) -> Self {
        let pairs: Value =
            controls.iter().map(|it| json!([it.canary.value(), it.encoding.name()])).collect();
        let mut script = Command::new("python3");
        let written = ask(script.arg(file("plant.py")), &pairs);
        let written: Vec<String> = serde_json::from_slice(&written).expect("it prints texts");
        assert_eq!(written.len(), controls.len());
        Self(controls.iter().zip(written).collect())
    }

    /// Puts all of them where they belong; what is handed back holds some of them.
    ///
    /// # Panics
    /// When one cannot be planted.
    pub(crate) async fn plant(&self, person: &Person) -> Running {
        self.in_files(person);
        self.in_database(person);
        let process = self.in_process(person).await;
        for place in [Place::Said, Place::Answered, Place::Heard] {
            self.over_the_bridge(place, person).await;
        }
        self.in_the_page(person).await;
        process
    }

    fn of(&self, place: Place) -> impl Iterator<Item = (Encoding, &String)> {
        let here = self.0.iter().filter(move |(control, _)| control.place == place);
        here.map(|(control, plant)| (control.encoding, plant))
    }

    fn bytes_of(&self, place: Place) -> Vec<Vec<u8>> {
        self.of(place).map(|(_, plant)| decoded(plant)).collect()
    }

    fn in_files(&self, person: &Person) {
        let ground = &person.ground;
        for (place, path) in [
            (Place::Data, ground.data.join("planted")),
            (Place::Logs, ground.data.join("logs/planted.log")),
            (Place::WebStorage, ground.web_storage().join("planted")),
            (Place::Home, ground.home.join(".config/planted")),
            (Place::Temp, ground.run.join("planted")),
            (Place::AppOutput, ground.said.join("app.err")),
            (Place::TerminalOutput, ground.said.join("terminal-planted.out")),
            (Place::Model, ground.said.join("model-planted.sent")),
            (Place::Crash, ground.run.join("core.planted")),
        ] {
            let text = self.bytes_of(place).join(b"\nplanted: ".as_slice());
            let opened = OpenOptions::new().append(true).create(true).open(&path);
            let written = opened.and_then(|mut it| it.write_all(&text));
            written.unwrap_or_else(|it| panic!("{}: {it}", path.display()));
        }
    }

    fn in_database(&self, person: &Person) {
        let rows: Vec<_> = self.of(Place::Database).map(|(_, plant)| plant).collect();
        let database = person.ground.data.join("steward.db");
        let mut script = Command::new("python3");
        ask(script.arg(file("planted_rows.py")), &json!({ "database": database, "rows": rows }));
    }

    async fn in_process(&self, person: &Person) -> Running {
        let joined = |place, first: &str| {
            let mut all = vec![first.as_bytes().to_vec()];
            all.extend(self.bytes_of(place));
            STANDARD.encode(all.join(&0))
        };
        let told = json!({
            "variables": { "HOME": person.ground.home },
            "environment": joined(Place::Environment, "PLANTED=yes"),
            "line": joined(Place::CommandLine, PLANTED),
        });
        let mut script = person.desktop.command(INTERPRETER);
        let running =
            Running::start_and_tell(script.arg(file("planted_process.py")), &told.to_string());
        eventually("the planted process does not come", async || {
            let all = Process::all_in(&person.ground.home);
            all.iter().any(|it| it.line.contains(PLANTED)).then_some(())
        })
        .await;
        running
    }

    /// A call whose arguments come back as its result, and as its progress.
    async fn over_the_bridge(&self, place: Place, person: &Person) {
        let texts: Vec<_> = self.of(place).map(|it| as_text(it.0, it.1)).collect();
        let payload = json!({
            "call": format!("control-{place:?}"),
            "server": BYSTANDER,
            "tool": "say",
            "arguments": { "texts": texts },
        });
        let script = "const [payload, done] = arguments; window.__TAURI_INTERNALS__\
            .invoke('call', { command: 'call_tool', payload }) \
            .then(() => done(null), (it) => done(JSON.stringify(it)))";
        let told = person.window.driver().execute_async(script, vec![payload]).await;
        let told = told.expect("the page runs scripts");
        assert_eq!(told.json(), &Value::Null, "the bystander does not answer");
    }

    /// In the page's own memory; and in its storage, which another process has in memory for it.
    async fn in_the_page(&self, person: &Person) {
        let all = |place| self.of(place).map(|it| it.1).collect::<Vec<_>>();
        let script = "const [page, storage] = arguments; \
            window.planted = page.map((it) => atob(it)); \
            window.plantedBytes = window.planted.map((it) => \
                Uint8Array.from(it, (one) => one.charCodeAt(0))); \
            storage.forEach((it, at) => localStorage.setItem('planted ' + at, atob(it)))";
        let arguments = vec![json!(all(Place::PageMemory)), json!(all(Place::NetworkMemory))];
        let ran = person.window.driver().execute(script, arguments).await;
        ran.expect("the page runs scripts");
    }
}

/// A text as JavaScript has it: UTF-16 is no text, so each of its bytes is a character.
fn as_text(encoding: Encoding, plant: &str) -> String {
    let bytes = decoded(plant);
    if matches!(encoding, Encoding::Utf16Little | Encoding::Utf16Big) {
        return bytes.into_iter().map(char::from).collect();
    }
    String::from_utf8(bytes).expect("Python wrote it as UTF-8")
}

fn decoded(plant: &str) -> Vec<u8> {
    STANDARD.decode(plant).expect("Python wrote it as base64")
}

fn file(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("canary").join(name)
}

/// Runs a script with JSON on its input; what it prints.
fn ask(script: &mut Command, question: &Value) -> Vec<u8> {
    let mut child =
        script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python is there");
    let mut told = child.stdin.take().expect("it is piped");
    told.write_all(question.to_string().as_bytes()).expect("it takes its input");
    drop(told);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{script:?} fails");
    output.stdout
}

/// Names of what is planted as files are no secrets; their folders must be there.
pub(crate) fn make_room(person: &Person) {
    fs::create_dir_all(person.ground.web_storage()).expect("a folder can be made");
}
