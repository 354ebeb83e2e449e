//! The result of a call, read so that whatever came can be shown; it knows no tool.

use serde_json::{Map, Value, value::RawValue};
use stdx::text::clip;

use crate::{block::Block, mend, odd::first, raw::Raw};

/// How much of a result that cannot be read is shown, in bytes.
const LONGEST_SHOWN: usize = 64 << 10;

/// What a tool answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Its content, in order.
    pub blocks: Vec<Block>,
    /// `structuredContent`; numbers over 64 bits keep all digits in `raw` alone.
    pub structured: Option<Value>,
    /// Whether the tool says that it failed.
    pub is_error: bool,
    /// The whole result, as it came.
    pub raw: Raw,
    /// What was unexpected about it, for people.
    pub odd: Vec<String>,
}

impl Outcome {
    /// Reads a result of any shape. Beside it comes its `resultType`, where it has one.
    pub(crate) fn read(result: Box<RawValue>) -> (Self, Option<String>) {
        let value = mend::value(result.get());
        let kind = value.as_ref().ok().and_then(|value| value.get("resultType"));
        let kind = kind.and_then(Value::as_str).map(str::to_owned);
        let raw = Raw::new(result);
        let mut outcome =
            Self { blocks: vec![], structured: None, is_error: false, raw, odd: vec![] };
        match value {
            Ok(Value::Object(fields)) => outcome.fields(fields),
            Ok(Value::String(text)) => {
                outcome.odd.push("the result is a text, not an object".to_owned());
                outcome.blocks.push(Block::Text(text));
            }
            Ok(other) => {
                outcome.odd.push("the result is no object".to_owned());
                outcome.blocks.push(Block::Unknown(other));
            }
            Err(why) => {
                outcome.odd.push(format!("the result cannot be read: {why}"));
                let shown = clip(outcome.raw.text(), LONGEST_SHOWN);
                outcome.blocks.push(Block::Text(shown));
            }
        }
        (outcome, kind)
    }

    fn fields(&mut self, mut fields: Map<String, Value>) {
        if let (None, Some(Value::Object(inner))) =
            (fields.get("content"), fields.get("toolResult"))
        {
            self.odd.push("the result is wrapped in `toolResult`".to_owned());
            fields = inner.clone();
        }
        self.is_error = match fields.get("isError") {
            Some(Value::Bool(failed)) => *failed,
            None | Some(Value::Null) => false,
            Some(other) => {
                self.odd.push("`isError` is neither true nor false".to_owned());
                other == "true" || other == 1
            }
        };
        self.structured = fields.remove("structuredContent");
        let content = fields.remove("content");
        self.content(content, fields);
    }

