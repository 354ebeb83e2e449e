//! What is wrong on the way to a provider, in words; it sends nothing.

use std::{io, time::Duration};

use crate::{error::Error, reply::Reply};

/// How the library begins to say that a certificate is of no use.
const CERTIFICATE: &str = "invalid peer certificate: ";

/// What an error that brought no answer means. `silence` is how long was waited for one.
pub(crate) fn unanswered(error: &reqwest::Error, silence: Duration) -> Error {
    let why = innermost(error);
    if let Some((_, what)) = why.split_once(CERTIFICATE) {
        return Error::Untrusted(certificate(what));
    }
    if error.is_builder() {
        return Error::Unusable(why);
    }
    if error.is_connect() {
        return Error::Unreachable(unreached(error, why));
    }
    if error.is_timeout() {
        return Error::Silent { after: silence, so_far: Box::default() };
    }
    Error::Unreachable(format!("the connection broke before an answer ({why})"))
}

/// What an error in the middle of an answer means.
pub(crate) fn broken(error: &reqwest::Error, silence: Duration) -> Error {
    if error.is_timeout() {
        return Error::Silent { after: silence, so_far: Box::default() };
    }
    let why = format!("the connection broke ({})", innermost(error));
    Error::Cut { so_far: Box::new(Reply::default()), why }
}

/// The first cause of an error: what wraps it says little, and may hold the address.
pub(crate) fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

fn unreached(error: &reqwest::Error, why: String) -> String {
    let causes: Vec<_> =
        std::iter::successors(Some(error as &dyn std::error::Error), |it| it.source()).collect();
    let kind = causes.iter().find_map(|it| it.downcast_ref::<io::Error>()).map(io::Error::kind);
    if kind == Some(io::ErrorKind::ConnectionRefused) {
        return "nothing listens at its address".to_owned();
    }
    if error.is_timeout() {
        return "nobody answered in time".to_owned();
    }
    if causes.iter().any(|it| it.to_string().starts_with("dns error")) {
        return format!("its name is not known ({why})");
    }
    why
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
