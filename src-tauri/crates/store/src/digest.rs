//! The digest of a tool's definition: the same for the same meaning, whatever the order of keys.

use model::tool::Tool;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// Hex SHA-256 over everything the server says of the tool; what we remark on it does not count.
pub fn digest_of(tool: &Tool) -> String {
    let definition = json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
        "annotations": tool.annotations,
    });
    let bytes = Sha256::digest(sorted(definition).to_string());
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The same value with the keys of each object in order, which JSON gives no meaning to.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut pairs: Vec<_> = map.into_iter().map(|(key, it)| (key, sorted(it))).collect();
            pairs.sort_by(|one, other| one.0.cmp(&other.0));
            Value::Object(Map::from_iter(pairs))
        }
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    fn tool(schema: &str) -> Tool {
        Tool {
            name: "add".to_owned(),
            title: None,
            description: "Adds.".to_owned(),
            input_schema: serde_json::from_str(schema).unwrap(),
            output_schema: None,
            annotations: None,
            marks: Vec::new(),
        }
    }

    #[test]
    fn the_order_of_keys_does_not_matter() {
        let one = tool(r#"{"type":"object","properties":{"a":{"type":"number","title":"A"}}}"#);
        let other = tool(r#"{"properties":{"a":{"title":"A","type":"number"}},"type":"object"}"#);
        assert_eq!(digest_of(&one), digest_of(&other));
    }

    #[test]
    fn every_part_of_the_definition_matters_and_our_marks_do_not() {
        let plain = tool("{}");
        let digest = digest_of(&plain);
        let named = Tool { name: "sub".to_owned(), ..plain.clone() };
        let titled = Tool { title: Some("Add".to_owned()), ..plain.clone() };
        let described = Tool { description: "Adds!".to_owned(), ..plain.clone() };
        let schema = Tool { input_schema: json!({"type": "object"}), ..plain.clone() };
        let output = Tool { output_schema: Some(json!({})), ..plain.clone() };
        let annotated = Tool { annotations: Some(json!({})), ..plain.clone() };
        for other in [named, titled, described, schema, output, annotated] {
            assert_ne!(digest_of(&other), digest, "{other:?}");
        }
        let marked = Tool { marks: vec!["odd".to_owned()], ..plain };
        assert_eq!(digest_of(&marked), digest);
    }

    #[test]
    fn the_order_of_a_list_matters() {
        assert_ne!(digest_of(&tool("[1,2]")), digest_of(&tool("[2,1]")));
    }

    /// A digest that changes by itself would ask the person again for every tool.
    #[test]
    fn the_digest_of_a_definition_stays_the_same_for_ever() {
        let digest = digest_of(&tool(r#"{"type":"object"}"#));
        expect!["376963d0e1614469dfd3922adcf19b74b9d25738fc490572933582782c6b40bc"]
            .assert_eq(&digest);
    }
}
