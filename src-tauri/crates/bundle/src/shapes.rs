//! Where in a client's JSON the servers stand: under which key, as a map, a list or alone. It
//! does not look into a server.

use crate::{
    entry::is_entry,
    error::{Error, shown},
    tree::{Map, Tree},
};

/// Keys that hold servers and nothing else.
const HOLDERS: &[&str] =
    &["mcpServers", "context_servers", "mcp_servers", "servers", "mcp.servers"];

/// Most foreign keys of a whole that are named.
const MOST_NAMED: usize = 6;

/// The servers of a text.
pub(crate) struct Found {
    /// In the order of the text, with the name each has there.
    pub(crate) servers: Vec<(Option<String>, Map)>,
    /// What VS Code would ask the person for.
    pub(crate) inputs: Vec<Input>,
    /// What was left out of the whole, in words.
    pub(crate) notes: Vec<String>,
}

/// A value that a person is to be asked for.
pub(crate) struct Input {
    pub(crate) id: String,
    pub(crate) description: String,
    pub(crate) is_password: bool,
    pub(crate) default: Option<String>,
}

/// Finds the servers.
///
/// # Errors
/// [`Error::NotAnObject`] or [`Error::NoServer`].
pub(crate) fn find(tree: Tree) -> Result<Found, Error> {
    let Tree::Map(mut root) = tree else { return Err(Error::NotAnObject) };
    let inputs = inputs(&root);
    if is_entry(&root) {
        let servers = vec![(None, root)];
        return Ok(Found { servers, inputs, notes: Vec::new() });
    }
    flatten_mcp(&mut root);
    let (holders, others): (Map, Map) = root.into_iter().partition(|(key, _)| is_holder(key));
    let mut found = Found { servers: Vec::new(), inputs, notes: Vec::new() };
    if holders.is_empty() {
        found.members(Tree::Map(others));
    } else {
        holders.into_iter().for_each(|(_, holder)| found.members(holder));
        found.notes.extend(left_out(&others));
    }
    if found.servers.is_empty() { Err(Error::NoServer) } else { Ok(found) }
}

fn is_holder(key: &str) -> bool {
    // `amp.mcpServers` and the like: a client's name before it.
    HOLDERS.contains(&key) || key.ends_with(".mcpServers")
}

/// `mcp` holds a map of servers (OpenCode), or what holds one (VS Code's settings).
fn flatten_mcp(root: &mut Map) {
    let Some(at) = root.iter().position(|(key, _)| key == "mcp") else { return };
    let Tree::Map(inner) = root.remove(at).1 else { return };
    if inner.iter().any(|(key, _)| is_holder(key)) {
        root.extend(inner);
    } else {
        root.push(("mcpServers".to_owned(), Tree::Map(inner)));
    }
}

impl Found {
    /// Adds the servers of a map by name, or of a list.
    fn members(&mut self, holder: Tree) {
        let members: Vec<(Option<String>, Tree)> = match holder {
            // A server where a map of servers should be.
            Tree::Map(map) if is_entry(&map) => vec![(None, Tree::Map(map))],
            Tree::Map(map) => map.into_iter().map(|(name, it)| (Some(name), it)).collect(),
            Tree::List(list) => list.into_iter().map(|it| (None, it)).collect(),
            Tree::Null | Tree::Flag(_) | Tree::Number(_) | Tree::Text(_) => Vec::new(),
        };
        for (name, member) in members {
            match (member.into_map(), name) {
                (Some(map), name) => self.servers.push((name, map)),
                (None, Some(name)) => {
                    self.notes.push(format!("left out: `{}` is not an object", shown(&name)));
                }
                (None, None) => self.notes.push("left out: one that is not an object".to_owned()),
            }
        }
    }
}

fn left_out(others: &Map) -> Vec<String> {
    let quiet = ["inputs", "$schema"];
    let keys: Vec<_> = others.iter().filter(|(key, _)| !quiet.contains(&key.as_str())).collect();
    let named = keys.iter().take(MOST_NAMED).map(|(key, _)| format!("`{}`", shown(key)));
    let mut named: Vec<String> = named.collect();
    if let more @ 1.. = keys.len().saturating_sub(MOST_NAMED) {
        named.push(format!("{more} more"));
    }
    match named.len() {
        0 => Vec::new(),
        1 => vec![format!("{} beside the servers is not used", named.concat())],
        _ => vec![format!("{} beside the servers are not used", named.join(", "))],
    }
}

fn inputs(root: &Map) -> Vec<Input> {
    let list = root
        .iter()
        .find(|(key, _)| key == "inputs")
        .and_then(|(_, value)| if let Tree::List(list) = value { Some(list) } else { None });
    let text = |map: &Map, name: &str| {
        map.iter().find(|(key, _)| key == name).and_then(|(_, value)| value.scalar())
    };
    let one = |input: &Tree| {
        let Tree::Map(map) = input else { return None };
        Some(Input {
            id: text(map, "id")?,
            description: text(map, "description").unwrap_or_default(),
            is_password: text(map, "password").is_some_and(|it| it == "true"),
            default: text(map, "default"),
        })
    };
    list.into_iter().flatten().filter_map(one).collect()
}
