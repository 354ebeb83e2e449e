//! Lines that would add a server to another client (`claude mcp add …`, `code --add-mcp …`), read
//! for the server that they name. It runs none of these clients.

use std::collections::BTreeMap;

use model::server::{Http, Stdio, Transport};

use crate::{
    address::is_address,
    error::{Error, shown},
    said::{Line, Server},
};

/// Reads the words of such a line; `None` if they are of another kind.
///
/// # Errors
/// [`Error::Field`] names what is missing.
pub(crate) fn read(words: &[String]) -> Result<Option<Line>, Error> {
    let texts: Vec<&str> = words.iter().map(String::as_str).collect();
    match texts.as_slice() {
        [_, "mcp", "add", rest @ ..] | ["stewardctl", "servers", "add", rest @ ..] => {
            add(rest).map(|it| Some(Line::Server(it)))
        }
        [_, "mcp", "add-json", rest @ ..] => add_json(rest).map(Some),
        [_, "--add-mcp", json] => Ok(Some(Line::Json { name: None, text: (*json).to_owned() })),
        _ => Ok(None),
    }
}

fn add_json(words: &[&str]) -> Result<Line, Error> {
    let mut given = Given::default();
    given.read(words);
    let json = given.words.first();
    let text = json.ok_or_else(|| fault(given.name(), "command", "is missing"))?.clone();
    Ok(Line::Json { name: given.name, text })
}

fn add(words: &[&str]) -> Result<Server, Error> {
    let mut given = Given::default();
    given.read(words);
    let label = given.name().to_owned();
    let kind = given.transport.as_deref().map(str::to_ascii_lowercase);
    let is_http = match kind.as_deref() {
        None => given.url.is_some() || given.words.first().is_some_and(|it| is_address(it)),
        Some("stdio") => false,
        Some("http" | "sse" | "streamable-http") => true,
        Some(_) => {
            let what = "names a transport that is not known; use `stdio` or `http`";
            return Err(fault(&label, "--transport", what));
        }
    };
    if kind.as_deref() == Some("sse") {
        given.notes.push("`sse` is stored as `http`".to_owned());
    }
    let transport = if is_http { given.http(&label)? } else { given.stdio(&label)? };
    let Given { name, description, notes, .. } = given;
    Ok(Server { name, description, transport, notes })
}

fn fault(server: &str, field: &str, what: &str) -> Error {
    Error::Field { server: shown(server), field: field.to_owned(), what: what.to_owned() }
}

/// What such a line gives.
#[derive(Default)]
struct Given {
    name: Option<String>,
    /// The command with its arguments, or an address.
    words: Vec<String>,
    transport: Option<String>,
    url: Option<String>,
    env: BTreeMap<String, String>,
    headers: BTreeMap<String, String>,
    description: String,
    notes: Vec<String>,
}

impl Given {
    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }

    /// Up to a `--` or a command, flags may stand anywhere, after an address too.
    fn read(&mut self, words: &[&str]) {
        let mut left = words.iter().copied();
        let mut several = false;
        while let Some(word) = left.next() {
            if word == "--" {
                self.words.extend(left.by_ref().map(str::to_owned));
            } else if word.starts_with('-') && word.len() > 1 {
                let (flag, value) = word
                    .split_once('=')
                    .filter(|it| it.0.starts_with("--"))
                    .map_or((word, None), |(flag, value)| (flag, Some(value)));
                several = matches!(flag, "-e" | "--env");
                self.flag(flag, value, &mut left);
            } else if several && self.variable(word) {
                // `-e A=1 B=2` is one flag with two values.
            } else if self.name.is_none() {
                (self.name, several) = (Some(word.to_owned()), false);
            } else {
                self.words.push(word.to_owned());
                if !is_address(word) {
                    self.words.extend(left.by_ref().map(str::to_owned));
                }
            }
        }
    }

    fn flag<'a>(
        &mut self,
        flag: &str,
        own: Option<&'a str>,
        left: &mut impl Iterator<Item = &'a str>,
    ) {
        let mut value = || own.or_else(|| left.next()).unwrap_or_default().to_owned();
        match flag {
            "-t" | "--transport" | "--type" => self.transport = Some(value()),
            "--url" => self.url = Some(value()),
            "-e" | "--env" => {
                let pair = value();
                if !self.variable(&pair) {
                    self.notes.push(format!("`{flag}` was not used: it is no `NAME=value`"));
                }
            }
            "-H" | "--header" => {
                let line = value();
                match line.split_once(':') {
                    Some((name, value)) => {
                        self.headers.insert(name.trim().to_owned(), value.trim().to_owned());
                    }
                    None => {
                        self.notes.push(format!("`{flag}` was not used: it is no `Name: value`"));
                    }
                }
            }
            "--bearer-token-env-var" => {
                let bearer = format!("Bearer ${{{}}}", value());
                self.headers.insert("Authorization".to_owned(), bearer);
            }
            "--description" => self.description = value(),
            "-s" | "--scope" | "--timeout" | "--client-id" | "--callback-port"
            | "--include-tools" | "--exclude-tools" => {
                value();
                self.notes.push(format!("`{flag}` is not used"));
            }
            _ => self.notes.push(format!("`{}` is not used", shown(flag))),
        }
    }

    fn variable(&mut self, pair: &str) -> bool {
        let pair = pair.split_once('=').filter(|(name, _)| !name.is_empty());
        let pair = pair.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let is_pair = pair.is_some();
        self.env.extend(pair);
        is_pair
    }

    fn http(&mut self, label: &str) -> Result<Transport, Error> {
        let url = self.url.take().or_else(|| self.words.first().cloned());
        let url = url.ok_or_else(|| fault(label, "url", "is missing"))?;
        if !is_address(&url) {
            return Err(fault(label, "url", "must begin with `http://` or `https://` and a host"));
        }
        if !self.env.is_empty() {
            self.notes.push("`--env` is not used with an address".to_owned());
        }
        Ok(Transport::Http(Http { url, headers: std::mem::take(&mut self.headers) }))
    }

    fn stdio(&mut self, label: &str) -> Result<Transport, Error> {
        let mut words = std::mem::take(&mut self.words).into_iter();
        let command = words.next().ok_or_else(|| fault(label, "command", "is missing"))?;
        if !self.headers.is_empty() {
            self.notes.push("`--header` is not used with a command".to_owned());
        }
        let env = std::mem::take(&mut self.env);
        Ok(Transport::Stdio(Stdio { command, args: words.collect(), env, cwd: None }))
    }
}
