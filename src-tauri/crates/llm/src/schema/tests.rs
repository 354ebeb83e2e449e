//! Schemas as servers really send them, and what each API gets of them.

use proptest::prelude::{Just, Strategy, any, prop, prop_oneof, proptest};
use serde_json::{Map, Value, json};

use crate::{
    Dialect,
    schema::{Fitted, Unfit, fit},
};

fn fitted(dialect: Dialect, schema: &Value) -> Value {
    fit(dialect, schema).unwrap().schema
}

/// What every API gets of a schema whose one property is `schema`.
fn property(dialect: Dialect, schema: &Value) -> Value {
    let whole = json!({"type": "object", "properties": { "x": schema }});
    fitted(dialect, &whole)["properties"]["x"].clone()
}

#[test]
fn a_plain_schema_stays_as_it_is() {
    let schema = json!({"type": "object", "properties": {
        "city": {"type": "string", "description": "Where."},
        "days": {"type": "integer", "minimum": 1, "maximum": 9},
        "kinds": {"type": "array", "items": {"type": "string", "enum": ["sun", "rain"]}},
    }, "required": ["city"], "additionalProperties": false});
    for dialect in Dialect::ALL {
        let Fitted { schema: same, loosened } = fit(dialect, &schema).unwrap();
        assert_eq!((same, loosened), (schema.clone(), false), "{dialect:?}");
    }
}

#[test]
fn nothing_said_of_arguments_is_an_object_without_any() {
    let none = json!({"type": "object", "properties": {}});
    for schema in
        [json!({}), json!(true), json!(null), json!({"type": "object"}), json!({"$schema": "x"})]
    {
        assert_eq!(fitted(Dialect::ChatCompletions, &schema), none, "{schema}");
    }
}

#[test]
fn arguments_that_are_no_object_take_the_tool_out() {
    for schema in [
        json!({"type": "string"}),
        json!({"type": ["array", "null"]}),
        json!([]),
        json!("x"),
        json!({"anyOf": [{"type": "string"}, {"type": "array"}]}),
    ] {
        assert_eq!(fit(Dialect::Gemini, &schema), Err(Unfit::NotAnObject), "{schema}");
    }
    assert_eq!(fit(Dialect::Gemini, &json!(false)), Err(Unfit::Impossible));
    assert_eq!(fit(Dialect::Gemini, &json!({"anyOf": [false]})), Err(Unfit::Impossible));
}

#[test]
fn references_are_written_out_in_place() {
    let schema = json!({"type": "object", "properties": {
        "from": {"$ref": "#/$defs/place", "description": "Where it begins."},
        "to": {"$ref": "#/definitions/a%20b"},
        "by": {"$ref": "#way"},
        "far": {"$ref": "https://example.org/schema.json"},
    }, "$defs": {
        "place": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        "way": {"$anchor": "way", "enum": ["car", "train"]},
    }, "definitions": {"a b": {"type": "integer"}}});
    for dialect in Dialect::ALL {
        let fitted = fit(dialect, &schema).unwrap();
        assert!(fitted.loosened, "what is far away is not known");
        assert_eq!(
            fitted.schema,
            json!({"type": "object", "properties": {
                "from": {"description": "Where it begins.", "type": "object",
                    "properties": {"city": {"type": "string"}}, "required": ["city"]},
                "to": {"type": "integer"},
                "by": {"enum": ["car", "train"], "type": "string"},
                "far": {},
            }}),
            "{dialect:?}"
        );
    }
}

#[test]
fn a_definition_inside_of_itself_ends_after_two_rounds() {
    let schema = json!({"type": "object", "properties": {"tree": {"$ref": "#/$defs/node"}}, "$defs": {
    "node": {"type": "object", "properties": {
        "name": {"type": "string"},
        "children": {"type": "array", "items": {"$ref": "#/$defs/node"}},
    }}}});
    let fitted = fit(Dialect::Gemini, &schema).unwrap();
    let node = |items: Value| {
        json!({"type": "object", "properties": {
        "name": {"type": "string"}, "children": {"type": "array", "items": items}}})
    };
    let tree = node(node(json!({"type": "object"})));
    assert_eq!(fitted.schema["properties"]["tree"], tree);
    assert!(fitted.loosened);
}

