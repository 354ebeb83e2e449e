//! The tools of all servers in one place, and the one way to call them.

use std::sync::Arc;

use model::{
    name::ServerName,
    outcome::Outcome,
    server::Server,
    state::State,
    tool::{SetAside, Tool},
};
use serde_json::Value;
use servers::{Call, Servers};

use crate::{
    arguments::{Checked, Checks},
    error::Error,
    kept::Kept,
    public::Named,
    results,
};

/// A cheap handle on what can be called.
#[derive(Debug, Clone)]
pub struct Catalog {
    servers: Servers,
    checks: Checks,
    kept: Arc<Kept>,
}

/// What one server offers.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    /// The server.
    pub server: Server,
    /// Whether its tools can be called now.
    pub ready: bool,
    /// Its tools, as it listed them last.
    pub tools: Vec<Named>,
    /// What cannot be called, and why.
    pub set_aside: Vec<SetAside>,
    /// What the server says of their use; plain text of a stranger.
    pub instructions: Option<String>,
}

/// How one server stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The server.
    pub server: ServerName,
    /// Whether its tools can be called now.
    pub ready: bool,
    /// What the server says of their use; plain text of a stranger.
    pub instructions: Option<String>,
}

impl Catalog {
    /// The catalog of these servers.
    pub fn new(servers: Servers) -> Self {
        Self { servers, checks: Checks::default(), kept: Arc::default() }
    }

    /// What one server offers, or all of them, by name.
    ///
    /// # Errors
    /// [`Error::Servers`]
    pub async fn list(&self, server: Option<&ServerName>) -> Result<Vec<Offer>, Error> {
        let rows = match server {
            Some(name) => vec![self.servers.get(name).await?],
            None => self.servers.list().await?,
        };
        let mut offers = Vec::with_capacity(rows.len());
        for (server, state) in rows {
            let list = self.kept.list(&self.servers, server.name()).await?;
            let (tools, set_aside) = (list.tools.clone(), list.set_aside.clone());
            let (ready, instructions) = standing(state);
            offers.push(Offer { server, ready, tools, set_aside, instructions });
        }
        Ok(offers)
    }

    /// Which servers there are, by name, without what they list.
    ///
    /// # Errors
    /// [`Error::Servers`]
    pub async fn standings(&self) -> Result<Vec<Standing>, Error> {
        let rows = self.servers.list().await?.into_iter();
        Ok(rows
            .map(|(server, state)| {
                let (ready, instructions) = standing(state);
                Standing { server: server.draft.name, ready, instructions }
            })
            .collect())
    }

    /// Another number whenever a list may be another one.
    pub fn revision(&self) -> u64 {
        self.servers.lists_revision()
    }

    /// A tool as its server described it last, by its own name.
    ///
    /// # Errors
    /// [`Error::Servers`]
    pub async fn tool(&self, server: &ServerName, tool: &str) -> Result<Option<Tool>, Error> {
        Ok(self.servers.tool(server, tool).await?)
    }

    /// Calls a tool, once. Dropping the future stops the call.
    ///
    /// A tool that the server did not list is still called on a server that could not list any:
    /// it knows best what it has.
    ///
    /// # Errors
    /// [`Error::UnknownTool`] and [`Error::BadArguments`] before anything is sent;
    /// [`Error::Servers`]
    pub async fn call(&self, call: Call) -> Result<Outcome, Error> {
        let promised = match self.servers.tool(&call.server, &call.tool).await? {
            Some(Tool { input_schema: schema, output_schema, .. }) => {
                let arguments = Value::Object(call.arguments.clone());
                // What cannot be checked is sent: the server knows best what it takes.
                if let Checked::Misfits(misfits) = self.checks.check(schema, arguments).await
                    && !misfits.is_empty()
                {
                    return Err(Error::BadArguments { tool: call.tool, misfits });
                }
                output_schema
            }
            None => {
                let list = self.servers.tools(&call.server).await?;
                if !list.tools.is_empty() {
                    let near = nearest(&call.tool, &list.tools);
                    return Err(Error::UnknownTool { server: call.server, tool: call.tool, near });
                }
                None
            }
        };
        let outcome = self.servers.call(call).await?;
        Ok(match promised {
            Some(schema) => results::compared(&self.checks, outcome, schema).await,
            None => outcome,
        })
    }
}

/// Whether a server can be called, and what it says of the use of its tools.
fn standing(state: State) -> (bool, Option<String>) {
    match state {
        State::Ready(ready) => (true, ready.instructions),
        State::Off | State::Starting { .. } | State::Failed(_) => (false, None),
    }
}

/// The tool that was probably meant: alike but for case and separators, or one that begins so.
fn nearest(asked: &str, tools: &[Tool]) -> Option<String> {
    let plain = |name: &str| -> String {
        name.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(asked);
    if wanted.is_empty() {
        return None;
    }
    let same = tools.iter().find(|it| plain(&it.name) == wanted);
    let begins = || {
        let long_enough = wanted.chars().count() >= 3;
        tools.iter().find(|it| long_enough && plain(&it.name).starts_with(&wanted))
    };
    same.or_else(begins).map(|it| it.name.clone())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_tool_that_was_probably_meant_is_found() {
        let tool = |name: &str| Tool {
            name: name.to_owned(),
            title: None,
            description: String::new(),
            input_schema: json!({}),
            output_schema: None,
            annotations: None,
            marks: Vec::new(),
        };
        let tools = [tool("get-sum"), tool("echo"), tool("--")];
        assert_eq!(nearest("getSum", &tools).as_deref(), Some("get-sum"));
        assert_eq!(nearest("get", &tools).as_deref(), Some("get-sum"));
        assert_eq!(nearest("e", &tools), None);
        assert_eq!(nearest("other", &tools), None);
        for nothing in ["", " ", "-", "_"] {
            assert_eq!(nearest(nothing, &tools), None, "{nothing:?}");
        }
    }
}
