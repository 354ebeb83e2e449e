//! What a server says of its login, found and checked before anything is done with it; it knows no
//! person.

use reqwest::Url;
use rmcp::transport::auth::{
    AuthorizationManager, AuthorizationMetadata, CredentialStore, InMemoryCredentialStore,
    InMemoryStateStore, StateStore, StoredAuthorizationState, StoredCredentials,
};
use stdx::secret::Secret;

use crate::{
    http::{
        challenge::Challenge,
        target::{is_here, is_private, origin},
    },
    oauth::{
        client::Client,
        error::{LoginError, of},
        kept::Kept,
        vouched::vouched,
    },
};

/// The only way of proving that the code came to whoever asked for it.
const PROOF: &str = "S256";

/// A server's login.
pub(super) struct Found {
    /// Does the steps. It looks up no address inside our network for a server outside of it.
    pub(super) manager: AuthorizationManager,
    /// Who gives out the tokens, and says so itself.
    pub(super) issuer: String,
    /// What a token is asked for.
    pub(super) resource: Url,
    metadata: AuthorizationMetadata,
    given: InMemoryCredentialStore,
    begun: InMemoryStateStore,
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
        let begun = InMemoryStateStore::new();
        manager.set_state_store(begun.clone());
        let header = challenge.map(written);
        let resolved = manager.resolve_metadata_from_challenge(header.as_deref()).await;
        let resolved = resolved.map_err(of)?;
        if !resolved.source.is_discovered() {
            return Err(LoginError::NotOffered("it does not describe one".to_owned()));
        }
        let metadata = resolved.metadata;
        // The SDK compares it to where it was read only where that place has one of the usual names.
        let Some(issuer) = metadata.issuer.clone() else {
            return Err(LoginError::Unsafe("it does not say who gives out its tokens".to_owned()));
        };
        let places = [&issuer, &metadata.authorization_endpoint, &metadata.token_endpoint];
        for place in places.into_iter().chain(&metadata.registration_endpoint) {
            is_safe(place, &resource)?;
        }
        vouched(&issuer, &metadata).await?;
        manager.set_metadata(metadata.clone());
        Ok(Self { manager, issuer, resource, metadata, given, begun })
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
        if named.is_none_or(|named| named == self.issuer) {
            return Ok(());
        }
        let told = "another gives out its tokens than the one we are registered with";
        Err(LoginError::Unsafe(told.to_owned()))
    }

    /// Whether what is kept was given here, and goes back to where it came from.
    pub(super) fn gave(&self, kept: &Kept) -> bool {
        kept.is_of(&self.issuer, &self.metadata.token_endpoint)
    }

    /// The page to visit, and what the way back from it is held against.
    ///
    /// # Errors
    /// [`LoginError::Refused`]
    pub(super) async fn page(
        &self,
        scopes: &[String],
    ) -> Result<(Secret, StoredAuthorizationState), LoginError> {
        let wanted: Vec<&str> = scopes.iter().map(String::as_str).collect();
        let page = self.manager.get_authorization_url(&wanted).await.map_err(of)?;
        let url = Url::parse(&page).map_err(|_| nowhere())?;
        // Its own address may have one, and ours is added at the end.
        let state = url.query_pairs().filter(|(key, _)| key == "state").last();
        let state = state.ok_or_else(nowhere)?.1;
        let begun = self.begun.load(&state).await.map_err(of)?.ok_or_else(nowhere)?;
        Ok((page.into(), begun))
    }

    /// What is kept of this login: what the last step gave.
    ///
    /// # Errors
    /// [`LoginError::Refused`]
    pub(super) async fn kept(
        &self,
        client: Client,
        asked: Vec<String>,
    ) -> Result<Kept, LoginError> {
        let credentials = self.given.load().await.map_err(of)?;
        let token_endpoint = self.metadata.token_endpoint.clone();
        Ok(Kept { client, asked, credentials, token_endpoint })
    }

    /// What an earlier login gave, for the next step.
    ///
    /// # Errors
    /// [`LoginError::Refused`]
    pub(super) async fn take(&self, credentials: StoredCredentials) -> Result<(), LoginError> {
        self.given.save(credentials).await.map_err(of)
    }
}

fn nowhere() -> LoginError {
    LoginError::NotOffered("the address of its page is none".to_owned())
}

/// The address of a server as its name in a login: what may be a secret in it is left out. A token
/// is asked for only where it can be sent.
fn resource(server: &Secret) -> Result<Url, LoginError> {
    let unfit = || LoginError::NotOffered("its own address is none".to_owned());
    let mut url = Url::parse(server.reveal().trim()).map_err(|_| unfit())?;
    url.set_fragment(None);
    url.set_query(None);
    url.set_username("").and_then(|()| url.set_password(None)).map_err(|()| unfit())?;
    if is_private(&url) {
        return Ok(url);
    }
    Err(LoginError::Unsafe(format!("`{}` is not reached by `https://`", origin(&url))))
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
    fn no_token_is_asked_for_that_would_be_sent_in_the_clear() {
        for (server, fine) in [
            ("https://a.example/mcp", true),
            ("http://127.0.0.1:1/mcp", true),
            ("http://localhost/mcp", true),
            ("http://a.example/mcp", false),
            ("http://10.0.0.1/mcp", false),
        ] {
            let named = resource(&server.into());
            assert_eq!(named.is_ok(), fine, "{server}");
            assert!(fine || matches!(named, Err(LoginError::Unsafe(_))), "{named:?}");
        }
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
