//! What a model is given for one reply: pure, made from rows and lists.

pub mod facts;
pub mod history;
pub mod offered;
pub mod saw;
pub mod system;
