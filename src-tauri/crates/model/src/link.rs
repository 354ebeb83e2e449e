//! An address that a server asks the person to open, looked at before anybody sees it as safe
//! (HOST-46, security 1 and 17). It opens nothing.

use std::fmt;

use url::{Host, Url};

/// The longest address, in bytes.
const LONGEST: usize = 4000;

/// An address that may be shown and, after consent, opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The whole of it, as it is opened: what is seen is what is opened.
    pub url: String,
    /// Its host, to be marked.
    pub host: String,
    /// What to look at twice.
    pub cautions: Vec<Caution>,
}

/// Something about an address that a person should know before they open it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caution {
    /// Its host holds letters that can look like others.
    Lookalike,
    /// Its host is a number, not a name.
    NumericHost,
    /// It is on this computer.
    ThisComputer,
    /// It uses a port that is not the usual one.
    Port,
}

/// Why an address is not offered at all, in words that begin small and end without a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsafe {
    /// It is none.
    #[error("it is no address")]
    Unreadable,
    /// It is too long to be looked at.
    #[error("it is longer than 4,000 bytes")]
    TooLong,
    /// Not https, and not http on this computer.
    #[error("only https addresses are opened, and http ones on this computer")]
    Scheme,
    /// It holds a name or password before the host.
    #[error("it holds a user name or password, which makes its host hard to see")]
    UserInfo,
    /// It holds characters that cannot be seen.
    #[error("it holds characters that cannot be seen")]
    Hidden,
}

impl Link {
    /// Looks at an address.
    ///
    /// # Errors
    /// Why it must not be opened.
    pub fn read(text: &str) -> Result<Self, Unsafe> {
        if text.len() > LONGEST {
            return Err(Unsafe::TooLong);
        }
        if text.chars().any(|it| it == '\t' || stdx::text::hides(it)) {
            return Err(Unsafe::Hidden);
        }
        let url = Url::parse(text).map_err(|_| Unsafe::Unreadable)?;
        let host = url.host();
        let here = host.as_ref().is_some_and(is_here);
        match url.scheme() {
            "https" => {}
            "http" if here => {}
            _ => return Err(Unsafe::Scheme),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Unsafe::UserInfo);
        }
        let host = host.ok_or(Unsafe::Unreadable)?;
        let named = matches!(host, Host::Domain(_));
        let lookalike = host.to_string().split('.').any(|label| label.starts_with("xn--"));
        let found = [
            (lookalike, Caution::Lookalike),
            (!named && !here, Caution::NumericHost),
            (here, Caution::ThisComputer),
            (url.port().is_some() && !here, Caution::Port),
        ];
        Ok(Self {
            host: host.to_string(),
            cautions: found.into_iter().filter_map(|(is, it)| is.then_some(it)).collect(),
            url: url.to_string(),
        })
    }
}

fn is_here(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => *name == "localhost" || name.ends_with(".localhost"),
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

impl fmt::Display for Caution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lookalike => {
                "The host is written with letters that can look like others. Compare it letter by letter."
            }
            Self::NumericHost => "The host is a number, not a name. Open it only if you know it.",
            Self::ThisComputer => "The address is on this computer: a program here answers it.",
            Self::Port => "The address uses an unusual port.",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HOST-46
    #[test]
    fn https_and_loopback_are_offered_with_their_host() {
        let table: [(&str, &str, &[Caution]); 7] = [
            ("https://example.com/a?b=c#d", "example.com", &[]),
            ("HTTPS://Example.COM", "example.com", &[]),
            ("https://example.com:8443/", "example.com", &[Caution::Port]),
            ("https://xn--pple-43d.com/", "xn--pple-43d.com", &[Caution::Lookalike]),
            ("https://аpple.com/", "xn--pple-43d.com", &[Caution::Lookalike]),
            ("https://93.184.216.34/", "93.184.216.34", &[Caution::NumericHost]),
            ("http://127.0.0.1:8080/x", "127.0.0.1", &[Caution::ThisComputer]),
        ];
        for (text, host, cautions) in table {
            let link = Link::read(text).unwrap();
            assert_eq!((link.host.as_str(), link.cautions.as_slice()), (host, cautions), "{text}");
        }
    }

    /// HOST-46, security 17
    #[test]
    fn everything_else_is_not_offered() {
        let table = [
            ("javascript:alert(1)", Unsafe::Scheme),
            ("file:///etc/passwd", Unsafe::Scheme),
            ("http://example.com/", Unsafe::Scheme),
            ("http://localhost.example.com/", Unsafe::Scheme),
            ("ms-settings:network", Unsafe::Scheme),
            ("\\\\host\\share", Unsafe::Unreadable),
            ("https://bank.example@evil.example/", Unsafe::UserInfo),
            ("https://:pw@evil.example/", Unsafe::UserInfo),
            ("https://example.com/\u{202e}gpj", Unsafe::Hidden),
            ("https://example.com/a\nb", Unsafe::Hidden),
            ("https:///", Unsafe::Unreadable),
            ("example.com", Unsafe::Unreadable),
            ("", Unsafe::Unreadable),
        ];
        for (text, why) in table {
            assert_eq!(Link::read(text), Err(why), "{text}");
        }
        assert_eq!(
            Link::read(&format!("https://e.com/{}", "a".repeat(5000))),
            Err(Unsafe::TooLong)
        );
    }

    /// Security 1: what is opened begins with `http` and has no quotes or spaces in it.
    #[test]
    fn what_is_opened_is_the_address_as_it_was_read() {
        let link = Link::read("https://example.com/a b\"'`$(x)?q=\"><|").unwrap();
        assert!(link.url.starts_with("https://"));
        assert!(!link.url.contains([' ', '"', '<', '>']), "{}", link.url);
    }
}
