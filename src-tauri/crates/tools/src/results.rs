//! Whether a result is what its tool promised; one that is not is told of and never lost (HOST-27).

use model::outcome::Outcome;
use serde_json::Value;

use crate::arguments::check;

/// The same result, with what in its structured part does not fit. A failure promises nothing.
pub(crate) async fn compared(mut it: Outcome, schema: Value) -> Outcome {
    if it.is_error {
        return it;
    }
    it.misfits = match it.structured.clone() {
        Some(value) => check(schema, value).await.iter().map(ToString::to_string).collect(),
        None => vec!["there is no structured part, and the tool promises one".to_owned()],
    };
    it
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn outcome(structured: Option<Value>, is_error: bool) -> Outcome {
        Outcome {
            blocks: Vec::new(),
            structured,
            mirrors: Vec::new(),
            misfits: Vec::new(),
            is_error,
            raw: String::new(),
            whole: None,
            odd: Vec::new(),
            took: 1,
        }
    }

    async fn misfits(structured: Option<Value>, is_error: bool, schema: Value) -> Vec<String> {
        compared(outcome(structured, is_error), schema).await.misfits
    }

    fn schema() -> Value {
        json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]})
    }

    /// HOST-27
    #[tokio::test]
    async fn what_does_not_fit_is_told_with_its_path() {
        assert_eq!(misfits(Some(json!({"n": 1})), false, schema()).await, [""; 0]);
        assert_eq!(
            misfits(Some(json!({"n": "one"})), false, schema()).await,
            ["`n` is not of type \"integer\""]
        );
        assert_eq!(misfits(Some(json!({})), false, schema()).await, ["`n` is missing"]);
        assert_eq!(misfits(None, false, schema()).await.len(), 1);
        let list = json!({"type": "array"});
        assert_eq!(misfits(Some(json!({"n": 1})), false, list).await, ["is not of type \"array\""]);
    }

    /// HOST-28
    #[tokio::test]
    async fn a_failure_is_not_compared() {
        assert_eq!(misfits(Some(json!({"code": 7})), true, schema()).await, [""; 0]);
        assert_eq!(misfits(None, true, schema()).await, [""; 0]);
    }

    #[tokio::test]
    async fn a_schema_that_cannot_be_used_refuses_nothing() {
        for odd in [json!({"type": "banana"}), json!({"$ref": "https://example.com/far"})] {
            assert_eq!(misfits(Some(json!({"n": 1})), false, odd).await, [""; 0]);
        }
    }
}