#[test]
fn definitions_that_double_each_other_end_too() {
    let mut defs = Map::new();
    for number in 0..40 {
        let next = format!("#/$defs/d{}", number + 1);
        defs.insert(
            format!("d{number}"),
            json!({"type": "object", "properties": {
            "a": {"$ref": next}, "b": {"$ref": next}}}),
        );
    }
    defs.insert("d40".to_owned(), json!({"type": "string"}));
    let schema =
        json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/d0"}}, "$defs": defs});
    let fitted = fit(Dialect::Anthropic, &schema).unwrap();
    assert!(fitted.loosened && fitted.schema.to_string().len() < 256 * 1024);
}

#[test]
fn ways_at_the_root_become_one_object() {
    let schema = json!({"type": "object", "description": "Run.", "oneOf": [
        {"properties": {"kind": {"const": "file"}, "path": {"type": "string"}}, "required": ["kind", "path"]},
        {"properties": {"kind": {"const": "text"}, "text": {"type": "string"}}, "required": ["kind", "text"]},
    ]});
    for dialect in Dialect::ALL {
        let Fitted { schema, loosened } = fit(dialect, &schema).unwrap();
        assert!(loosened);
        assert_eq!(
            schema,
            json!({"type": "object", "properties": {
            "kind": {"enum": ["file", "text"], "type": "string"},
            "path": {"type": "string"},
            "text": {"type": "string"},
        }, "description": "Run.", "required": ["kind"]}),
            "{dialect:?}"
        );
    }
}

#[test]
fn ways_that_only_require_keep_the_properties() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}]});
    let fitted = fitted(Dialect::Anthropic, &schema);
    assert_eq!(
        fitted,
        json!({"type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}})
    );
}

#[test]
fn all_of_several_is_one() {
    let schema = json!({"allOf": [
        {"type": "object", "properties": {"a": {"type": "number", "minimum": 1}}, "required": ["a"]},
        {"properties": {"a": {"minimum": 3, "maximum": 9}, "b": {"type": "string"}}, "required": ["b"]},
    ]});
    for dialect in Dialect::ALL {
        assert_eq!(
            fitted(dialect, &schema),
            json!({"type": "object", "properties": {
            "a": {"type": "number", "minimum": 3, "maximum": 9}, "b": {"type": "string"},
        }, "required": ["a", "b"]}),
            "{dialect:?}"
        );
    }
}

#[test]
fn types_are_found_corrected_and_told_apart() {
    for (given, wanted) in [
        (
            json!({"properties": {"a": {"type": "str"}}}),
            json!({"properties": {"a": {"type": "string"}}, "type": "object"}),
        ),
        (json!({"items": {"type": "int"}}), json!({"items": {"type": "integer"}, "type": "array"})),
        (json!({"type": "array"}), json!({"type": "array", "items": {}})),
        (json!({"enum": ["a", "b"]}), json!({"enum": ["a", "b"], "type": "string"})),
        (json!({"type": "any"}), json!({})),
        (json!({"type": "string", "nullable": true}), json!({"type": ["string", "null"]})),
        (json!(true), json!({})),
        (json!("nonsense"), json!({})),
        (json!({"required": true, "description": 7, "enum": []}), json!({})),
    ] {
        for dialect in Dialect::ALL {
            assert_eq!(property(dialect, &given), wanted, "{dialect:?} {given}");
        }
    }
    let several = json!({"type": ["string", "integer"]});
    assert_eq!(property(Dialect::Anthropic, &several), several);
    assert_eq!(
        property(Dialect::Gemini, &several),
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}]})
    );
}

