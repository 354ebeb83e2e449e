//! Who we are to whoever gives out tokens; it knows no login.

use rmcp::transport::auth::OAuthClientConfig;
use serde::{Deserialize, Serialize};
use stdx::secret::Secret;

/// Who we are, by the ways in which that can be known.
#[derive(Debug, Clone)]
pub enum Identity {
    /// Ourselves, to a server that nobody told of us.
    Ours {
        /// What a person reads at the login page.
        name: String,
        /// An address where we describe ourselves, for servers that take that as an id. All others
        /// register us.
        document: Option<String>,
    },
    /// As the person registered us there.
    Registered {
        /// What the server calls us.
        id: String,
        /// Where it gave out one.
        secret: Option<Secret>,
        /// Who gave it out, where the person said so. Nobody else gets to see it then.
        issuer: Option<String>,
    },
    /// As a program that needs no person.
    Machine {
        /// What the server calls us.
        id: String,
        /// What it knows us by.
        secret: Secret,
        /// Who gave it out. Nobody else gets to see it then; `None` only where the person did not
        /// say, and whoever the server names gets it.
        issuer: Option<String>,
    },
}

/// A client as it was used in a login. It holds a secret, so it does not print itself.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Client {
    pub(super) id: String,
    /// The server may have given out one, and wants it again with each refresh.
    pub(super) secret: Option<String>,
    /// For whom alone it is good.
    pub(super) issuer: String,
    /// Where it is sent back to, which it was registered with.
    pub(super) back: String,
    /// Whoever gives out tokens does not know it any more.
    #[serde(default)]
    pub(super) forgotten: bool,
}

impl Client {
    /// The same, as the official SDK wants it.
    pub(super) fn config(&self) -> OAuthClientConfig {
        let config = OAuthClientConfig::new(&self.id, &self.back);
        match &self.secret {
            Some(secret) => config.with_client_secret(secret),
            None => config,
        }
    }
}
