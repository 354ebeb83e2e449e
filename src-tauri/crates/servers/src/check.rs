//! Whether a registration can be one at all (HOST-2); it starts nothing and looks nothing up.

use model::server::{Draft, Transport};
use vault::template::{Kind, Template};

use crate::error::Error;

/// Most bytes of any one text of a registration.
const LONGEST: usize = 32 * 1024;
/// Most arguments, variables or headers.
const MOST: usize = 1000;

/// Checks every field of a registration.
///
/// # Errors
/// [`Error::Invalid`], naming the first field that is missing or wrong.
pub fn check(draft: &Draft) -> Result<(), Error> {
    text("title", &draft.title)?;
    text("description", &draft.description)?;
    match &draft.transport {
        Transport::Stdio(it) => {
            if it.command.trim().is_empty() {
                return Err(wrong("command", "is missing: a stdio server is a program to run"));
            }
            text("command", &it.command)?;
            shown("command", &it.command)?;
            many("args", it.args.len())?;
            it.args.iter().try_for_each(|arg| text("args", arg))?;
            if let Some(cwd) = &it.cwd {
                text("cwd", cwd)?;
                shown("cwd", cwd)?;
            }
            many("env", it.env.len())?;
            it.env.iter().try_for_each(|(name, value)| variable(name, value))?;
        }
        Transport::Http(it) => {
            if it.url.trim().is_empty() {
                return Err(wrong("url", "is missing: an http server is an address to call"));
            }
            address(&it.url)?;
            many("headers", it.headers.len())?;
            it.headers.iter().try_for_each(|(name, value)| header(name, value))?;
        }
    }
    limit("start_limit", draft.limits.start, 3_600_000)?;
    limit("call_limit", draft.limits.call, 86_400_000)
}

fn wrong(field: &'static str, what: impl Into<String>) -> Error {
    Error::Invalid { field, what: what.into() }
}

fn text(field: &'static str, text: &str) -> Result<(), Error> {
    if text.len() > LONGEST {
        return Err(wrong(field, format!("is longer than {LONGEST} bytes")));
    }
    // A program cannot be given one, and a line of the log cannot show it.
    if text.contains('\0') {
        return Err(wrong(field, "holds a NUL character"));
    }
    Ok(())
}

/// What is shown where a start fails may hold no secret.
fn shown(field: &'static str, text: &str) -> Result<(), Error> {
    let template = Template::parse(text);
    let secret = template.references().find(|it| it.kind == Kind::Secret);
    secret.map_or(Ok(()), |it| {
        Err(wrong(
            field,
            format!("refers to {it}, and a secret may stand only in `args` and `env`"),
        ))
    })
}

fn many(field: &'static str, count: usize) -> Result<(), Error> {
    if count > MOST {
        return Err(wrong(field, format!("holds more than {MOST} entries")));
    }
    Ok(())
}

fn variable(name: &str, value: &str) -> Result<(), Error> {
    if name.is_empty() || name.contains(['=', '\0']) || name.len() > 256 {
        return Err(wrong("env", "holds a variable with an empty or impossible name"));
    }
    text("env", value)
}

fn header(name: &str, value: &str) -> Result<(), Error> {
    let fits = |one: char| one.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(one);
    if name.is_empty() || !name.chars().all(fits) {
        return Err(wrong("headers", "holds a header with an empty or impossible name"));
    }
    if value.contains(['\r', '\n', '\0']) {
        return Err(wrong("headers", format!("holds `{name}`, whose value is more than one line")));
    }
    text("headers", value)
}

fn address(url: &str) -> Result<(), Error> {
    let lower = url.to_ascii_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
    let host = rest.and_then(|it| it.split(['/', '?', '#']).next()).unwrap_or_default();
    if host.is_empty() || url.contains(char::is_whitespace) {
        return Err(wrong("url", "is no address: it begins with https:// or http:// and a host"));
    }
    text("url", url)
}

fn limit(field: &'static str, millis: u64, most: u64) -> Result<(), Error> {
    if (1000..=most).contains(&millis) {
        return Ok(());
    }
    Err(wrong(field, format!("is between 1 and {} seconds", most / 1000)))
}

#[cfg(test)]
mod tests {
    use model::{
        name::ServerName,
        server::{Http, Limits, Source, Stdio},
    };

    use super::*;

    fn draft(transport: Transport) -> Draft {
        Draft {
            name: ServerName::parse("demo").unwrap(),
            title: "Demo".into(),
            description: String::new(),
            transport,
            limits: Limits::default(),
            source: Source::User,
        }
    }

    fn stdio(change: impl FnOnce(&mut Stdio)) -> Result<(), Error> {
        let mut it = Stdio { command: "x".into(), ..Stdio::default() };
        change(&mut it);
        check(&draft(Transport::Stdio(it)))
    }

    fn http(url: &str) -> Result<(), Error> {
        check(&draft(Transport::Http(Http { url: url.into(), ..Http::default() })))
    }

    /// The field that is complained of, if any.
    fn field(result: Result<(), Error>) -> Option<String> {
        let words = result.err()?.to_string();
        words.split('`').nth(1).map(str::to_owned)
    }

    /// HOST-2
    #[test]
    fn a_missing_field_is_named() {
        assert_eq!(field(stdio(|it| it.command = "  ".into())), Some("command".to_owned()));
        assert_eq!(field(http("")), Some("url".to_owned()));
        assert_eq!(field(http("ftp://x")), Some("url".to_owned()));
        assert_eq!(field(http("https://")), Some("url".to_owned()));
        assert!(http("https://example.com/mcp").is_ok());
        assert!(stdio(|_| {}).is_ok());
    }

    #[test]
    fn what_no_program_can_be_given_is_refused() {
        assert_eq!(field(stdio(|it| it.args.push("a\0b".into()))), Some("args".to_owned()));
        assert_eq!(
            field(stdio(|it| drop(it.env.insert("A=B".into(), "c".into())))),
            Some("env".to_owned())
        );
        assert_eq!(field(stdio(|it| it.args = vec![String::new(); 1001])), Some("args".to_owned()));
        assert_eq!(field(stdio(|it| it.args.push("x".repeat(40_000)))), Some("args".to_owned()));
    }

    /// HOST-48
    #[test]
    fn what_is_shown_may_hold_no_secret() {
        let secret = "/opt/${secret:TOKEN}";
        assert_eq!(field(stdio(|it| it.command = secret.into())), Some("command".to_owned()));
        assert_eq!(field(stdio(|it| it.cwd = Some(secret.into()))), Some("cwd".to_owned()));
        assert!(stdio(|it| it.command = "${HOME}/$${secret:x}".into()).is_ok());
        assert!(stdio(|it| it.args.push(secret.into())).is_ok());
    }

    #[test]
    fn limits_are_within_reason() {
        let mut it = draft(Transport::Stdio(Stdio { command: "x".into(), ..Stdio::default() }));
        it.limits.start = 0;
        assert_eq!(field(check(&it)), Some("start_limit".to_owned()));
        it.limits = Limits { start: 1000, call: 86_400_001 };
        assert_eq!(field(check(&it)), Some("call_limit".to_owned()));
    }
}
