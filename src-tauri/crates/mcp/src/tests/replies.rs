//! Noise, odd frames, odd results, and questions of the server.

use serde_json::json;

use super::{Desk, asker::asker, call, call_with, soon, text};
use crate::{Answer, Block, Error, Notice};

/// HOST-19
#[tokio::test]
async fn noise_on_stdout_is_told_and_never_answered() {
    let mut desk = Desk::new();
    let connection = desk.connect("stdout_noise.py", &[]).await;
    for _ in 0..5 {
        assert_eq!(text(&soon(connection.client().call(call("echo"))).await.unwrap()), "ok");
    }
    let noise = connection.noise();
    soon(connection.close()).await;
    assert!(desk.witness("stray").is_empty(), "something was written back");
    let told: Vec<String> = desk
        .notices()
        .into_iter()
        .filter_map(|notice| if let Notice::Noise(line) = notice { Some(line) } else { None })
        .collect();
    assert_eq!(told.len() as u64, noise);
    for line in [
        "Scripted server starting on stdio...",
        "42",
        "null",
        "{\"jsonrpc\":\"2.0\"}",
        "caf\u{fffd} \u{fffd}\u{fffd}",
    ] {
        assert!(told.iter().any(|it| it == line), "{line}");
    }
    let longest = told.iter().map(String::len).max();
    assert_eq!(longest, Some(8192), "the long line is cut");
}

/// HOST-22, HOST-49
#[tokio::test]
async fn the_servers_own_requests_are_answered_in_their_own_id_space() {
    let (asker, mut questions) = asker();
    for (asker, elicitation) in [(None, json!(-32601)), (Some(asker), json!("result"))] {
        let mut desk = Desk::new();
        desk.settings.asker = asker;
        let connection = desk.connect("server_asks_back.py", &[]).await;
        let client = connection.client();
        let echoing = async {
            for _ in 0..10 {
                assert_eq!(text(&soon(client.call(call("echo"))).await.unwrap()), "ok");
            }
            if elicitation == "result" {
                soon(questions.next()).await.answer(Answer::Decline);
            }
        };
        let (asked, ()) = tokio::join!(soon(client.call(call("ask_back"))), echoing);
        assert_eq!(
            asked.unwrap().structured,
            Some(json!({
                "ping": "result", "roots/list": -32601, "sampling/createMessage": -32601,
                "vendor/unknown": -32601, "tools/list": -32601, "elicitation/create": elicitation
            }))
        );
    }
}

/// Every shape of result ends its call, and the connection goes on.
#[tokio::test]
async fn every_shape_of_result_is_shown_or_is_an_error() {
    let desk = Desk::new();
    let connection = desk.connect("result_shapes.py", &[]).await;
    let client = connection.client();
    let tools = soon(client.tools()).await.unwrap().tools;
    assert_eq!(tools.len(), 22);
    for tool in tools {
        let name = tool.name.as_str();
        let came = soon(client.call(call(name))).await;
        match name {
            "both" | "error_string" | "error_no_code" | "error_string_code" => {
                assert!(matches!(came, Err(Error::Rpc(_))), "{name}: {came:?}");
            }
            "neither" => assert!(matches!(came, Err(Error::Unreadable(_))), "{name}: {came:?}"),
            _ => {
                let outcome = came.unwrap();
                assert_eq!(outcome.is_error, name.starts_with("is_error"), "{name}");
                let plain = matches!(
                    name,
                    "good" | "two_texts" | "extra_fields" | "empty_content" | "is_error_empty"
                );
                assert_eq!(
                    outcome.odd.is_empty(),
                    plain || name == "item_without_type",
                    "{name}: {:?}",
                    outcome.odd
                );
                let empty = matches!(name, "empty_result" | "empty_content" | "is_error_empty");
                assert_eq!(outcome.blocks.is_empty(), empty, "{name}");
            }
        }
        assert_eq!(text(&soon(client.call(call("good"))).await.unwrap()), "hello", "after {name}");
    }
}

/// HOST-21
#[tokio::test]
async fn every_odd_frame_gives_the_result_or_ends_its_one_call() {
    let mut desk = Desk::new();
    let connection = desk.connect("reply_frames.py", &[]).await;
    let client = connection.client();
    for name in ["id_string", "id_float", "batch", "bom", "twice"] {
        assert_eq!(text(&soon(client.call(call(name))).await.unwrap()), "ok", "{name}");
    }
    let odd = desk.warnings();
    assert_eq!(odd.len(), 1, "one warning for both odd ids: {odd:?}");
    assert!(soon(client.call(call("no_jsonrpc"))).await.is_ok());
    assert_eq!(text(&soon(client.call(call("half_character"))).await.unwrap()), "cut \u{fffd}");
    assert_eq!(text(&soon(client.call(call("not_utf8"))).await.unwrap()), "caf\u{fffd}");
    for name in ["error_id_null", "error_without_id"] {
        assert!(matches!(soon(client.call(call(name))).await, Err(Error::Rpc(_))), "{name}");
    }
    let deep = soon(client.call(call("deep"))).await.unwrap();
    assert!(matches!(deep.blocks.as_slice(), [Block::Text(_)]));
    assert!(matches!(soon(client.call(call("not_a_number"))).await, Err(Error::Unreadable(_))));
    let big = soon(client.call(call("big_integer"))).await.unwrap();
    assert!(big.raw.text().contains("1000000000000000000000000000000"));
    assert_eq!(client.waiting(), 0);
}

#[tokio::test]
async fn a_question_of_the_server_ends_the_call_for_now() {
    let desk = Desk::new();
    let connection = desk.connect("starts.py", &["--mode", "modern"]).await;
    let client = connection.client();
    assert!(matches!(soon(client.call(call("asks"))).await, Err(Error::Asks)));
    assert_eq!(
        text(&soon(client.call(call_with("echo", json!({ "a": 1 })))).await.unwrap()),
        r#"{"a": 1}"#
    );
}
