//! What the measuring programs share: the job they give, the numbers they make of it, and how they
//! print them. It knows nothing that is measured.

pub mod echo;
pub mod job;
pub mod numbers;
pub mod report;
