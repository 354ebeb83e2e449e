//! What a test of a model found, step by step; it sends nothing.

use std::time::Duration;

use crate::error::Error;

/// What a test of one model found. A step after a failed one is `Untried`.
#[derive(Debug, Clone, PartialEq)]
pub struct Tested {
    /// Whether somebody answers at the address.
    pub reached: Step,
    /// Whether the key is taken.
    pub signed_in: Step,
    /// Whether the model is known.
    pub known: Step,
    /// Whether it says something.
    pub answers: Step,
    /// Whether it calls a tool when it must.
    pub calls_tools: Step,
    /// How long its first words took.
    pub first: Option<Duration>,
    /// How long all took.
    pub took: Duration,
}

/// How one step of a test ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Well.
    Fine,
    /// Not well, and why.
    Failed(Error),
    /// Something before it failed.
    Untried,
}
