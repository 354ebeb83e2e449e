//! The address of a server over HTTP, looked at before anybody says yes to it. It looks nothing up.

use url::{Host, Url};

/// An address that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Its host, as it is looked up: no letter of it can look like another.
    pub host: String,
    /// The port that is called.
    pub port: u16,
    /// Whether what is sent is encrypted on its way.
    pub encrypted: bool,
    /// Where the host is, as far as the address tells.
    pub place: Place,
    /// Whether the host is a number, not a name.
    pub numeric: bool,
    /// Whether the host holds letters that can look like others.
    pub lookalike: bool,
    /// Whether a user name or a password stands before the host.
    pub user_info: bool,
}

/// Where a host is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// This computer.
    Here,
    /// A private network: which machine that is depends on where one is.
    Private,
    /// Anywhere else.
    Elsewhere,
}

impl Address {
    /// Reads an address; `None` for what is none, or whose host is only known at the start.
    pub fn read(text: &str) -> Option<Self> {
        let url = Url::parse(text.trim()).ok()?;
        let encrypted = match url.scheme() {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let host = url.host()?;
        let shown = host.to_string();
        if shown.contains(['$', '{', '}']) {
            return None;
        }
        Some(Self {
            port: url.port_or_known_default()?,
            encrypted,
            place: place(&host),
            numeric: !matches!(host, Host::Domain(_)),
            lookalike: shown.split('.').any(|label| label.starts_with("xn--")),
            user_info: !url.username().is_empty() || url.password().is_some(),
            host: shown,
        })
    }
}

fn place(host: &Host<&str>) -> Place {
    let (here, private) = match host {
        Host::Domain(name) => {
            let name = name.trim_end_matches('.');
            let is =
                |of: &str| name == of || name.strip_suffix(of).is_some_and(|it| it.ends_with('.'));
            (is("localhost"), is("local") || is("internal") || !name.contains('.'))
        }
        Host::Ipv4(it) => (it.is_loopback(), it.is_private() || it.is_link_local()),
        Host::Ipv6(it) => match it.to_ipv4_mapped() {
            Some(it) => (it.is_loopback(), it.is_private() || it.is_link_local()),
            None => (it.is_loopback(), it.is_unique_local() || it.is_unicast_link_local()),
        },
    };
    match (here, private) {
        (true, _) => Place::Here,
        (false, true) => Place::Private,
        (false, false) => Place::Elsewhere,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Address {
        Address::read(text).unwrap()
    }

    #[test]
    fn where_a_host_is_is_told_by_its_name_or_number() {
        for (text, place) in [
            ("http://127.0.0.1:8000/mcp", Place::Here),
            ("http://LOCALHOST/", Place::Here),
            ("http://a.localhost/", Place::Here),
            ("http://[::1]:1/", Place::Here),
            ("http://[::ffff:127.0.0.1]/", Place::Here),
            // A number in another dress is the same number.
            ("http://2130706433/", Place::Here),
            ("http://192.168.1.2/", Place::Private),
            ("http://169.254.169.254/latest", Place::Private),
            ("http://[fd00::1]/", Place::Private),
            ("http://printer.local/", Place::Private),
            ("http://intranet/", Place::Private),
            ("https://localhost.example.com/", Place::Elsewhere),
            ("https://93.184.216.34/", Place::Elsewhere),
        ] {
            assert_eq!(read(text).place, place, "{text}");
        }
    }

    #[test]
    fn what_is_odd_about_an_address_is_seen() {
        let plain = read("https://example.com/mcp");
        assert_eq!((plain.port, plain.encrypted, plain.numeric), (443, true, false));
        assert!(read("https://example.com@evil.example/").user_info);
        assert_eq!(read("https://example.com@evil.example/").host, "evil.example");
        assert!(read("https://аpple.com/").lookalike);
        assert!(read("https://10.0.0.1:8443/").numeric);
        for none in ["", "example.com", "ftp://a/", "https://${HOST}/mcp", "https://"] {
            assert_eq!(Address::read(none), None, "{none}");
        }
    }
}
