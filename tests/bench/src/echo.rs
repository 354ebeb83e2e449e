//! A server that does as little as a server can: the answers alone, without a pipe.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{json, value::RawValue};

use crate::job::{Era, MODERN};

const LEGACY: &str = "2025-11-25";

/// A line of the filler, so that long results have line ends to be unescaped as real ones do.
const ROW: &str = "A line of sixty-four bytes as files and programs are full of it\n";

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<&'a str>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Call<'a> {
    name: &'a str,
    #[serde(borrow)]
    arguments: Arguments<'a>,
}

#[derive(Deserialize)]
struct Arguments<'a> {
    /// The text between its quotes and with its escapes, as it is sent back.
    #[serde(borrow)]
    message: Option<&'a RawValue>,
    bytes: Option<usize>,
}

#[derive(Deserialize)]
struct Listing<'a> {
    /// The number of a page.
    cursor: Option<&'a str>,
}

/// A server of one era.
#[derive(Debug, Clone)]
pub struct Echo {
    era: Era,
    /// The pages of its list of tools, ready to be sent.
    pages: Arc<[String]>,
}

impl Echo {
    /// One that knows only this era, and lists so many tools on pages of so many.
    pub fn new(era: Era, tools: usize, page: usize) -> Self {
        Self { era, pages: pages(tools, page.max(1)).into() }
    }

    /// The only era it knows.
    pub fn era(&self) -> Era {
        self.era
    }

    /// The method and the id of a request.
    pub fn glance(line: &[u8]) -> Option<(&str, &str)> {
        let request = serde_json::from_slice::<Request<'_>>(line).ok()?;
        Some((request.method?, request.id.map_or("null", RawValue::get)))
    }

    /// Writes the answer to `line` into `out`, with its line end; nothing for what wants none.
    pub fn answer(&self, line: &[u8], out: &mut Vec<u8>) {
        let Ok(Request { id: Some(id), method: Some(method), params }) =
            serde_json::from_slice::<Request<'_>>(line)
        else {
            return;
        };
        out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
        out.extend_from_slice(id.get().as_bytes());
        match (method, self.era) {
            ("tools/call", _) => self.call(params, out),
            ("tools/list", _) => self.list(params, out),
            ("initialize", Era::Legacy) => result(&hello().to_string(), out),
            ("server/discover", Era::Modern) => result(&discovery().to_string(), out),
            _ => out.extend_from_slice(
                br#","error":{"code":-32601,"message":"this method is not known"}"#,
            ),
        }
        out.extend_from_slice(b"}\n");
    }

