//! Why a login came to nothing, told apart so that a caller can act on it; it knows no caller.

use rmcp::transport::auth::AuthError;
use stdx::text::{clip, visible};

/// How much of what a server says is kept, in bytes.
const LONGEST: usize = 300;

/// Why there is no token. No text of it holds a token, a code or a secret of ours.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoginError {
    /// The server does not say how to log in, or says it in a way that nobody could follow.
    #[error("the server offers no login that can be used: {0}")]
    NotOffered(String),
    /// Its login could be turned against the person, and is not begun or not finished.
    #[error("the server's login is not safe: {0}")]
    Unsafe(String),
    /// The server, or the person at its page, said no.
    #[error("the login was refused: {0}")]
    Refused(String),
    /// The server takes no token, not even a new one.
    #[error("the server refuses the token that its own login gave out")]
    Useless,
    /// The page was not visited.
    #[error("the login page was not visited: {0}")]
    NotVisited(String),
    /// What is kept of logins cannot be read or written.
    #[error("what is kept of the login cannot be read or written: {0}")]
    Store(String),
}

/// What the official SDK says is wrong.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it on like that")]
pub(super) fn of(error: AuthError) -> LoginError {
    LoginError::read(&error)
}

impl LoginError {
    #[expect(clippy::wildcard_enum_match_arm, reason = "it is marked as one that may grow")]
    fn read(error: &AuthError) -> Self {
        let text = clip(&visible(&told(error)), LONGEST);
        match error {
            AuthError::PkceUnsupported
            | AuthError::AuthorizationServerMismatch { .. }
            | AuthError::AuthorizationServerMissingIssuer { .. }
            | AuthError::ProtectedResourceMetadataInvalid { .. } => Self::Unsafe(text),
            AuthError::NoAuthorizationSupport
            | AuthError::DiscoveryRequestFailed { .. }
            | AuthError::AuthorizationServersUnavailable { .. }
            | AuthError::MetadataError(_)
            | AuthError::UrlError(_) => Self::NotOffered(text),
            _ => Self::Refused(text),
        }
    }
}

/// An error and its causes.
fn told(error: &AuthError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(deeper) = cause {
        text = format!("{text}: {deeper}");
        cause = deeper.source();
    }
    text
}
