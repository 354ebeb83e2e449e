//! Chat Completions as servers really stream it: thoughts under many names, missing ends, odd lines.

use expect_test::expect;
use serde_json::{Value, json};

use crate::{
    Dialect, Error,
    tests::{
        all,
        chunks::{DONE, call, chunk, end, line, part, plays, says, text, usage},
        hello,
        mock::{Answer, Mock},
        played, provider,
    },
};

#[tokio::test]
async fn a_text_comes_in_its_pieces_with_what_it_took() {
    let first = chunk(&json!({"role": "assistant", "content": ""}), None);
    plays(
        &[first, says("Hel"), says("lo"), end("stop"), usage(), DONE.to_owned()],
        expect![[r#"
        text "Hel"
        text "lo"
        done
          text "Hello"
          stop End, in 100, out 7, cached 80, reasoning 3
    "#]],
    )
    .await;
}

#[tokio::test]
async fn nulls_say_nothing() {
    let paris = part(Some(0), Some("call_a"), Some("get_weather"), text("{\"city\":\"Paris\"}"));
    let first = json!({"role": "assistant", "content": null, "tool_calls": null, "reasoning_content": null});
    let mut events = vec![
        chunk(&first, None),
        chunk(&json!({"content": null, "tool_calls": [paris]}), None),
        chunk(&json!({"content": null, "tool_calls": null}), Some("tool_calls")),
    ];
    events.extend([usage(), DONE.to_owned()]);
    plays(
        &events,
        expect![[r#"
        call 0 begins: get_weather
        call 0 grows: 16
        done
          call call_a get_weather {"city":"Paris"}
          stop Calls, in 100, out 7, cached 80, reasoning 3
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_stream_may_end_without_its_mark() {
    let paris = call(Some(0), Some("call_a"), Some("get_weather"), text("{\"city\":\"Paris\"}"));
    plays(
        &[paris, end("tool_calls"), usage()],
        expect![[r#"
        call 0 begins: get_weather
        call 0 grows: 16
        done
          call call_a get_weather {"city":"Paris"}
          stop Calls, in 100, out 7, cached 80, reasoning 3
    "#]],
    )
    .await;
}

#[tokio::test]
async fn an_end_in_words_of_its_own_is_told_in_them() {
    plays(
        &[says("hi"), end("eos_token"), usage(), DONE.to_owned()],
        expect![[r#"
        text "hi"
        done
          text "hi"
          stop Other("eos_token"), in 100, out 7, cached 80, reasoning 3
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_mark_without_a_reason_ends_a_stream_of_anybody_s_server() {
    plays(
        &[says("hi"), DONE.to_owned()],
        expect![[r#"
        text "hi"
        done
          text "hi"
          stop End
    "#]],
    )
    .await;
}

#[tokio::test]
async fn thoughts_come_before_the_text_and_are_kept() {
    plays(
        &[
            chunk(&json!({"reasoning_content": "think "}), None),
            chunk(&json!({"reasoning_content": "hard"}), None),
            says("42"),
            end("stop"),
            usage(),
            DONE.to_owned(),
        ],
        expect![[r#"
            thought "think "
            thought "hard"
            text "42"
            done
              thought "think hard" keeps {"reasoning_content":"think hard"}
              text "42"
              stop End, in 100, out 7, cached 80, reasoning 3
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_signature_of_a_thought_is_kept_and_comments_are_passed_over() {
    let details = |text: Value| json!([{"type": "reasoning.text", "text": text, "signature": null, "index": 0}]);
    plays(
        &[
            chunk(&json!({"reasoning": "think ", "reasoning_details": details("think ".into())}), None),
            chunk(&json!({"reasoning_details": [{"type": "reasoning.text", "signature": "SIGABC", "index": 0}]}), None),
            says("42"),
            ": OPENROUTER PROCESSING\n\n".to_owned(),
            end("stop"),
            line(&json!({"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 2, "cost": 0.0012}})),
            DONE.to_owned(),
        ],
        expect![[r#"
            thought "think "
            text "42"
            done
              thought "think " keeps {"reasoning":"think ","reasoning_details":[{"type":"reasoning.text","text":"think ","signature":"SIGABC","index":0}]}
              text "42"
              stop End, in 9, out 2, cost 0.0012
        "#]],
    )
    .await;
}

#[tokio::test]
async fn content_may_come_as_a_list_of_parts() {
    let thinking =
        json!({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}]});
    let hello = json!({"content": [{"type": "text", "text": "Hello"}]});
    plays(
        &[chunk(&thinking, None), chunk(&hello, None), end("stop"), usage(), DONE.to_owned()],
        expect![[r#"
            thought "hm"
            text "Hello"
            done
              thought "hm" keeps {"type":"thinking","thinking":[{"type":"text","text":"hm"}]}
              text "Hello"
              stop End, in 100, out 7, cached 80, reasoning 3
        "#]],
    )
    .await;
}

#[tokio::test]
async fn fields_of_tomorrow_are_passed_over() {
    let hi = line(
        &json!({"choices": [{"index": 0, "delta": {"content": "Hi", "refusal": null, "annotations": []},
        "finish_reason": null}], "service_tier": "default", "obfuscation": "abc"}),
    );
    plays(
        &[hi, end("stop"), usage(), DONE.to_owned()],
        expect![[r#"
        text "Hi"
        done
          text "Hi"
          stop End, in 100, out 7, cached 80, reasoning 3
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_chunk_needs_no_more_than_its_delta() {
    let bare = line(&json!({"choices": [{"delta": {"content": "Hi"}}]}));
    let last = line(&json!({"choices": [{"delta": {}, "finish_reason": "stop"}]}));
    plays(
        &[bare, last, DONE.to_owned()],
        expect![[r#"
        text "Hi"
        done
          text "Hi"
          stop End
    "#]],
    )
    .await;
}

#[tokio::test]
async fn chunks_may_end_inside_of_a_letter_and_inside_of_a_line() {
    let stream = [says("café ☕\u{1F600}"), end("stop"), usage(), DONE.to_owned()].concat();
    let whole = played(Dialect::ChatCompletions, Answer::stream(&[&stream])).await;
    for size in [1, 2, 3, 7] {
        let answer = Answer::cut_at_every(&stream, size);
        assert_eq!(played(Dialect::ChatCompletions, answer).await, whole, "chunks of {size}");
    }
    assert!(whole.starts_with("text \"café ☕😀\"\n"), "{whole}");
}

#[tokio::test]
async fn a_reply_in_one_piece_is_a_reply() {
    let body = json!({"id": "c", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "whole"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 5, "completion_tokens": 1, "total_tokens": 6}});
    let told = played(Dialect::ChatCompletions, Answer::json(200, &body)).await;
    expect![[r#"
        text "whole"
        done
          text "whole"
          stop End, in 5, out 1
    "#]]
    .assert_eq(&told);
}

#[tokio::test]
async fn a_stream_that_stops_keeps_what_came_and_drops_the_half_call() {
    let half = call(Some(0), Some("call_a"), Some("get_weather"), text("{\"city\":\"Par"));
    plays(
        &[says("Hel"), half],
        expect![[r#"
        text "Hel"
        call 0 begins: get_weather
        call 0 grows: 12
        error: the reply broke off: it stopped before its end
          text "Hel"
          stop Other("cut")
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_connection_that_breaks_keeps_the_call_that_was_whole() {
    let events = [
        says("Hel"),
        call(Some(0), Some("call_a"), Some("get_weather"), text("{\"city\":\"Paris\"}")),
        call(Some(1), Some("call_b"), Some("get_weather"), text("{\"city\":\"Ro")),
    ];
    let events: Vec<_> = events.iter().map(String::as_str).collect();
    let answer = Answer::stream(&events).then_reset();
    let mock = Mock::start(vec![answer]).await;
    let told = all(&provider(&mock, Dialect::ChatCompletions), hello()).await;
    assert!(matches!(told.last(), Some(Err(Error::Cut { .. }))), "{told:?}");
    assert_eq!(mock.seen().len(), 1, "a reply that began is never asked for again");
    expect![[r#"
        text "Hel"
        call 0 begins: get_weather
        call 0 grows: 16
        call 1 begins: get_weather
        call 1 grows: 11
        error: the reply broke off: the connection broke (unexpected EOF during chunk size line)
          text "Hel"
          call (made) get_weather {"city":"Paris"}
          stop Other("cut")
    "#]]
    .assert_eq(&super::written(&told));
}

#[tokio::test]
async fn an_error_in_the_stream_keeps_what_came() {
    let error =
        line(&json!({"error": {"message": "overloaded", "type": "server_error", "code": 503}}));
    plays(
        &[says("Hel"), error],
        expect![[r#"
        text "Hel"
        error: the reply broke off: the provider has trouble (status 503): `overloaded`
          text "Hel"
          stop Other("cut")
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_line_that_is_no_json_ends_the_reply_and_keeps_what_came() {
    plays(
        &[says("Hel"), "data: {not json}\n\n".to_owned(), says("lo"), end("stop"), DONE.to_owned()],
        expect![[r#"
            text "Hel"
            error: the reply broke off: a line of it is no JSON
              text "Hel"
              stop Other("cut")
        "#]],
    )
    .await;
}

#[tokio::test]
async fn lines_may_end_as_on_windows_and_between_chunks() {
    let stream = [says("Hel"), says("lo"), end("stop"), usage(), DONE.to_owned()].concat();
    let whole = played(Dialect::ChatCompletions, Answer::stream(&[&stream])).await;
    let windows = stream.replace('\n', "\r\n");
    for size in [1, 5, 64] {
        let answer = Answer::cut_at_every(&windows, size);
        assert_eq!(played(Dialect::ChatCompletions, answer).await, whole, "chunks of {size}");
    }
}
