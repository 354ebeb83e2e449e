//! The servers and tools of a conversation: which are on, and about what they cost.

use std::collections::BTreeMap;

use agent::prompt::offered::{MOST, Shelf, offered, shelves};
use model::{
    chat::{
        conversation::{ModelChoice, Switches},
        id::ConversationId,
    },
    name::ServerName,
    provider::Dialect,
};
use tokio::task::spawn_blocking;

use crate::{
    app::App,
    wire::{
        chat::{ConversationTools, SwitchedServer, SwitchedTool},
        failure::{Code, Failure},
    },
};

/// What a conversation's model gets.
pub(crate) async fn tools(app: &App, id: &ConversationId) -> Result<ConversationTools, Failure> {
    let found = app.db().conversations().get(id).await?;
    let conversation = found.ok_or_else(|| agent::Error::Unknown(id.clone()))?;
    with(app, conversation.model.as_ref(), &conversation.switches).await
}

/// What a model gets where these are switched.
pub(crate) async fn with(
    app: &App,
    model: Option<&ModelChoice>,
    switches: &Switches,
) -> Result<ConversationTools, Failure> {
    let dialect = match model {
        Some(choice) => app.db().providers().get(choice.provider).await?.map(|it| it.dialect),
        None => None,
    };
    let dialect = agent::dialect(dialect.unwrap_or(Dialect::ChatCompletions));
    let offers = app.catalog().list(None).await?;
    let shelves = shelves(offers, switches, MOST);
    let counting = move || counted(&shelves, dialect);
    let counted = spawn_blocking(counting).await;
    counted.map_err(|it| Failure::new(Code::Internal, it.to_string()))
}

fn counted(shelves: &[Shelf], dialect: llm::Dialect) -> ConversationTools {
    let given =
        offered(shelves, MOST, |schema| llm::schema::fit(dialect, schema).map(|it| it.schema));
    let counter = llm::tokens::Tokens::load();
    let cost = |it: &llm::Tool| counter.as_ref().map_or(0, |counter| counter.count_tool(it));
    let costs: BTreeMap<&str, usize> =
        given.tools.iter().map(|it| (it.name.as_str(), cost(it))).collect();
    let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    let mut words = Vec::new();
    let crowded: Vec<_> =
        shelves.iter().filter(|it| it.crowded_out).map(|it| it.title.as_str()).collect();
    if !crowded.is_empty() {
        words.push(format!(
            "A model takes {MOST} tools at most, so these began switched off: {}. Switch others off to make room.",
            crowded.join(", ")
        ));
    }
    if !given.too_many.is_empty() {
        words.push(format!(
            "{} tools are more than a model takes, and are left out. Switch servers or tools off.",
            given.too_many.len()
        ));
    }
    let mut servers = Vec::with_capacity(shelves.len());
    for shelf in shelves {
        let tools: Vec<_> = shelf
            .tools
            .iter()
            .map(|it| SwitchedTool {
                name: it.tool.name.clone(),
                title: it.tool.title.clone(),
                on: it.on,
                tokens: number(costs.get(it.public.as_str()).copied().unwrap_or(0)),
                unfit: given.unfit.get(&it.public).cloned(),
            })
            .collect();
        servers.push(SwitchedServer {
            server: shelf.server.as_str().to_owned(),
            title: shelf.title.clone(),
            ready: shelf.ready,
            on: shelf.on,
            tokens: tools.iter().map(|it| it.tokens).sum(),
            tools,
        });
    }
    let tokens = number(costs.values().sum());
    ConversationTools { servers, on: number(given.tools.len()), limit: number(MOST), tokens, words }
}

/// Switches a server or one of its tools.
pub(crate) async fn switch(
    app: &App,
    id: &ConversationId,
    server: ServerName,
    tool: Option<String>,
    on: bool,
) -> Result<(), Failure> {
    let found = app.db().conversations().get(id).await?;
    let mut switches = found.ok_or_else(|| agent::Error::Unknown(id.clone()))?.switches;
    put(&mut switches, server, tool, on);
    app.db().conversations().switch(id, &switches).await?;
    Ok(())
}

/// Puts one switch among the others.
pub(crate) fn put(switches: &mut Switches, server: ServerName, tool: Option<String>, on: bool) {
    match tool {
        Some(tool) => {
            switches.tools.entry(server).or_default().insert(tool, on);
        }
        None => {
            switches.servers.insert(server, on);
        }
    }
}
