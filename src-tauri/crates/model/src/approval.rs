//! Rules on which calls run without a question, plain data; how they are weighed is in `agent`.

use serde::{Deserialize, Serialize};
use stdx::clock::Millis;

use crate::{chat::id::ConversationId, name::ServerName, server::Registration};

/// Names one rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(pub i64);

/// One rule (HOST-63).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Its name.
    pub id: RuleId,
    /// What it says.
    pub terms: Terms,
    /// When it was made.
    pub created: Millis,
}

/// What a rule says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// The smaller, the earlier it is looked at; the first that fits decides.
    pub priority: i64,
    /// Whose tools; nothing for those of all servers.
    pub server: Option<ServerName>,
    /// Which registration of that name: what was said of a server that was removed holds for no other
    /// that is called so.
    pub registration: Option<Registration>,
    /// Which tools, by their own names; `*` stands for any run of characters.
    pub tool: String,
    /// Only for calls whose paths are all below this folder.
    pub below: Option<String>,
    /// What to do.
    pub action: Action,
    /// Only while the tool is defined as it was then: its digest.
    pub digest: Option<String>,
    /// Only in this conversation.
    pub conversation: Option<ConversationId>,
    /// Only until then.
    pub expires: Option<Millis>,
    /// In the person's words.
    pub note: String,
}

/// What a rule does with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// The person is asked.
    Ask,
    /// It runs.
    Allow,
    /// It does not, whatever else is said.
    Deny,
}
