//! Who has the token that goes with each request; it knows neither where tokens come from nor what
//! a request is for.

use std::{fmt, pin::Pin};

use stdx::secret::Secret;

use crate::{http::challenge::Challenge, oauth::error::LoginError};

/// Has the token for one server.
pub trait Bearer: Send + Sync + fmt::Debug {
    /// The token to send now, where there is one.
    fn token(&self) -> Bearing<'_, Option<Secret>>;

    /// How many logins have come to nothing so far. It is asked before a request is sent, so that
    /// one that waited through such a login begins no other.
    fn failures(&self) -> u64;

    /// The server did something with this token.
    fn served(&self, token: &Secret);

    /// The server refused a request, and did not look at it. Says whether there is another token
    /// now, so that it is worth sending again.
    ///
    /// # Errors
    /// Where a login was tried and came to nothing.
    fn refused(&self, refused: Refused) -> Bearing<'_, Result<bool, LoginError>>;
}

/// What is to come.
pub type Bearing<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A refusal.
#[derive(Debug, Clone)]
pub struct Refused {
    /// What was sent.
    pub token: Option<Secret>,
    /// What [`Bearer::failures`] said before it was sent.
    pub failures: u64,
    /// 401 or 403.
    pub status: u16,
    /// What the server says of how to log in.
    pub challenge: Challenge,
}
