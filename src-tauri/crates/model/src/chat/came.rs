//! What came into a conversation from outside, and where the person said yes to a tool in it; plain data.

use stdx::clock::Millis;

use crate::{chat::card::ToolRef, name::ServerName, server::Registration};

/// What a conversation held before one of its calls.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Before {
    /// What servers gave, the oldest first.
    pub came: Vec<Came>,
    /// What the person let run here.
    pub yes: Vec<Yes>,
}

/// A yes of the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Yes {
    /// To which tool.
    pub tool: ToolRef,
    /// Of which registration; nothing where that is not known any more.
    pub registration: Option<Registration>,
    /// When.
    pub at: Millis,
}

/// Something that a server gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Came {
    /// From where.
    pub from: From,
    /// Which registration of that name it was; nothing where that is not known.
    pub registration: Option<Registration>,
    /// When.
    pub at: Millis,
}

/// Where something came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum From {
    /// A call of this tool.
    Tool(ToolRef),
    /// A resource or a prompt of this server, which the person attached.
    Attached(ServerName),
}

impl From {
    /// Whose it is.
    pub fn server(&self) -> &ServerName {
        match self {
            Self::Tool(tool) => &tool.server,
            Self::Attached(server) => server,
        }
    }
}
