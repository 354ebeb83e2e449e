//! What a server says of its login, found and checked before anything is done with it; it knows no
//! person.

use reqwest::Url;
use rmcp::transport::auth::{
    AuthorizationManager, AuthorizationMetadata, CredentialStore, InMemoryCredentialStore,
    StoredCredentials,
};
use stdx::secret::Secret;

use crate::{
    http::{
        challenge::Challenge,
        target::{is_here, origin},
    },
    oauth::error::{LoginError, of},
};

/// The only way of proving that the code came to whoever asked for it.
const PROOF: &str = "S256";

/// A server's login.
pub(super) struct Found {
    /// Does the steps. It looks up no address inside our network for a server outside of it.
    pub(super) manager: AuthorizationManager,
    /// Who gives out the tokens.
    pub(super) issuer: Option<String>,
    /// What a token is asked for.
    pub(super) resource: Url,
    metadata: AuthorizationMetadata,
    given: InMemoryCredentialStore,
}

impl Found {
    /// Asks the server, and whom it names.
    ///
    /// # Errors
    /// [`LoginError::NotOffered`] and [`LoginError::Unsafe`].
    pub(super) async fn look(
        server: &Secret,
        challenge: Option<&Challenge>,
    ) -> Result<Self, LoginError> {
        let resource = resource(server)?;
        let mut manager = AuthorizationManager::new(resource.as_str()).await.map_err(of)?;
        let given = InMemoryCredentialStore::new();
        manager.set_credential_store(given.clone());
        let header = challenge.map(written);
        let resolved = manager.resolve_metadata_from_challenge(header.as_deref()).await;
        let resolved = resolved.map_err(of)?;
        if !resolved.source.is_discovered() {
            return Err(LoginError::NotOffered("it does not describe one".to_owned()));
        }
        let metadata = resolved.metadata;
        let places = [Some(&metadata.authorization_endpoint), Some(&metadata.token_endpoint)];
        let places = places.into_iter().chain([metadata.registration_endpoint.as_ref()]);
        for place in places.flatten() {
            is_safe(place, &resource)?;
        }
        manager.set_metadata(metadata.clone());
        Ok(Self { manager, issuer: metadata.issuer.clone(), resource, metadata, given })
    }

    /// Whether a page can be visited, and what comes of it be trusted.
    ///
    /// # Errors
    /// [`LoginError::Unsafe`]
    pub(super) fn has_a_page(&self) -> Result<(), LoginError> {
        let proofs = self.metadata.code_challenge_methods_supported.iter().flatten();
        if proofs.into_iter().any(|proof| proof == PROOF) {
            return Ok(());
        }
        Err(LoginError::Unsafe(format!("it does not say that it checks codes by {PROOF}")))
    }

    /// Whether an address that describes us can be our id there.
    pub(super) fn takes_documents(&self) -> bool {
        let said = self.metadata.additional_fields.get("client_id_metadata_document_supported");
        said.and_then(serde_json::Value::as_bool).unwrap_or_default()
    }

    /// Whether tokens come from whom the person named.
    ///
    /// # Errors
    /// [`LoginError::Unsafe`]
    pub(super) fn is_by(&self, named: Option<&str>) -> Result<(), LoginError> {
        match (named, &self.issuer) {
            (Some(named), issuer) if issuer.as_deref() != Some(named) => Err(LoginError::Unsafe(
                "another gives out its tokens than the one we are registered with".to_owned(),
            )),
            _ => Ok(()),
        }
    }

    /// What the last step gave.
    ///
    /// # Errors
    /// [`LoginError::Refused`]
    pub(super) async fn credentials(&self) -> Result<Option<StoredCredentials>, LoginError> {
        self.given.load().await.map_err(of)
    }

    /// What an earlier login gave, for the next step.
    ///
    /// # Errors
    /// [`LoginError::Refused`]
    pub(super) async fn take(&self, credentials: StoredCredentials) -> Result<(), LoginError> {
        self.given.save(credentials).await.map_err(of)
    }
}

/// The address of a server as its name in a login: what may be a secret in it is left out.
fn resource(server: &Secret) -> Result<Url, LoginError> {
    let unfit = || LoginError::NotOffered("its own address is none".to_owned());
    let mut url = Url::parse(server.reveal().trim()).map_err(|_| unfit())?;
    url.set_fragment(None);
    url.set_query(None);
    url.set_username("").and_then(|()| url.set_password(None)).map_err(|()| unfit())?;
    Ok(url)
}

/// A page or a place is fit to be opened and to be told secrets: nobody can listen on the way, and
/// nothing but a browser or a server stands behind it.
fn is_safe(place: &str, server: &Url) -> Result<(), LoginError> {
    let refused = |why: &str| Err(LoginError::Unsafe(why.to_owned()));
    let Ok(url) = Url::parse(place) else {
        return refused("one of its addresses is none");
    };
    if !url.username().is_empty() || url.password().is_some() {
        return refused("one of its addresses holds a name or a password");
    }
    match url.scheme() {
        "https" => Ok(()),
        "http" if is_here(&url) && is_here(server) => Ok(()),
        _ => refused(&format!("`{}` is not reached by `https://`", origin(&url))),
    }
}

/// A challenge as the header it was read from.
fn written(challenge: &Challenge) -> String {
    let Challenge { resource_metadata, scope, error } = challenge;
    let params = [("resource_metadata", resource_metadata), ("scope", scope), ("error", error)];
    let params = params.into_iter().filter_map(|(name, value)| {
        let value = value.as_ref()?.replace('\\', "\\\\").replace('"', "\\\"");
        Some(format!("{name}=\"{value}\""))
    });
    format!("Bearer {}", params.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows 1, 17 and 18 of what is guarded against.
    #[test]
    fn only_what_nobody_can_listen_to_is_opened() {
        let (far, near) = ("https://a.example/mcp", "http://127.0.0.1:1/mcp");
        for (place, server, fine) in [
            ("https://login.example/authorize", far, true),
            ("https://login.example/authorize", near, true),
            ("http://localhost:2/authorize", near, true),
            ("http://localhost:2/authorize", far, false),
            ("http://login.example/authorize", near, false),
            ("https://me@login.example/authorize", far, false),
            ("javascript:alert(1)", near, false),
            ("file:///etc/passwd", near, false),
            ("", near, false),
        ] {
            let server = Url::parse(server).unwrap();
            assert_eq!(is_safe(place, &server).is_ok(), fine, "{place} for {server}");
        }
    }

    #[test]
    fn the_name_of_a_server_in_a_login_holds_no_secret() {
        let named = resource(&"https://me:hunter2@a.example/mcp?key=hunter2#x".into()).unwrap();
        assert_eq!(named.as_str(), "https://a.example/mcp");
        assert!(resource(&"hunter2".into()).is_err());
    }

    #[test]
    fn a_challenge_is_written_as_it_was_read() {
        let challenge = Challenge {
            resource_metadata: Some("https://a.example/x".to_owned()),
            scope: Some("a \"b\\".to_owned()),
            error: None,
        };
        let text = written(&challenge);
        assert_eq!(text, r#"Bearer resource_metadata="https://a.example/x", scope="a \"b\\""#);
        assert_eq!(Challenge::read([text.as_str()].into_iter()), challenge);
    }
}
