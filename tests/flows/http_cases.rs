//! Servers over HTTP with a fault of their own, as the person meets them: what a call comes to, how
//! the server is shown, and what the server itself saw of it.

use std::time::{Duration, Instant};

use app::wire::{
    failure::{Code, Failure},
    tool::{CancelCall, OutcomeView},
};
use flows::{
    house::House,
    http_peers::{Peer, Running},
    shapes::{failed, ready},
    wait::eventually,
    witness::Witness,
};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::http::draft;

/// What is told at once is told within two seconds; a busy machine has more.
const AT_ONCE: Duration = Duration::from_secs(6);
/// The same with the start of the server itself and of the app before it.
const START: Duration = Duration::from_secs(20);

/// A house with a server that is bad at this, and what that one saw.
struct Faults {
    house: House,
    witness: Witness,
    _running: Running,
}

impl Faults {
    async fn start(options: &'static [&'static str]) -> Self {
        let house = House::open().await;
        let witness = house.witness("faults");
        let running = Peer::Faults { options, witness: witness.path().to_owned() }.start().await;
        house.add_draft(draft(&running, &[])).await;
        Self { house, witness, _running: running }
    }

    async fn ready(options: &'static [&'static str]) -> Self {
        let this = Self::start(options).await;
        let row = this.house.row("peer").await;
        assert!(ready(&row).is_some(), "{row:?}");
        this
    }

    async fn call(&self, tool: &str) -> Result<OutcomeView, Failure> {
        self.house.call("peer", tool, json!({})).await
    }

    /// How a call fails, which must be at once.
    async fn failure(&self, tool: &str) -> String {
        let began = Instant::now();
        let failure = self.call(tool).await.unwrap_err();
        assert!(began.elapsed() < AT_ONCE, "{tool} takes {:?}", began.elapsed());
        assert_eq!(failure.code, Code::CallFailed, "{failure:?}");
        failure.message
    }

    /// How often a tool ran, by the server's own account.
    async fn ran(&self, tool: &str) -> u64 {
        let count = self.house.text("peer", "count", json!({})).await;
        let count: Value = serde_json::from_str(&count).unwrap();
        count[tool].as_u64().unwrap_or(0)
    }

    fn saw(&self, event: &str) -> usize {
        self.witness.events(event).len()
    }
}

/// Case 29, HOST-23: whatever the status by which a session is lost, each call runs once.
#[tokio::test]
async fn calls_in_a_session_that_is_lost_again_and_again_run_once_each() {
    for options in [&["--forget", "404"], &["--forget", "410"], &["--forget", "400"]] {
        let faults = Faults::ready(options).await;
        let mut ran = Vec::new();
        for _ in 0..10 {
            ran.push(faults.house.text("peer", "ran", json!({})).await);
        }
        for _ in 0..3 {
            let slow = (0..5).map(|_| faults.house.text("peer", "slow", json!({})));
            ran.extend(join_all(slow).await);
        }
        ran.sort_by_key(|it| it.parse::<u64>().unwrap());
        let expected: Vec<_> = (1..=25).map(|it: u64| it.to_string()).collect();
        assert_eq!(ran, expected, "{options:?}");
        let sessions = faults.witness.events("session");
        assert!(sessions.len() <= 1 + 8, "one for each that was lost: {}", sessions.len());
        assert!(sessions.iter().all(|it| it["old"].is_null()), "the old id goes nowhere");
        assert!(ready(&faults.house.row("peer").await).is_some(), "it is as well as before");
        faults.house.close().await;
    }
}

/// Case 29, HOST-23: a server that keeps no session is given up in words, and not in a loop.
#[tokio::test]
async fn a_server_that_loses_every_session_is_said_to() {
    let faults = Faults::start(&["--forget", "404", "--stubborn"]).await;
    let reason = match faults.call("ran").await {
        Ok(outcome) => panic!("{outcome:?}"),
        Err(failure) => failure.message,
    };
    assert!(reason.contains("session"), "{reason}");
    assert_eq!(faults.saw("ran"), 0);
    assert!(faults.saw("session") <= 12, "{} sessions", faults.saw("session"));
    faults.house.close().await;
}

/// Case 29: a server that is out of service has lost no session.
#[tokio::test]
async fn a_session_behind_a_busy_door_is_kept_and_no_other_is_opened() {
    let faults = Faults::ready(&["--forget", "503", "--retry-after", "2"]).await;
    for number in 1..=3 {
        assert_eq!(faults.house.text("peer", "ran", json!({})).await, number.to_string());
    }
    let refused = faults.call("ran").await.unwrap_err();
    assert!(!refused.message.contains("unknown"), "it did not run: {refused:?}");
    assert_eq!(faults.saw("session"), 1, "and that is no reason for another session");
    faults.house.close().await;
}