    /// Reads `content`; where there is none, the rest of the result stands for it.
    fn content(&mut self, content: Option<Value>, mut rest: Map<String, Value>) {
        match content {
            Some(Value::Array(items)) => {
                let items = first(items, &mut self.odd);
                self.blocks = items.into_iter().map(|it| Block::read(it, &mut self.odd)).collect();
            }
            Some(Value::String(text)) => {
                self.odd.push("`content` is a text, not a list".to_owned());
                self.blocks.push(Block::Text(text));
            }
            Some(one @ Value::Object(_)) => {
                self.odd.push("`content` is one block, not a list".to_owned());
                let block = Block::read(one, &mut self.odd);
                self.blocks.push(block);
            }
            Some(other) => {
                self.odd.push("`content` is no list".to_owned());
                if self.structured.is_none() {
                    self.blocks.push(Block::Unknown(other));
                }
            }
            None => {
                self.odd.push("the result has no `content`".to_owned());
                rest.retain(|key, _| !matches!(key.as_str(), "isError" | "_meta" | "resultType"));
                if self.structured.is_none() && !rest.is_empty() {
                    self.blocks.push(Block::Unknown(Value::Object(rest)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn shows(result: &str, expected: &Expect) {
        let (outcome, _) = Outcome::read(RawValue::from_string(result.to_owned()).unwrap());
        assert_eq!(outcome.raw.text(), result);
        let Outcome { blocks, structured, is_error, odd, .. } = outcome;
        let failed = if is_error { "failed " } else { "" };
        let structured = structured.map(|it| format!(" structured {it}")).unwrap_or_default();
        expected.assert_eq(&format!("{failed}{blocks:?}{structured} {odd:?}"));
    }

    #[test]
    fn ordinary_blocks_are_read() {
        shows(
            r#"{"content":[{"type":"text","text":"hi"},{"type":"image","data":"AA==","mimeType":"image/png"},
            {"type":"audio","data":"AA==","mimeType":"audio/wav"},{"type":"resource","resource":{"uri":"f:x","text":"t"}},
            {"type":"resource","resource":{"uri":"f:y","blob":"AA==","mimeType":"b/c"}},
            {"type":"resource_link","uri":"f:z"}],"isError":false,"structuredContent":{"a":1}}"#,
            &expect![[
                r#"[Text("hi"), Image { mime: "image/png", data: "AA==" }, Audio { mime: "audio/wav", data: "AA==" }, Resource { uri: "f:x", mime: None, text: "t" }, Blob { uri: "f:y", mime: Some("b/c"), data: "AA==" }, Link { uri: "f:z", name: None, title: None, description: None, mime: None }] structured {"a":1} []"#
            ]],
        );
    }

    #[test]
    fn odd_results_are_shown_and_never_lost() {
        shows(
            r#"{"content":[{"type":"audio","data":"AA=="}]}"#,
            &expect![[
                r#"[Audio { mime: "", data: "AA==" }] ["a picture or sound does not say of which kind it is"]"#
            ]],
        );
        shows("null", &expect![[r#"[Unknown(Null)] ["the result is no object"]"#]]);
        shows(
            r#""just text""#,
            &expect![[r#"[Text("just text")] ["the result is a text, not an object"]"#]],
        );
        shows("{}", &expect![[r#"[] ["the result has no `content`"]"#]]);
        shows(
            r#"{"rows":[1]}"#,
            &expect![[
                r#"[Unknown(Object {"rows": Array [Number(1)]})] ["the result has no `content`"]"#
            ]],
        );
        shows(r#"{"content":null}"#, &expect![[r#"[Unknown(Null)] ["`content` is no list"]"#]]);
        shows(
            r#"{"content":"x"}"#,
            &expect![[r#"[Text("x")] ["`content` is a text, not a list"]"#]],
        );
        shows(
            r#"{"content":{"type":"text","text":"x"}}"#,
            &expect![[r#"[Text("x")] ["`content` is one block, not a list"]"#]],
        );
        shows(
            r#"{"toolResult":{"content":[]}}"#,
            &expect![[r#"[] ["the result is wrapped in `toolResult`"]"#]],
        );
        shows(
            r#"{"content":[],"isError":"true"}"#,
            &expect![[r#"failed [] ["`isError` is neither true nor false"]"#]],
        );
    }

    #[test]
    fn odd_blocks_are_shown_raw_beside_good_ones() {
        shows(
            r#"{"content":[{"text":"no type"},{"type":"text","text":null},"bare",7,{"type":"video","x":1},{"type":"image"}]}"#,
            &expect![[
                r#"[Text("no type"), Unknown(Object {"type": String("text"), "text": Null}), Text("bare"), Unknown(Number(7)), Unknown(Object {"type": String("video"), "x": Number(1)}), Unknown(Object {"type": String("image")})] ["a block of type `text` is incomplete or not known", "a block is a plain text", "a block is no object", "a block of type `video` is incomplete or not known", "a block of type `image` is incomplete or not known"]"#
            ]],
        );
    }

    /// Security 32.
    #[test]
    fn of_very_many_blocks_the_first_are_shown_and_the_result_is_whole() {
        let many = format!("{{\"content\":[{}[]]}}", "[],".repeat(20_000));
        let (outcome, _) = Outcome::read(RawValue::from_string(many.clone()).unwrap());
        assert_eq!((outcome.blocks.len(), outcome.raw.text()), (10_000, many.as_str()));
        assert_eq!(
            outcome.odd,
            ["of its 20001 pieces only the first 10000 are shown", "a block is no object"]
        );
    }

    #[test]
    fn a_result_that_cannot_be_read_is_shown_as_text() {
        let deep = format!("{{\"content\":{}{}}}", "[".repeat(200), "]".repeat(200));
        let (outcome, _) = Outcome::read(RawValue::from_string(deep.clone()).unwrap());
        assert_eq!(outcome.blocks, [Block::Text(deep)]);
        assert_eq!(outcome.odd, ["the result cannot be read: it is nested deeper than 128"]);
    }

    #[test]
    fn big_numbers_keep_their_digits_in_the_raw_result() {
        let result = r#"{"content":[],"structuredContent":{"n":123456789012345678901234567890}}"#;
        let (outcome, _) = Outcome::read(RawValue::from_string(result.to_owned()).unwrap());
        assert!(outcome.raw.text().contains("123456789012345678901234567890"));
    }
}
