//! Sends a request with the token that belongs to it, and again where it was refused for want of
//! another: what is refused so was not looked at. It knows no login.

use bytes::Bytes;
use reqwest::{
    Method, Response, Url,
    header::{AUTHORIZATION, HeaderMap, HeaderValue},
};
use stdx::secret::Secret;

use crate::{
    http::{fault::HttpError, verdict, wire::Wire},
    oauth::bearer::Refused,
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
        let mut refusals = 0;
        loop {
            let mut all = headers.clone();
            let token = self.sign(&mut all).await;
            let response = self.once(method.clone(), url.clone(), all, body.clone()).await?;
            let Some(bearer) = &self.bearer else { return Ok(response) };
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
            let refused = Refused { token, status, challenge: challenge.clone() };
            match bearer.refused(refused).await {
                Ok(true) => {}
                Ok(false) => return Ok(response),
                Err(error) => {
                    let (title, challenge) = (error.to_string(), Box::new(challenge));
                    return Err(HttpError::Login { status, title, challenge });
                }
            }
        }
    }

    /// Puts the token among the headers, where there is one, before any that the person gave.
    pub(crate) async fn sign(&self, headers: &mut HeaderMap) -> Option<Secret> {
        let token = self.bearer.as_ref()?.token().await?;
        // One that no header can carry is as good as none.
        let mut value = HeaderValue::from_str(&format!("Bearer {}", token.reveal())).ok()?;
        value.set_sensitive(true);
        headers.insert(AUTHORIZATION, value);
        Some(token)
    }
}
