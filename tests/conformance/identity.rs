//! Who the client is in a scenario: as the suite registered it, or as it is to everybody.

use mcp::Identity;
use serde_json::Value;
use stdx::secret::Secret;

/// Where the suite pretends that our description is.
const DOCUMENT: &str = "https://conformance-test.local/client-metadata.json";
/// Scenarios in which there is no person.
const MACHINE: &str = "auth/client-credentials-";

/// Reads what the suite says of it.
pub(crate) fn of(scenario: &str, context: &Value) -> Identity {
    let text = |name: &str| context[name].as_str().map(str::to_owned);
    let secret = text("client_secret").map(Secret::from);
    match (text("client_id"), secret) {
        (Some(id), Some(secret)) if scenario.starts_with(MACHINE) => {
            Identity::Machine { id, secret, issuer: text("issuer") }
        }
        (Some(id), secret) => Identity::Registered { id, secret, issuer: text("issuer") },
        (None, _) => {
            Identity::Ours { name: "Steward".to_owned(), document: Some(DOCUMENT.to_owned()) }
        }
    }
}
