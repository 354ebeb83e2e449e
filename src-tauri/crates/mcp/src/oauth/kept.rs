//! What is kept of a login: the client, what it asked for, and the tokens. Written and read as one
//! text, which is a secret; it knows no store.

use rmcp::transport::auth::StoredCredentials;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stdx::{clock::Millis, secret::Secret};

use crate::oauth::{client::Client, error::LoginError};

/// A token is renewed this long before it ends, in seconds; one that lives shorter than twice that,
/// at half of its life.
const BEFORE: i64 = 30;

/// What is kept of one login. It does not print itself.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Kept {
    pub(super) client: Client,
    /// The scopes that the login asked for.
    pub(super) asked: Vec<String>,
    /// `None` once they are known to be of no use.
    pub(super) credentials: Option<StoredCredentials>,
    /// Where the tokens came from, which is the only place that secrets are sent to again.
    pub(super) token_endpoint: String,
}

/// A token that can be sent.
#[derive(Debug, Clone)]
pub(super) struct Access {
    pub(super) token: Secret,
    /// From when on it should be renewed, in seconds since 1970.
    renew_at: Option<i64>,
    /// Whether it can be renewed without a person.
    pub(super) renewable: bool,
}

impl Kept {
    /// Reads what [`Kept::write`] wrote.
    ///
    /// # Errors
    /// [`LoginError::Store`]
    pub(super) fn read(text: &Secret) -> Result<Self, LoginError> {
        // The reader's own words could quote the text.
        serde_json::from_str(text.reveal())
            .map_err(|_| LoginError::Store("it is of another shape".to_owned()))
    }

    /// All of it as one text.
    pub(super) fn write(&self) -> Secret {
        serde_json::to_string(self).expect("texts and numbers always serialise").into()
    }

    /// Whether it was given by this issuer at this place. What another gave is of no use, and not
    /// for its eyes.
    pub(super) fn is_of(&self, issuer: &str, token_endpoint: &str) -> bool {
        self.client.issuer == issuer && self.token_endpoint == token_endpoint
    }

    /// All that no text may quote.
    pub(super) fn secrets(&self) -> Vec<Secret> {
        let response = self.credentials.as_ref().and_then(|it| it.token_response.as_ref());
        let tokens = serde_json::to_value(response).unwrap_or_default();
        let tokens =
            ["access_token", "refresh_token"].map(|name| tokens[name].as_str().map(Secret::from));
        let client = self.client.secret.as_deref().map(Secret::from);
        tokens.into_iter().chain([client]).flatten().collect()
    }

    /// The scopes that the server said it gave.
    pub(super) fn granted(&self) -> impl Iterator<Item = &str> {
        let granted = self.credentials.iter().flat_map(|it| &it.granted_scopes);
        granted.map(String::as_str)
    }

    /// All that was asked for or given.
    pub(super) fn known_scopes(&self) -> Vec<String> {
        super::scopes::union(self.asked.iter().map(String::as_str).chain(self.granted()))
    }

    /// The token to send.
    pub(super) fn access(&self) -> Option<Access> {
        let credentials = self.credentials.as_ref()?;
        let tokens = serde_json::to_value(credentials.token_response.as_ref()?).ok()?;
        let token = Secret::from(tokens["access_token"].as_str()?);
        let life = tokens["expires_in"].as_i64();
        let received = credentials.token_received_at.and_then(|at| i64::try_from(at).ok());
        let renew_at = life.zip(received).map(|(life, at)| {
            // A life that no number can hold has no end.
            at.saturating_add(life).saturating_sub(BEFORE.min(life / 2))
        });
        let renewable = tokens.get("refresh_token").is_some_and(Value::is_string);
        Some(Access { token, renew_at, renewable })
    }
}

impl Access {
    /// Whether it should be renewed before it is sent again.
    pub(super) fn is_stale(&self, now: Millis) -> bool {
        self.renew_at.is_some_and(|at| now.0 / 1000 >= at)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn kept(tokens: &Value) -> Kept {
        let credentials = json!({
            "client_id": "c", "token_response": tokens, "granted_scopes": ["a"],
            "token_received_at": 1000, "issuer": "https://a.example" });
        let text = json!({
            "client": { "id": "c", "secret": "hunter2", "issuer": "https://a.example", "back": "b" },
            "asked": ["a", "b"], "credentials": credentials,
            "token_endpoint": "https://a.example/token" });
        Kept::read(&text.to_string().into()).unwrap()
    }

    #[test]
    fn what_is_kept_reads_back_with_the_clients_secret() {
        let first = kept(&json!({ "access_token": "t", "token_type": "bearer" }));
        let again = Kept::read(&first.write()).unwrap();
        assert_eq!(again.client.secret.as_deref(), Some("hunter2"));
        assert_eq!(again.known_scopes(), ["a", "b"]);
        assert_eq!(again.access().unwrap().token.reveal(), "t");
        assert!(again.is_of("https://a.example", "https://a.example/token"));
        assert!(!again.is_of("https://b.example", "https://a.example/token"));
        assert!(!again.is_of("https://a.example", "https://a.example/other"));
        let odd = Kept::read(&"hunter2".into()).err().unwrap();
        assert!(!odd.to_string().contains("hunter2"), "{odd}");
    }

    #[test]
    fn a_token_is_renewed_before_it_ends_and_a_short_lived_one_at_half_its_life() {
        let stale = |life: Value, at: i64| {
            let mut tokens = json!({ "access_token": "t", "token_type": "bearer" });
            tokens["expires_in"] = life;
            kept(&tokens).access().unwrap().is_stale(Millis(at * 1000))
        };
        assert!(!stale(json!(3600), 4569) && stale(json!(3600), 4570));
        assert!(!stale(json!(10), 1004) && stale(json!(10), 1005));
        assert!(!stale(Value::Null, i64::MAX / 1000));
    }
}
