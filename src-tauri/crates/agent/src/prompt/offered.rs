//! Which tools a model gets in a conversation: what is ready, switched on, within the limit and fit
//! for its provider; pure.

use std::collections::BTreeMap;

use model::{
    chat::{card::ToolRef, conversation::Switches},
    name::ServerName,
    tool::Tool,
};
use serde_json::Value;
use tools::{Named, Offer};

use crate::prompt::{
    fenced::fenced,
    spelled::{Spellings, spelled},
};

/// Most tools that a model gets at once: what the strictest of the well-known providers takes.
pub const MOST: usize = 128;

/// The tools of one server in one conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Shelf {
    /// The server.
    pub server: ServerName,
    /// Its name for people.
    pub title: String,
    /// Whether its tools can be called now.
    pub ready: bool,
    /// Whether the model gets them.
    pub on: bool,
    /// Whether it is off only because there was no room.
    pub crowded_out: bool,
    /// Each of them.
    pub tools: Vec<Shown>,
}

/// One tool in one conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// What the model calls it.
    pub public: String,
    /// As its server describes it.
    pub tool: Tool,
    /// Whether the model gets it, as long as its server is on.
    pub on: bool,
}

/// The servers of a conversation with what is on in each: as the person switched them, and else on
/// as long as there is room, in the order of their names.
pub fn shelves(offers: Vec<Offer>, switches: &Switches, most: usize) -> Vec<Shelf> {
    let by_hand = |server: &ServerName| switches.servers.get(server).copied();
    let mut shelves: Vec<Shelf> = offers.into_iter().map(|it| shelf(it, switches)).collect();
    // What the person switched on has its room first.
    let wanted = |it: &&Shelf| by_hand(&it.server) == Some(true);
    let mut taken: usize = shelves.iter().filter(wanted).map(Shelf::size).sum();
    for shelf in &mut shelves {
        match by_hand(&shelf.server) {
            Some(on) => shelf.on = on,
            // A server that is down keeps nobody else out.
            None if !shelf.ready => shelf.on = true,
            None => {
                shelf.on = taken + shelf.size() <= most;
                shelf.crowded_out = !shelf.on;
                taken += if shelf.on { shelf.size() } else { 0 };
            }
        }
    }
    shelves
}

fn shelf(offer: Offer, switches: &Switches) -> Shelf {
    let server = offer.server.name().clone();
    let by_hand = switches.tools.get(&server);
    let shown = |Named { public, tool }| {
        let on = by_hand.and_then(|it| it.get(&tool.name)).copied().unwrap_or(true);
        Shown { public, tool, on }
    };
    Shelf {
        title: offer.server.draft.title.clone(),
        ready: offer.ready,
        on: false,
        crowded_out: false,
        tools: offer.tools.into_iter().map(shown).collect(),
        server,
    }
}

impl Shelf {
    /// How many of its tools the model gets while it is on.
    fn size(&self) -> usize {
        self.tools.iter().filter(|it| it.on).count()
    }
}

/// What a model gets, and what each name stands for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Offered {
    /// As the model gets them.
    pub tools: Vec<llm::Tool>,
    /// Each by its public name, as its server describes it.
    pub table: BTreeMap<String, (ToolRef, Tool)>,
    /// How the server of a tool spells what its model reads otherwise, by the public name.
    pub spellings: BTreeMap<String, Spellings>,
    /// Those that this provider cannot take, by their public names, and why (issue: one odd schema
    /// takes out one tool).
    pub unfit: BTreeMap<String, String>,
    /// Those beyond the limit, which the person switched on.
    pub too_many: Vec<String>,
}

/// What a model gets of these, with schemas made to fit its provider.
pub fn offered(
    shelves: &[Shelf],
    most: usize,
    fit: impl Fn(&Value) -> Result<Value, llm::schema::Unfit>,
) -> Offered {
    let mut offered = Offered::default();
    for shelf in shelves.iter().filter(|it| it.on && it.ready) {
        for Shown { public, tool, on } in &shelf.tools {
            if !on {
                continue;
            }
            if offered.tools.len() >= most {
                offered.too_many.push(public.clone());
                continue;
            }
            let read = spelled(&tool.input_schema).map_err(|it| it.to_string());
            let fitted = read.and_then(|(schema, spellings)| {
                fit(&schema).map(|it| (it, spellings)).map_err(|it| it.to_string())
            });
            match fitted {
                Ok((schema, spellings)) => {
                    let description = describe(&shelf.server, tool);
                    if !spellings.is_empty() {
                        offered.spellings.insert(public.clone(), spellings);
                    }
                    offered.tools.push(llm::Tool { name: public.clone(), description, schema });
                    let which = ToolRef { server: shelf.server.clone(), tool: tool.name.clone() };
                    offered.table.insert(public.clone(), (which, tool.clone()));
                }
                Err(why) => {
                    offered.unfit.insert(public.clone(), why);
                }
            }
        }
    }
    offered
}

/// What it does, in the server's words; without those its title or name must do.
fn describe(server: &ServerName, tool: &Tool) -> String {
    let words = tool.description.trim();
    let words = if words.is_empty() { tool.title.as_deref().unwrap_or(&tool.name) } else { words };
    fenced(server.as_str(), "it", words)
}

/// The public name that was probably meant.
pub fn nearest<'a>(asked: &str, table: &'a BTreeMap<String, (ToolRef, Tool)>) -> Option<&'a str> {
    let plain = |name: &str| -> String {
        name.chars().filter(char::is_ascii_alphanumeric).flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(asked);
    let same = |own: &str| plain(own) == wanted;
    let found = table.iter().find(|(public, (which, _))| same(public) || same(&which.tool));
    found.map(|(public, _)| public.as_str()).filter(|_| !wanted.is_empty())
}