#[test]
fn the_bounds_of_old_drafts_become_those_of_today() {
    let old = json!({"type": "number", "minimum": 0, "exclusiveMinimum": true});
    assert_eq!(
        property(Dialect::Anthropic, &old),
        json!({"exclusiveMinimum": 0, "type": "number"})
    );
}

#[test]
fn a_tuple_is_a_list_of_any_of_its_kinds() {
    let tuple = json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}], "items": false});
    let items = json!({"anyOf": [{"type": "string"}, {"type": "number"}]});
    for dialect in Dialect::ALL {
        assert_eq!(property(dialect, &tuple), json!({"items": items, "type": "array"}));
    }
}

#[test]
fn hundreds_of_values_are_told_in_words() {
    let zones: Vec<_> = (0..600).map(|it| format!("Zone/{it}")).collect();
    let x = property(
        Dialect::ChatCompletions,
        &json!({"type": "string", "description": "The zone.", "enum": zones}),
    );
    assert_eq!(x["enum"], Value::Null);
    let words = x["description"].as_str().unwrap();
    assert!(
        words.starts_with("The zone. One of 600 values, such as \"Zone/0\", \"Zone/1\""),
        "{words}"
    );
}

#[test]
fn a_property_that_may_not_be_there_is_not_spoken_of() {
    let schema = json!({"type": "object", "properties": {"a": false, "b": {"type": "string"}}});
    assert_eq!(fitted(Dialect::Responses, &schema)["properties"], json!({"b": {"type": "string"}}));
}

#[test]
fn what_must_be_there_is_among_the_properties() {
    let schema = json!({"type": "object", "required": ["id"]});
    let wanted = json!({"type": "object", "properties": {"id": {}}, "required": ["id"]});
    assert_eq!(fitted(Dialect::Gemini, &schema), wanted);
}

#[test]
fn names_that_anthropic_does_not_take_cost_the_property_or_the_tool() {
    let schema = |required: &[&str]| {
        json!({"type": "object", "required": required,
        "properties": {"größe": {"type": "string"}, "b": {"type": "string"}}})
    };
    let fitted = fit(Dialect::Anthropic, &schema(&["b"])).unwrap();
    assert_eq!(fitted.schema["properties"], json!({"b": {"type": "string"}}));
    assert!(fitted.loosened);
    assert_eq!(fit(Dialect::Anthropic, &schema(&["größe"])), Err(Unfit::Name("größe".to_owned())));
    assert!(fit(Dialect::ChatCompletions, &schema(&["größe"])).is_ok());
}

