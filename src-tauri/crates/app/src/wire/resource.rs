//! Resources and what they hold, as the page shows them.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::wire::{media::FileView, tool::SetAsideView};

/// Asks for the resources of one server, or of all that are ready.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ListResources {
    /// Its name, or nothing for all.
    pub server: Option<String>,
}

/// The resources of one server, as it lists them while it runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerResources {
    /// Its name.
    pub server: String,
    /// The name as it was given.
    pub title: String,
    /// Whether it runs: one that does not lists nothing.
    pub ready: bool,
    /// What can be read, in the server's order.
    pub resources: Vec<ResourceView>,
    /// Families of more that can be read.
    pub templates: Vec<TemplateView>,
    /// What cannot be read, and why.
    pub set_aside: Vec<SetAsideView>,
    /// What is odd about the lists themselves, or why there are none, in words.
    pub odd: Vec<String>,
}

/// One resource.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ResourceView {
    /// Its address at the server; never fetched but by `read_resource`.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is; plain text of a stranger.
    pub description: String,
    /// Its kind, such as `text/plain`.
    pub mime: Option<String>,
    /// How many bytes it has, by the server's account.
    #[ts(type = "number | null")]
    pub size: Option<u64>,
    /// For whom it is and how much it matters, by the server's account; never trusted.
    pub annotations: Option<Value>,
    /// What is odd about it, in words.
    pub marks: Vec<String>,
}

/// A family of resources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TemplateView {
    /// The template of their addresses, with variables such as `{path}`.
    pub uri_template: String,
    /// The names of its variables, in order.
    pub variables: Vec<String>,
    /// Its name.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What they are; plain text of a stranger.
    pub description: String,
    /// Their kind, where it is the same.
    pub mime: Option<String>,
    /// For whom they are and how much they matter, by the server's account; never trusted.
    pub annotations: Option<Value>,
    /// What is odd about it, in words.
    pub marks: Vec<String>,
}

/// Reads a resource.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadResource {
    /// Chosen by the caller, unique: names the errand in progress events and in `cancel_call`.
    pub call: String,
    /// The server's name.
    pub server: String,
    /// The resource's address, as the server gives it, or a template's with its variables filled in.
    pub uri: String,
}

/// What a resource holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ContentsView {
    /// Its parts, in order.
    pub parts: Vec<PartView>,
    /// The reply as it came, as compact JSON text; nothing where it is too long for a page.
    pub raw: Option<String>,
    /// The file that has all of it, where it is long.
    pub whole: Option<FileView>,
    /// How many pieces a page does not get; the file has them.
    pub left_out: u32,
    /// What was unexpected about it, in words.
    pub odd: Vec<String>,
    /// How long it took, in milliseconds.
    #[ts(type = "number")]
    pub took: u64,
}

/// One part of a resource.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PartView {
    /// Its address at the server; empty where it is too long for a page.
    pub uri: String,
    /// Its kind.
    pub mime: Option<String>,
    /// What it holds.
    pub body: BodyView,
}

/// What a part holds. A page gets no more than it can show; a terminal gets all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum BodyView {
    /// Plain text; markup in it means nothing.
    Text {
        /// The text, or its beginning.
        text: String,
        /// How many bytes the whole has.
        #[ts(type = "number")]
        size: u64,
        /// Whether it is the beginning only.
        cut: bool,
    },
    /// Bytes.
    Bytes {
        /// All of them as base64, for a terminal alone.
        data: Option<String>,
        /// How many they are.
        #[ts(type = "number")]
        size: u64,
        /// The file that they are kept in.
        file: Option<FileView>,
        /// Or why there is none.
        why: Option<String>,
    },
    /// Something we do not know, as compact JSON.
    Unknown {
        /// As it came, or its beginning.
        json: String,
        /// How many bytes the whole has.
        #[ts(type = "number")]
        size: u64,
        /// Whether it is the beginning only.
        cut: bool,
    },
}

/// Wants an event `resourceUpdated` when a resource changes, or wants it no more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct WatchResource {
    /// The server's name.
    pub server: String,
    /// The resource's address.
    pub uri: String,
    /// Whether it is watched from now on.
    pub on: bool,
}
