//! What the machine decides, one sentence a test.

use proptest::prelude::*;

use super::*;

fn id(name: &str) -> CallId {
    CallId(name.to_owned())
}

fn asked(names: &[&str]) -> Event {
    let calls = names.iter().enumerate();
    let asked = |(at, name): (usize, &&str)| Asked {
        call: id(name),
        likeness: u64::try_from(at).unwrap(),
        over: false,
    };
    Event::Replied(calls.map(asked).collect())
}

/// A turn in which a reply has asked for these calls.
fn calling(names: &[&str]) -> Turn {
    let mut turn = Turn::new();
    assert_eq!(turn.handle(Event::Begin(Vec::new())), [Effect::Ask]);
    let weighed: Vec<_> = names.iter().map(|it| Effect::Weigh(id(it))).collect();
    assert_eq!(turn.handle(asked(names)), weighed);
    turn
}

#[test]
fn a_reply_without_calls_ends_the_turn() {
    let mut turn = Turn::new();
    turn.handle(Event::Begin(Vec::new()));
    assert_eq!(turn.handle(asked(&[])), [Effect::End(End::Said)]);
    assert_eq!(turn.handle(Event::Stop), []);
}

#[test]
fn calls_that_may_run_do_so_at_once_and_the_model_is_asked_when_the_last_is_over() {
    let mut turn = calling(&["a", "b"]);
    assert_eq!(turn.handle(Event::Weighed(id("a"), Weight::Allow)), [Effect::Run(id("a"))]);
    assert_eq!(turn.handle(Event::Weighed(id("b"), Weight::Allow)), [Effect::Run(id("b"))]);
    assert_eq!(turn.handle(Event::Over(id("b"))), []);
    assert_eq!(turn.handle(Event::Over(id("a"))), [Effect::Ask]);
}

/// HOST-63
#[test]
fn a_call_that_wants_leave_waits_while_others_run() {
    let mut turn = calling(&["a", "b"]);
    assert_eq!(turn.handle(Event::Weighed(id("a"), Weight::Ask)), [Effect::Wait(id("a"))]);
    assert!(!turn.waits(), "`b` is not weighed yet");
    turn.handle(Event::Weighed(id("b"), Weight::Allow));
    assert!(!turn.waits(), "`b` runs");
    turn.handle(Event::Over(id("b")));
    assert!(turn.waits());
    assert_eq!(turn.handle(Event::Decided(id("a"), Answer::Yes)), [Effect::Run(id("a"))]);
    assert!(!turn.waits());
}

/// HOST-63
#[test]
fn a_call_that_is_not_let_run_is_told_to_the_model_and_the_rest_goes_on() {
    let mut turn = calling(&["a", "b"]);
    let rejected = [Effect::Reject(id("a"), Why::Rule)];
    assert_eq!(turn.handle(Event::Weighed(id("a"), Weight::Deny)), rejected);
    turn.handle(Event::Weighed(id("b"), Weight::Ask));
    let asked = [Effect::Reject(id("b"), Why::Person), Effect::Ask];
    assert_eq!(turn.handle(Event::Decided(id("b"), Answer::No)), asked);
}

/// "Allow in this conversation" frees the others of the same tool: they are weighed anew.
#[test]
fn what_waits_can_be_weighed_anew_and_what_runs_cannot() {
    let mut turn = calling(&["a", "b"]);
    turn.handle(Event::Weighed(id("a"), Weight::Ask));
    turn.handle(Event::Weighed(id("b"), Weight::Allow));
    assert_eq!(turn.handle(Event::Weighed(id("b"), Weight::Deny)), []);
    assert_eq!(turn.handle(Event::Weighed(id("a"), Weight::Ask)), []);
    assert_eq!(turn.handle(Event::Weighed(id("a"), Weight::Allow)), [Effect::Run(id("a"))]);
}

/// One approval is at most one run.
#[test]
fn a_second_yes_runs_nothing() {
    let mut turn = calling(&["a"]);
    turn.handle(Event::Weighed(id("a"), Weight::Ask));
    assert_eq!(turn.handle(Event::Decided(id("a"), Answer::Yes)), [Effect::Run(id("a"))]);
    assert_eq!(turn.handle(Event::Decided(id("a"), Answer::Yes)), []);
    assert_eq!(turn.handle(Event::Decided(id("a"), Answer::No)), []);
    assert_eq!(turn.handle(Event::Over(id("a"))), [Effect::Ask]);
    assert_eq!(turn.handle(Event::Over(id("a"))), []);
}