#[test]
fn conditions_name_their_properties_and_require_nothing() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}},
        "if": {"properties": {"a": {"const": "x"}}}, "then": {"properties": {"b": {"type": "string"}}, "required": ["b"]},
        "additionalProperties": false});
    let fitted = fit(Dialect::Anthropic, &schema).unwrap();
    assert!(fitted.loosened);
    assert_eq!(
        fitted.schema,
        json!({"type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "additionalProperties": false})
    );
}

#[test]
fn google_gets_only_the_keywords_that_it_knows() {
    let schema = json!({"type": "string", "format": "uri", "pattern": "^h", "minLength": 3, "default": "h",
        "title": "T", "description": "D", "examples": ["h"]});
    assert_eq!(
        property(Dialect::Gemini, &schema),
        json!({"title": "T", "description": "D", "type": "string"})
    );
    assert_eq!(
        property(Dialect::Gemini, &json!({"oneOf": [{"type": "string"}, {"type": "null"}]})),
        json!({"anyOf": [{"type": "string"}, {"type": "null"}]})
    );
}

#[test]
fn a_schema_without_end_takes_its_tool_out() {
    let properties: Map<_, _> = (0..2000)
        .map(|it| (format!("p{it}"), json!({"type": "string", "description": "x".repeat(200)})))
        .collect();
    let schema = json!({"type": "object", "properties": properties});
    assert!(matches!(fit(Dialect::Gemini, &schema), Err(Unfit::TooLong(_))));
}

/// Arguments that the original takes are taken by what the model is shown, or it could not send them.
#[test]
fn what_the_original_takes_is_not_closed_out() {
    let cases = [
        (
            json!({"type": "object", "oneOf": [
            {"properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false},
            {"properties": {"b": {"type": "integer"}}, "required": ["b"], "additionalProperties": false}]}),
            vec![json!({"a": "x"}), json!({"b": 1})],
        ),
        (
            json!({"type": "object", "patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false}),
            vec![json!({"x-a": "1"}), json!({})],
        ),
        (
            json!({"type": "object", "properties": {"v": {"type": ["string", "number", "null"]}}}),
            vec![json!({"v": "x"}), json!({"v": 1.5}), json!({"v": null}), json!({})],
        ),
        (
            json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"t": {"type": "array", "items": [{"type": "string"}, {"type": "integer"}]}}}),
            vec![json!({"t": ["a", 1]}), json!({"t": []})],
        ),
        (
            json!({"type": "object", "properties": {"n": {"$ref": "#"}, "v": {"type": "integer"}}}),
            vec![json!({"n": {"n": {"n": {"n": {"v": 1}}}}})],
        ),
        (
            json!({"type": "object", "properties": {"e": {"enum": [1, "a", null, [2]]}}}),
            vec![json!({"e": 1}), json!({"e": "a"}), json!({"e": null}), json!({"e": [2]})],
        ),
    ];
    for (schema, arguments) in cases {
        let original = jsonschema::validator_for(&schema).unwrap();
        for dialect in Dialect::ALL {
            let shown = fitted(dialect, &schema);
            let validator = jsonschema::validator_for(&shown).unwrap();
            for one in &arguments {
                assert!(original.is_valid(one), "{schema} {one}");
                assert!(validator.is_valid(one), "{dialect:?}: {shown} refuses {one}");
            }
        }
    }
}

/// Whether a word that no root may have stands at the root, or one that none takes anywhere.
fn is_taken(schema: &Value) -> bool {
    let roots = ["oneOf", "anyOf", "allOf", "enum", "not"];
    let nowhere =
        ["\"$ref\"", "\"$defs\"", "\"allOf\"", "\"if\"", "\"prefixItems\"", "\"$schema\""];
    let text = schema.to_string();
    schema["type"] == "object"
        && schema["properties"].is_object()
        && roots.iter().all(|it| schema.get(it).is_none())
        && nowhere.iter().all(|it| !text.contains(&format!("{it}:")))
}

fn schemas() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({"type": "string"})),
        Just(json!({"$ref": "#"})),
        Just(json!({"$ref": "#/$defs/a"})),
        Just(json!(true)),
        Just(json!(false)),
        Just(json!({"const": 1})),
        Just(json!({"enum": ["a", null]})),
        any::<i64>().prop_map(|it| json!({"minimum": it, "type": ["integer", "null"]})),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let keyword =
            prop_oneof![Just("anyOf"), Just("oneOf"), Just("allOf"), Just("prefixItems"),];
        prop_oneof![
            (keyword, prop::collection::vec(inner.clone(), 1..4))
                .prop_map(|(name, all)| json!({ name: all })),
            prop::collection::btree_map("[a-c]", inner.clone(), 0..3).prop_map(
                |all| json!({"type": "object", "properties": all, "required": ["a"], "$defs": all})
            ),
            inner.clone().prop_map(|it| json!({"type": "array", "items": it})),
            (inner.clone(), inner)
                .prop_map(|(one, other)| json!({"if": one, "then": other, "nullable": true})),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_is_fitted_is_taken_everywhere(schema in schemas()) {
        for dialect in Dialect::ALL {
            if let Ok(Fitted { schema: shown, .. }) = fit(dialect, &schema) {
                assert!(is_taken(&shown), "{dialect:?} {schema} became {shown}");
                assert!(jsonschema::meta::is_valid(&shown), "{dialect:?} {schema} became {shown}");
                let again = fit(dialect, &shown).unwrap().schema;
                assert_eq!(again, shown, "{dialect:?}: to fit it again changes nothing");
            }
        }
    }
}
