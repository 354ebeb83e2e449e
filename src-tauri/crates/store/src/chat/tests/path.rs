//! Tests of the ways through the tree, against a tree that is walked by hand.

use std::collections::BTreeMap;

use model::chat::message::{Body, MessageId, Summary};
use proptest::prelude::{Strategy, any, prop, proptest};
use proptest::{prop_assert_eq, test_runner::TestCaseError};

use super::{begun, round, say, text, words};
use crate::tests::fixture;

/// What is added: kinds, and what each answers, by its place among those before it.
type Growth = Vec<(u8, Option<prop::sample::Index>)>;

fn growth() -> impl Strategy<Value = Growth> {
    prop::collection::vec(
        (0..5_u8, prop::option::weighted(0.9, any::<prop::sample::Index>())),
        1..40,
    )
}

fn body(kind: u8) -> Body {
    match kind {
        0 => Body::Summary(Summary { covers: 1, ..Summary::default() }),
        1 | 2 => Body::Round(round(vec![text("So")])),
        _ => words("And?"),
    }
}

/// The tree by hand.
#[derive(Default)]
struct Tree {
    parents: BTreeMap<MessageId, Option<MessageId>>,
    summaries: Vec<MessageId>,
}

impl Tree {
    /// From the first message to this one.
    fn path(&self, head: MessageId) -> Vec<MessageId> {
        let mut path = vec![head];
        while let Some(parent) = path.last().and_then(|it| self.parents[it]) {
            path.push(parent);
        }
        path.reverse();
        path
    }

    fn leaf_under(&self, id: MessageId) -> MessageId {
        let below = self.parents.keys().filter(|it| self.path(**it).contains(&id));
        let is_leaf = |it: &&MessageId| !self.parents.values().any(|parent| *parent == Some(**it));
        *below.filter(is_leaf).max().unwrap()
    }

    fn siblings(&self, id: MessageId) -> Vec<MessageId> {
        let of = self.parents[&id];
        self.parents.iter().filter(|(_, it)| **it == of).map(|(it, _)| *it).collect()
    }
}

async fn check(growth: Growth) -> Result<(), TestCaseError> {
    let fixture = fixture().await;
    let (db, messages) = (&fixture.db, fixture.db.messages());
    // Another conversation, whose first message is no sibling of ours.
    let other = begun(&fixture).await;
    say(db, &other, words("Other")).await;
    let id = begun(&fixture).await;
    let mut tree = Tree::default();
    for (kind, parent) in growth {
        let all: Vec<MessageId> = tree.parents.keys().copied().collect();
        let parent = parent.filter(|_| !all.is_empty()).map(|it| *it.get(&all));
        let added = messages.add(&id, parent, body(kind)).await.unwrap().id;
        tree.parents.insert(added, parent);
        if kind == 0 {
            tree.summaries.push(added);
        }
        let shown = messages.path(&id, None, None, usize::MAX).await.unwrap();
        let shown: Vec<_> = shown.messages.iter().map(|it| it.id).collect();
        prop_assert_eq!(shown, tree.path(added), "what was added is shown");
    }
    let all: Vec<MessageId> = tree.parents.keys().copied().collect();
    prop_assert_eq!(
        messages.siblings(&all).await.unwrap(),
        all.iter().map(|it| (*it, tree.siblings(*it))).collect::<BTreeMap<_, _>>()
    );
    for &head in &all {
        let expected = tree.path(head);
        let (mut found, mut before) = (Vec::new(), None);
        loop {
            let page = messages.path(&id, Some(head), before, 3).await.unwrap();
            before = page.messages.first().map(|it| it.id);
            found.splice(0..0, page.messages.iter().map(|it| it.id));
            prop_assert_eq!(page.earlier, found.len() < expected.len());
            if !page.earlier {
                break;
            }
        }
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(messages.leaf_under(head).await.unwrap(), tree.leaf_under(head));
        db.conversations().set_head(&id, head).await.unwrap();
        let whole = messages.whole_path(&id).await.unwrap();
        let last = expected.iter().rposition(|it| tree.summaries.contains(it)).unwrap_or(0);
        let whole: Vec<_> = whole.iter().map(|it| it.id).collect();
        prop_assert_eq!(&whole, &expected[last..], "from the last summary on");
        for &after in &all {
            let more = messages.since(&id, after).await.unwrap();
            let more = more.map(|it| it.iter().map(|it| it.id).collect::<Vec<_>>());
            let place = expected.iter().position(|it| *it == after).map(|it| &expected[it + 1..]);
            let wanted = place.filter(|it| !it.iter().any(|it| tree.summaries.contains(it)));
            prop_assert_eq!(more.as_deref(), wanted, "after {:?}", after);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 24, ..Default::default() })]

    #[test]
    fn a_branch_is_what_its_parents_say(growth in growth()) {
        tokio::runtime::Runtime::new().unwrap().block_on(check(growth))?;
    }
}

#[tokio::test]
async fn a_conversation_in_which_nothing_was_said_has_no_branch() {
    let fixture = fixture().await;
    let (id, messages) = (begun(&fixture).await, fixture.db.messages());
    let page = messages.path(&id, None, None, 9).await.unwrap();
    assert!(page.messages.is_empty() && !page.earlier);
    assert!(messages.whole_path(&id).await.unwrap().is_empty());
    let first = say(&fixture.db, &id, words("x")).await;
    let page = messages.path(&id, None, None, 0).await.unwrap();
    assert!(page.messages.is_empty() && page.earlier, "it is before what was asked for");
    let page = messages.path(&id, None, Some(first), 9).await.unwrap();
    assert!(page.messages.is_empty() && !page.earlier);
    let none = messages.siblings(&[MessageId(99)]).await.unwrap();
    assert_eq!(none, [(MessageId(99), vec![])].into());
}