/// Case 31: whatever comes of the stream for what is said unasked, the server is as good as any.
#[tokio::test]
async fn a_stream_that_is_refused_makes_no_server_look_ill() {
    for (options, most) in [
        (&["--get", "405"], 1),
        (&["--get", "404"], 1),
        (&["--get", "400"], 1),
        (&["--get", "501"], 1),
        (&["--get", "500"], 3),
        (&["--get", "200json"], 3),
        (&["--get", "200empty"], 3),
        (&["--get", "drop"], 3),
        (&["--get", "hang"], 1),
        (&["--get", "sse"], 1),
    ] {
        let began = Instant::now();
        let faults = Faults::ready(options).await;
        assert!(began.elapsed() < START, "{options:?}");
        faults.witness.event("get").await;
        for _ in 0..5 {
            assert_eq!(faults.house.text("peer", "fine", json!({})).await, "fine", "{options:?}");
        }
        let row = faults.house.row("peer").await;
        let healthy = ready(&row).unwrap_or_else(|| panic!("{options:?}: {row:?}"));
        assert_eq!(healthy.warnings, Vec::<String>::new(), "{options:?}");
        assert_eq!(faults.house.tools("peer").await.len(), 21, "{options:?}");
        // The next ones would come after 2, 6 and 14 seconds.
        assert!(faults.saw("get") <= most, "{options:?}: {} times", faults.saw("get"));
        assert_eq!(faults.saw("session"), 1, "{options:?}");
        let began = Instant::now();
        faults.house.close_server("peer").await;
        assert!(began.elapsed() < AT_ONCE, "{options:?} holds up the end");
        faults.house.close().await;
    }
}

/// Case 33, HOST-23: half an answer is none, it is said that the call may have run, and it is not
/// sent again.
#[tokio::test]
async fn an_answer_that_ends_too_soon_fails_its_call_in_words() {
    let faults = Faults::ready(&[]).await;
    for tool in ["eof", "comment", "half_event", "reset", "cut_json", "short_json", "ran_cut"] {
        let said = faults.failure(tool).await;
        let unknown = said.contains("outcome of the call is unknown")
            || said.contains("reply cannot be read");
        assert!(unknown, "{tool}: {said}");
        assert_eq!(faults.ran(tool).await, 1, "{tool}");
    }
    assert!(faults.witness.events("get").iter().all(|it| it["last"].is_null()));
    faults.house.close().await;
}

/// Case 33: what a server promises to go on with is asked for again, and never called again.
#[tokio::test]
async fn an_answer_that_is_promised_for_later_is_asked_for_later() {
    let faults = Faults::ready(&[]).await;
    let began = Instant::now();
    assert_eq!(faults.house.text("peer", "resumed", json!({})).await, "resumed");
    assert!(began.elapsed() >= Duration::from_millis(500), "the server's wait is kept");
    let gone = faults.failure("resume_gone").await;
    assert!(gone.contains("outcome of the call is unknown"), "{gone}");
    assert_eq!((faults.ran("resumed").await, faults.ran("resume_gone").await), (1, 1));
    assert_eq!(faults.saw("session"), 1, "a 404 there is no lost session");
    faults.house.close().await;
}

/// Case 33, HOST-36: a stream on which nothing comes is left at once when the person says stop.
#[tokio::test]
async fn a_silent_stream_is_left_at_once() {
    let faults = Faults::ready(&[]).await;
    let order = faults.house.call_of("peer", "silent", json!({}));
    let name = order.call.clone();
    let stop = async {
        let called = async || (faults.saw("ran") > 0).then_some(());
        eventually("it is not called", called).await;
        faults.house.page::<()>("cancel_call", CancelCall { call: name }).await.unwrap();
        Instant::now()
    };
    let called = faults.house.page::<OutcomeView>("call_tool", order);
    let (ended, stopped) = tokio::join!(called, stop);
    assert_eq!(ended.unwrap_err().code, Code::Cancelled);
    faults.witness.event("client-closed").await;
    assert!(stopped.elapsed() < AT_ONCE);
    assert_eq!(faults.house.text("peer", "fine", json!({})).await, "fine");
    faults.house.close().await;
}

