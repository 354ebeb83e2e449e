//! Who sends the person to a login page and hears where the page sent them back to, and how that is
//! read; it knows no browser.

use std::{fmt, pin::Pin};

use reqwest::Url;
use rmcp::transport::auth::{AuthorizationCallback, StoredAuthorizationState};
use stdx::{
    secret::Secret,
    text::{clip, visible},
};

use crate::oauth::error::{LoginError, forgets};

/// How much of what a page says is kept, in bytes.
const LONGEST: usize = 200;

/// Opens a login page for the person.
pub trait Visitor: Send + Sync + fmt::Debug {
    /// Opens the page, which has been found to be safe to open, and waits for the whole address to
    /// which it sends the person back, or for [`LoginError::NotVisited`]. Dropping the future ends
    /// the wait.
    fn visit(&self, page: Secret) -> Visiting<'_>;
}

/// The address to come.
pub type Visiting<'a> = Pin<Box<dyn Future<Output = Result<Secret, LoginError>> + Send + 'a>>;

/// Reads the address to which a page sent the person back. Nothing of it is believed before it is
/// known to belong to the login that was begun; of a code the SDK does the rest of that.
///
/// # Errors
/// [`LoginError::Refused`] where it says no, or nothing that can be read, [`LoginError::Forgotten`]
/// where it does not know us, [`LoginError::Unsafe`] where it is somebody else's.
pub(super) fn read(
    back: &Secret,
    begun: &StoredAuthorizationState,
) -> Result<AuthorizationCallback, LoginError> {
    let unreadable = || LoginError::Refused("the page came back without an answer".to_owned());
    let url = Url::parse(back.reveal()).map_err(|_| unreadable())?;
    let named = |name: &str| {
        let found = url.query_pairs().filter(|(key, _)| key == name).last();
        found.map(|(_, value)| value.into_owned())
    };
    let foreign = || LoginError::Unsafe("its page came back for another login".to_owned());
    if named("state").ok_or_else(unreadable)? != begun.csrf_token {
        return Err(foreign());
    }
    if let Some(error) = named("error") {
        let by = named("iss");
        if by.as_ref().map_or(begun.require_issuer, |_| by != begun.expected_issuer) {
            return Err(foreign());
        }
        let told = named("error_description").unwrap_or_else(|| error.clone());
        let told = clip(&visible(&told), LONGEST);
        return Err(if forgets(&error) {
            LoginError::Forgotten(told)
        } else {
            LoginError::Refused(told)
        });
    }
    AuthorizationCallback::from_redirect_url(back.reveal()).map_err(|_| unreadable())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_is_a_code_or_a_refusal() {
        let at = |query: &str| at(query, false);
        let back = at("code=c&state=s&iss=https%3A%2F%2Fa.example").unwrap();
        assert_eq!((back.code.as_str(), back.csrf_token.as_str()), ("c", "s"));
        assert_eq!(back.issuer.as_deref(), Some("https://a.example"));
        for (query, told) in [
            ("error=access_denied&state=s", "access_denied"),
            ("error=access_denied&error_description=not+today&code=c&state=s", "not today"),
            ("state=s", "the page came back without an answer"),
            ("code=hunter2", "the page came back without an answer"),
            ("error=access_denied", "the page came back without an answer"),
        ] {
            assert_eq!(at(query).unwrap_err(), LoginError::Refused(told.to_owned()), "{query}");
        }
        let forgotten = LoginError::Forgotten("unauthorized_client".to_owned());
        assert_eq!(at("error=unauthorized_client&state=s").unwrap_err(), forgotten);
    }

    #[test]
    fn what_belongs_to_another_login_is_not_believed() {
        for (query, promised) in [
            ("error=access_denied&state=other", false),
            ("code=c&state=other", false),
            ("error=access_denied&state=s&state=other", false),
            ("error=access_denied&state=s", true),
            ("error=access_denied&state=s&iss=https%3A%2F%2Fb.example", false),
        ] {
            let told = at(query, promised).unwrap_err();
            assert!(matches!(told, LoginError::Unsafe(_)), "{query}: {told}");
        }
        let said = at("error=access_denied&state=s&iss=https%3A%2F%2Fa.example", true);
        assert_eq!(said.unwrap_err(), LoginError::Refused("access_denied".to_owned()));
    }

    fn at(query: &str, promised: bool) -> Result<AuthorizationCallback, LoginError> {
        let begun = serde_json::json!({ "pkce_verifier": "v", "csrf_token": "s", "created_at": 0,
            "expected_issuer": "https://a.example", "require_issuer": promised });
        let begun = serde_json::from_value(begun).unwrap();
        read(&format!("http://127.0.0.1:1/back?{query}").as_str().into(), &begun)
    }
}
