//! The connections to all model APIs, kept and used again, and how long they are waited for.

use std::time::Duration;

use reqwest::{Certificate, Client, ClientBuilder, redirect};

use crate::error::Error;

/// How long is waited for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For a connection.
    pub connect: Duration,
    /// For the next sign of a reply. A model on this machine may read a long prompt for minutes.
    pub silence: Duration,
    /// How often a request is sent at most, before anything came of it.
    pub attempts: u32,
    /// Before the second attempt, where the provider names no time; the next wait twice as long.
    pub first_wait: Duration,
    /// At most. A provider that names a longer time is not tried again.
    pub longest_wait: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            silence: Duration::from_secs(300),
            attempts: 4,
            first_wait: Duration::from_secs(1),
            longest_wait: Duration::from_secs(60),
        }
    }
}

/// The connections of the whole application. Clones share them.
#[derive(Debug, Clone)]
pub struct Http {
    /// To other machines, over the proxies of the environment and the system.
    far: Client,
    /// To this machine, over no proxy: it would see what is said, and could not find the model.
    near: Client,
    patience: Patience,
}

impl Http {
    /// No connection yet.
    ///
    /// # Errors
    /// [`Error::Unusable`] when TLS cannot be set up.
    pub fn new() -> Result<Self, Error> {
        Self::with(Patience::default())
    }

    /// The same, with another patience.
    ///
    /// # Errors
    /// [`Error::Unusable`] when TLS cannot be set up.
    pub fn with(patience: Patience) -> Result<Self, Error> {
        let build = |builder: ClientBuilder| {
            builder.build().map_err(|error| Error::Unusable(error.to_string()))
        };
        let builder = || builder(&patience);
        Ok(Self { far: build(builder())?, near: build(builder().no_proxy())?, patience })
    }
}

fn builder(patience: &Patience) -> ClientBuilder {
    let usual = webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter();
    let usual = usual.filter_map(|cert| Certificate::from_der(cert).ok());
    Client::builder()
        .tls_certs_merge(usual)
        .redirect(redirect::Policy::none())
        .connect_timeout(patience.connect)
        .read_timeout(patience.silence)
        .referer(false)
}
