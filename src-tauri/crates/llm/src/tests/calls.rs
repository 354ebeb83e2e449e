//! Calls as servers really stream them over Chat Completions: under one index, without any, whole.

use expect_test::expect;
use serde_json::json;

use crate::{
    Dialect, Said,
    tests::{
        all,
        chunks::{DONE, call, calls, chunk, end, finish, part, plays, text, usage},
        done, hello,
        mock::{Answer, Mock},
        provider,
    },
};

const ARGUMENTS: &str = "{\"city\":\"Paris\",\"note\":\"café ☕\"}";

#[tokio::test]
async fn a_call_grows_until_its_arguments_are_whole() {
    let mut events = vec![
        chunk(&json!({"role": "assistant", "content": null}), None),
        call(Some(0), Some("call_a"), Some("get_weather"), text("")),
    ];
    let signs: Vec<char> = ARGUMENTS.chars().collect();
    for some in signs.chunks(5) {
        events.push(call(Some(0), None, None, text(&some.iter().collect::<String>())));
    }
    events.extend(finish());
    plays(
        &events,
        expect![[r#"
        call 0 begins: get_weather
        call 0 grows: 5
        call 0 grows: 10
        call 0 grows: 15
        call 0 grows: 20
        call 0 grows: 25
        call 0 grows: 33
        call 0 grows: 35
        done
          call call_a get_weather {"city":"Paris","note":"café ☕"}
          stop Calls, in 100, out 7, cached 80, reasoning 3
    "#]],
    )
    .await;
}

#[tokio::test]
async fn parallel_calls_stay_apart() {
    let mut events = vec![
        call(Some(0), Some("call_a"), Some("get_weather"), text("")),
        call(Some(0), None, None, text("{\"city\":\"Paris\"}")),
        call(Some(1), Some("call_b"), Some("get_weather"), text("")),
        call(Some(1), None, None, text("{\"city\":\"Rome\"}")),
    ];
    events.extend(finish());
    plays(
        &events,
        expect![[r#"
        call 0 begins: get_weather
        call 0 grows: 16
        call 1 begins: get_weather
        call 1 grows: 15
        done
          call call_a get_weather {"city":"Paris"}
          call call_b get_weather {"city":"Rome"}
          stop Calls, in 100, out 7, cached 80, reasoning 3
    "#]],
    )
    .await;
}

#[tokio::test]
async fn interleaved_calls_stay_apart() {
    let mut events = vec![
        calls(&[
            part(Some(0), Some("call_a"), Some("get_weather"), text("")),
            part(Some(1), Some("call_b"), Some("get_weather"), text("")),
        ]),
        call(Some(1), None, None, text("{\"city\":")),
        calls(&[
            part(Some(0), None, None, text("{\"city\":\"Paris\"}")),
            part(Some(1), None, None, text("\"Rome\"}")),
        ]),
    ];
    events.extend([end("tool_calls"), DONE.to_owned()]);
    plays(
        &events,
        expect![[r#"
        call 0 begins: get_weather
        call 1 begins: get_weather
        call 1 grows: 8
        call 0 grows: 16
        call 1 grows: 15
        done
          call call_a get_weather {"city":"Paris"}
          call call_b get_weather {"city":"Rome"}
          stop Calls
    "#]],
    )
    .await;
}

#[tokio::test]
async fn two_calls_under_one_index_are_two() {
    let mut events = vec![
        call(Some(0), Some("call_a"), Some("get_weather"), text("{\"city\":\"Paris\"}")),
        call(Some(0), Some("call_b"), Some("get_weather"), text("{\"city\":\"Rome\"}")),
    ];
    events.extend(finish());
    plays(
        &events,
        expect![[r#"
        call 0 begins: get_weather
        call 0 grows: 16
        call 1 begins: get_weather
        call 1 grows: 15
        done
          call call_a get_weather {"city":"Paris"}
          call call_b get_weather {"city":"Rome"}
          stop Calls, in 100, out 7, cached 80, reasoning 3
    "#]],
    )
    .await;
}

#[tokio::test]
async fn calls_without_an_index_are_told_apart_by_their_ids() {
    let mut events = vec![
        call(None, Some("call_a"), Some("get_weather"), text("{\"city\":\"Paris\"}")),
        call(None, Some("call_b"), Some("get_weather"), text("{\"city\":\"Rome\"}")),
    ];
    events.extend(finish());
    plays(
        &events,
        expect![[r#"
        call 0 begins: get_weather
        call 0 grows: 16
        call 1 begins: get_weather
        call 1 grows: 15
        done
          call call_a get_weather {"city":"Paris"}
          call call_b get_weather {"city":"Rome"}
          stop Calls, in 100, out 7, cached 80, reasoning 3
    "#]],
    )
    .await;
}

#[tokio::test]
async fn an_index_may_begin_at_one() {
    let mut events = vec![
        call(Some(1), Some("call_a"), Some("get_weather"), text("")),
        call(Some(1), None, None, text("{\"city\":\"Paris\"}")),
    ];
    events.extend(finish());
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
async fn an_empty_id_and_name_go_on_with_the_call() {
    let mut events = vec![
        call(Some(0), Some("call_a"), Some("get_weather"), text("")),
        call(Some(0), Some(""), Some(""), text("{\"city\":")),
        call(Some(0), Some(""), Some(""), text("\"Paris\"}")),
    ];
    events.extend(finish());
    plays(
        &events,
        expect![[r#"
        call 0 begins: get_weather
        call 0 grows: 8
        call 0 grows: 16
        done
          call call_a get_weather {"city":"Paris"}
          stop Calls, in 100, out 7, cached 80, reasoning 3
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_call_without_arguments_has_an_empty_object() {
    let mut events = vec![call(Some(0), Some("call_a"), Some("list_all"), text(""))];
    events.extend(finish());
    plays(
        &events,
        expect![[r#"
        call 0 begins: list_all
        call 0 grows: 2
        done
          call call_a list_all {}
          stop Calls, in 100, out 7, cached 80, reasoning 3
    "#]],
    )
    .await;
}

#[tokio::test]
async fn arguments_may_come_as_an_object() {
    let paris = json!({"city": "Paris"});
    let mut events = vec![call(Some(0), Some("call_a"), Some("get_weather"), Some(paris))];
    events.extend(finish());
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
async fn arguments_that_are_no_json_are_kept_as_they_came() {
    let mut events =
        vec![call(Some(0), Some("call_a"), Some("get_weather"), text("{\"city\": Paris"))];
    events.extend(finish());
    plays(
        &events,
        expect![[r#"
        call 0 begins: get_weather
        call 0 grows: 14
        done
          call call_a get_weather broken "{\"city\": Paris"
          stop Calls, in 100, out 7, cached 80, reasoning 3
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_repeated_or_missing_id_becomes_one_of_its_own() {
    let mut events = vec![
        call(Some(0), Some("call_a"), Some("get_weather"), text("{\"city\":\"Paris\"}")),
        call(Some(1), Some("call_a"), Some("get_weather"), text("{\"city\":\"Rome\"}")),
        call(Some(2), None, Some("get.weather"), text("{\"city\":\"Oslo\"}")),
    ];
    events.extend(finish());
    let events: Vec<_> = events.iter().map(String::as_str).collect();
    let mock = Mock::start(vec![Answer::stream(&events)]).await;
    let reply = done(&all(&provider(&mock, Dialect::ChatCompletions), hello()).await);
    let calls: Vec<_> = reply
        .said
        .iter()
        .filter_map(|it| match it {
            Said::Call(call) => Some((call.id.as_str(), call.name.as_str())),
            Said::Text(_) | Said::Thought(_) => None,
        })
        .collect();
    let [(first, _), (second, _), (third, name)] = calls[..] else { panic!("{calls:?}") };
    assert_eq!((first, name), ("call_a", "get_weather"));
    assert!(second != first && third != second && third != first, "{calls:?}");
}

#[tokio::test]
async fn a_call_counts_though_the_end_is_called_a_stop() {
    let paris = call(Some(0), Some("call_a"), Some("get_weather"), text("{\"city\":\"Paris\"}"));
    plays(
        &[paris, end("stop"), usage(), DONE.to_owned()],
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
