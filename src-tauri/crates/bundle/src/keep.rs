//! Moves the secrets of drafts into the keychain, all of them or none; what a secret is, and
//! where in a draft it stands, is said elsewhere.

use std::collections::BTreeSet;

use model::{
    name::ServerName,
    server::{Draft, Http, Stdio, Transport},
};
use vault::{
    Vault,
    template::{Kind, Template},
};

use crate::{
    conceal::{Hidden, conceal},
    error::Error,
    reading::{Proposal, Reading},
};

/// A secret that was moved. Whoever discards the draft removes it from the keychain again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptSecret {
    /// The server it is of.
    pub server: ServerName,
    /// The variable, header or flag it was the value of, or another word for its place.
    pub field: String,
    /// The name it has in the keychain now.
    pub key: String,
}

/// Puts what looks like a secret into `vault` and leaves `${secret:KEY}` in its place, with a note
/// for each: values of variables and headers, arguments, and parts of addresses. References stay.
/// `taken` says whether a key is in use already; one of which it says no is used.
///
/// If it is dropped before it is done, what was put in stays there, referred to by nobody.
///
/// # Errors
/// [`Error::Keychain`]; nothing of the reading is in the keychain then.
pub fn keep_secrets(
    mut reading: Reading,
    vault: &Vault,
    taken: impl Fn(&str) -> bool,
) -> impl Future<Output = Result<(Reading, Vec<KeptSecret>), Error>> + Send {
    let mut hidden = Vec::new();
    // What is referred to already may be a secret that is still to be set.
    let mut used =
        reading.proposals.iter().flat_map(|it| secrets_of(&it.draft)).collect::<BTreeSet<_>>();
    for Proposal { draft, notes } in &mut reading.proposals {
        let found = conceal(draft, |key| !used.insert(key.to_owned()) || taken(key));
        notes.extend(found.iter().map(Hidden::note));
        hidden.extend(found.into_iter().map(|it| (draft.name.clone(), it)));
    }
    let vault = vault.clone();
    async move { Ok((reading, keep_all(hidden, &vault).await?)) }
}

/// [`keep_secrets`] for a draft that was typed and not read.
///
/// # Errors
/// [`Error::Keychain`]; nothing of the draft is in the keychain then.
pub fn keep_draft(
    mut draft: Draft,
    vault: &Vault,
    taken: impl Fn(&str) -> bool,
) -> impl Future<Output = Result<(Draft, Vec<KeptSecret>), Error>> + Send {
    let mut used = secrets_of(&draft);
    let found = conceal(&mut draft, |key| !used.insert(key.to_owned()) || taken(key));
    let hidden = found.into_iter().map(|it| (draft.name.clone(), it)).collect();
    let vault = vault.clone();
    async move { Ok((draft, keep_all(hidden, &vault).await?)) }
}

/// The keys of the secrets that a draft refers to.
fn secrets_of(draft: &Draft) -> BTreeSet<String> {
    let texts: Vec<&String> = match &draft.transport {
        Transport::Stdio(Stdio { args, env, .. }) => args.iter().chain(env.values()).collect(),
        Transport::Http(Http { url, headers }) => headers.values().chain([url]).collect(),
    };
    let templates = texts.into_iter().map(|it| Template::parse(it));
    templates
        .flat_map(|it| it.references().cloned().collect::<Vec<_>>())
        .filter(|it| it.kind == Kind::Secret)
        .map(|it| it.name)
        .collect()
}

async fn keep_all(
    hidden: Vec<(ServerName, Hidden)>,
    vault: &Vault,
) -> Result<Vec<KeptSecret>, Error> {
    let mut kept: Vec<KeptSecret> = Vec::with_capacity(hidden.len());
    for (server, Hidden { field, key, secret, .. }) in hidden {
        if let Err(source) = vault.set(&key, secret).await {
            for KeptSecret { key, .. } in &kept {
                // The keychain fails already; what it will not remove now nobody refers to.
                vault.remove(key).await.ok();
            }
            return Err(Error::Keychain { server: server.to_string(), field, source });
        }
        kept.push(KeptSecret { server, field, key });
    }
    Ok(kept)
}

#[cfg(test)]
mod tests;
