//! Whether a value fits a tool's own schema: its arguments before anything is sent, and its result.
//! It knows no server.

use std::{fmt, sync::Arc, time::Duration};

use jsonschema::{PatternOptions, ValidationError, Validator, error::ValidationErrorKind};
use serde_json::Value;
use tokio::{sync::Semaphore, task::spawn_blocking, time::timeout};

use crate::weight::{unbearable, work};

/// Most faults that are told of one call.
const MOST: usize = 20;
/// Steps a pattern may take to match; a hostile one would go on for ever.
const BACKTRACKS: usize = 100_000;
/// How long a call waits for a check.
const LIMIT: Duration = Duration::from_secs(2);
/// Steps that a check may take; one that could take more is not begun.
const MOST_STEPS: u64 = 50_000_000;
/// Of those that could take more steps than this, one goes on at a time.
const LIGHT: u64 = 1_000_000;

/// One field that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// Its path, such as `a.b.0`; empty for the value as a whole.
    pub field: String,
    /// What is wrong with it; never the value itself.
    pub what: String,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() {
            return f.write_str(&self.what);
        }
        write!(f, "`{}` {}", stdx::text::visible(&self.field), self.what)
    }
}

/// Checks values, so that no stranger's schema has our processor for long: nothing can stop a check
/// that has begun, so what it may cost is known before.
#[derive(Debug, Clone)]
pub(crate) struct Checks {
    heavy: Arc<Semaphore>,
}

impl Default for Checks {
    fn default() -> Self {
        Self { heavy: Arc::new(Semaphore::new(1)) }
    }
}

/// What a check came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Checked {
    /// Everything that does not fit. A schema that cannot be used at all checks nothing: the server
    /// knows best what it takes.
    Misfits(Vec<Misfit>),
    /// It would take too long, or did.
    TooLong,
}

impl Checks {
    /// Holds a value against a schema.
    pub(crate) async fn check(&self, schema: Value, value: Value) -> Checked {
        let heavy = Arc::clone(&self.heavy);
        // Off the async threads: a check is the stranger's work on our processor.
        let checking = spawn_blocking(move || {
            let Ok(validator) = validator(&schema) else { return Checked::Misfits(Vec::new()) };
            let steps = work(&schema, &value);
            if steps > MOST_STEPS {
                return Checked::TooLong;
            }
            let turn = if steps > LIGHT { heavy.try_acquire().map(Some) } else { Ok(None) };
            match turn {
                Ok(_turn) => Checked::Misfits(misfits(&validator, &value)),
                Err(_) => Checked::TooLong,
            }
        });
        match timeout(LIMIT, checking).await {
            Ok(Ok(checked)) => checked,
            Ok(Err(_)) | Err(_) => Checked::TooLong,
        }
    }
}

/// For each schema, why arguments are not checked against it, if they are not; nothing for any when
/// it takes too long.
pub(crate) async fn unchecked(schemas: Vec<Value>) -> Vec<Option<String>> {
    let reading = spawn_blocking(move || {
        schemas.iter().map(|it| validator(it).err().map(|it| it.0)).collect()
    });
    timeout(LIMIT, reading).await.map_or_else(|_| Vec::new(), Result::unwrap_or_default)
}

/// Why a schema checks nothing, for people.
#[derive(Debug)]
struct Unusable(String);

/// What checks arguments against a schema, or why nothing can.
fn validator(schema: &Value) -> Result<Validator, Unusable> {
    if let Some(why) = unbearable(schema) {
        return Err(Unusable(why.words().to_owned()));
    }
    let options = jsonschema::options()
        .offline()
        .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACKS));
    options.build(schema).map_err(|error| {
        let at = dotted(error.instance_path().as_str());
        let text = stdx::text::visible(&stdx::text::clip(&error.to_string(), 200));
        let place = stdx::text::visible(&at);
        Unusable(if at.is_empty() { text } else { format!("`{place}`: {text}") })
    })
}

fn misfits(validator: &Validator, value: &Value) -> Vec<Misfit> {
    validator.iter_errors(value).take(MOST).map(|it| misfit(&it)).collect()
}

fn misfit(error: &ValidationError<'_>) -> Misfit {
    let at = dotted(error.instance_path().as_str());
    let below = |name: &str| if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") };
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest says itself what is wrong")]
    match error.kind() {
        ValidationErrorKind::Required { property } => Misfit {
            field: below(property.as_str().unwrap_or_default()),
            what: "is missing".to_owned(),
        },
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => Misfit {
            field: below(unexpected.first().map(String::as_str).unwrap_or_default()),
            what: "is not known".to_owned(),
        },
        _ => Misfit { field: at, what: words(error) },
    }
}

/// The validator's words without the value, which may be a secret.
fn words(error: &ValidationError<'_>) -> String {
    let text = error.masked_with("value").to_string();
    let text = text.strip_prefix("value ").unwrap_or(&text);
    stdx::text::visible(&stdx::text::clip(text, 300))
}

