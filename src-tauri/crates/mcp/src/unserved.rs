//! What servers ask for that they cannot have, in words for people; it knows no connection.

use serde_json::Value;

use crate::roots::ROOTS;

/// The method by which a server asks for a reply of a language model.
const SAMPLING: &str = "sampling/createMessage";
/// The code by which a server says that it cannot do without something of ours.
const MISSING_CAPABILITY: i64 = -32021;

/// What a server asks for by this method, as the end of a sentence.
pub(crate) fn wish(method: &str) -> String {
    match method {
        SAMPLING => "a reply of a language model (sampling), which is not supported yet".to_owned(),
        ROOTS => "folders (roots), and none is shared with it".to_owned(),
        other => format!("`{other}`, which is not known here"),
    }
}

/// What the server itself is told. Many show it to the person as it is.
pub(crate) fn refusal(method: &str) -> String {
    match method {
        SAMPLING => format!("`{SAMPLING}` is not supported here yet"),
        ROOTS => "no folders are shared here".to_owned(),
        other => format!("`{other}` is not known here"),
    }
}

/// The method that a server would ask by, where it refused with this code and data since it was not
/// told that it may.
pub(crate) fn missed(code: Option<i64>, data: Option<&Value>) -> Option<&'static str> {
    if code != Some(MISSING_CAPABILITY) {
        return None;
    }
    let missed = data?.get("requiredCapabilities").and_then(Value::as_object)?;
    let methods = [("sampling", SAMPLING), ("roots", ROOTS)];
    methods.into_iter().find_map(|(name, method)| missed.contains_key(name).then_some(method))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_server_cannot_do_without_is_known_by_its_refusal() {
        let refused = |code, data: &Value| missed(Some(code), Some(data));
        let of = |name: &str| json!({ "requiredCapabilities": { name: {} } });
        assert_eq!(refused(-32021, &of("sampling")), Some("sampling/createMessage"));
        assert_eq!(refused(-32021, &of("roots")), Some("roots/list"));
        assert_eq!(refused(-32021, &of("elicitation")), None, "its own words say more");
        assert_eq!(refused(-32021, &json!({ "requiredCapabilities": "sampling" })), None);
        assert_eq!(refused(-32602, &of("sampling")), None);
    }
}
