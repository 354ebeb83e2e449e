//! Logins by OAuth: from a server's refusal to a token, and to the next one. `rmcp` does the steps;
//! what is safe enough, what is kept and when a person is troubled is decided here.

pub(crate) mod authorizer;
pub(crate) mod bearer;
pub(crate) mod client;
pub(crate) mod error;
mod found;
mod holder;
mod kept;
pub(crate) mod login;
mod renewal;
mod scopes;
pub(crate) mod store;
pub(crate) mod visitor;
mod vouched;
