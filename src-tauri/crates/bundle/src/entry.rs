//! One server's JSON, in the words of whichever client wrote it, read into a draft (HOST-2,
//! HOST-3). It does not know where in a file the entry stood.

use std::collections::BTreeMap;

use model::server::{Http, Limits, Stdio, Transport};

use crate::{
    address::is_address,
    command::unquoted_words,
    error::Error,
    fields::{Field, Fields},
    tree::{Map, Tree},
};

const COMMAND: &[&str] = &["command", "cmd"];
const URL: &[&str] = &["url", "serverUrl", "httpUrl", "uri", "endpoint"];
const TYPE: &[&str] = &["type", "transport", "transportType"];

/// What a server's JSON says.
pub(crate) struct Entry {
    /// Its own name in it.
    pub(crate) name: Option<String>,
    pub(crate) description: String,
    pub(crate) transport: Transport,
    pub(crate) limits: Limits,
    /// What was left out or changed, in words.
    pub(crate) notes: Vec<String>,
}

/// Whether an object is a server, rather than a map of servers.
pub(crate) fn is_entry(map: &Map) -> bool {
    let is_map = |value: &Tree| matches!(value, Tree::Map(_));
    let has_path =
        |value: &Tree| matches!(value, Tree::Map(map) if map.iter().any(|it| it.0 == "path"));
    map.iter().any(|(key, value)| match key.as_str() {
        key if COMMAND.contains(&key) => !is_map(value) || has_path(value),
        key if URL.contains(&key) || TYPE.contains(&key) => !is_map(value),
        "args" | "name" => !is_map(value),
        _ => false,
    })
}

/// Reads the entry of the server that errors call `server`.
///
/// # Errors
/// [`Error::Field`] names the field to mend.
pub(crate) fn read(server: &str, map: Map) -> Result<Entry, Error> {
    let mut fields = Fields::new(server, map);
    let name = fields.text(&["name"])?.filter(|it| !it.trim().is_empty());
    let description = fields.text(&["description"])?.unwrap_or_default();
    let limits = limits(&mut fields)?;
    let transport = transport(&mut fields)?;
    foreign(&mut fields);
    Ok(Entry { name, description, transport, limits, notes: fields.finish() })
}

enum Kind {
    Stdio,
    Http,
}

fn transport(fields: &mut Fields) -> Result<Transport, Error> {
    let kind = kind(fields)?;
    let command = command(fields)?;
    let url = fields.take(URL);
    match (kind, command, url) {
        (Some(Kind::Stdio) | None, Some(stdio), url) => {
            if let Some(Field { name, .. }) = url {
                fields.notes.push(format!("`{name}` is not used beside `command`"));
            }
            Ok(Transport::Stdio(stdio))
        }
        (Some(Kind::Http) | None, command, Some(url)) => {
            if command.is_some() {
                fields.notes.push(format!("`command` is not used beside `{}`", url.name));
            }
            http(fields, &url).map(Transport::Http)
        }
        (Some(Kind::Stdio), None, _) => Err(fields.fault("command", "is missing")),
        (Some(Kind::Http), _, None) => Err(fields.fault("url", "is missing")),
        (None, None, None) => {
            Err(fields.fault("command", "is missing, and there is no `url` either"))
        }
    }
}

fn kind(fields: &mut Fields) -> Result<Option<Kind>, Error> {
    let Some(Field { name, value }) = fields.take(TYPE) else { return Ok(None) };
    let Tree::Text(word) = value else {
        return Err(fields.fault(name, "must be `stdio` or `http`"));
    };
    let mut word = word.to_ascii_lowercase();
    word.retain(|it| it.is_ascii_alphanumeric());
    match word.as_str() {
        "stdio" | "local" | "command" => Ok(Some(Kind::Stdio)),
        "http" | "https" | "remote" | "streamablehttp" | "streaminghttp" => Ok(Some(Kind::Http)),
        "sse" => {
            fields.notes.push("`sse` is stored as `http`".to_owned());
            Ok(Some(Kind::Http))
        }
        _ => Err(fields.fault(name, "names a transport that is not known; use `stdio` or `http`")),
    }
}

