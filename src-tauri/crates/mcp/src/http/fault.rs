//! What can go wrong over HTTP alone, told apart so that a caller can act on it; it knows no caller.

use std::time::Duration;

use stdx::span::span;

use crate::http::challenge::Challenge;

/// Why HTTP brought no reply. No text of it holds an address with its path, nor a header's value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HttpError {
    /// No client can be set up on this machine.
    #[error("HTTP cannot be used here: {0}")]
    Unusable(String),
    /// The address or one of the headers is of no use.
    #[error("the server's address cannot be used: {0}")]
    Target(String),
    /// There was no connection, so nothing was carried out.
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    /// The certificate of the server is not to be trusted. Nothing was sent.
    #[error("the server is not trusted: {0}")]
    Untrusted(String),
    /// The proxy on the way gives no way through. Nothing came to the server.
    #[error("the proxy on the way to the server refuses: {0}")]
    Proxy(String),
    /// A login or a key is needed, or the one that was sent is refused. Nothing was carried out.
    #[error("{}", login(*.status, .title))]
    Login {
        /// 401 or 403.
        status: u16,
        /// What the server says, cut at 200 bytes, or why the login that it wants came to nothing;
        /// may be empty.
        title: String,
        /// What the server says of how to log in; nothing of it was fetched.
        challenge: Box<Challenge>,
    },
    /// The server is there and takes no request just now. Nothing was carried out.
    #[error("the server is not available (status {status}){}", again(*.retry_after))]
    Unavailable {
        /// 429 or 503.
        status: u16,
        /// When it wants to be asked again, where it says so.
        retry_after: Option<Duration>,
    },
    /// A status in place of a reply. From 500 on nobody knows whether the call was carried out.
    #[error("{}", refused(*.status, .title))]
    Status {
        /// The status.
        status: u16,
        /// What the server says, cut at 200 bytes; may be empty.
        title: String,
    },
    /// The server sends us to another place, which is not followed. Nothing was carried out.
    #[error("the server redirects to `{to}`, which is another place and is not followed")]
    Redirected {
        /// The origin of that place.
        to: String,
    },
    /// The connection broke before the reply.
    #[error("the connection ended before the reply ({0}), and the outcome of the call is unknown")]
    Broken(String),
    /// The server answered with something that is no reply.
    #[error("the server answered without a reply ({0}), and the outcome of the call is unknown")]
    NoReply(String),
    /// The server has lost the session, and there was no other to be had. The call was not carried
    /// out.
    #[error("the server has lost the session, and no other could be opened: {0}")]
    SessionLost(String),
}

impl HttpError {
    /// Whether the call may have been carried out all the same.
    pub fn may_have_run(&self) -> bool {
        match self {
            Self::Broken(_) | Self::NoReply(_) => true,
            Self::Status { status, .. } => *status >= 500,
            Self::Unusable(_)
            | Self::Target(_)
            | Self::Unreachable(_)
            | Self::Untrusted(_)
            | Self::Proxy(_)
            | Self::Login { .. }
            | Self::Unavailable { .. }
            | Self::Redirected { .. }
            | Self::SessionLost(_) => false,
        }
    }

    /// The same, with all that the server wrote put through `text`.
    #[must_use]
    pub fn map(self, text: impl Fn(String) -> String) -> Self {
        match self {
            Self::Unusable(why) => Self::Unusable(text(why)),
            Self::Target(why) => Self::Target(text(why)),
            Self::Unreachable(why) => Self::Unreachable(text(why)),
            Self::Untrusted(why) => Self::Untrusted(text(why)),
            Self::Proxy(why) => Self::Proxy(text(why)),
            Self::Login { status, title, challenge } => {
                let Challenge { resource_metadata, scope, error } = *challenge;
                let challenge = Box::new(Challenge {
                    resource_metadata: resource_metadata.map(&text),
                    scope: scope.map(&text),
                    error: error.map(&text),
                });
                Self::Login { status, title: text(title), challenge }
            }
            Self::Unavailable { .. } => self,
            Self::Status { status, title } => Self::Status { status, title: text(title) },
            Self::Redirected { to } => Self::Redirected { to: text(to) },
            Self::Broken(how) => Self::Broken(text(how)),
            Self::NoReply(what) => Self::NoReply(text(what)),
            Self::SessionLost(why) => Self::SessionLost(text(why)),
        }
    }

    /// Whether no other question to the server would fare better: then it is not a matter of the
    /// era.
    pub(crate) fn is_final(&self) -> bool {
        match self {
            Self::Unusable(_)
            | Self::Target(_)
            | Self::Unreachable(_)
            | Self::Untrusted(_)
            | Self::Proxy(_)
            | Self::Login { .. }
            | Self::Unavailable { .. }
            | Self::Redirected { .. } => true,
            Self::Status { .. } | Self::Broken(_) | Self::NoReply(_) | Self::SessionLost(_) => {
                false
            }
        }
    }
}

fn login(status: u16, title: &str) -> String {
    let what = if status == 403 {
        "the server does not allow this"
    } else {
        "the server wants a login or a key"
    };
    format!("{what} (status {}){}", status, quoted(title))
}

fn refused(status: u16, title: &str) -> String {
    if status >= 500 {
        let title = quoted(title);
        return format!(
            "the server answered with status {status}{title}, and the outcome of the call is unknown"
        );
    }
    format!("the server refused the request with status {status}{}", quoted(title))
}

fn quoted(title: &str) -> String {
    if title.is_empty() { String::new() } else { format!(": `{title}`") }
}

fn again(after: Option<Duration>) -> String {
    after.map(|it| format!("; it asks to be tried again in {}", span(it))).unwrap_or_default()
}
