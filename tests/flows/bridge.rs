//! The test bridge itself: what headless Chromium meets must be what the window has, and nobody
//! else may speak to it.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

use flows::{peers, processes::Process};
use serde_json::{Value, json};
use tempfile::TempDir;

const PAGE: &str = "<!doctype html><html><head><title>Steward</title></head></html>";

/// A bridge with a page of one line.
struct Bridge {
    home: TempDir,
    child: Child,
    host: String,
}

/// An answer: its status, its head, its body.
type Answer = (u16, String, String);

impl Bridge {
    fn start() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("dist")).unwrap();
        fs::write(home.path().join("dist/index.html"), PAGE).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_bridge"));
        command.arg("--dist").arg(home.path().join("dist"));
        command.arg("--data-dir").arg(home.path().join("data")).env("HOME", home.path());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host = line.trim().trim_start_matches("ready http://").trim_end_matches('/');
        Self { host: host.to_owned(), home, child }
    }

    fn ask(&self, request: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let mut head = format!("{request} HTTP/1.1\r\nconnection: close\r\n");
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        let length = body.len();
        write!(stream, "{head}content-length: {length}\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head.to_owned(), body.to_owned())
    }

    fn get(&self, path: &str) -> Answer {
        self.ask(&format!("GET {path}"), &[("host", &self.host)], "")
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = [("host", self.host.as_str()), ("content-type", "application/json")];
        self.ask(&format!("POST {path}"), &headers, &body.to_string())
    }

    fn call(&self, command: &str, payload: &Value) -> (u16, Value) {
        let (status, _, body) =
            self.post("/call", &json!({ "command": command, "payload": payload }));
        (status, serde_json::from_str(&body).unwrap())
    }

    /// Lets it go, as a test does at its end, and gives its home.
    fn end(mut self) -> TempDir {
        drop(self.child.stdin.take());
        assert!(self.child.wait().unwrap().success());
        self.home
    }
}

#[test]
fn the_page_meets_the_windows_own_policy() {
    let bridge = Bridge::start();
    let (status, head, body) = bridge.get("/");
    assert_eq!(status, 200);
    assert_eq!(body, PAGE.replace("<head>", r#"<head><script src="/bridge.js"></script>"#));
    let settings = fs::read_to_string(peers::checkout().join("src-tauri/tauri.conf.json")).unwrap();
    let settings: Value = serde_json::from_str(&settings).unwrap();
    let policy = settings["app"]["security"]["csp"].as_str().unwrap();
    let told = head.lines().find_map(|line| line.strip_prefix("content-security-policy: "));
    assert_eq!(told.unwrap().replace("connect-src 'self' ", "connect-src "), policy);
    assert!(bridge.get("/bridge.js").2.contains("__TAURI_INTERNALS__"));
    for path in ["/index.html", "/../data/steward.db", "/%2e%2e/data/steward.db", "/nothing"] {
        assert_eq!(bridge.get(path).0, 404, "{path}");
    }
    bridge.end();
}

#[test]
fn other_sites_pages_are_not_served() {
    let bridge = Bridge::start();
    let own = format!("http://{}", bridge.host);
    let ask = |headers: &[(&str, &str)]| bridge.ask("GET /bridge.js", headers, "").0;
    assert_eq!(ask(&[("host", &bridge.host)]), 200);
    assert_eq!(ask(&[("host", &bridge.host), ("origin", &own)]), 200);
    assert_eq!(ask(&[("host", "evil.example")]), 403);
    assert_eq!(ask(&[("host", "localhost")]), 403);
    assert_eq!(ask(&[("host", &bridge.host), ("origin", "http://evil.example")]), 403);
    assert_eq!(ask(&[("host", &bridge.host), ("origin", "null")]), 403);
    bridge.end();
}

#[tokio::test]
async fn the_page_has_the_rights_of_the_main_window_and_the_desk_answers_it() {
    let bridge = Bridge::start();
    let (status, refused) = bridge.call("wake_server", &json!({ "server": "demo" }));
    assert_eq!((status, &refused["code"]), (422, &"refused".into()));

    assert_eq!(bridge.post("/desk", &json!([{ "consent": "cancel" }])).0, 204);
    let (status, declined) = bridge.call("add_demo", &Value::Null);
    assert_eq!((status, &declined["code"]), (422, &"declined".into()));
    assert_eq!(bridge.post("/desk", &json!({ "consent": "start" })).0, 204);
    let (status, row) = bridge.call("add_demo", &Value::Null);
    assert_eq!((status, &row["name"]), (200, &"demo".into()));
    let desk: Value = serde_json::from_str(&bridge.get("/desk").2).unwrap();
    assert_eq!(desk["asked"].as_array().map(Vec::len), Some(2));
    assert_eq!((&desk["open"], &desk["asked"][1]["title"]), (&0.into(), &"Demo".into()));
    let home = bridge.end();
    Process::none_in(home.path()).await;
}
