//! What only servers of the legacy era need: the handshake with `initialize`, and questions that come
//! as requests. It goes in one commit when that era does.

use serde_json::{Value, json, value::RawValue};

use crate::{
    error::Error,
    hello::{Hello, ServerInfo},
    mend,
    settings::{ClientInfo, Era, LEGACY_VERSION},
};

pub(crate) mod completed;
pub(crate) mod gaps;
pub(crate) mod old;
pub(crate) mod open;
pub(crate) mod renew;
pub(crate) mod required;
pub(crate) mod resume;
pub(crate) mod session;
pub(crate) mod standing;
pub(crate) mod tasks;

/// The versions of this era, oldest first.
const KNOWN: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", LEGACY_VERSION];

/// The method that begins the handshake.
pub(crate) const INITIALIZE: &str = "initialize";
/// The notification that ends the handshake.
pub(crate) const INITIALIZED: &str = "notifications/initialized";

/// `params` of `initialize`. No capability is declared that is not served.
pub(crate) fn initialize(client: &ClientInfo, capabilities: &Value, version: &str) -> Value {
    json!({ "protocolVersion": version, "capabilities": capabilities, "clientInfo": client })
}

/// The newest version that both sides know, among those that a refusal names. A server should
/// answer with another version instead of refusing ours, but not all do.
pub(crate) fn newest(named: &[String]) -> Option<&'static str> {
    KNOWN.into_iter().rev().find(|version| named.iter().any(|it| it == version))
}

/// What the server said of itself; anything but an object is of no use.
///
/// HOST-16: any version is taken. One that is older than asked, unknown or missing is told.
///
/// # Errors
/// [`Error::Unreadable`]
pub(crate) fn read(result: &RawValue) -> Result<Hello, Error> {
    let unreadable = |why| Error::Unreadable(format!("its answer to `{INITIALIZE}` {why}"));
    let value =
        mend::value(result.get()).map_err(|why| unreadable(format!("cannot be read: {why}")))?;
    let Value::Object(mut fields) = value else {
        return Err(unreadable("is no object".to_owned()));
    };
    let given = fields.get("protocolVersion").and_then(Value::as_str);
    let warning = match given {
        Some(LEGACY_VERSION) => None,
        Some(version) if KNOWN.contains(&version) => {
            Some(format!("it speaks the older version `{version}`"))
        }
        Some(version) => Some(format!("it speaks `{version}`, a version that is not known here")),
        None => Some("it does not say which version it speaks".to_owned()),
    };
    Ok(Hello {
        era: Era::Legacy,
        version: given.unwrap_or(LEGACY_VERSION).to_owned(),
        server: ServerInfo::read(fields.get("serverInfo")),
        capabilities: match fields.remove("capabilities") {
            Some(Value::Object(capabilities)) => Value::Object(capabilities),
            Some(_) | None => json!({}),
        },
        instructions: fields.get("instructions").and_then(Value::as_str).map(str::to_owned),
        warnings: warning.into_iter().collect(),
        restarted_for_era: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(result: &Value) -> Result<Hello, Error> {
        read(&serde_json::value::to_raw_value(result).unwrap())
    }

    /// HOST-16
    #[test]
    fn an_older_or_unknown_version_works_with_one_warning() {
        for (version, warnings) in [
            (json!("2025-11-25"), 0),
            (json!("2024-11-05"), 1),
            (json!("1999-01-01"), 1),
            (json!(1), 1),
        ] {
            let hello = hello(&json!({ "protocolVersion": version })).unwrap();
            assert_eq!(hello.warnings.len(), warnings, "{version}");
        }
    }

    #[test]
    fn a_bare_answer_is_enough() {
        let hello = hello(&json!({
            "protocolVersion": "2025-11-25", "capabilities": null, "serverInfo": { "version": 1 } }));
        let hello = hello.unwrap();
        assert_eq!((hello.server.name.as_str(), hello.server.version.as_str()), ("", "1"));
        assert_eq!(hello.capabilities, json!({}));
    }

    #[test]
    fn an_answer_that_is_no_object_is_no_hello() {
        for result in [Value::Null, json!("hi"), json!([])] {
            assert!(hello(&result).is_err());
        }
    }
}
