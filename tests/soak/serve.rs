//! The server that the others run by the thousand: over standard input and output, of the legacy era,
//! and as small as can be.

use std::{
    io::{BufRead as _, Write as _, stdin, stdout},
    time::Duration,
};

use flows::peers::Program;
use serde_json::{Value, json};

/// The command line of such a server.
pub(crate) fn program(options: &[&str]) -> Program {
    let own = std::env::current_exe().expect("this program is somewhere");
    Program::new(own.display().to_string(), &["serve"]).with(options)
}

/// Serves until nothing more comes. `--after SECONDS` has it start late, and `--dies` has it end as
/// soon as it is ready.
#[expect(clippy::disallowed_methods, reason = "to be slow is what it is asked for")]
pub(crate) fn run(words: &[String]) {
    let late = words.iter().position(|it| it == "--after").and_then(|at| words.get(at + 1));
    if let Some(seconds) = late.and_then(|it| it.parse().ok()) {
        std::thread::sleep(Duration::from_secs(seconds));
    }
    let dies = words.iter().any(|it| it == "--dies");
    for line in stdin().lock().lines().map_while(Result::ok) {
        let message: Value = serde_json::from_str(&line).unwrap_or_default();
        let Some(result) = answer(&message) else { continue };
        let mut reply = json!({ "jsonrpc": "2.0", "id": message["id"] });
        match result {
            Ok(result) => reply["result"] = result,
            Err(code) => reply["error"] = json!({ "code": code, "message": "no" }),
        }
        let mut out = stdout().lock();
        if writeln!(out, "{reply}").and_then(|()| out.flush()).is_err() {
            return;
        }
        if dies && message["method"] == "tools/list" {
            return;
        }
    }
}

/// The result of a request, or the code of its error; `None` for what gets no reply.
pub(crate) fn answer(message: &Value) -> Option<Result<Value, i64>> {
    message.get("id")?;
    Some(match message["method"].as_str()? {
        "initialize" => {
            let info = json!({ "name": "soak", "version": "1" });
            Ok(
                json!({ "protocolVersion": "2025-11-25", "capabilities": { "tools": {} }, "serverInfo": info }),
            )
        }
        "ping" => Ok(json!({})),
        "tools/list" => Ok(json!({ "tools": [
            { "name": "echo", "inputSchema": { "type": "object" } },
            { "name": "never", "inputSchema": { "type": "object" } },
        ] })),
        "tools/call" if message["params"]["name"] == "never" => return None,
        "tools/call" => Ok(json!({ "content": [{ "type": "text", "text": "echo" }] })),
        _ => Err(-32601),
    })
}
