//! A command line, or an address alone, read into what a server is reached by. Lines for other
//! clients (`claude mcp add …`) are known elsewhere.

use std::collections::BTreeMap;

use model::server::{Http, Stdio, Transport};

use crate::{
    address::is_address,
    client,
    error::Error,
    said::{Line, Server},
    words::lines,
};

/// Reads one command, with `NAME=value`, `env` and lines of `export NAME=value` before it.
///
/// # Errors
/// [`Error::Line`], or [`Error::Field`] for a line of another client.
pub(crate) fn read(text: &str) -> Result<Line, Error> {
    if is_address(text) {
        return Ok(Line::Server(Server::unnamed(address(text.trim()))));
    }
    let mut lines = lines(text)?;
    let mut words = lines.pop().ok_or(Error::Empty)?;
    let mut env = BTreeMap::new();
    for mut exported in lines {
        let exports = exported.first().is_some_and(|it| it == "export");
        exported.drain(..usize::from(exports));
        assignments(&mut exported, &mut env);
        if !exports || !exported.is_empty() {
            return Err(Error::Line("is more than one; give one command".to_owned()));
        }
    }
    assignments(&mut words, &mut env);
    if words.first().is_some_and(|it| it == "env") {
        words.remove(0);
        assignments(&mut words, &mut env);
    }
    let line = match client::read(&words)? {
        Some(line) => line,
        None => Line::Server(Server::unnamed(program(words)?)),
    };
    Ok(with_env(line, env))
}

/// Takes `NAME=value` off the beginning.
fn assignments(words: &mut Vec<String>, env: &mut BTreeMap<String, String>) {
    let is_variable = |name: &str| {
        name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
            && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
    };
    while let Some((name, value)) = words.first().and_then(|it| it.split_once('=')) {
        if !is_variable(name) {
            break;
        }
        env.insert(name.to_owned(), value.to_owned());
        words.remove(0);
    }
}

fn program(words: Vec<String>) -> Result<Transport, Error> {
    let mut words = words.into_iter();
    let command =
        words.next().ok_or_else(|| Error::Line("sets variables and runs nothing".to_owned()))?;
    if command.starts_with('-') {
        return Err(Error::Line("begins with a flag and not with a program".to_owned()));
    }
    Ok(Transport::Stdio(Stdio { command, args: words.collect(), ..Stdio::default() }))
}

fn address(url: &str) -> Transport {
    Transport::Http(Http { url: url.to_owned(), headers: BTreeMap::new() })
}

fn with_env(line: Line, env: BTreeMap<String, String>) -> Line {
    match line {
        Line::Server(mut server) => {
            if let Transport::Stdio(stdio) = &mut server.transport {
                // What stands nearer to the program wins.
                let nearer = std::mem::replace(&mut stdio.env, env);
                stdio.env.extend(nearer);
            }
            Line::Server(server)
        }
        json @ Line::Json { .. } => json,
    }
}