    fn call(&self, params: Option<&RawValue>, out: &mut Vec<u8>) {
        let call = params.and_then(|it| serde_json::from_str::<Call<'_>>(it.get()).ok());
        out.extend_from_slice(br#","result":{"#);
        if self.era == Era::Modern {
            out.extend_from_slice(br#""resultType":"complete","#);
        }
        out.extend_from_slice(br#""content":[{"type":"text","text":"#);
        match call {
            Some(Call { name: "echo", arguments: Arguments { message: Some(text), .. } }) => {
                out.extend_from_slice(text.get().as_bytes());
            }
            Some(Call { name: "text", arguments: Arguments { bytes: Some(bytes), .. } }) => {
                write_filler(bytes, out);
            }
            Some(_) | None => out.extend_from_slice(br#""an unknown tool""#),
        }
        out.extend_from_slice(br#"}],"isError":false}"#);
    }

    fn list(&self, params: Option<&RawValue>, out: &mut Vec<u8>) {
        let asked = params.and_then(|it| serde_json::from_str::<Listing<'_>>(it.get()).ok());
        let cursor = asked.and_then(|it| it.cursor);
        match self.pages.get(cursor.map_or(Some(0), |it| it.parse().ok()).unwrap_or(usize::MAX)) {
            Some(page) => result(page, out),
            None => out.extend_from_slice(
                br#","error":{"code":-32602,"message":"there is no such page"}"#,
            ),
        }
    }
}

fn result(fields: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(br#","result":"#);
    out.extend_from_slice(fields.as_bytes());
}

/// The text of so many bytes that the tool `text` gives.
pub fn filler(bytes: usize) -> String {
    let mut text = ROW.repeat(bytes.div_ceil(ROW.len()));
    text.truncate(bytes);
    text
}

/// The same as JSON.
fn write_filler(bytes: usize, out: &mut Vec<u8>) {
    out.push(b'"');
    for _ in 0..bytes / ROW.len() {
        out.extend_from_slice(ROW.trim_ascii_end().as_bytes());
        out.extend_from_slice(b"\\n");
    }
    out.extend_from_slice(filler(bytes % ROW.len()).as_bytes());
    out.push(b'"');
}

fn hello() -> serde_json::Value {
    json!({
        "protocolVersion": LEGACY,
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "echo", "version": "1.0.0" },
    })
}

fn discovery() -> serde_json::Value {
    json!({
        "resultType": "complete",
        "supportedVersions": [MODERN],
        "capabilities": { "tools": {} },
        "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "echo", "version": "1.0.0" } },
        "ttlMs": 3_600_000,
        "cacheScope": "public",
    })
}

/// Each page names the one behind it by its number. No page may be kept by whoever reads it: then
/// the second reading would measure nothing.
fn pages(tools: usize, size: usize) -> Vec<String> {
    let all: Vec<_> = (0..tools).map(tool).collect();
    let count = all.len().div_ceil(size);
    let page = |(at, tools): (usize, &[serde_json::Value])| {
        let mut page = json!({
            "resultType": "complete",
            "ttlMs": 0,
            "cacheScope": "public",
            "tools": tools,
        });
        if at + 1 < count {
            page["nextCursor"] = json!((at + 1).to_string());
        }
        page.to_string()
    };
    all.chunks(size).enumerate().map(page).collect()
}

/// The two that are called come first; all others are as long as those of daily life.
fn tool(n: usize) -> serde_json::Value {
    match n {
        0 => plain("echo", "message", "string"),
        1 => plain("text", "bytes", "integer"),
        _ => json!({
            "name": tool_name(n),
            "title": format!("Find record {n}"),
            "description": "Finds the records that match a query, newest first, and gives for each \
                            its title, its owner and the time of its last change.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "query": { "type": "string", "description": "What the records must hold" },
                    "limit": { "type": "integer", "minimum": 1, "maximum": 100 },
                    "order": { "type": "string", "enum": ["newest", "oldest", "title"] },
                },
                "required": ["query"],
                "additionalProperties": false,
            },
            "annotations": { "readOnlyHint": true, "openWorldHint": false },
        }),
    }
}

/// The name of the tool at this place of the list.
pub fn tool_name(n: usize) -> String {
    match n {
        0 => "echo".to_owned(),
        1 => "text".to_owned(),
        _ => format!("find_record_{n}"),
    }
}

fn plain(name: &str, argument: &str, kind: &str) -> serde_json::Value {
    json!({
        "name": name,
        "inputSchema": {
            "type": "object",
            "properties": { argument: { "type": kind } },
            "required": [argument],
        },
    })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::job::Job;

    fn answered(era: Era, line: &[u8]) -> Option<Value> {
        let mut out = Vec::new();
        Echo::new(era, 5, 2).answer(line, &mut out);
        (!out.is_empty()).then(|| serde_json::from_slice(&out).unwrap())
    }

    #[test]
    fn each_job_gets_back_what_it_expects() {
        for era in [Era::Legacy, Era::Modern] {
            for job in [Job::Echo, Job::Text(1000), Job::Text(1 << 16)] {
                let answer = answered(era, &job.line(era, 7)).unwrap();
                assert_eq!(answer["id"], 7);
                assert_eq!(Echo::glance(&job.line(era, 7)), Some(("tools/call", "7")));
                assert_eq!(answer["result"]["content"][0]["text"], job.expected(7));
                let kind = answer["result"].get("resultType");
                assert_eq!(kind.is_some(), era == Era::Modern);
            }
        }
    }

    #[test]
    fn each_era_refuses_the_first_word_of_the_other() {
        let ask = |method| format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}"}}"#);
        for (era, method, known) in [
            (Era::Legacy, "initialize", true),
            (Era::Legacy, "server/discover", false),
            (Era::Modern, "initialize", false),
            (Era::Modern, "server/discover", true),
        ] {
            let answer = answered(era, ask(method).as_bytes()).unwrap();
            assert_eq!(answer.get("result").is_some(), known, "{era} {method}");
        }
    }

    #[test]
    fn notifications_get_no_answer() {
        let line = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        assert_eq!(answered(Era::Legacy, line), None);
    }

    #[test]
    fn a_list_goes_on_from_page_to_page_and_names_each_tool_once() {
        let mut names = Vec::new();
        let mut page = 0;
        loop {
            let answer = answered(Era::Legacy, &Job::List(5).page(Era::Legacy, 7, page)).unwrap();
            let tools = answer["result"]["tools"].as_array().unwrap();
            names.extend(tools.iter().map(|it| it["name"].as_str().unwrap().to_owned()));
            page += 1;
            match answer["result"]["nextCursor"].as_str() {
                Some(cursor) => assert_eq!(cursor, page.to_string()),
                None => break,
            }
        }
        assert_eq!((page, names), (3, (0..5).map(tool_name).collect()));
        let beyond = answered(Era::Legacy, &Job::List(5).page(Era::Legacy, 7, 3)).unwrap();
        assert!(beyond.get("error").is_some());
    }
}
