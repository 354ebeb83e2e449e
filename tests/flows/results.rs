//! Results kept whole: media in files, structured parts beside their texts, and what is long.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use app::wire::{
    failure::Code,
    media::{FileView, MediaBytes},
    tool::{BlockView, ListTools, OutcomeView, ServerTools},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use flows::{house::House, peers, terminal::Terminal};
use serde_json::json;

async fn odd() -> House {
    let house = House::open().await;
    let witness = house.witness("result_media");
    house.add("odd", &peers::scripted("result_media", witness.path())).await;
    house
}

async fn call(house: &House, tool: &str) -> OutcomeView {
    house.call("odd", tool, json!({})).await.unwrap()
}

/// The same as the page gets it.
async fn for_page(house: &House, tool: &str) -> OutcomeView {
    house.page("call_tool", house.call_of("odd", tool, json!({}))).await.unwrap()
}

/// A result on a few lines, with its files as their kinds.
fn told(it: &OutcomeView) -> String {
    let block = |it: &BlockView| match it {
        BlockView::Text { text, mirror, .. } => {
            format!("{}{text}", if *mirror { "mirror " } else { "" })
        }
        BlockView::Media { file: FileView { mime, size, width, height, .. } } => {
            format!("file {mime} {size} {width:?} {height:?}")
        }
        BlockView::NotSaved { mime, why } => format!("lost {mime}: {why}"),
        BlockView::Link { uri, .. } => format!("link {uri}"),
        BlockView::Resource { uri, text, .. } => format!("resource {uri} {text}"),
        BlockView::Unknown { json, .. } => format!("unknown {json}"),
    };
    let mut parts: Vec<_> = it.blocks.iter().map(block).collect();
    parts.extend(it.structured.iter().map(|it| format!("structured {}", it.json)));
    parts.extend(it.misfits.iter().map(|it| format!("misfit {it}")));
    let failed = if it.is_error { "failed: " } else { "" };
    format!("{failed}{}", parts.join(" | "))
}

fn files(blocks: &[BlockView]) -> Vec<FileView> {
    let file = |it: &BlockView| match it {
        BlockView::Media { file } => Some(file.clone()),
        BlockView::Text { .. }
        | BlockView::NotSaved { .. }
        | BlockView::Link { .. }
        | BlockView::Resource { .. }
        | BlockView::Unknown { .. } => None,
    };
    blocks.iter().filter_map(file).collect()
}

/// HOST-29
#[tokio::test]
async fn a_picture_is_a_file_whose_bytes_the_page_gets_by_its_hash() {
    let house = House::open().await;
    house.add("everything", &peers::everything()).await;
    let outcome = house.call("everything", "get-tiny-image", json!({})).await.unwrap();
    let [file] = files(&outcome.blocks).try_into().unwrap();
    assert_eq!(file.mime, "image/png");
    assert!(file.width.is_some() && file.height.is_some(), "{file:?}");
    let bytes = fs::read(&file.path).unwrap();
    assert!(bytes.starts_with(b"\x89PNG") && bytes.len() as u64 == file.size);
    assert_eq!(Path::new(&file.path).parent().unwrap(), house.data_dir().join("media"));
    let read: MediaBytes = house.page("read_media", json!({ "name": file.name })).await.unwrap();
    assert_eq!(read.mime, "image/png");
    assert_eq!(STANDARD.decode(read.data).unwrap(), bytes);
    house.close().await;
}

/// HOST-32
#[tokio::test]
async fn nothing_but_a_hash_leads_to_a_file() {
    let house = odd().await;
    let [file] = files(&call(&house, "picture").await.blocks).try_into().unwrap();
    let name = file.name;
    fs::write(house.data_dir().join("media").join("plain.txt"), "not by hash").unwrap();
    for bad in [
        "..",
        "../steward.db",
        "..\\steward.db",
        "/etc/passwd",
        "plain.txt",
        "plain",
        &format!("{name}.png"),
        &format!("../media/{name}"),
        &"0".repeat(64),
        "",
    ] {
        let read = house.page::<MediaBytes>("read_media", json!({ "name": bad })).await;
        assert_eq!(read.unwrap_err().code, Code::Invalid, "{bad:?}");
    }
    let more = json!({ "name": name, "path": "/etc/passwd" });
    let read = house.page::<MediaBytes>("read_media", more).await;
    assert_eq!(read.unwrap_err().code, Code::Malformed);
    let read = house.terminal::<MediaBytes>("read_media", json!({ "name": name })).await;
    assert_eq!(read.unwrap_err().code, Code::Refused);
    house.close().await;
}

