//! Conversations as they cross: lists, transcripts and what a person does with them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::wire::{
    card::CardView,
    provider::{ModelRef, UsageView},
};

/// Asks for conversations, those in which something was last said first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ListConversations {
    /// Words to look for in titles and in what was said; nothing for all.
    pub query: Option<String>,
    /// Only those changed before this time: the last row's of the page before.
    #[ts(type = "number | null")]
    pub before: Option<i64>,
}

/// Conversations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ConversationList {
    /// At most a hundred.
    pub conversations: Vec<ConversationRow>,
    /// Whether there are older ones.
    pub more: bool,
}

/// One conversation in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ConversationRow {
    /// Its name for programs.
    pub id: String,
    /// Its name for people; empty before anything was said.
    pub title: String,
    /// Whether the person gave it.
    pub named: bool,
    /// What was said last, in a line.
    pub glimpse: String,
    /// Where the words that were looked for stand.
    pub found: Option<FoundView>,
    /// Which model answers.
    pub model: Option<ModelRef>,
    /// When something was last said, milliseconds since 1970.
    #[ts(type = "number")]
    pub changed: i64,
    /// What goes on in it.
    pub turn: TurnView,
}

/// A place where words were found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FoundView {
    /// The text around them.
    pub text: String,
    /// Where they are in it: begin and end, in UTF-16 units.
    pub hits: Vec<(u32, u32)>,
}

/// What goes on in a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TurnView {
    /// Nothing; the person's turn.
    Idle {
        /// Whether the last turn broke off and can go on as it is.
        can_go_on: bool,
        /// Why it broke off, in a sentence, where no message says so.
        words: Option<String>,
    },
    /// A model is asked, or writes.
    Asking {
        /// The wait before another try, where one failed.
        retry: Option<RetryView>,
    },
    /// Calls run.
    Calling,
    /// Calls wait for the person, and nothing else goes on.
    Waiting,
}

/// A try that failed, and the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RetryView {
    /// Which try comes next; the first one was 1.
    pub attempt: u32,
    /// When, milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Why the last one failed, in a sentence.
    pub words: String,
}

/// Asks for one conversation's messages, the newest of the branch that is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OpenConversation {
    /// Which.
    pub conversation: String,
    /// Only those before this message: the first one of the page after.
    #[ts(type = "number | null")]
    pub before: Option<i64>,
}

/// Messages of a conversation, the oldest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Transcript {
    /// The conversation.
    pub conversation: ConversationRow,
    /// At most a hundred.
    pub messages: Vec<MessageView>,
    /// Whether there are earlier ones.
    pub earlier: bool,
    /// How many events of this conversation are in it: one that bears a smaller or the same number
    /// is in it already.
    #[ts(type = "number")]
    pub revision: u64,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MessageView {
    /// Its name; later ones are greater.
    #[ts(type = "number")]
    pub id: i64,
    /// What it answers.
    #[ts(type = "number | null")]
    pub parent: Option<i64>,
    /// When it was begun, milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// All messages that answer the same one, in the order in which they came, itself among them.
    #[ts(type = "number[]")]
    pub siblings: Vec<i64>,
    /// What it is.
    pub body: MessageBody,
}

/// Kinds of messages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum MessageBody {
    /// What the person wrote and attached.
    Person {
        /// In order.
        parts: Vec<MessagePart>,
    },
    /// One reply of a model.
    Round {
        /// The provider's name for people.
        provider: String,
        /// The model's id.
        model: String,
        /// What it said, in order.
        said: Vec<SaidView>,
        /// How it stands.
        state: RoundStateView,
        /// Why it broke off, in sentences: what happened, what to do.
        words: Option<String>,
        /// What it cost.
        usage: UsageView,
        /// How long it took, in milliseconds.
        #[ts(type = "number")]
        took: u64,
    },
    /// What stands for all that was said before, in what the model gets from here on.
    Summary {
        /// In a model's words.
        text: String,
        /// Ids, numbers and names from it, letter for letter.
        facts: Vec<String>,
        /// How many messages it stands for.
        #[ts(type = "number")]
        covers: u64,
        /// What it cost to have it written.
        usage: UsageView,
    },
}

/// How a reply stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum RoundStateView {
    /// It is being written.
    Writing,
    /// It came to its own end.
    Done,
    /// The model came to the most that it may write.
    CutShort,
    /// The person stopped it.
    Stopped,
    /// It broke off.
    Failed,
    /// Steward ended while it was being written.
    Interrupted,
}

/// A piece of a reply.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum SaidView {
    /// Text in Markdown.
    Text {
        /// As the model wrote it.
        text: String,
    },
    /// What it thought before.
    Thought {
        /// In words; empty where the provider keeps them to itself.
        text: String,
    },
    /// A call.
    Call {
        /// Its card.
        card: Box<CardView>,
    },
}

