//! What comes in place of a reply, and what is tried again: by its status, and never after anything
//! came.

use std::{
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use expect_test::expect;
use futures_util::StreamExt;
use serde_json::json;
use stdx::secret::Secret;

use crate::{
    Dialect, Endpoint, Error, Message, Part, Patience, Piece, Provider, Request, Step, Stop,
    tests::{
        KEY, all, done, hello, http,
        mock::{Answer, Mock},
        patience, provider, written,
    },
};

fn works() -> Answer {
    Answer::stream(&[
        "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n",
        "data: [DONE]\n\n",
    ])
}

fn refuses(status: u16) -> Answer {
    Answer::json(status, &json!({"error": {"message": "not now", "type": "t"}}))
}

async fn told(answers: Vec<Answer>) -> (Vec<Result<Piece, Error>>, usize) {
    let mock = Mock::start(answers).await;
    let told = all(&provider(&mock, Dialect::ChatCompletions), hello()).await;
    (told, mock.seen().len())
}

#[tokio::test]
async fn trouble_that_passes_is_waited_for_and_told() {
    for status in [429, 500, 502, 503, 529] {
        let (told, asked) = told(vec![refuses(status), refuses(status), works()]).await;
        assert_eq!(asked, 3, "{status}");
        let waits: Vec<_> = told
            .iter()
            .filter_map(|it| match it {
                Ok(Piece::Waiting { attempt, why, .. }) => Some((*attempt, why.to_string())),
                _ => None,
            })
            .collect();
        assert_eq!(waits.iter().map(|it| it.0).collect::<Vec<_>>(), [2, 3], "{status}");
        assert!(waits.iter().all(|it| it.1.contains("not now")), "{waits:?}");
        assert_eq!(done(&told).stop, Stop::End);
    }
}

#[tokio::test]
async fn trouble_that_stays_is_told_in_the_end() {
    let (told, asked) = told(vec![refuses(503)]).await;
    assert_eq!(asked, 3);
    assert!(matches!(told.last(), Some(Err(Error::Overloaded { status: 503, .. }))), "{told:?}");
}

#[tokio::test]
async fn the_time_that_a_provider_names_is_kept_whether_in_seconds_or_as_a_date() {
    let wait = |told: &[Result<Piece, Error>]| match told.first() {
        Some(Ok(Piece::Waiting { wait, .. })) => *wait,
        other => panic!("{other:?}"),
    };
    let (seconds, _) = told(vec![refuses(429).header("retry-after", "0.2"), works()]).await;
    assert!(wait(&seconds) >= Duration::from_millis(200), "{:?}", wait(&seconds));
    assert_eq!(done(&seconds).stop, Stop::End);
    let past = "Sun, 06 Nov 1994 08:49:37 GMT";
    let (date, _) = told(vec![refuses(503).header("retry-after", past), works()]).await;
    assert_eq!(wait(&date), Duration::ZERO);
}

#[tokio::test]
async fn who_names_a_long_time_is_not_waited_for() {
    let (told, asked) = told(vec![refuses(429).header("retry-after", "7200")]).await;
    assert_eq!(asked, 1);
    let named = Some(Duration::from_secs(7200));
    assert!(
        matches!(told.last(), Some(Err(Error::RateLimited { retry_after, .. })) if *retry_after == named),
        "{told:?}"
    );
}

#[tokio::test]
async fn what_would_end_the_same_is_not_tried_again() {
    for (status, kind) in [
        (400, "the provider does not take the request (status 400): `not now`"),
        (401, "the provider wants another key: `not now`"),
        (402, "the provider wants to be paid first: `not now`"),
        (403, "the provider does not allow this: `not now`"),
        (404, "the provider does not know this model: `not now`"),
        (413, "the conversation is too long for this model: `not now`"),
    ] {
        let (told, asked) = told(vec![refuses(status)]).await;
        assert_eq!(asked, 1, "{status}");
        assert_eq!(written(&told), format!("error: {kind}\n"));
    }
}

#[tokio::test]
async fn a_page_is_no_api() {
    let page = "<html><body>Sign in to the hotel's network</body></html>";
    let (told, asked) = told(vec![Answer::whole(200, "text/html; charset=utf-8", page)]).await;
    assert_eq!(asked, 1);
    assert!(
        matches!(told.last(), Some(Err(Error::NotAnApi { status: 200, glimpse })) if glimpse.contains("hotel")),
        "{told:?}"
    );
}

#[tokio::test]
async fn an_empty_reply_is_told_as_one() {
    for answer in [
        Answer::stream(&[
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n",
            "data: [DONE]\n\n",
        ]),
        Answer::stream(&[]),
        Answer::stream(&["data: [DONE]\n\n"]),
        Answer::whole(200, "application/json", ""),
    ] {
        let (told, asked) = told(vec![answer]).await;
        assert_eq!((told.as_slice(), asked), ([Err(Error::Empty)].as_slice(), 1));
    }
}

#[tokio::test]
async fn an_error_that_comes_first_in_a_stream_is_tried_again_like_a_status() {
    let busy = Answer::stream(&["data: {\"error\":{\"message\":\"busy\",\"code\":503}}\n\n"]);
    let (told, asked) = told(vec![busy, works()]).await;
    assert_eq!(asked, 2);
    assert_eq!(done(&told).stop, Stop::End);
}

#[tokio::test]
async fn nobody_there_is_told_at_once_and_in_words() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = format!("http://{}", taken.local_addr().unwrap()).parse().unwrap();
    drop(taken);
    let endpoint = Endpoint { dialect: Dialect::ChatCompletions, base_url, key: None };
    let told = all(&Provider::new(&http(patience()), endpoint), hello()).await;
    assert_eq!(
        written(&told),
        "error: the provider cannot be reached: nothing listens at its address\n"
    );
}

