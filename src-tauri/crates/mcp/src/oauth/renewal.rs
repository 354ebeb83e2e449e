//! A token from the last login's means, without a person; it keeps nothing.

use rmcp::transport::auth::AuthError;
use stdx::secret::Secret;

use crate::oauth::{
    error::{LoginError, hiding, of},
    found::Found,
    kept::Kept,
};

/// What came of it.
pub(super) enum Renewed {
    /// There is a new token.
    Anew(Box<Kept>),
    /// There is none to be had but by a login.
    Spent,
}

/// Renews the token of a login.
///
/// # Errors
/// Where nobody knows whether the means are still good; [`LoginError::Forgotten`] where we are not
/// known any more.
pub(super) async fn renew(server: &Secret, kept: &Kept) -> Result<Renewed, LoginError> {
    let Some(credentials) = kept.credentials.clone() else { return Ok(Renewed::Spent) };
    let mut found = Found::look(server, None).await?;
    if !found.gave(kept) {
        return Ok(Renewed::Spent);
    }
    found.take(credentials).await?;
    found.manager.configure_client(kept.client.config()).map_err(of)?;
    match found.manager.refresh_token().await {
        Ok(_) => {
            let (client, asked) = (kept.client.clone(), kept.asked.clone());
            Ok(Renewed::Anew(Box::new(found.kept(client, asked).await?)))
        }
        Err(AuthError::TokenRefreshRejected(_) | AuthError::AuthorizationRequired) => {
            Ok(Renewed::Spent)
        }
        Err(error) => Err(hiding(kept.secrets())(error)),
    }
}
