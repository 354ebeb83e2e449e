//! What the standard library lacks, for all floors above; it knows nothing of MCP or of Steward.

pub mod clock;
pub mod naming;
pub mod secret;
pub mod span;
pub mod spread;
pub mod tasks;
pub mod text;
pub mod unseen;
pub mod words;
