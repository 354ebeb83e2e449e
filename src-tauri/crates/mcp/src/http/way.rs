//! What is wrong on the way to a server, in words: its certificate, or a proxy; it sends nothing.

use hyper_util::client::legacy::Error;

use crate::http::{cause::innermost, fault::HttpError};

/// How the library begins to say that a certificate is of no use.
const CERTIFICATE: &str = "invalid peer certificate: ";
/// How it begins to say that a proxy lets nothing through.
const TUNNEL: &str = "tunnel error";

/// What an error that brought no answer means.
pub(crate) fn broken(error: &Error) -> HttpError {
    let why = innermost(error);
    if let Some(what) = why.split_once(CERTIFICATE).map(|(_, what)| what) {
        return HttpError::Untrusted(certificate(what));
    }
    if tunnels(error) {
        return HttpError::Proxy(why);
    }
    if error.is_connect() { HttpError::Unreachable(why) } else { HttpError::Broken(why) }
}

/// Whether a proxy was asked for a way through, and gave none.
fn tunnels(error: &dyn std::error::Error) -> bool {
    let causes = std::iter::successors(error.source(), |it| it.source());
    causes.into_iter().any(|it| it.to_string().starts_with(TUNNEL))
}

/// The library's words are names of its own for people who know it.
fn certificate(what: &str) -> String {
    let plain = match what {
        _ if what.starts_with("UnknownIssuer") => {
            "its certificate was issued by nobody who is trusted here"
        }
        _ if what.starts_with("certificate not valid for name") => {
            "its certificate is for another name"
        }
        _ if what.starts_with("certificate expired") || what.starts_with("Expired") => {
            "its certificate has expired"
        }
        _ if what.starts_with("certificate not valid yet") => "its certificate is not valid yet",
        _ => return format!("its certificate is of no use ({what})"),
    };
    plain.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_certificate_is_told_in_words() {
        for (what, words) in [
            ("UnknownIssuer", "its certificate was issued by nobody who is trusted here"),
            (
                "certificate not valid for name \"a\"; certificate is only valid for b",
                "its certificate is for another name",
            ),
            ("certificate expired: verification time 7", "its certificate has expired"),
            ("certificate not valid yet: verification time 7", "its certificate is not valid yet"),
            ("BadEncoding", "its certificate is of no use (BadEncoding)"),
        ] {
            assert_eq!(certificate(what), words);
        }
    }
}