/// HOST-29, HOST-30, HOST-31
#[tokio::test]
async fn media_of_every_kind_are_kept_or_say_why_not() {
    let house = odd().await;
    let mut seen = Vec::new();
    for tool in ["picture", "twice", "sound", "embedded", "bad_base64", "bomb", "not_a_text"] {
        seen.push(format!("{tool}: {}", told(&call(&house, tool).await)));
    }
    expect_test::expect![[r#"
        picture: TEXT-MARK | file image/png 70 Some(1) Some(1) | structured {"n": 1, "who": "JSON-MARK"}
        twice: file image/png 70 Some(1) Some(1) | file image/png 70 Some(1) Some(1)
        sound: file audio/wav 44 None None
        embedded: resource f:a a,b | file x/y 3 None None | link file:///etc/passwd
        bad_base64: lost image/png: it is no base64, from character 15 on
        bomb: lost image/png: the picture is 60000 × 60000, more than 25000000 pixels
        not_a_text: unknown {"type":"image","data":7} | unknown {"type":"image","data":null} | unknown {"type":"audio"}"#]]
    .assert_eq(&seen.join("\n"));
    let kept = fs::read_dir(house.data_dir().join("media")).unwrap().count();
    assert_eq!(kept, 3, "one content is one file");
    house.close().await;
}

/// HOST-25, HOST-27, HOST-28, case 37.
#[tokio::test]
async fn texts_and_structured_parts_are_both_kept_and_what_does_not_fit_is_marked() {
    let house = odd().await;
    let mut seen = Vec::new();
    for tool in [
        "same",
        "conflict",
        "structured_only",
        "structured_no_content",
        "text_only_with_schema",
        "mismatch_type",
        "mismatch_missing",
        "no_schema_structured",
        "error_structured",
        "error_no_structured",
        "array",
        "scalar",
        "string",
        "null",
        "false",
        "big_numbers",
        "bad_output_schema",
        "ref_output_schema",
    ] {
        seen.push(format!("{tool}: {}", told(&call(&house, tool).await)));
    }
    expect_test::expect![[r#"
        same: mirror {"n": 1} | structured {"n": 1}
        conflict: TEXT-MARK | structured {"n": 1, "who": "JSON-MARK"}
        structured_only: structured {"n": 1, "who": "JSON-MARK"}
        structured_no_content: structured {"n": 1, "who": "JSON-MARK"}
        text_only_with_schema: TEXT-MARK | misfit there is no structured part, and the tool promises one
        mismatch_type: TEXT-MARK | structured {"n": "one"} | misfit `n` is not of type "integer"
        mismatch_missing: TEXT-MARK | structured {} | misfit `n` is missing
        no_schema_structured: TEXT-MARK | structured {"who": "JSON-MARK"}
        error_structured: failed: TEXT-MARK | structured {"who": "JSON-MARK"}
        error_no_structured: failed: TEXT-MARK
        array: [1,2] | structured [1, 2, "JSON-MARK"]
        scalar: mirror 42 | structured 42
        string: TEXT-MARK | structured "JSON-MARK"
        null: TEXT-MARK
        false: structured false
        big_numbers: 9007199254740993 | structured {"id": 9007199254740993, "u": 18446744073709551617}
        bad_output_schema: TEXT-MARK | structured {"n": 1}
        ref_output_schema: TEXT-MARK | structured {"n": 1}"#]]
    .assert_eq(&seen.join("\n"));
    let asked = ListTools { server: Some("odd".to_owned()) };
    let lists: Vec<ServerTools> = house.page("list_tools", asked).await.unwrap();
    for name in ["bad_output_schema", "ref_output_schema"] {
        let tool = lists[0].tools.iter().find(|it| it.name == name).unwrap();
        assert!(tool.marks[0].starts_with("results are not checked"), "{:?}", tool.marks);
        let elsewhere = tool.marks[0].ends_with("a schema elsewhere, and that is not fetched");
        assert_eq!(elsewhere, name == "ref_output_schema", "{:?}", tool.marks);
    }
    house.close().await;
}

#[tokio::test]
async fn of_what_is_long_the_page_gets_a_beginning_and_the_file_has_all() {
    let house = odd().await;
    let began = Instant::now();
    let huge = for_page(&house, "huge").await;
    let structured = huge.structured.unwrap();
    let seen = (structured.cut, structured.json.len() <= 1 << 20, structured.size > 1 << 20);
    assert_eq!(seen, (true, true, true), "{} of {}", structured.json.len(), structured.size);
    assert_eq!(huge.raw, None);
    let whole = fs::read_to_string(huge.whole.unwrap().path).unwrap();
    assert!(whole.contains("\"id\": 39999") && whole.contains("40000 rows"));
    let long = for_page(&house, "long_text").await;
    let whole = long.whole.unwrap();
    assert_eq!((whole.mime.as_str(), whole.size), ("text/plain", 3_000_000));
    assert!(matches!(
        long.blocks.as_slice(),
        [BlockView::Text { text, size: 3_000_000, cut: true, .. }] if text.len() <= 1 << 20
    ));
    let many = for_page(&house, "many").await;
    assert_eq!((many.blocks.len(), many.left_out), (500, 100));
    assert!(fs::read_to_string(many.whole.unwrap().path).unwrap().contains("piece 599"));
    // Ten times what it may take.
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    house.close().await;
}

#[test]
fn a_terminal_says_where_files_are_and_what_does_not_fit() {
    let terminal = Terminal::new();
    let witness = terminal.witness("result_media");
    terminal.add("odd", &peers::scripted("result_media", witness.path()));
    let ran = terminal.run(&["call", "odd", "picture"]);
    let media = terminal.data_dir().join("media");
    let line = ran.out.lines().find(|it| it.starts_with("[image/png, 1 × 1, 70 bytes: ")).unwrap();
    let path = Path::new(line.split_once("bytes: ").unwrap().1.trim_end_matches(']'));
    assert!(path.starts_with(&media) && path.is_file(), "{ran:?}");
    assert!(ran.out.contains("TEXT-MARK") && ran.out.contains("JSON-MARK"), "{ran:?}");
    let ran = terminal.run(&["call", "odd", "mismatch_type"]);
    assert_eq!(ran.status, Some(0));
    assert!(
        ran.err.contains("note: the result does not match the tool's schema: `n` is not of type"),
        "{ran:?}"
    );
    let ran = terminal.run(&["call", "odd", "bad_base64"]);
    assert_eq!(ran.out, "[media not saved: it is no base64, from character 15 on]\n");
    let ran = terminal.run(&["call", "odd", "same"]);
    assert_eq!(ran.out, "{\"n\": 1}\n", "a mirror is not shown twice");
    let ran = terminal.run(&["call", "odd", "long_text"]);
    assert_eq!(ran.out.len(), 3_000_001, "a program gets all of it");
    assert!(ran.err.contains("the whole result is in "), "{}", ran.err);
    let ran = terminal.run(&["--json", "call", "odd", "picture"]);
    let outcome: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(outcome["structured"]["who"], "JSON-MARK");
    assert!(outcome["raw"].as_str().unwrap().contains("iVBORw0KGgo"));
}

/// HOST-34, case 13.
#[tokio::test]
async fn every_tool_has_a_public_name_of_its_own_and_those_that_look_alike_say_so() {
    let house = House::open().await;
    let witness = house.witness("tool_lists");
    let names = peers::scripted("tool_lists", witness.path()).with(&["--list", "names"]);
    for server in ["a", "a_b", "a23456789012345678901234567890xx"] {
        house.add(server, &names).await;
    }
    let lists = async || -> Vec<(String, String)> {
        let asked = ListTools { server: None };
        let lists: Vec<ServerTools> = house.page("list_tools", asked).await.unwrap();
        let tools = lists.into_iter().flat_map(|it| it.tools);
        tools.map(|it| (it.public_name, it.marks.join(" "))).collect()
    };
    let all = lists().await;
    let fit = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '-');
    assert!(all.iter().all(|(it, _)| it.len() <= 64 && it.chars().all(fit)), "{all:?}");
    let different: std::collections::BTreeSet<_> = all.iter().map(|(it, _)| it).collect();
    assert_eq!(different.len(), all.len());
    let renamed = all.iter().filter(|(_, marks)| marks.contains("models call it")).count();
    assert!(renamed > 10, "{all:?}");
    house.close_server("a").await;
    assert_eq!(lists().await, all, "kept lists give the same names");
    house.close().await;
}
