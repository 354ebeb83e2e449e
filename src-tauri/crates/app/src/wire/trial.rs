//! The small model of a first try without an account, as it crosses.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::wire::{failure::Failure, provider::ModelRef};

/// What it is, and how it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TrialView {
    /// The model's name for people.
    pub title: String,
    /// The licence of the model.
    pub licence: String,
    /// Bytes that are downloaded, from the Python package index that this machine uses.
    #[ts(type = "number")]
    pub download: u64,
    /// Bytes that it takes then.
    #[ts(type = "number")]
    pub room: u64,
    /// The folder that it is kept in.
    pub folder: String,
    /// What a conversation chooses; nothing as long as it has no provider.
    pub model: Option<ModelRef>,
    /// How it stands.
    pub state: TrialState,
}

/// How it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TrialState {
    /// It is not here.
    Absent,
    /// A place for it is made.
    Preparing,
    /// It is downloaded.
    Fetching {
        /// Bytes that are here.
        #[ts(type = "number")]
        done: u64,
    },
    /// It is unpacked.
    Unpacking,
    /// It could not be installed.
    Failed {
        /// Why, and what to do.
        failure: Failure,
    },
    /// It is here.
    Here {
        /// Bytes that it takes.
        #[ts(type = "number")]
        bytes: u64,
    },
}
