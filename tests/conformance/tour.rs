//! Uses all that a server offers, once; which scenario that is for it does not know.

use std::{collections::BTreeMap, time::Duration};

use mcp::{Call, Client, Errand, Error, ToolList};
use serde_json::{Map, Value};

use crate::person::filled;

/// How long one call may take.
const LIMIT: Duration = Duration::from_secs(20);
/// A tool of the suite that wants to be sent the schema of another, as it was read.
const ECHO: &str = "json_schema_echo";
const ECHOED: &str = "json_schema_2020_12_tool";

/// Lists and uses everything. A call that a server refuses is no failure: some are there for that.
///
/// # Errors
/// Where the tools cannot be listed.
#[expect(clippy::print_stderr, reason = "the suite shows it where a scenario fails")]
pub(crate) async fn all(client: &Client, context: &Value) -> Result<(), Error> {
    let tools = client.tools().await?;
    for (name, arguments) in calls(&tools, context) {
        let call = Call { limit: LIMIT, ..Call::new(&name, arguments) };
        if let Err(error) = client.call(call).await {
            eprintln!("{name}: {error}");
        }
    }
    if client.offers().prompts {
        for prompt in client.prompts().await?.entries {
            let given = client.prompt(&prompt.name, &BTreeMap::new(), Errand::default()).await;
            eprintln!("{}: {:?}", prompt.name, given.err());
        }
    }
    if client.offers().resources {
        for resource in client.resources().await?.entries {
            let read = client.read(&resource.uri, Errand::default()).await;
            eprintln!("{}: {:?}", resource.uri, read.err());
        }
    }
    Ok(())
}

/// The calls that the suite wants, or each tool once.
fn calls(tools: &ToolList, context: &Value) -> Vec<(String, Map<String, Value>)> {
    let wanted = context["toolCalls"].as_array().map(|calls| {
        calls.iter().filter_map(|call| {
            let arguments = call["arguments"].as_object().cloned().unwrap_or_default();
            Some((call["name"].as_str()?.to_owned(), arguments))
        })
    });
    if let Some(wanted) = wanted {
        return wanted.collect();
    }
    let schema = tools.tools.iter().find(|tool| tool.name == ECHOED);
    let calls = tools.tools.iter().map(|tool| {
        let mut arguments = filled(&tool.input_schema.value());
        if let (ECHO, Some(echoed)) = (tool.name.as_str(), schema) {
            arguments.insert("schema".to_owned(), echoed.input_schema.value().into_owned());
        }
        (tool.name.clone(), arguments)
    });
    calls.collect()
}