#[tokio::test]
async fn an_unknown_name_is_told_in_words() {
    let base_url = "http://nobody.invalid".parse().unwrap();
    let endpoint = Endpoint { dialect: Dialect::ChatCompletions, base_url, key: None };
    let told = all(&Provider::new(&http(patience()), endpoint), hello()).await;
    assert!(matches!(told.as_slice(), [Err(Error::Unreachable(_))]), "{told:?}");
}

fn hasty() -> Patience {
    Patience { silence: Duration::from_millis(150), ..patience() }
}

#[tokio::test]
async fn silence_ends_a_reply_and_keeps_what_came() {
    let first = "data: {\"choices\":[{\"delta\":{\"content\":\"Hel\"}}]}\n\n";
    let mock = Mock::start(vec![Answer::stream(&[first]).then_stall()]).await;
    let endpoint =
        Endpoint { dialect: Dialect::ChatCompletions, base_url: mock.url(""), key: None };
    let told = all(&Provider::new(&http(hasty()), endpoint), hello()).await;
    expect![[r#"
        text "Hel"
        error: nothing was heard from the provider for 150ms
          text "Hel"
          stop Other("cut")
    "#]]
    .assert_eq(&written(&told));
    assert_eq!(mock.seen().len(), 1);
}

#[tokio::test]
async fn silence_before_the_first_word_is_not_tried_again() {
    let mock = Mock::start(vec![Answer::stream(&[]).then_stall()]).await;
    let endpoint =
        Endpoint { dialect: Dialect::ChatCompletions, base_url: mock.url(""), key: None };
    let told = all(&Provider::new(&http(hasty()), endpoint), hello()).await;
    assert!(matches!(told.as_slice(), [Err(Error::Silent { .. })]), "{told:?}");
    assert_eq!(mock.seen().len(), 1);
}

#[tokio::test]
async fn dropping_a_reply_closes_the_connection() {
    let first = "data: {\"choices\":[{\"delta\":{\"content\":\"Hel\"}}]}\n\n";
    let mut mock = Mock::start(vec![Answer::stream(&[first]).then_stall()]).await;
    let mut replying = provider(&mock, Dialect::ChatCompletions).reply(hello());
    assert_eq!(replying.next().await, Some(Ok(Piece::Text("Hel".to_owned()))));
    drop(replying);
    mock.gone().await;
}

#[tokio::test]
async fn nothing_is_sent_before_somebody_listens() {
    let mock = Mock::start(vec![works()]).await;
    let replying = provider(&mock, Dialect::ChatCompletions).reply(hello());
    tokio::task::yield_now().await;
    assert_eq!(mock.seen().len(), 0);
    drop(replying);
}

/// Security 1.
#[tokio::test]
async fn no_error_and_no_print_holds_the_key() {
    for dialect in Dialect::ALL {
        let echo = json!({"error": {"message": format!("Incorrect key: {KEY}"), "type": "t"}});
        let event = format!("data: {echo}\n\n");
        for answer in [
            Answer::json(401, &echo),
            Answer::whole(400, "text/plain", &format!("bad {KEY}")),
            Answer::whole(200, "text/html", &format!("<html>{KEY}")),
            Answer::stream(&[&event]),
            Answer::json(503, &echo),
        ] {
            let mock = Mock::start(vec![answer]).await;
            let provider = provider(&mock, dialect);
            let told = all(&provider, hello()).await;
            let listed = provider.models().await;
            let tested = provider.test("some-model").await;
            let printed = format!("{told:?} {} {listed:?} {tested:?} {provider:?}", written(&told));
            assert!(!printed.contains(KEY), "{dialect:?}: {printed}");
            let seen = mock.seen();
            assert!(seen.iter().all(|it| !it.path.contains(KEY)), "in an address: {seen:?}");
            let name = match dialect {
                Dialect::ChatCompletions | Dialect::Responses => "authorization",
                Dialect::Anthropic => "x-api-key",
                Dialect::Gemini => "x-goog-api-key",
            };
            assert!(seen[0].header(name).is_some_and(|it| it.ends_with(KEY)), "{seen:?}");
        }
    }
}

/// What is logged, in one place.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Security 1.
#[tokio::test]
async fn no_log_holds_the_key_however_much_is_logged() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    let _logged = tracing::subscriber::set_default(subscriber);
    for dialect in Dialect::ALL {
        let mock = Mock::start(vec![works()]).await;
        let provider = provider(&mock, dialect);
        all(&provider, hello()).await;
        provider.models().await.unwrap_err();
    }
    let logged = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(logged.contains("some-model"), "all is logged: {logged}");
    assert!(!logged.contains(KEY), "{logged}");
}

#[tokio::test]
async fn without_a_key_none_is_shown() {
    for dialect in Dialect::ALL {
        let mock = Mock::start(vec![refuses(401)]).await;
        let endpoint = Endpoint { dialect, base_url: mock.url(""), key: Some(Secret::from("")) };
        all(&Provider::new(&http(patience()), endpoint), hello()).await;
        let seen = mock.seen();
        for name in ["authorization", "x-api-key", "x-goog-api-key"] {
            assert_eq!(seen[0].header(name), None, "{dialect:?}");
        }
    }
}

#[tokio::test]
async fn a_conversation_that_is_empty_is_not_sent() {
    let mock = Mock::start(vec![works()]).await;
    let provider = provider(&mock, Dialect::ChatCompletions);
    for messages in [vec![], vec![Message::User(vec![Part::text(" ")])]] {
        let told = all(&provider, Request::new("m", messages)).await;
        assert!(matches!(told.as_slice(), [Err(Error::Unsendable(_))]), "{told:?}");
    }
    assert_eq!(mock.seen().len(), 0);
}

#[tokio::test]
async fn a_test_says_at_which_step_it_ended() {
    let list = Answer::json(200, &json!({"data": [{"id": "some-model"}]}));
    let call = Answer::stream(&[
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"report_ready\",\"arguments\":\"{}\"}}]}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n",
    ]);
    let test = async |answers: Vec<Answer>| {
        let mock = Mock::start(answers).await;
        let tested = provider(&mock, Dialect::ChatCompletions).test("some-model").await.unwrap();
        let sign = |step: &Step| match step {
            Step::Fine => '+',
            Step::Failed(_) => '!',
            Step::Untried => '.',
        };
        let steps = [
            &tested.reached,
            &tested.signed_in,
            &tested.known,
            &tested.answers,
            &tested.calls_tools,
        ];
        steps.map(sign).iter().collect::<String>()
    };
    assert_eq!(test(vec![list.clone(), works(), call]).await, "+++++");
    assert_eq!(test(vec![list.clone(), works(), works()]).await, "++++!");
    assert_eq!(test(vec![list.clone(), refuses(503)]).await, "+++!.");
    assert_eq!(test(vec![refuses(404), works(), works()]).await, "++++!", "some have no list");
    assert_eq!(test(vec![list, refuses(404)]).await, "++!..");
    assert_eq!(test(vec![refuses(401)]).await, "+!...");
}