/// Case 36: what is not in service is tried again, and says why it is not there meanwhile.
#[tokio::test]
async fn a_server_that_is_down_at_first_is_tried_again_until_it_is_up() {
    for (options, most) in [
        (&["--down", "4", "--retry-after", "2"], 4),
        (&["--down", "4", "--retry-after", "date"], 5),
        (&["--down", "4", "--retry-after", "none"], 5),
        (&["--down", "4", "--retry-after", "soon"], 5),
    ] {
        let faults = Faults::start(options).await;
        let row = faults.house.row("peer").await;
        // On a busy machine it may be up before it was looked at.
        if let Some(down) = failed(&row) {
            assert_eq!(down.reason, "peer is not available just now (status 503).");
            assert!(down.retry_at.is_some() && row.on, "{down:?}");
        }
        let began = Instant::now();
        faults.house.until("peer", ready).await;
        assert!(began.elapsed() < Duration::from_secs(4 + 5), "{options:?}");
        assert!(faults.saw("down") <= most, "{options:?}: {} times", faults.saw("down"));
        assert_eq!(faults.house.text("peer", "fine", json!({})).await, "fine");
        faults.house.close().await;
    }
}

/// Case 36: nobody waits for a year because a server says so.
#[tokio::test]
async fn a_wait_without_reason_is_not_kept() {
    let faults = Faults::start(&["--down", "600", "--retry-after", "mad"]).await;
    let row = faults.house.row("peer").await;
    let down = failed(&row).unwrap();
    let waits = down.retry_at.unwrap() - down.since;
    // A minute, the tenth by which nobody comes back in step with others, and what noting it takes.
    assert!((1..=67_000).contains(&waits), "{waits} ms");
    faults.house.close().await;
}

/// Case 36, HOST-23: what ran is not repeated, and what did not run says so.
#[tokio::test]
async fn a_call_behind_a_bad_front_is_told_as_what_it_is() {
    let faults = Faults::ready(&[]).await;
    for tool in ["ran_502", "ran_504"] {
        let said = faults.failure(tool).await;
        assert!(said.contains("outcome of the call is unknown"), "{tool}: {said}");
        assert!(!said.contains('<'), "no page is shown: {said}");
        assert_eq!(faults.ran(tool).await, 1, "{tool}");
    }
    for tool in ["busy_503", "limit_429"] {
        let said = faults.failure(tool).await;
        assert!(said.contains("asks to be tried again in 7 s"), "{tool}: {said}");
        assert!(!said.contains("unknown"), "it did not run: {said}");
    }
    let said = faults.failure("locked_500").await;
    assert!(said.contains("database is locked"), "{said}");
    for tool in ["slow_head", "drip_head"] {
        assert_eq!(faults.house.text("peer", tool, json!({})).await, tool);
    }
    assert!(ready(&faults.house.row("peer").await).is_some(), "it is well after all of that");
    faults.house.close().await;
}

/// Case 42: tools that want what no header can be are left out, each with its reason in the log, and
/// cost no other.
#[tokio::test]
async fn tools_that_want_impossible_headers_are_left_out_one_by_one() {
    let house = House::open().await;
    let witness = house.witness("headers");
    let running = Peer::HeaderTools { witness: witness.path().to_owned() }.start().await;
    let row = house.add_draft(draft(&running, &[])).await;
    assert!(ready(&row).is_some(), "{row:?}");
    let tools = house.tools("peer").await;
    assert_eq!(tools, ["one", "kinds", "nested", "named.tool/ü", "no_header", "moving"]);
    let log = house.log("peer").await;
    let left_out: Vec<_> = log.iter().filter(|it| it.contains(" is left out: ")).collect();
    assert_eq!(left_out.len(), 14, "{left_out:#?}");
    assert!(left_out.iter().all(|it| it.contains("warning: the tool `bad_")), "{left_out:#?}");
    for (tool, arguments) in [
        ("one", json!({ "region": "eu-1", "q": "x" })),
        ("one", json!({ "region": "Grüße, 世界" })),
        ("one", json!({ "region": " padded " })),
        ("one", json!({ "region": "a\r\nX: y" })),
        ("one", json!({ "region": "=?base64?eA==?=" })),
        ("one", json!({})),
        ("one", json!({ "region": "" })),
        ("kinds", json!({ "s": "x", "i": -7, "b": false })),
        ("nested", json!({ "a": { "b": "z" } })),
        ("nested", json!({})),
        ("named.tool/ü", json!({ "region": "x" })),
        ("no_header", json!({ "q": "x" })),
        ("moving", json!({ "region": "x" })),
        ("moving", json!({ "region": "x" })),
    ] {
        assert_eq!(house.text("peer", tool, arguments.clone()).await, "ok", "{tool} {arguments}");
    }
    let mismatches = witness.events("mismatch");
    assert_eq!(mismatches.len(), 1, "{mismatches:?}");
    assert_eq!(mismatches[0]["tool"], "moving");
    let seen = witness.events("request");
    assert!(
        seen.iter().all(|it| it["authorization"].is_null()),
        "no header of the server's choice"
    );
    assert_eq!(witness.events("get").len(), 0, "this era has no such stream");
    house.close().await;
}
