//! What a server says that it can do; it knows nothing of how that is asked for.

use serde_json::Value;

/// What a server says that it has. What it does not say it may have all the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Offers {
    /// Tools.
    pub tools: bool,
    /// Prompts.
    pub prompts: bool,
    /// Resources, and templates of them.
    pub resources: bool,
    /// News of single resources.
    pub subscribe: bool,
    /// Suggestions for arguments.
    pub completions: bool,
    /// Log messages, from a level on.
    pub logging: bool,
    /// Which of its lists it tells of when they change.
    pub changes: Changes,
}

/// Which lists a server tells of when they change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Changes {
    /// `tools/list`
    pub tools: bool,
    /// `prompts/list`
    pub prompts: bool,
    /// `resources/list` and `resources/templates/list`
    pub resources: bool,
}

impl Offers {
    /// Reads `capabilities` of any shape.
    pub(crate) fn read(capabilities: &Value) -> Self {
        let of = |key: &str| capabilities.get(key).filter(|it| !it.is_null() && **it != false);
        let says = |key: &str, what: &str| {
            of(key).and_then(|it| it.get(what)).and_then(Value::as_bool).unwrap_or_default()
        };
        Self {
            tools: of("tools").is_some(),
            prompts: of("prompts").is_some(),
            resources: of("resources").is_some(),
            subscribe: says("resources", "subscribe"),
            completions: of("completions").is_some(),
            logging: of("logging").is_some(),
            changes: Changes {
                tools: says("tools", "listChanged"),
                prompts: says("prompts", "listChanged"),
                resources: says("resources", "listChanged"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_server_says_is_taken_and_oddities_are_nothing() {
        let said = json!({ "tools": {}, "prompts": { "listChanged": true }, "logging": null,
            "resources": { "subscribe": true, "listChanged": "yes" }, "completions": false });
        let offers = Offers {
            tools: true,
            prompts: true,
            resources: true,
            subscribe: true,
            changes: Changes { prompts: true, ..Changes::default() },
            ..Offers::default()
        };
        assert_eq!(Offers::read(&said), offers);
        for odd in [json!(null), json!([]), json!("tools")] {
            assert_eq!(Offers::read(&odd), Offers::default(), "{odd}");
        }
    }
}
