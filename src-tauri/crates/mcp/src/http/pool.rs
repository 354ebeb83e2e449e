//! The connections to all servers over HTTP, kept and used again; it knows no server.

use std::time::Duration;

use reqwest::{Certificate, Client, ClientBuilder, redirect};

use crate::http::fault::HttpError;

/// How long a connection may take to come about.
pub(crate) const CONNECT: Duration = Duration::from_secs(10);
/// How long an idle connection is kept. Common servers close theirs after five seconds, and a call
/// that is written into one that closes just then is lost.
pub(crate) const IDLE: Duration = Duration::from_secs(4);
/// How often a connection with open requests is asked whether it is still there, and for how long.
const KEEP_ALIVE: Duration = Duration::from_secs(20);

/// One pool for the whole application. Clones share it.
#[derive(Debug, Clone)]
pub struct Pool {
    /// To other machines, over the proxies of the environment and the system.
    far: Client,
    /// To this machine, over no proxy: it would see the keys, and could not find the server.
    near: Client,
}

impl Pool {
    /// A pool without connections. The certificates of the system count beside the usual ones.
    ///
    /// # Errors
    /// [`HttpError::Unusable`] when TLS cannot be set up.
    pub fn new() -> Result<Self, HttpError> {
        let build = |builder: ClientBuilder| {
            builder.build().map_err(|error| HttpError::Unusable(innermost(&error)))
        };
        Ok(Self { far: build(builder())?, near: build(builder().no_proxy())? })
    }

    /// The connections for a server on this machine, or elsewhere.
    pub(crate) fn client(&self, place: Place) -> Client {
        match place {
            Place::Here => self.near.clone(),
            Place::Elsewhere => self.far.clone(),
        }
    }
}

/// Where a server runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// On this machine.
    Here,
    /// Anywhere else.
    Elsewhere,
}

fn builder() -> ClientBuilder {
    let usual = webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter();
    let usual = usual.filter_map(|cert| Certificate::from_der(cert).ok());
    Client::builder()
        .tls_certs_merge(usual)
        .redirect(redirect::Policy::none())
        .connect_timeout(CONNECT)
        .pool_idle_timeout(IDLE)
        .http2_keep_alive_interval(KEEP_ALIVE)
        .http2_keep_alive_timeout(KEEP_ALIVE)
        .referer(false)
}

/// The first cause of an error: what wraps it says little, and may hold the address.
pub(crate) fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
