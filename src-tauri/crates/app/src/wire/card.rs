//! Cards: the calls that a model asks for, and the rules on which run without a question.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::wire::tool::OutcomeView;

/// A call of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CardView {
    /// Its name: progress and questions bear it, and `cancel_call` stops it.
    pub id: String,
    /// The tool's name as the model said it.
    pub public_name: String,
    /// The server; nothing where there is no tool of that name.
    pub server: Option<String>,
    /// The server's own name for the tool.
    pub tool: String,
    /// What the model gave it; nothing where that was no JSON object.
    #[ts(type = "{ [key in string]: unknown } | null")]
    pub arguments: Option<Map<String, Value>>,
    /// The text that came in place of arguments.
    pub broken: Option<String>,
    /// How it stands.
    pub state: CardStateView,
    /// Why it came to no result, in sentences.
    pub words: Option<String>,
    /// What it gave.
    pub outcome: Option<Box<OutcomeView>>,
    /// Who let it run, or did not.
    pub decided: Option<DecidedView>,
    /// What is shown here of its tool, while it waits; nothing where nobody knows how it is defined.
    pub shown: Option<ShownView>,
    /// What the person should know before they say yes.
    pub notes: Vec<CardNote>,
    /// When the model asked for it, milliseconds since 1970.
    #[ts(type = "number")]
    pub asked: i64,
    /// When it was sent.
    #[ts(type = "number | null")]
    pub started: Option<i64>,
    /// When it was over.
    #[ts(type = "number | null")]
    pub ended: Option<i64>,
}

/// Which definition of a tool a card shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ShownView {
    /// The registration of its server.
    pub registration: String,
    /// The digest of the definition.
    pub digest: String,
}

/// How a call stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum CardStateView {
    /// It waits for the person's yes.
    Pending,
    /// The server works on it.
    Running,
    /// It gave something.
    Done,
    /// It gave an error of its own, or came to no result.
    Failed,
    /// The person stopped it.
    Cancelled,
    /// It was not let run.
    Rejected,
    /// Steward ended while it ran: what it did is not known.
    Interrupted,
}

/// Who decided whether a call runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum DecidedView {
    /// A rule.
    Rule,
    /// The person, for this one call.
    Once,
    /// The person, for this tool in this conversation.
    Conversation,
    /// The person, for this tool from now on.
    Always,
}

/// What a person should know before a call runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum CardNote {
    /// The server claims that the tool destroys something; a claim, not a fact.
    Destructive,
    /// The server claims that the tool only reads; a claim, not a fact.
    ReadOnly,
    /// The tool is defined otherwise since then; where it is defined alike, another server has the name.
    Changed {
        /// Since when.
        since: Since,
        /// Its definition as it was then, as JSON in lines.
        before: String,
        /// As it is.
        after: String,
    },
    /// A rule lets it run, and the person is asked all the same: a server gave something since they
    /// said yes, and what a stranger wrote may have led the model here.
    Again {
        /// Whose it was.
        server: String,
        /// The tool that gave it; nothing for what the person attached.
        tool: Option<String>,
    },
    /// There are characters in the arguments, or in the result, that cannot be seen.
    Hidden {
        /// What they are, in words.
        words: String,
    },
}

/// Since when a tool is defined otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Since {
    /// Since a rule of the person let it run.
    Allowed,
    /// Since the card showed it first.
    Shown,
}

/// What the person says of a call that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DecideCall {
    /// Which conversation.
    pub conversation: String,
    /// Which call.
    pub call: String,
    /// What its card showed of its tool. A yes to another than there is now is refused, and the card is
    /// drawn anew.
    pub shown: Option<ShownView>,
    /// What they say.
    pub verdict: Verdict,
}

/// What can be said of a call that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// It runs.
    Once,
    /// It runs, and so does every call of this tool in this conversation.
    Conversation,
    /// It runs, and so does every call of this tool as it is defined now; asked once more in a
    /// native dialog.
    Always,
    /// It does not run.
    Deny,
    /// It does not run, and no call of this tool ever does.
    Never,
}

/// Names a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CallRef {
    /// Which.
    pub call: String,
}

/// What a model got of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelSaw {
    /// The text; at most 100 kB of it.
    pub text: String,
    /// How many bytes it has in all.
    #[ts(type = "number")]
    pub size: u64,
    /// About how many tokens it is.
    pub tokens: u32,
}

/// The rules, in the order in which they are looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RuleList {
    /// The first that fits a call decides; where none does, the person is asked.
    pub rules: Vec<RuleView>,
}

/// One rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RuleView {
    /// Its name.
    #[ts(type = "number")]
    pub id: i64,
    /// What it says.
    pub terms: RuleTerms,
    /// Whether it sleeps, since the tool is defined otherwise than when it was made.
    pub stale: bool,
    /// Whether it holds for nothing any more, since its server was removed or runs something else;
    /// another of that name is another server.
    pub removed: bool,
    /// What its conversation is called, where it is for one.
    pub title: Option<String>,
    /// When it was made, milliseconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
}

/// What a rule says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RuleTerms {
    /// The smaller, the earlier it is looked at.
    #[ts(type = "number")]
    pub priority: i64,
    /// Whose tools; nothing for those of all servers.
    pub server: Option<String>,
    /// Which registration of that name it was made for; nothing for the one of now.
    pub registration: Option<String>,
    /// Which tools, by their own names; `*` stands for any run of characters.
    pub tool: String,
    /// Only for calls whose paths are all below this folder.
    pub below: Option<String>,
    /// What to do.
    pub action: RuleAction,
    /// Only while the tool is defined as it was then.
    pub digest: Option<String>,
    /// Only in this conversation.
    pub conversation: Option<String>,
    /// Only until then, milliseconds since 1970.
    #[ts(type = "number | null")]
    pub expires: Option<i64>,
    /// In the person's words.
    pub note: String,
}

/// What a rule does with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum RuleAction {
    /// The person is asked.
    Ask,
    /// It runs.
    Allow,
    /// It does not.
    Deny,
}

/// Puts these rules in place of all that there are; what allows more than before is asked once
/// more in a native dialog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SetRules {
    /// All rules there are to be.
    pub rules: Vec<RuleTerms>,
}
