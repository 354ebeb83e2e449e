//! Whether the issuer of tokens says of itself what was said in its name: whoever else could name
//! an issuer would get what belongs to it. It knows no login.

use std::time::Duration;

use reqwest::{
    Method, Url,
    header::{ACCEPT, HeaderMap, HeaderValue},
};
use rmcp::transport::auth::AuthorizationMetadata;

use crate::{
    http::{
        body::{Body, read},
        fault::HttpError,
        pool::Pool,
        target::{Address, Target},
        wire::Wire,
    },
    oauth::error::LoginError,
    settings::ClientInfo,
};

/// How long all of it may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a description may be, in bytes.
const LONGEST: usize = 1 << 20;
const OAUTH: &str = "/.well-known/oauth-authorization-server";
const OPENID: &str = "/.well-known/openid-configuration";

/// Asks `issuer` itself, where it has to describe itself, whatever place `said` was read from.
///
/// # Errors
/// [`LoginError::Unsafe`] where it says something else, [`LoginError::NotOffered`] where it cannot
/// be asked.
pub(super) async fn vouched(issuer: &str, said: &AuthorizationMetadata) -> Result<(), LoginError> {
    let asked = tokio::time::timeout(PATIENCE, says_so(issuer, said)).await;
    if asked.unwrap_or_else(|_| Err(HttpError::NoReply("it takes too long".to_owned()))).map_err(
        |why| LoginError::NotOffered(format!("who gives out its tokens cannot be asked: {why}")),
    )? {
        return Ok(());
    }
    Err(LoginError::Unsafe("its issuer does not say the same of itself".to_owned()))
}

async fn says_so(issuer: &str, said: &AuthorizationMetadata) -> Result<bool, HttpError> {
    let target = Target { url: issuer.into(), headers: Vec::new() };
    let us = ClientInfo {
        name: env!("CARGO_PKG_NAME").to_owned(),
        title: None,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let wire = Wire::new(&Pool::new()?, Address::read(&target)?, &us);
    let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("application/json"))]);
    for place in places(&wire.url()) {
        let response = match wire.once(Method::GET, place, headers.clone(), None).await {
            Ok(response) => response,
            Err(HttpError::Redirected { .. }) => continue,
            Err(error) => return Err(error),
        };
        let status = response.status();
        if status.is_server_error() || status.as_u16() == 429 {
            return Err(HttpError::NoReply(format!("it answers with {}", status.as_u16())));
        }
        let Body::Whole(body) = read(response, LONGEST).await? else { continue };
        let own = serde_json::from_slice::<AuthorizationMetadata>(&body);
        if status.is_success() && own.is_ok_and(|own| agrees(said, &own)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Where an issuer may describe itself, in the order in which these are looked at.
fn places(issuer: &Url) -> Vec<Url> {
    let path = issuer.path().trim_matches('/');
    let paths = if path.is_empty() {
        vec![OAUTH.to_owned(), OPENID.to_owned()]
    } else {
        let inside = [format!("{OAUTH}/{path}"), format!("{OPENID}/{path}")];
        let outside = [format!("/{path}{OPENID}"), OAUTH.to_owned()];
        inside.into_iter().chain(outside).collect()
    };
    let at = |path: String| {
        let mut place = issuer.clone();
        place.set_query(None);
        place.set_path(&path);
        place
    };
    paths.into_iter().map(at).collect()
}

/// Whether two descriptions are of the same issuer, and send secrets to the same places.
fn agrees(said: &AuthorizationMetadata, own: &AuthorizationMetadata) -> bool {
    said.issuer == own.issuer
        && said.authorization_endpoint == own.authorization_endpoint
        && said.token_endpoint == own.token_endpoint
        && said.registration_endpoint == own.registration_endpoint
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issuer_describes_itself_at_its_own_places() {
        let at = |issuer: &str| {
            let places = places(&Url::parse(issuer).unwrap());
            places.iter().map(Url::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            at("https://a.example"),
            [format!("https://a.example{OAUTH}"), format!("https://a.example{OPENID}")]
        );
        assert_eq!(
            at("https://a.example/one/?x"),
            [
                format!("https://a.example{OAUTH}/one"),
                format!("https://a.example{OPENID}/one"),
                format!("https://a.example/one{OPENID}"),
                format!("https://a.example{OAUTH}"),
            ]
        );
    }
}
