//! Sends a request with the token that belongs to it, and again where it was refused for want of
//! another: what is refused so was not looked at. It knows no login.

use bytes::Bytes;
use reqwest::{
    Method, Response, Url,
    header::{AUTHORIZATION, HeaderMap, HeaderValue},
};
use stdx::secret::Secret;

use crate::{
    http::{
        fault::HttpError,
        target::{is_private, origin},
        verdict,
        wire::Wire,
    },
    oauth::{bearer::Refused, error::LoginError},
};

/// How often one request is sent again: a login may be needed, and then a wider one.
const MOST_REFUSED: u32 = 2;

impl Wire {
    /// Sends one request.
    pub(crate) async fn send(
        &self,
        method: Method,
        url: Url,
        headers: HeaderMap,
        body: Option<Bytes>,
    ) -> Result<Response, HttpError> {
        let Some(bearer) = &self.bearer else { return self.once(method, url, headers, body).await };
        let mut refusals = 0;
        loop {
            let mut all = headers.clone();
            let failures = bearer.failures();
            let token = self.sign(&mut all, &url).await;
            let response = self.once(method.clone(), url.clone(), all, body.clone()).await?;
            let status = response.status().as_u16();
            if !matches!(status, 401 | 403) {
                if let Some(token) = &token {
                    bearer.served(token);
                }
                return Ok(response);
            }
            if refusals == MOST_REFUSED {
                return Ok(response);
            }
            refusals += 1;
            let challenge = verdict::challenge(response.headers());
            let refused = Refused { token, failures, status, challenge: challenge.clone() };
            let answered = if is_private(&url) {
                bearer.refused(refused).await
            } else {
                Err(LoginError::Unsafe(format!("`{}` is not reached by `https://`", origin(&url))))
            };
            match answered {
                Ok(true) => {}
                Ok(false) => return Ok(response),
                Err(error) => {
                    let (title, challenge) = (error.to_string(), Box::new(challenge));
                    return Err(HttpError::Login { status, title, challenge });
                }
            }
        }
    }

    /// Puts the token among the headers, where there is one, before any that the person gave. It
    /// goes nowhere in the clear.
    pub(crate) async fn sign(&self, headers: &mut HeaderMap, to: &Url) -> Option<Secret> {
        if !is_private(to) {
            return None;
        }
        let token = self.bearer.as_ref()?.token().await?;
        // One that no header can carry is as good as none.
        let mut value = HeaderValue::from_str(&format!("Bearer {}", token.reveal())).ok()?;
        value.set_sensitive(true);
        headers.insert(AUTHORIZATION, value);
        Some(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        http::{
            pool::Pool,
            target::{Address, Target},
        },
        oauth::bearer::{Bearer, Bearing},
        settings::ClientInfo,
    };

    /// Has a token for everybody.
    #[derive(Debug)]
    struct Generous;

    impl Bearer for Generous {
        fn token(&self) -> Bearing<'_, Option<Secret>> {
            Box::pin(async { Some("hunter2".into()) })
        }

        fn failures(&self) -> u64 {
            0
        }

        fn served(&self, _: &Secret) {}

        fn refused(&self, _: Refused) -> Bearing<'_, Result<bool, LoginError>> {
            Box::pin(async { Ok(true) })
        }
    }

    #[tokio::test]
    async fn a_token_goes_nowhere_in_the_clear() {
        for (url, sent) in [
            ("https://a.example/mcp", true),
            ("http://127.0.0.1:1/mcp", true),
            ("http://a.example/mcp", false),
            ("http://10.0.0.1/mcp", false),
        ] {
            let address = Address::read(&Target { url: url.into(), headers: Vec::new() }).unwrap();
            let us = ClientInfo { name: "us".to_owned(), title: None, version: "1".to_owned() };
            let wire = Wire::new(&Pool::new().unwrap(), address, &us);
            let wire = wire.with(Some(std::sync::Arc::new(Generous)));
            let mut headers = HeaderMap::new();
            let token = wire.sign(&mut headers, &wire.url()).await;
            assert_eq!(
                (token.is_some(), headers.contains_key(AUTHORIZATION)),
                (sent, sent),
                "{url}"
            );
        }
    }
}