/// The program in any of its forms: a text, a list with the arguments, or an object with both.
fn command(fields: &mut Fields) -> Result<Option<Stdio>, Error> {
    let (mut command, mut first, mut env) = (None, Vec::new(), BTreeMap::new());
    if let Some(Field { name, value }) = fields.take(COMMAND) {
        if let Tree::Map(map) = value {
            let mut inner = Fields::new("", map);
            let path = inner.take(&["path"]).map(|it| fields.as_texts(name, it.value));
            command = path.transpose()?.and_then(|it| it.into_iter().next());
            let args = inner.take(&["args"]).map(|it| fields.as_texts("args", it.value));
            first = args.transpose()?.unwrap_or_default();
            let vars = inner.take(&["env"]).map(|it| fields.as_pairs("env", it.value));
            env = vars.transpose()?.unwrap_or_default();
        } else {
            let mut words = fields.as_texts(name, value)?.into_iter();
            command = words.next();
            first = words.collect();
        }
        if command.as_deref().is_none_or(|it| it.trim().is_empty()) {
            return Err(fields.fault(name, "is empty"));
        }
    }
    let args = args(fields)?;
    let Some(command) = command else { return Ok(None) };
    let mut stdio = Stdio { command, args: first, env, cwd: None };
    split_line(&mut stdio, &mut fields.notes);
    stdio.args.extend(args);
    stdio.env.extend(fields.pairs(&["env", "environment"])?);
    stdio.cwd = fields.text(&["cwd", "workingDirectory", "workdir"])?;
    Ok(Some(stdio))
}

fn args(fields: &mut Fields) -> Result<Vec<String>, Error> {
    let Some(Field { name, value }) = fields.take(&["args", "arguments"]) else {
        return Ok(Vec::new());
    };
    let Tree::Text(line) = value else { return fields.as_texts(name, value) };
    let words = shell_words::split(&line).map_err(|_| fields.fault(name, "has an open quote"))?;
    fields.notes.push(format!("`{name}` was split into its words"));
    Ok(words)
}

/// `npx -y thing` as the command is a whole line. A path may have spaces of its own.
fn split_line(stdio: &mut Stdio, notes: &mut Vec<String>) {
    if !stdio.command.trim().contains(char::is_whitespace) {
        return;
    }
    if let Some((command, args)) = unquoted_words(&stdio.command) {
        stdio.command = command;
        stdio.args.splice(0..0, args);
        notes.push("`command` was split into the program and its arguments".to_owned());
    }
}

fn http(fields: &mut Fields, url: &Field) -> Result<Http, Error> {
    let text = url.value.scalar().ok_or_else(|| fields.fault(url.name, "must be a text"))?;
    if !is_address(&text) {
        return Err(fields.fault(url.name, "must begin with `http://` or `https://` and a host"));
    }
    let mut headers = fields.pairs(&["headers", "http_headers"])?;
    if let Some(init) = fields.take(&["requestInit"]).and_then(|it| it.value.into_map()) {
        headers.extend(Fields::new("", init).pairs(&["headers"])?);
    }
    if let Some(name) = fields.text(&["bearer_token_env_var"])? {
        headers.insert("Authorization".to_owned(), format!("Bearer ${{{name}}}"));
    }
    Ok(Http { url: text.trim().to_owned(), headers })
}

/// Limits, in seconds or milliseconds as the client that wrote them counts.
fn limits(fields: &mut Fields) -> Result<Limits, Error> {
    let mut limits = Limits::default();
    let start = [
        "startLimit",
        "startup_timeout_sec",
        "startup_timeout_ms",
        "startupTimeout",
        "startTimeout",
    ];
    let call = [
        "callLimit",
        "timeout",
        "tool_timeout_sec",
        "toolTimeout",
        "callTimeout",
        "requestTimeout",
    ];
    for (names, limit, what) in
        [(&start[..], &mut limits.start, "to start"), (&call[..], &mut limits.call, "for a call")]
    {
        let Some(Field { name, value }) = fields.take(names) else { continue };
        let number = value.scalar().and_then(|it| it.trim().parse::<f64>().ok());
        let number = number.filter(|it| *it > 0.0 && it.is_finite());
        let number = number.ok_or_else(|| fields.fault(name, "must be a number above 0"))?;
        // Our page writes these, and always counts seconds.
        let ours = name == "startLimit" || name == "callLimit";
        // Nobody means a quarter of an hour less than they means a second.
        let in_millis = !ours && (number >= 1000.0 || name.ends_with("_ms"));
        let seconds = if in_millis { number / 1000.0 } else { number };
        let seconds = seconds.clamp(1.0, 86_400.0).round();
        if !ours {
            fields.notes.push(format!("`{name}` was taken as {seconds} s {what}"));
        }
        // From 1 to 86,400, so nothing is cut off.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let millis = (seconds * 1000.0) as u64;
        *limit = millis;
    }
    Ok(limits)
}

/// Fields that others have, about which there is more to say than that they are not used.
fn foreign(fields: &mut Fields) {
    let off = [("disabled", Tree::Flag(true)), ("enabled", Tree::Flag(false))];
    for (name, off) in off {
        let found = fields.take(&[name]);
        if found.is_some_and(|it| it.value == off) {
            fields.notes.push("it was switched off where this comes from".to_owned());
        }
    }
    if let Some(Field { name, .. }) = fields.take(&["envFile", "env_file"]) {
        fields.notes.push(format!("`{name}` is not read; put its variables into `env`"));
    }
    // Zed says by it only that a person wrote the entry.
    drop(fields.take(&["source"]));
}
