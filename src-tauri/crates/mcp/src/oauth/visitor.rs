//! Who sends the person to a login page and hears where the page sent them back to, and how that is
//! read; it knows no browser.

use std::{fmt, pin::Pin};

use reqwest::Url;
use rmcp::transport::auth::AuthorizationCallback;
use stdx::{
    secret::Secret,
    text::{clip, visible},
};

use crate::oauth::error::LoginError;

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

/// Reads the address to which a page sent the person back.
///
/// # Errors
/// [`LoginError::Refused`] where it says no, or nothing that can be read.
pub(super) fn read(back: &Secret) -> Result<AuthorizationCallback, LoginError> {
    let unreadable = || LoginError::Refused("the page came back without an answer".to_owned());
    let url = Url::parse(back.reveal()).map_err(|_| unreadable())?;
    let named = |name: &str| {
        let found = url.query_pairs().find(|(key, _)| key == name);
        found.map(|(_, value)| clip(&visible(&value), LONGEST))
    };
    if let Some(error) = named("error") {
        return Err(LoginError::Refused(named("error_description").unwrap_or(error)));
    }
    AuthorizationCallback::from_redirect_url(back.reveal()).map_err(|_| unreadable())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_is_a_code_or_a_refusal() {
        let at = |query: &str| read(&format!("http://127.0.0.1:1/back?{query}").as_str().into());
        let back = at("code=c&state=s&iss=https%3A%2F%2Fa.example").unwrap();
        assert_eq!((back.code.as_str(), back.csrf_token.as_str()), ("c", "s"));
        assert_eq!(back.issuer.as_deref(), Some("https://a.example"));
        for (query, told) in [
            ("error=access_denied&state=s", "access_denied"),
            ("error=access_denied&error_description=not+today&code=c&state=s", "not today"),
            ("state=s", "the page came back without an answer"),
            ("code=hunter2", "the page came back without an answer"),
        ] {
            assert_eq!(at(query).unwrap_err(), LoginError::Refused(told.to_owned()), "{query}");
        }
    }
}
