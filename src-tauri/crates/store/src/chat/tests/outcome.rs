//! Tests of results in rows: whole, but for what a file holds.

use std::path::PathBuf;

use model::{
    media::{Kept, Media, Unkept},
    outcome::{Block, LONG, Outcome},
};
use proptest::{prop_assert_eq, proptest};
use serde_json::{Value, json};

use crate::chat::outcome::{read, written};

fn plain() -> Outcome {
    Outcome {
        blocks: vec![],
        structured: None,
        mirrors: vec![],
        misfits: vec![],
        is_error: false,
        raw: "{}".to_owned(),
        whole: None,
        odd: vec![],
        took: 0,
    }
}

fn kept() -> Kept {
    Kept {
        name: "a".repeat(64),
        path: PathBuf::from("/data/media/a.png"),
        mime: "image/png".to_owned(),
        size: 5,
        picture: Some((3, 4)),
    }
}

fn picture(data: &str, file: Result<Kept, Unkept>) -> Block {
    Block::Media(Media { mime: "image/png".to_owned(), data: data.to_owned(), file })
}

fn there_and_back(it: &Outcome) -> Outcome {
    read(&written(it).unwrap()).unwrap()
}

/// HOST-25, HOST-27, HOST-28, HOST-30, HOST-31
#[test]
fn a_result_is_read_as_it_was_written() {
    let it = Outcome {
        blocks: vec![
            Block::Text("<img onerror>\0".to_owned()),
            picture("", Ok(kept())),
            picture("???", Err(Unkept("it is no base64".to_owned()))),
            Block::Link { uri: "https://a.example".into(), name: "A".into(), mime: None },
            Block::Resource { uri: "file:///b".into(), mime: Some("t".into()), text: "b".into() },
            Block::Unknown(json!({"type": "smell", "z": [1, 0.1], "a": null})),
        ],
        structured: Some(json!({"z": 0.30000000000000004, "a": [u64::MAX, i64::MIN]})),
        mirrors: vec![0],
        misfits: vec!["`a`: too much".to_owned()],
        is_error: true,
        raw: "{\"content\": [ ]}".to_owned(),
        whole: Some(Kept { picture: None, ..kept() }),
        odd: vec!["odd".to_owned()],
        took: 12,
    };
    assert_eq!(there_and_back(&it), it);
    assert_eq!(there_and_back(&plain()), plain());
    let null = Outcome { structured: Some(Value::Null), ..plain() };
    assert_eq!(there_and_back(&null), null, "what is null is there");
}

/// HOST-29
#[test]
fn bytes_that_a_file_holds_are_in_no_row() {
    let data = "iVBORw0KGgo/AAAA".repeat(20);
    let quoted = format!("{{\"content\":[{{\"data\":\"{data}\"}}],\"n\":123456789012345678901}}");
    let escaped = quoted.replace('/', "\\/");
    for (raw, left) in [
        (quoted, "{\"content\":[{\"data\":\"\"}],\"n\":123456789012345678901}"),
        (escaped, "{\"content\":[{\"data\":\"\"}],\"n\":123456789012345678901}"),
        (format!("[\"\\u0069{}\"]", &data[1..]), ""),
        (format!("no json: {data}"), ""),
    ] {
        let it = Outcome { blocks: vec![picture(&data, Ok(kept()))], raw, ..plain() };
        let row = written(&it).unwrap();
        assert!(!row.contains("iVBORw0KGgo") && !row.contains("VBORw0KGgo"), "{row}");
        let back = read(&row).unwrap();
        assert_eq!(back.raw, left);
        assert_eq!(back.blocks, [picture("", Ok(kept()))]);
    }
}

#[test]
fn a_long_reply_is_left_out_and_what_was_read_of_it_stays() {
    let long = format!("{{\"structuredContent\":{{\"n\":1.10}},\"x\":\"{}\"}}", "x".repeat(LONG));
    let it = Outcome { structured: Some(json!({"n": 1.1})), raw: long, ..plain() };
    let back = there_and_back(&it);
    assert_eq!(back, Outcome { raw: String::new(), ..it });
    let unkept = picture(&"A".repeat(LONG + 1), Err(Unkept("too large".to_owned())));
    let back = there_and_back(&Outcome { blocks: vec![unkept], ..plain() });
    assert_eq!(back.blocks, [picture("", Err(Unkept("too large".to_owned())))]);
}

/// HOST-25
#[test]
fn digits_that_a_number_cannot_keep_stay_in_the_row() {
    let digits = "123456789012345678901234567890.10";
    let long = "x".repeat(LONG);
    for raw in [
        format!("{{\"structuredContent\":{{\"id\":{digits}}}}}"),
        format!("{{\"structuredContent\":{{\"id\":{digits}}},\"x\":\"{long}\"}}"),
    ] {
        let reply: Value = serde_json::from_str(&raw).unwrap();
        let it = Outcome { structured: Some(reply["structuredContent"].clone()), raw, ..plain() };
        let row = written(&it).unwrap();
        assert!(row.contains(&format!("\"structured\":{{\"id\":{digits}}}")), "{row:.200}");
        assert_eq!(read(&row).unwrap().structured, it.structured);
    }
}

proptest! {
    /// HOST-25
    #[test]
    fn every_number_comes_back_as_it_was(bits in proptest::num::f64::NORMAL) {
        let it = Outcome {
            structured: Some(json!({ "n": bits })),
            blocks: vec![Block::Unknown(json!([bits]))],
            ..plain()
        };
        prop_assert_eq!(there_and_back(&it), it);
    }
}
