//! What a line of words says, whoever reads it; it reads none itself.

use model::server::Transport;

/// What a line says.
pub(crate) enum Line {
    /// A server.
    Server(Server),
    /// JSON that stood in the line, with the name beside it.
    Json {
        /// The name, if there was one.
        name: Option<String>,
        /// The JSON.
        text: String,
    },
}

/// What a line says of a server.
pub(crate) struct Server {
    /// The name it was given.
    pub(crate) name: Option<String>,
    /// What it is, if the line says.
    pub(crate) description: String,
    pub(crate) transport: Transport,
    /// What was left out or changed, in words.
    pub(crate) notes: Vec<String>,
}

impl Server {
    /// One that was given no name.
    pub(crate) fn unnamed(transport: Transport) -> Self {
        Self { name: None, description: String::new(), transport, notes: Vec::new() }
    }
}
