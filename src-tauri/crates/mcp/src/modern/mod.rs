//! What only servers of the modern era need: `server/discover`, the metadata of every request, and
//! input rounds.

use serde_json::{Value, json, value::RawValue};

use crate::{
    era::{Refusal, Versions},
    error::RpcError,
    hello::{Hello, ServerInfo},
    level::Level,
    mend,
    request::EraMeta,
    settings::{ClientInfo, Era, MODERN_VERSION},
};

pub(crate) mod inputs;
pub(crate) mod listen;
pub(crate) mod mirror;
pub(crate) mod rounds;
pub(crate) mod shelf;
pub(crate) mod watched;

/// The method that asks a server for its versions.
pub(crate) const DISCOVER: &str = "server/discover";

const PREFIX: &str = "io.modelcontextprotocol/";
/// The code by which a server says that the headers of a request do not fit its body.
pub(crate) const HEADER_MISMATCH: i64 = -32020;
const UNSUPPORTED_VERSION: i64 = -32022;
const METHOD_NOT_FOUND: i64 = -32601;

/// What `_meta` of each request holds. No capability is declared that is not served.
pub(crate) fn meta(client: &ClientInfo, capabilities: &Value) -> EraMeta {
    let mut meta = EraMeta::default();
    meta.insert(format!("{PREFIX}protocolVersion"), &json!(MODERN_VERSION));
    meta.insert(format!("{PREFIX}clientInfo"), &json!(client));
    meta.insert(format!("{PREFIX}clientCapabilities"), capabilities);
    meta
}

/// Adds the level from which on log messages are wanted: without it the server sends none.
pub(crate) fn want_log(meta: &mut EraMeta, level: Level) {
    meta.insert(format!("{PREFIX}logLevel"), &json!(level.as_str()));
}

/// What the answer to `server/discover` is worth.
#[derive(Debug, PartialEq)]
pub(crate) enum Discovery {
    /// Our version is among those of the server.
    Usable(Box<Hello>),
    /// The server's versions, which do not help by themselves.
    Versions(Versions, Vec<String>),
    /// Nothing that a server of this era would say.
    Useless,
}

/// Reads a result. Missing `ttlMs`, `cacheScope`, `resultType` and `capabilities` do no harm.
pub(crate) fn read(result: &RawValue) -> Discovery {
    let Ok(Value::Object(mut fields)) = mend::value(result.get()) else {
        return Discovery::Useless;
    };
    let Some(Value::Array(listed)) = fields.remove("supportedVersions") else {
        return Discovery::Useless;
    };
    let versions = texts(&listed);
    if !versions.iter().any(|version| version == MODERN_VERSION) {
        return Discovery::Versions(Versions::Others, versions);
    }
    let info = fields.get("_meta").and_then(|meta| meta.get(format!("{PREFIX}serverInfo")));
    Discovery::Usable(Box::new(Hello {
        era: Era::Modern,
        version: MODERN_VERSION.to_owned(),
        server: ServerInfo::read(info.or_else(|| fields.get("serverInfo"))),
        instructions: fields.get("instructions").and_then(Value::as_str).map(str::to_owned),
        capabilities: match fields.remove("capabilities") {
            Some(Value::Object(capabilities)) => Value::Object(capabilities),
            Some(_) | None => json!({}),
        },
        warnings: Vec::new(),
        restarted_for_era: false,
    }))
}

/// Reads an error in answer to `server/discover`.
pub(crate) fn read_refusal(error: &RpcError) -> Discovery {
    match supported(error) {
        Some(versions) if versions.iter().any(|version| version == MODERN_VERSION) => {
            Discovery::Versions(Versions::Ours, versions)
        }
        Some(versions) => Discovery::Versions(Versions::Others, versions),
        None => Discovery::Useless,
    }
}

/// Whether a refusal of `initialize` is that of a server which speaks this era alone.
pub(crate) fn read_initialize_refusal(error: &RpcError) -> Refusal {
    let named = supported(error).is_some_and(|listed| listed.iter().any(|it| it == MODERN_VERSION));
    match error.code {
        Some(UNSUPPORTED_VERSION | METHOD_NOT_FOUND) => Refusal::Modern,
        Some(_) | None if named => Refusal::Modern,
        Some(_) | None => Refusal::Other,
    }
}

/// The versions that an error names.
pub(crate) fn supported(error: &RpcError) -> Option<Vec<String>> {
    let data = error.data.as_ref()?;
    let listed = data.get("supported").or_else(|| data.get("supportedVersions"))?;
    Some(texts(listed.as_array()?))
}

fn texts(listed: &[Value]) -> Vec<String> {
    listed.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn discovery(result: &Value) -> Discovery {
        read(&serde_json::value::to_raw_value(result).unwrap())
    }

    #[test]
    fn our_version_among_oddities_is_enough() {
        let Discovery::Usable(hello) =
            discovery(&json!({ "supportedVersions": ["2027-02-02", "2026-07-28", 5, null] }))
        else {
            panic!("not usable");
        };
        assert_eq!((hello.era, hello.capabilities), (Era::Modern, json!({})));
    }

    #[test]
    fn what_no_modern_server_says_is_useless() {
        for result in
            [Value::Null, json!({}), json!({ "hello": "world" }), json!({ "supportedVersions": 5 })]
        {
            assert_eq!(discovery(&result), Discovery::Useless, "{result}");
        }
        assert_eq!(
            discovery(&json!({ "supportedVersions": ["2027-02-02"] })),
            Discovery::Versions(Versions::Others, vec!["2027-02-02".to_owned()])
        );
    }

    #[test]
    fn an_error_may_name_our_version_or_others() {
        let error =
            |data| RpcError { code: Some(-32022), message: String::new(), data: Some(data) };
        assert!(matches!(
            read_refusal(&error(json!({ "supported": ["2026-07-28", "2025-11-25"] }))),
            Discovery::Versions(Versions::Ours, _)
        ));
        assert!(matches!(
            read_refusal(&error(json!({ "supported": ["2025-11-25"] }))),
            Discovery::Versions(Versions::Others, _)
        ));
        assert_eq!(read_refusal(&error(json!(""))), Discovery::Useless);
    }

    #[test]
    fn every_request_says_version_client_and_capabilities() {
        let client = crate::settings::Settings::default().client;
        let meta = serde_json::to_value(meta(&client, &json!({ "c": {} }))).unwrap();
        assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
        assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "steward");
        assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], json!({ "c": {} }));
    }
}
