//! What the measuring programs share: the job they give, who does it, the numbers they make of it,
//! and how they print them.

pub mod contender;
pub mod echo;
pub mod error;
pub mod job;
pub mod numbers;
pub mod odd;
pub mod place;
pub mod plan;
pub mod race;
pub mod report;
