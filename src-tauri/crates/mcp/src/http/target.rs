//! Which server is meant, and what is sent along with every request to it; it knows no protocol.

use std::net::IpAddr;

use reqwest::{
    Url,
    header::{HeaderMap, HeaderName, HeaderValue},
};
use stdx::secret::Secret;

use crate::http::{fault::HttpError, pool::Place};

/// Headers that are the transport's own: a person's value would break it.
const OURS: &[&str] = &[
    "accept",
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "host",
    "keep-alive",
    "last-event-id",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// A server over HTTP. Address and headers may hold secrets, so none of them prints itself.
#[derive(Debug, Clone)]
pub struct Target {
    /// Its address: `https`, or `http`.
    pub url: Secret,
    /// What goes with every request, such as `Authorization`.
    pub headers: Vec<(String, Secret)>,
}

/// The same, read.
#[derive(Debug, Clone)]
pub(crate) struct Address {
    url: Hidden,
    pub(crate) headers: HeaderMap,
}

/// An address that does not print itself.
#[derive(Clone)]
struct Hidden(Url);

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Hidden(…)")
    }
}

impl Address {
    /// Reads a target.
    ///
    /// # Errors
    /// [`HttpError::Target`]
    pub(crate) fn read(target: &Target) -> Result<Self, HttpError> {
        let unfit = |why: &str| HttpError::Target(why.to_owned());
        let mut url = Url::parse(target.url.reveal().trim())
            .map_err(|why| unfit(&format!("it is no URL ({why})")))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(unfit("it begins neither with `https://` nor with `http://`"));
        }
        url.set_fragment(None);
        let mut headers = HeaderMap::new();
        for (name, value) in &target.headers {
            let (name, value) = header(name, value)?;
            headers.append(name, value);
        }
        Ok(Self { url: Hidden(url), headers })
    }

    /// The address itself.
    pub(crate) fn url(&self) -> &Url {
        &self.url.0
    }

    /// Where the server runs, as far as the address tells.
    pub(crate) fn place(&self) -> Place {
        if is_here(self.url()) { Place::Here } else { Place::Elsewhere }
    }
}

/// Whether an address is on this machine, as far as it tells.
pub(crate) fn is_here(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    match bare.parse::<IpAddr>() {
        Ok(ip) => ip.is_loopback(),
        Err(_) => bare == "localhost" || bare.ends_with(".localhost"),
    }
}

/// Whether nobody can listen on the way to an address.
pub(crate) fn is_private(url: &Url) -> bool {
    url.scheme() == "https" || is_here(url)
}

/// The origin of an address, which holds no secret.
pub(crate) fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

fn header(name: &str, value: &Secret) -> Result<(HeaderName, HeaderValue), HttpError> {
    let unfit = |why: &str| HttpError::Target(format!("the header `{name}` {why}"));
    let read: HeaderName = name.trim().parse().map_err(|_| unfit("has no proper name"))?;
    if OURS.contains(&read.as_str()) || read.as_str().starts_with("mcp-") {
        return Err(unfit("is set by the protocol itself"));
    }
    let value = HeaderValue::from_str(value.reveal().trim());
    let mut value = value.map_err(|_| unfit("has a value that no header can carry"))?;
    value.set_sensitive(true);
    Ok((read, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(url: &str, headers: &[(&str, &str)]) -> Result<Address, HttpError> {
        let headers =
            headers.iter().map(|(name, value)| ((*name).to_owned(), Secret::from(*value)));
        Address::read(&Target { url: url.into(), headers: headers.collect() })
    }

    #[test]
    fn only_what_http_can_reach_is_taken() {
        for bad in ["", "example.com/mcp", "ftp://a/", "file:///x", "javascript:x", "http://"] {
            assert!(matches!(read(bad, &[]), Err(HttpError::Target(_))), "{bad}");
        }
        assert_eq!(read(" https://a.example/mcp#x ", &[]).unwrap().url().path(), "/mcp");
    }

    #[test]
    fn a_header_is_the_persons_only_where_it_is_not_the_protocols() {
        for name in ["Host", "content-length", "Mcp-Session-Id", "MCP-Protocol-Version", "a b", ""]
        {
            assert!(read("http://a/", &[(name, "x")]).is_err(), "{name}");
        }
        assert!(read("http://a/", &[("X-Key", "a\r\nHost: b")]).is_err());
        let address = read("http://a/", &[("Authorization", "Bearer hunter2\n")]).unwrap();
        assert_eq!(address.headers["authorization"], "Bearer hunter2");
    }

    /// HOST-48
    #[test]
    fn neither_address_nor_headers_print_themselves() {
        let url = "https://me:hunter2@a.example/hunter2?key=hunter2";
        let address = read(url, &[("X-Key", "hunter2")]).unwrap();
        assert!(!format!("{address:?}").contains("hunter2"), "{address:?}");
        assert_eq!(origin(address.url()), "https://a.example");
        let refused = read("http://a/", &[("X-Key", "hunter2\u{7f}")]).unwrap_err();
        assert!(!refused.to_string().contains("hunter2"), "{refused}");
        let refused = read("http://a b/hunter2", &[]).unwrap_err();
        assert!(!refused.to_string().contains("hunter2"), "{refused}");
    }

    #[test]
    fn this_machine_is_known_by_its_names() {
        for here in
            ["http://127.0.0.1:1/", "http://localhost/", "http://[::1]:2/", "http://a.localhost/"]
        {
            assert_eq!(read(here, &[]).unwrap().place(), Place::Here, "{here}");
        }
        for there in ["http://10.0.0.1/", "https://localhost.example/"] {
            assert_eq!(read(there, &[]).unwrap().place(), Place::Elsewhere, "{there}");
        }
    }
}
