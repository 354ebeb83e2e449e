//! A server that is another one by now under the same name: what the person allowed of the first one
//! says nothing of the second.

use app::wire::{
    card::{CardStateView, DecidedView, RuleAction, RuleList, RuleTerms, SetRules, Verdict},
    failure::Code,
    server::{Removed, ServerRow},
};
use flows::{
    house::House,
    model::{
        Model,
        moves::{Asks, Move},
    },
    peers,
    shapes::{named, ready, to_replace},
    witness::Witness,
};
use serde_json::json;

use super::talk::{Talk, cards, states};

/// How one server comes in the place of another.
#[derive(Debug, Clone, Copy)]
enum How {
    /// It is removed, and one of that name added.
    Anew,
    /// It is changed to run something else.
    Changed,
}

/// Both have a tool `echo` of the same definition.
async fn begin(moves: impl IntoIterator<Item = Move>) -> (Talk, Witness) {
    let house = House::open().await;
    let witness = house.witness("first");
    house.add("twin", &peers::scripted("obliging", witness.path())).await;
    (Talk::begin_in(house, Model::start(moves).await).await, witness)
}

async fn replace(house: &House, how: How) -> Witness {
    let witness = house.witness("second");
    // The same program with another witness is another command, and nothing else differs.
    let program = peers::scripted("obliging", witness.path());
    match how {
        How::Anew => {
            house.page::<Removed>("remove_server", named("twin")).await.unwrap();
            house.add("twin", &program).await;
        }
        How::Changed => {
            let draft = house.draft("twin", &program);
            house.terminal::<ServerRow>("add_server", to_replace(&draft)).await.unwrap();
            house.settled("twin").await;
        }
    }
    house.until("twin", ready).await;
    witness
}

fn echo(id: &str) -> Move {
    Move::call([Asks::new(id, "mcp__twin__echo", &json!({}))])
}

fn ran(witness: &Witness) -> usize {
    witness.received("tools/call").len()
}

/// Lets all of the server run unasked.
async fn let_run(house: &House) {
    let all = RuleTerms {
        priority: 100,
        server: Some("twin".to_owned()),
        registration: None,
        tool: "*".to_owned(),
        below: None,
        action: RuleAction::Allow,
        digest: None,
        conversation: None,
        expires: None,
        note: String::new(),
    };
    house.terminal::<RuleList>("set_rules", SetRules { rules: vec![all] }).await.unwrap();
}

/// HOST-63
#[tokio::test]
async fn a_rule_for_all_of_a_server_lets_nothing_run_of_another_under_its_name() {
    for how in [How::Anew, How::Changed] {
        let (talk, first) = begin([echo("one"), Move::say("Done.")]).await;
        let_run(&talk.house).await;
        let seen = talk.ask("Echo").await;
        assert_eq!(states(&seen), [CardStateView::Done]);
        assert_eq!(cards(&seen)[0].decided, Some(DecidedView::Rule), "{how:?}: the rule holds");
        let second = replace(&talk.house, how).await;
        // In a conversation of its own, in which nothing came from a server that would have it asked
        // about for another reason.
        let talk = talk.another().await;
        talk.model.will([echo("two"), Move::say("Done."), echo("three"), Move::say("Done.")]);
        talk.say("Echo").await;
        let card = talk.waiting(1).await.remove(0);
        assert_eq!((ran(&first), ran(&second)), (1, 0), "{how:?}: nothing runs unasked");
        let rules: RuleList = talk.house.page("list_rules", ()).await.unwrap();
        assert!(rules.rules[0].removed, "{how:?}: it says that it holds no more");
        talk.decide(&card, Verdict::Once).await;
        assert_eq!(states(&talk.idle().await), [CardStateView::Done]);
        // A yes for once is no rule for the new one.
        talk.say("And again").await;
        let card = talk.waiting(1).await.remove(0);
        talk.decide(&card, Verdict::Deny).await;
        let seen = talk.until(|it| (states(it).len() == 2).then(|| it.clone())).await;
        assert_eq!(states(&seen)[0], CardStateView::Done);
        assert_eq!(states(&talk.idle().await)[1], CardStateView::Rejected);
        assert_eq!((ran(&first), ran(&second)), (1, 1), "{how:?}");
        talk.close().await;
    }
}

/// HOST-63: whoever says yes on a card that showed the first one says it of that.
#[tokio::test]
async fn a_yes_to_a_call_of_a_server_that_is_another_by_now_is_refused() {
    for how in [How::Anew, How::Changed] {
        let (talk, first) = begin([echo("one"), Move::say("Done.")]).await;
        talk.say("Echo").await;
        let old = talk.waiting(1).await.remove(0);
        let second = replace(&talk.house, how).await;
        for verdict in [Verdict::Once, Verdict::Conversation] {
            let refused = talk.try_decide(&old, verdict).await.unwrap_err();
            assert_eq!(refused.code, Code::ToolChanged, "{how:?}: {refused:?}");
        }
        let new = talk.until(|it| cards(it).pop().filter(|it| it.shown != old.shown)).await;
        let digest = |it: &app::wire::card::CardView| it.shown.as_ref().map(|it| it.digest.clone());
        assert_eq!(digest(&new), digest(&old), "{how:?}: its definition is the same");
        assert_eq!((ran(&first), ran(&second)), (0, 0), "{how:?}");
        talk.decide(&new, Verdict::Once).await;
        assert_eq!(states(&talk.idle().await), [CardStateView::Done]);
        assert_eq!((ran(&first), ran(&second)), (0, 1), "{how:?}: it runs once, at the new one");
        talk.close().await;
    }
}
