//! Whether a result is what its tool promised; one that is not is told of and never lost (HOST-27).

use model::outcome::Outcome;
use serde_json::Value;

use crate::arguments::{Checked, Checks};

/// The same result, with what in its structured part does not fit. A failure promises nothing.
pub(crate) async fn compared(checks: &Checks, mut it: Outcome, schema: Value) -> Outcome {
    if it.is_error {
        return it;
    }
    it.misfits = match it.structured.clone() {
        Some(value) => match checks.check(schema, value).await {
            Checked::Misfits(all) => all.iter().map(ToString::to_string).collect(),
            Checked::TooLong => {
                it.odd.push(
                    "it is not checked against the tool's output schema: that would take too long"
                        .to_owned(),
                );
                Vec::new()
            }
        },
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
        compared(&Checks::default(), outcome(structured, is_error), schema).await.misfits
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

    /// HOST-27
    #[tokio::test]
    async fn what_would_take_too_long_to_check_is_shown_with_a_word() {
        let again = json!({"$ref": "#"});
        let schema = json!({"properties": {"c": {"anyOf": [again, again]}}});
        let value = (0..60).fold(json!(1), |value, _| json!({ "c": value }));
        let it = compared(&Checks::default(), outcome(Some(value), false), schema).await;
        assert_eq!((it.misfits.len(), it.odd.len()), (0, 1));
        assert!(it.odd[0].contains("would take too long"), "{:?}", it.odd);
    }
}
