//! One login from the server's refusal to a token: what is found is checked, a page is visited or
//! not, and the code is exchanged. It keeps nothing.

use std::sync::Arc;

use rmcp::transport::auth::{
    AuthorizationCallback, ClientCredentialsConfig, StoredAuthorizationState,
};
use stdx::{clock::Clock, secret::Secret};

use crate::{
    http::challenge::Challenge,
    oauth::{
        client::{Client, Identity},
        error::{LoginError, hiding, of},
        found::Found,
        kept::Kept,
        scopes::union,
        store::CredentialStore,
        visitor::{self, Visitor},
    },
};

/// How one server is logged in to.
#[derive(Debug, Clone)]
pub struct Login {
    /// The address of the server, which is what a token is asked for.
    pub server: Secret,
    /// Who we are to whoever gives out its tokens.
    pub identity: Identity,
    /// Where the login page sends the person back to.
    pub back: String,
    /// Who opens the page.
    pub visitor: Arc<dyn Visitor>,
    /// Where what it gave is kept.
    pub store: Arc<dyn CredentialStore>,
    /// What tells when a token ends.
    pub clock: Clock,
}

/// A login that lacks only its token.
pub(super) struct Reached {
    found: Found,
    client: Client,
    asked: Vec<String>,
    means: Means,
}

/// What a token is given for.
enum Means {
    Code { back: AuthorizationCallback, begun: Box<StoredAuthorizationState> },
    Secret(ClientCredentialsConfig),
}

impl Login {
    /// Goes as far as a person has to. What was kept before is used where it is of the same issuer: the client that was
    /// registered, and the scopes that were given, so that none is lost.
    ///
    /// # Errors
    /// All of [`LoginError`]. Nothing is kept then.
    pub(super) async fn reach(
        &self,
        challenge: &Challenge,
        before: Option<&Kept>,
    ) -> Result<Reached, LoginError> {
        let mut found = Found::look(&self.server, Some(challenge)).await?;
        let before = before.filter(|kept| found.gave(kept));
        let mut scopes = found.manager.select_initial_scopes(&[]).await;
        if let Some(before) = before {
            scopes = union(before.granted().chain(scopes.iter().map(String::as_str)));
        }
        if let Identity::Machine { id, secret, issuer } = &self.identity {
            found.is_by(issuer.as_deref())?;
            return as_machine(found, id, secret, scopes);
        }
        found.has_a_page()?;
        let client = self.client(&mut found, before, &scopes).await?;
        let (page, begun) = found.page(&scopes).await?;
        let back = visitor::read(&self.visitor.visit(page).await?, &begun)?;
        let means = Means::Code { back, begun: Box::new(begun) };
        Ok(Reached { found, client, asked: scopes, means })
    }

    /// The client as which we log in: the person's, ours, or one that is registered now.
    async fn client(
        &self,
        found: &mut Found,
        before: Option<&Kept>,
        scopes: &[String],
    ) -> Result<Client, LoginError> {
        let issuer = found.issuer.clone();
        let known = |id: &str, secret: Option<&Secret>| Client {
            id: id.to_owned(),
            secret: secret.map(|secret| secret.reveal().to_owned()),
            issuer: issuer.clone(),
            back: self.back.clone(),
            forgotten: false,
        };
        let client = match &self.identity {
            Identity::Registered { id, secret, issuer: at } => {
                found.is_by(at.as_deref())?;
                known(id, secret.as_ref())
            }
            Identity::Ours { document: Some(document), .. } if found.takes_documents() => {
                known(document, None)
            }
            Identity::Ours { name, .. } => match before {
                Some(kept) if self.reuses(&kept.client) => kept.client.clone(),
                Some(_) | None => {
                    let wanted: Vec<&str> = scopes.iter().map(String::as_str).collect();
                    let made = found.manager.register_client(name, &self.back, &wanted).await;
                    let made = made.map_err(of)?;
                    known(&made.client_id, made.client_secret.map(Secret::from).as_ref())
                }
            },
            Identity::Machine { id, secret, .. } => known(id, Some(secret)),
        };
        found.manager.configure_client(client.config()).map_err(of)?;
        Ok(client)
    }

    /// Whether a client that was registered by us can log in again.
    pub(super) fn reuses(&self, client: &Client) -> bool {
        matches!(self.identity, Identity::Ours { .. })
            && client.back == self.back
            && !client.forgotten
    }
}

impl Reached {
    /// Gets the token. A code is good for one time, so nobody should give this up.
    ///
    /// # Errors
    /// [`LoginError::Refused`], [`LoginError::Forgotten`] and [`LoginError::Unsafe`].
    pub(super) async fn finish(self) -> Result<Kept, LoginError> {
        let Self { found, client, asked, means } = self;
        let mut secrets: Vec<Secret> =
            client.secret.as_deref().map(Secret::from).into_iter().collect();
        let exchanged = match &means {
            Means::Code { back, begun } => {
                let (code, state, issuer) = (&back.code, &begun.csrf_token, back.issuer.as_deref());
                secrets.extend([code, state, &begun.pkce_verifier].map(|it| it.as_str().into()));
                found.manager.exchange_code_for_token_with_issuer(code, state, issuer).await
            }
            Means::Secret(config) => found.manager.exchange_client_credentials(config).await,
        };
        exchanged.map_err(hiding(secrets))?;
        found.kept(client, asked).await
    }
}

/// A login without a person.
fn as_machine(
    mut found: Found,
    id: &str,
    secret: &Secret,
    scopes: Vec<String>,
) -> Result<Reached, LoginError> {
    let config = ClientCredentialsConfig::ClientSecret {
        client_id: id.to_owned(),
        client_secret: secret.reveal().to_owned(),
        scopes: scopes.clone(),
        resource: Some(found.resource.to_string()),
    };
    found.manager.validate_client_credentials_metadata(&config).map_err(of)?;
    found.manager.configure_client_credentials(&config).map_err(of)?;
    let client = Client {
        id: id.to_owned(),
        secret: Some(secret.reveal().to_owned()),
        issuer: found.issuer.clone(),
        back: String::new(),
        forgotten: false,
    };
    Ok(Reached { found, client, asked: scopes, means: Means::Secret(config) })
}