#[test]
fn twenty_calls_run_eight_at_a_time_in_their_order() {
    let names: Vec<String> = (0..20).map(|it| format!("c{it}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut turn = calling(&names);
    let mut running = Vec::new();
    for name in &names {
        running.extend(turn.handle(Event::Weighed(id(name), Weight::Allow)));
    }
    let first: Vec<_> = names[..8].iter().map(|it| Effect::Run(id(it))).collect();
    assert_eq!(running, first);
    assert_eq!(turn.handle(Event::Over(id("c3"))), [Effect::Run(id("c8"))]);
}

/// HOST-63: a denial reaches what was allowed and has no place yet.
#[test]
fn what_queues_can_still_be_denied() {
    let names: Vec<String> = (0..10).map(|it| format!("c{it}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut turn = calling(&names);
    for name in &names {
        turn.handle(Event::Weighed(id(name), Weight::Allow));
    }
    let rejected = [Effect::Reject(id("c8"), Why::Rule)];
    assert_eq!(turn.handle(Event::Weighed(id("c8"), Weight::Deny)), rejected);
    let rejected = [Effect::Reject(id("c9"), Why::Person)];
    assert_eq!(turn.handle(Event::Decided(id("c9"), Answer::No)), rejected);
    assert_eq!(turn.handle(Event::Weighed(id("c0"), Weight::Deny)), [], "it runs");
}

#[test]
fn a_stop_ends_what_runs_and_what_waits_at_once() {
    let mut turn = calling(&["a", "b", "c"]);
    turn.handle(Event::Weighed(id("a"), Weight::Allow));
    turn.handle(Event::Weighed(id("b"), Weight::Ask));
    turn.handle(Event::Weighed(id("c"), Weight::Deny));
    let stopped = [Effect::Cancel(vec![id("a"), id("b")]), Effect::End(End::Stopped)];
    assert_eq!(turn.handle(Event::Stop), stopped);
    assert_eq!(turn.handle(Event::Over(id("a"))), []);
    let mut turn = Turn::new();
    turn.handle(Event::Begin(Vec::new()));
    assert_eq!(turn.handle(Event::Stop), [Effect::CutReply, Effect::End(End::Stopped)]);
    assert_eq!(turn.handle(asked(&["late"])), []);
}

#[test]
fn one_stopped_call_lets_the_turn_go_on() {
    let mut turn = calling(&["a", "b"]);
    turn.handle(Event::Weighed(id("a"), Weight::Allow));
    turn.handle(Event::Weighed(id("b"), Weight::Ask));
    assert_eq!(turn.handle(Event::Halt(id("b"))), [Effect::Cancel(vec![id("b")])]);
    assert_eq!(turn.handle(Event::Halt(id("a"))), [Effect::Cancel(vec![id("a")]), Effect::Ask]);
    assert_eq!(turn.handle(Event::Halt(id("a"))), []);
}

/// HOST-63: what a card shows is what a yes is for.
#[test]
fn a_call_whose_tool_is_another_by_now_is_shown_anew_and_waits_for_another_yes() {
    let mut turn = calling(&["a"]);
    assert_eq!(turn.handle(Event::Weighed(id("a"), Weight::AskAnew)), [Effect::Wait(id("a"))]);
    assert_eq!(turn.handle(Event::Weighed(id("a"), Weight::Ask)), [], "it shows that already");
    assert_eq!(turn.handle(Event::Weighed(id("a"), Weight::AskAnew)), [Effect::Wait(id("a"))]);
    assert!(turn.waits());
    assert_eq!(turn.handle(Event::Decided(id("a"), Answer::Yes)), [Effect::Run(id("a"))]);
    assert_eq!(turn.handle(Event::Weighed(id("a"), Weight::AskAnew)), [], "it runs");
}

/// HOST-63
#[test]
fn a_yes_to_what_the_tool_is_not_any_more_does_not_wait_for_a_place() {
    let names: Vec<String> = (0..9).map(|it| format!("c{it}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut turn = calling(&names);
    for name in &names[..8] {
        turn.handle(Event::Weighed(id(name), Weight::Allow));
    }
    turn.handle(Event::Weighed(id("c8"), Weight::AskAnew));
    assert_eq!(turn.handle(Event::Decided(id("c8"), Answer::Yes)), [], "eight run");
    assert_eq!(turn.handle(Event::Weighed(id("c8"), Weight::AskAnew)), [Effect::Wait(id("c8"))]);
    assert_eq!(turn.handle(Event::Over(id("c0"))), [], "it waits for the person again");
    assert_eq!(turn.handle(Event::Decided(id("c8"), Answer::Yes)), [Effect::Run(id("c8"))]);
}

/// HOST-33: what an earlier run left open is weighed anew, and the turn goes on from there.
#[test]
fn a_turn_that_was_cut_off_goes_on_with_its_open_calls() {
    let mut turn = Turn::new();
    let open = Event::Begin(vec![id("a"), id("b")]);
    assert_eq!(turn.handle(open), [Effect::Weigh(id("a")), Effect::Weigh(id("b"))]);
    turn.handle(Event::Weighed(id("a"), Weight::Ask));
    turn.handle(Event::Weighed(id("b"), Weight::Ask));
    assert!(turn.waits());
}

#[test]
fn a_model_that_calls_for_ever_comes_to_an_end_of_its_budget() {
    let mut turn = Turn::new();
    let mut effects = turn.handle(Event::Begin(Vec::new()));
    let mut asked = 0;
    while effects.last() == Some(&Effect::Ask) {
        asked += 1;
        let call = Asked { call: id(&asked.to_string()), likeness: u64::from(asked), over: true };
        effects = turn.handle(Event::Replied(vec![call]));
    }
    assert_eq!(effects, [Effect::End(End::Budget)]);
    assert_eq!(asked, MOST_ROUNDS);
}

#[test]
fn the_very_same_call_is_let_run_five_times_in_a_turn() {
    let mut turn = Turn::new();
    turn.handle(Event::Begin(Vec::new()));
    for made in 1..=7_u32 {
        let name = made.to_string();
        let call = Asked { call: id(&name), likeness: 7, over: false };
        let effects = turn.handle(Event::Replied(vec![call]));
        if made <= MOST_ALIKE {
            assert_eq!(effects, [Effect::Weigh(id(&name))]);
            turn.handle(Event::Weighed(id(&name), Weight::Allow));
            turn.handle(Event::Over(id(&name)));
        } else {
            assert_eq!(effects, [Effect::Reject(id(&name), Why::Alike), Effect::Ask]);
        }
    }
}

#[test]
fn a_reply_that_broke_off_ends_the_turn() {
    let mut turn = Turn::new();
    turn.handle(Event::Begin(Vec::new()));
    assert_eq!(turn.handle(Event::Broke), [Effect::End(End::Broke)]);
}

fn any_event() -> impl Strategy<Value = Event> {
    let call = || (0_u8..4).prop_map(|it| id(&it.to_string()));
    let weights = [Weight::Allow, Weight::Ask, Weight::AskAnew, Weight::Deny];
    let weight = proptest::sample::select(weights.to_vec());
    let answer = prop_oneof![Just(Answer::Yes), Just(Answer::No)];
    prop_oneof![
        4 => Just(Event::Begin(Vec::new())),
        4 => proptest::collection::vec(0_u8..4, 0..4).prop_map(|mut calls| {
            calls.sort_unstable();
            calls.dedup();
            let one = |it: u8| Asked { call: id(&it.to_string()), likeness: it.into(), over: it == 3 };
            Event::Replied(calls.into_iter().map(one).collect())
        }),
        1 => Just(Event::Broke),
        8 => (call(), weight).prop_map(|(call, it)| Event::Weighed(call, it)),
        8 => (call(), answer).prop_map(|(call, it)| Event::Decided(call, it)),
        8 => call().prop_map(Event::Over),
        2 => call().prop_map(Event::Halt),
        1 => Just(Event::Stop),
    ]
}

proptest! {
    /// Whatever comes in whatever order: nothing runs unless it was let run, nothing runs twice,
    /// and after the end there is nothing.
    #[test]
    fn nothing_runs_twice_or_unasked(events in proptest::collection::vec(any_event(), 0..200)) {
        let mut turn = Turn::new();
        let (mut running, mut may, mut ended) = (Vec::new(), Vec::new(), false);
        for event in events {
            if let Event::Weighed(call, Weight::Allow) | Event::Decided(call, Answer::Yes) = &event {
                may.push(call.clone());
            }
            if let Event::Weighed(call, Weight::AskAnew) = &event {
                may.retain(|it| it != call);
            }
            let refused = match &event {
                Event::Decided(call, answer) => !turn.takes(call, *answer),
                Event::Begin(_) | Event::Replied(_) | Event::Broke | Event::Weighed(..)
                | Event::Over(_) | Event::Halt(_) | Event::Stop => false,
            };
            let effects = turn.handle(event);
            prop_assert!(!ended || effects.is_empty());
            prop_assert!(!refused || effects.is_empty(), "an answer that nobody waits for");
            for effect in effects {
                match effect {
                    Effect::Run(call) => {
                        prop_assert!(may.contains(&call), "it was never allowed");
                        prop_assert!(!running.contains(&call), "it runs already");
                        running.push(call);
                    }
                    Effect::Ask => {
                        running.clear();
                        may.clear();
                    }
                    Effect::End(_) => ended = true,
                    Effect::CutReply | Effect::Weigh(_) | Effect::Wait(_) | Effect::Reject(..)
                    | Effect::Cancel(_) => {}
                }
            }
        }
    }
}
