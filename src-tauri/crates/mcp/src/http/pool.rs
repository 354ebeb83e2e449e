//! The connections to all servers over HTTP, kept and used again; it knows no server.

use hyper_util::client::proxy::matcher::Matcher;

use crate::http::{
    far::{Far, trust::trust},
    fault::HttpError,
};

/// One pool for the whole application. Clones share it.
#[derive(Debug, Clone)]
pub struct Pool {
    /// To other machines, over the proxies of the environment and the system.
    far: Far,
    /// To this machine, over no proxy: it would see the keys, and could not find the server.
    near: Far,
}

impl Pool {
    /// A pool without connections. The certificates of the system count beside the usual ones.
    ///
    /// # Errors
    /// [`HttpError::Unusable`] when TLS cannot be set up.
    pub fn new() -> Result<Self, HttpError> {
        let trust = trust()?;
        let proxies = Matcher::from_system();
        Ok(Self { far: Far::new(&trust, Some(proxies)), near: Far::new(&trust, None) })
    }

    /// The connections for a server on this machine, or elsewhere.
    pub(crate) fn to(&self, place: Place) -> Far {
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
