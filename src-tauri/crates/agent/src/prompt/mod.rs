//! What a model is given for one reply: pure, made from rows and lists.

pub mod facts;
pub(crate) mod fenced;
pub mod history;
pub mod offered;
pub mod saw;
pub mod shown;
pub mod spelled;
pub mod system;
