//! What the person typed into masked fields of each server's questions, for as long as the application
//! runs: a server may have kept it, and say it after its next start (security 29). It shows nothing.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use model::name::ServerName;
use stdx::secret::Secret;

use crate::redact::Redactor;

/// Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Typed(Arc<Mutex<BTreeMap<ServerName, Vec<Secret>>>>);

impl Typed {
    /// Keeps one that was given to a server.
    pub(crate) fn add(&self, server: &ServerName, secret: &Secret) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let given = all.entry(server.clone()).or_default();
        if !given.contains(secret) {
            given.push(secret.clone());
        }
    }

    /// Has all that were given to a server taken out.
    pub(crate) fn teach(&self, server: &ServerName, redactor: &Redactor) {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for secret in all.get(server).into_iter().flatten() {
            redactor.add(secret);
        }
    }
}

impl fmt::Debug for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Typed").finish_non_exhaustive()
    }
}