/// A JSON pointer as a path with dots.
fn dotted(pointer: &str) -> String {
    let parts = pointer.split('/').skip(1).map(|it| it.replace("~1", "/").replace("~0", "~"));
    parts.collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(schema: &Value, arguments: &Value) -> Vec<String> {
        let Ok(validator) = validator(schema) else { return Vec::new() };
        misfits(&validator, arguments).iter().map(ToString::to_string).collect()
    }

    fn schema() -> Value {
        json!({
            "type": "object",
            "properties": {
                "city": { "type": "string", "minLength": 2 },
                "days": { "type": "integer", "minimum": 1, "maximum": 16 },
                "where": { "type": "object", "required": ["lat"], "properties": { "lat": { "type": "number" } } }
            },
            "required": ["city"],
            "additionalProperties": false
        })
    }

    #[test]
    fn arguments_that_fit_pass() {
        assert_eq!(said(&schema(), &json!({"city": "Paris", "days": 3})), [""; 0]);
        assert_eq!(said(&schema(), &json!({"city": "Paris", "days": 3.0})), [""; 0]);
    }

    #[test]
    fn the_field_that_does_not_fit_is_named() {
        assert_eq!(said(&schema(), &json!({})), ["`city` is missing"]);
        assert_eq!(said(&schema(), &json!({"city": "Paris", "x": 1})), ["`x` is not known"]);
        assert_eq!(
            said(&schema(), &json!({"city": "Paris", "where": {}})),
            ["`where.lat` is missing"]
        );
        let wrong = said(&schema(), &json!({"city": 5, "days": "soon"}));
        assert_eq!(
            wrong,
            ["`city` is not of type \"string\"", "`days` is not of type \"integer\""]
        );
        assert_eq!(
            said(&schema(), &json!({"city": "Paris", "days": 17})),
            ["`days` is greater than the maximum of 16"]
        );
    }

    #[test]
    fn a_value_is_never_repeated() {
        let words = said(&schema(), &json!({"city": 8_765_309})).join(" ");
        assert!(!words.contains("8765309"), "{words}");
    }

    #[test]
    fn a_schema_that_cannot_be_read_checks_nothing() {
        for odd in [
            json!({"type": "nonsense"}),
            json!({"properties": {"a": {"pattern": "("}}}),
            json!({"$schema": "https://example.com/unknown-dialect", "required": ["a"]}),
            json!({"$ref": "https://example.com/far-away"}),
            json!({"$ref": "#/nowhere"}),
            json!(null),
        ] {
            assert_eq!(said(&odd, &json!({"b": 1})), [""; 0], "{odd}");
            assert!(validator(&odd).is_err_and(|it| !it.0.is_empty()), "{odd} is not told of");
        }
    }

    /// Case 11.
    #[tokio::test]
    async fn why_arguments_are_not_checked_is_told_of_each_schema() {
        let pattern = json!({"properties": {"p": {"type": "string", "pattern": "(?<x>[unclosed"}}});
        let told = unchecked(vec![schema(), pattern, schema()]).await;
        assert_eq!((&told[0], &told[2]), (&None, &None));
        let why = told[1].as_deref().unwrap();
        assert!(why.starts_with("`properties.p.pattern`: "), "{why}");
    }

    /// HOST-27
    #[tokio::test]
    async fn a_check_that_would_have_no_end_is_not_begun() {
        let again = json!({"$ref": "#/$defs/t"});
        let schema = json!({
            "$defs": {"t": {"properties": {"c": {"anyOf": [again, again]}}}},
            "$ref": "#/$defs/t"
        });
        let value = (0..60).fold(json!(1), |value, _| json!({ "c": value }));
        let checks = Checks::default();
        assert_eq!(checks.check(schema, value).await, Checked::TooLong);
        let light = checks.check(self::schema(), json!({"city": 1})).await;
        assert!(matches!(light, Checked::Misfits(all) if all.len() == 1));
    }

    #[tokio::test]
    async fn of_heavy_checks_one_goes_on_at_a_time_and_light_ones_do_not_wait() {
        let checks = Checks::default();
        let list = json!((0..200_000).collect::<Vec<_>>());
        let heavy = json!({"items": {"type": "integer", "minimum": 1}, "minItems": 1});
        assert!(work(&heavy, &list) > LIGHT && work(&heavy, &list) <= MOST_STEPS);
        let turn = Arc::clone(&checks.heavy).try_acquire_owned().unwrap();
        assert_eq!(checks.check(heavy.clone(), list.clone()).await, Checked::TooLong);
        let light = checks.check(schema(), json!({"city": "Paris"})).await;
        assert_eq!(light, Checked::Misfits(Vec::new()));
        drop(turn);
        let checked = checks.check(heavy, list).await;
        assert!(matches!(checked, Checked::Misfits(all) if all.len() == 1));
    }

    #[test]
    fn a_hostile_pattern_ends() {
        let schema = json!({"properties": {"a": {"pattern": "^(a+)+(?=b)$"}}});
        let text = "a".repeat(5_000);
        assert_eq!(said(&schema, &json!({"a": text})).len(), 1);
    }
}