/// A piece of what a person sends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum MessagePart {
    /// What they wrote.
    Text {
        /// As they wrote it.
        text: String,
    },
    /// A text file.
    File {
        /// Its name.
        name: String,
        /// Its kind.
        mime: String,
        /// What is in it.
        text: String,
    },
    /// A picture in the media folder.
    Picture {
        /// Its name.
        name: String,
        /// Its kind.
        mime: String,
        /// By which `read_media` knows it.
        hash: String,
        /// How many bytes it has.
        #[ts(type = "number")]
        size: u64,
    },
    /// A resource of a server, as it was read when it was attached.
    Resource {
        /// The server.
        server: String,
        /// Its address.
        uri: String,
        /// Its kind.
        mime: Option<String>,
        /// What is in it.
        text: String,
    },
    /// What a prompt of a server gave.
    Prompt {
        /// The server.
        server: String,
        /// The prompt's name.
        name: String,
        /// Its messages, as text.
        text: String,
    },
}

/// Begins a conversation in which nothing was said yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BeginConversation {
    /// Which model is to answer; nothing for the one that was chosen last.
    pub model: Option<ModelRef>,
    /// What was switched on or off before it began.
    #[serde(default)]
    pub switches: Vec<SwitchedBefore>,
}

/// A switch of a conversation that has not begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SwitchedBefore {
    /// The server.
    pub server: String,
    /// The tool's own name; nothing for the whole server.
    pub tool: Option<String>,
    /// Which way.
    pub on: bool,
}

/// Says something in a conversation, which has the model answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SendMessage {
    /// Which.
    pub conversation: String,
    /// What is said.
    pub parts: Vec<MessagePart>,
    /// In place of this message of the person, which stays as another branch.
    #[ts(type = "number | null")]
    pub replaces: Option<i64>,
}

/// Names a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ConversationRef {
    /// Which.
    pub conversation: String,
}

/// Has a model answer what was said: again, or on from where it broke off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GoOn {
    /// Which.
    pub conversation: String,
    /// In place of this reply, which stays as another branch; nothing to go on after the last.
    #[ts(type = "number | null")]
    pub replaces: Option<i64>,
}

/// Names a message of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct MessageRef {
    /// Which conversation.
    pub conversation: String,
    /// Which message.
    #[ts(type = "number")]
    pub message: i64,
}

/// Gives a conversation another title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RenameConversation {
    /// Which.
    pub conversation: String,
    /// The title, at most 200 characters; empty for the one that its first words make.
    pub title: String,
}

/// Has another model answer from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ChooseModel {
    /// Which conversation.
    pub conversation: String,
    /// Which model.
    pub model: ModelRef,
}

/// How a conversation is written to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ExportFormat {
    /// For people.
    Markdown,
    /// For programs.
    Json,
}

/// Writes a conversation to a file of the person's choice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SaveConversation {
    /// Which.
    pub conversation: String,
    /// How.
    pub format: ExportFormat,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConversationSaved {
    /// The file, by its whole path; nothing where the person chose none.
    pub path: Option<String>,
}

/// A file that the person dropped, pasted or chose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AttachFile {
    /// Its name.
    pub name: String,
    /// Its kind, as the page knows it.
    pub mime: String,
    /// Base64; at most 20 MB.
    pub data: String,
}

/// A resource of a server, to be read now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AttachResource {
    /// Chosen by the caller: names the errand in `cancel_call`.
    pub call: String,
    /// The server.
    pub server: String,
    /// Its address.
    pub uri: String,
}

/// A prompt of a server, to be got now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AttachPrompt {
    /// Chosen by the caller: names the errand in `cancel_call`.
    pub call: String,
    /// The server.
    pub server: String,
    /// The prompt's name.
    pub name: String,
    /// Its arguments.
    pub arguments: std::collections::BTreeMap<String, String>,
}

/// The servers and tools of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ConversationTools {
    /// Each server that has tools.
    pub servers: Vec<SwitchedServer>,
    /// How many tools the model gets.
    pub on: u32,
    /// How many it can take.
    pub limit: u32,
    /// About how many tokens they cost, each time the model is asked.
    pub tokens: u32,
    /// What the person should know, such as which servers began switched off, in sentences.
    pub words: Vec<String>,
}

/// One server in a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SwitchedServer {
    /// Its name.
    pub server: String,
    /// The name as it was given.
    pub title: String,
    /// Whether its tools can be called now.
    pub ready: bool,
    /// Whether the model gets its tools.
    pub on: bool,
    /// About how many tokens those that are on cost.
    pub tokens: u32,
    /// Its tools.
    pub tools: Vec<SwitchedTool>,
}

/// One tool in a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SwitchedTool {
    /// The server's own name for it.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// Whether the model gets it, as long as its server is on.
    pub on: bool,
    /// About how many tokens it costs.
    pub tokens: u32,
    /// Why this model cannot get it, in a sentence.
    pub unfit: Option<String>,
}

/// Switches a server or one of its tools in a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SwitchInConversation {
    /// Which conversation.
    pub conversation: String,
    /// The server.
    pub server: String,
    /// The tool's own name; nothing for the whole server.
    pub tool: Option<String>,
    /// Which way.
    pub on: bool,
}
