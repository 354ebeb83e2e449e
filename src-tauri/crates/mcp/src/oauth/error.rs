//! Why a login came to nothing, told apart so that a caller can act on it; it knows no caller.

use rmcp::transport::auth::AuthError;
use stdx::{
    secret::Secret,
    text::{clip, visible},
};

/// How much of what a server says is kept, in bytes.
const LONGEST: usize = 300;
/// What stands for a secret that a server repeats.
const MARK: &str = "[…]";
/// How the official SDK begins when a server answers with one of the errors that OAuth names. It
/// hands on nothing but this text.
const ANSWERED: &str = "Server returned error response: ";

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
    /// Whoever gives out the tokens does not know us, or not any more.
    #[error("the login server does not know this client: {0}")]
    Forgotten(String),
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
    LoginError::read(&error, &[])
}

/// The same of a step in which secrets were sent: whoever got them may repeat them.
pub(super) fn hiding(secrets: Vec<Secret>) -> impl FnOnce(AuthError) -> LoginError {
    move |error| LoginError::read(&error, &secrets)
}

/// Whether a word by which OAuth names an error says that a client is not known.
pub(super) fn forgets(word: &str) -> bool {
    matches!(word, "invalid_client" | "unauthorized_client")
}

impl LoginError {
    #[expect(clippy::wildcard_enum_match_arm, reason = "it is marked as one that may grow")]
    fn read(error: &AuthError, secrets: &[Secret]) -> Self {
        let text = clip(&visible(&without(told(error), secrets)), LONGEST);
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
            AuthError::TokenExchangeFailed(said) | AuthError::TokenRefreshFailed(said)
                if said.strip_prefix(ANSWERED).is_some_and(|said| forgets(word(said))) =>
            {
                Self::Forgotten(text)
            }
            _ => Self::Refused(text),
        }
    }
}

/// The first word of an answer.
fn word(said: &str) -> &str {
    said.split(|one: char| one != '_' && !one.is_ascii_alphanumeric()).next().unwrap_or_default()
}

/// A text with a mark for each secret in it. The longest go first: one may hold another.
fn without(text: String, secrets: &[Secret]) -> String {
    let mut secrets: Vec<&Secret> = secrets.iter().filter(|it| !it.is_empty()).collect();
    secrets.sort_by_key(|it| std::cmp::Reverse(it.reveal().len()));
    secrets.into_iter().fold(text, |text, secret| text.replace(secret.reveal(), MARK))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_that_a_server_repeats_is_marked() {
        let secrets = || vec!["hunter2".into(), "hunter2000".into(), "".into()];
        let said = AuthError::TokenExchangeFailed("no hunter2000, nor hunter2".to_owned());
        let told = hiding(secrets())(said).to_string();
        assert!(told.ends_with("no […], nor […]"), "{told}");
        let long = format!("{}hunter2", "x".repeat(LONGEST - 40));
        let told = hiding(secrets())(AuthError::TokenRefreshFailed(long)).to_string();
        assert!(!told.contains("hunt"), "{told}");
    }

    #[test]
    fn a_client_is_forgotten_only_where_the_server_says_so() {
        for (said, forgotten) in [
            ("Server returned error response: invalid_client", true),
            ("Server returned error response: unauthorized_client: who?", true),
            ("Server returned error response: invalid_grant: invalid_client", false),
            ("Server returned error response: invalid_client_metadata", false),
            ("Request failed: invalid_client", false),
        ] {
            let told = of(AuthError::TokenExchangeFailed(said.to_owned()));
            assert_eq!(matches!(told, LoginError::Forgotten(_)), forgotten, "{said}");
        }
    }
}
