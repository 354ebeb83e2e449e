//! Questions in a line, against a desk that answers when it is told to.

mod leaving;

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use model::{
    form::{Filling, Form},
    link::Link,
};
use stdx::{
    clock::{Clock, Millis},
    tasks::Tasks,
};
use tokio::sync::{Notify, oneshot};

use crate::{
    Ask, Inbox, NotWaiting, Unanswered,
    desk::{
        Desk, FormQuestion, FormReply, Goes, LinkQuestion, LinkReply, NobodyToAsk, Reply,
        SecretQuestion, WantedBy, agreed::Agreed, keychain::Keychain,
    },
    item::{Call, Item, Kind, Origin, Outcome, Place, Standing},
};

/// Dialogs that are open, by the server's words, and the way to answer each.
#[derive(Debug, Default)]
struct Screen {
    open: Mutex<Vec<(String, oneshot::Sender<FormReply>)>>,
    raised: Mutex<u32>,
    /// How long the dialog that was opened last has.
    left: Mutex<Option<Duration>>,
    /// A page is open once it is told.
    browser: Arc<Notify>,
}

impl Screen {
    /// The words of the dialogs that are open now.
    fn shows(&self) -> Vec<String> {
        let mut open = self.open.lock().unwrap();
        open.retain(|(_, answer)| !answer.is_closed());
        open.iter().map(|(words, _)| words.clone()).collect()
    }

    /// The terminal closes: it says that nobody is there, and its seat is left a moment later.
    fn close(&self) {
        self.open.lock().unwrap().clear();
    }

    fn answer(&self, reply: FormReply) {
        self.shows();
        let (_, answer) = self.open.lock().unwrap().remove(0);
        answer.send(reply).unwrap();
    }
}

#[derive(Debug)]
struct ScreenDesk(Arc<Screen>);

/// A desk at which nobody sits.
#[derive(Debug)]
struct Empty;

/// A desk at which a secret is never given.
#[derive(Debug)]
struct Deaf;

impl Desk for Deaf {
    fn secret(&self, _: SecretQuestion) -> Reply<Option<stdx::secret::Secret>> {
        Box::pin(std::future::pending())
    }
}

impl Desk for Empty {
    fn is_for_all(&self) -> bool {
        false
    }
}

impl Desk for ScreenDesk {
    fn form(&self, question: FormQuestion) -> Reply<FormReply> {
        let (say, hear) = oneshot::channel();
        let now = tokio::time::Instant::now().into_std();
        *self.0.left.lock().unwrap() = question.deadline.map(|it| it - now);
        self.0.open.lock().unwrap().push((question.message, say));
        Box::pin(async move { hear.await.map_err(|_| NobodyToAsk::TerminalLeft) })
    }

    fn link(&self, question: LinkQuestion, agreed: Agreed) -> Reply<LinkReply> {
        let (say, hear) = oneshot::channel();
        self.0.open.lock().unwrap().push((question.message, say));
        let browser = Arc::clone(&self.0.browser);
        Box::pin(async move {
            if !matches!(hear.await, Ok(FormReply::Accept { .. })) {
                return Ok(LinkReply::Decline);
            }
            agreed.say();
            browser.notified().await;
            Ok(LinkReply::Opened)
        })
    }

    fn raise(&self) {
        *self.0.raised.lock().unwrap() += 1;
    }
}

struct Fixture {
    inbox: Inbox,
    screen: Arc<Screen>,
}

/// An answer to come; dropping it is its asker going away.
struct Answer<T = FormReply> {
    hear: oneshot::Receiver<Result<T, Unanswered>>,
    asker: Tasks,
}

impl<T> Answer<T> {
    async fn had(self) -> Result<T, Unanswered> {
        let Self { hear, asker: _asker } = self;
        hear.await.expect("it ended")
    }
}

fn fixture() -> Fixture {
    let screen = Arc::new(Screen::default());
    let inbox = Inbox::new(Arc::new(ScreenDesk(Arc::clone(&screen))), Clock::fixed(Millis(1000)));
    Fixture { inbox, screen }
}

impl Fixture {
    /// Asks, and lets the question come as far as it can.
    async fn ask(&self, words: &str, tag: &str) -> Answer {
        self.ask_for(words, &[tag]).await
    }

    /// The same for any of these calls.
    async fn ask_for(&self, words: &str, tags: &[&str]) -> Answer {
        let call = |tag: &&str| Call { tool: "read".into(), tag: (*tag).into() };
        let calls = tags.iter().map(call).collect();
        let origin = Origin { server: None, title: "Files".into(), calls };
        let limit = Some(Duration::from_secs(300));
        let ask = Ask { origin: origin.clone(), words: words.into(), limit };
        let question = FormQuestion {
            origin,
            message: words.into(),
            form: Form { fields: Vec::new() },
            remembered: std::collections::BTreeMap::new(),
            keychain: Keychain::Open,
            deadline: None,
        };
        let inbox = self.inbox.clone();
        let (say, hear) = oneshot::channel();
        let mut tasks = Tasks::new();
        tasks.spawn(async move {
            // Whoever asked may look no more.
            say.send(inbox.form(ask, question).await).ok();
        });
        settle().await;
        Answer { hear, asker: tasks }
    }

    /// Asks whether a page may be opened.
    fn ask_to_open(&self, words: &str) -> Answer<LinkReply> {
        let ask = Ask {
            origin: Origin::default(),
            words: words.into(),
            limit: Some(Duration::from_secs(300)),
        };
        let question = LinkQuestion {
            origin: Origin::default(),
            wanted: WantedBy::Server,
            message: words.into(),
            link: Link::read("https://example.com/").unwrap(),
            deadline: None,
        };
        let inbox = self.inbox.clone();
        let (say, hear) = oneshot::channel();
        let mut asker = Tasks::new();
        asker.spawn(async move {
            say.send(inbox.link(ask, question).await).ok();
        });
        Answer { hear, asker }
    }

    fn item(&self, words: &str) -> Item {
        self.inbox.list().into_iter().find(|it| it.words == words).expect("it is listed")
    }

    fn outcome(&self, words: &str) -> Outcome {
        match self.item(words).standing {
            Standing::Settled { outcome, .. } => outcome,
            Standing::Queued | Standing::Open => panic!("{words} is not over"),
        }
    }
}

/// Lets every task run until it waits.
async fn settle() {
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
}

fn yes() -> FormReply {
    FormReply::Accept { filling: Filling::default(), remember: false, masked: false }
}

/// HOST-51, security 30
#[tokio::test(start_paused = true)]
async fn questions_are_put_one_after_the_other_and_each_answer_goes_to_its_asker() {
    let fixture = fixture();
    let first = fixture.ask("first", "a").await;
    let second = fixture.ask("second", "b").await;
    assert_eq!(fixture.screen.shows(), ["first"]);
    assert_eq!(fixture.item("second").standing, Standing::Queued);
    fixture.screen.answer(yes());
    settle().await;
    assert_eq!(fixture.screen.shows(), ["second"]);
    fixture.screen.answer(FormReply::Decline);
    assert_eq!(first.had().await, Ok(yes()));
    assert_eq!(second.had().await, Ok(FormReply::Decline));
    assert_eq!(fixture.outcome("first"), Outcome::Accepted);
    assert_eq!(fixture.outcome("second"), Outcome::Declined);
}

/// HOST-47
#[tokio::test(start_paused = true)]
async fn past_the_deadline_the_dialog_is_gone_and_the_next_one_comes() {
    let fixture = fixture();
    let first = fixture.ask("first", "a").await;
    assert_eq!(fixture.item("first").deadline, Some(Millis(301_000)));
    tokio::time::advance(Duration::from_secs(299)).await;
    let second = fixture.ask("second", "b").await;
    assert_eq!(fixture.screen.shows(), ["first"]);
    tokio::time::advance(Duration::from_secs(2)).await;
    assert_eq!(first.had().await, Err(Unanswered::Expired));
    settle().await;
    assert_eq!(fixture.outcome("first"), Outcome::Expired);
    assert_eq!(fixture.screen.shows(), ["second"]);
    let left = fixture.screen.left.lock().unwrap().unwrap();
    assert_eq!(left, Duration::from_secs(300), "it counts from when it is seen");
    drop(second);
}

/// HOST-47: what is open before it may have no limit.
#[tokio::test(start_paused = true)]
async fn one_that_is_never_seen_is_given_up_too() {
    let fixture = fixture();
    let question =
        SecretQuestion { title: None, field: "KEY".into(), goes: Goes::Keychain, removable: false };
    let first = Ask { origin: Origin::default(), words: "first".into(), limit: None };
    let blocked = Inbox::new(Arc::new(Deaf), Clock::fixed(Millis(1000)));
    let mut tasks = Tasks::new();
    let inbox = blocked.clone();
    tasks.spawn(async move {
        inbox.secret(first, question).await.ok();
    });
    let waits = Fixture { inbox: blocked, screen: fixture.screen };
    let second = waits.ask("second", "a").await;
    assert_eq!(waits.item("second").deadline, None, "it is not seen");
    tokio::time::advance(Duration::from_secs(1_799)).await;
    settle().await;
    assert_eq!(waits.item("second").standing, Standing::Queued);
    tokio::time::advance(Duration::from_secs(2)).await;
    assert_eq!(second.had().await, Err(Unanswered::Expired));
}

/// HOST-50
#[tokio::test(start_paused = true)]
async fn an_asker_that_goes_away_takes_its_question_along() {
    let fixture = fixture();
    let first = fixture.ask("first", "a").await;
    let _second = fixture.ask("second", "b").await;
    drop(first);
    settle().await;
    assert_eq!(fixture.outcome("first"), Outcome::Orphaned);
    assert_eq!(fixture.screen.shows(), ["second"], "the dialog of the first is gone");
}

/// HOST-50: one that waits in the line goes without ever being seen.
#[tokio::test(start_paused = true)]
async fn an_asker_that_goes_away_while_it_waits_is_never_put() {
    let fixture = fixture();
    let _first = fixture.ask("first", "a").await;
    let second = fixture.ask("second", "b").await;
    drop(second);
    settle().await;
    assert_eq!(fixture.outcome("second"), Outcome::Orphaned);
    fixture.screen.answer(yes());
    settle().await;
    assert_eq!(fixture.screen.shows(), Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn a_question_that_is_raised_comes_next() {
    let fixture = fixture();
    let _first = fixture.ask("first", "a").await;
    let _second = fixture.ask("second", "b").await;
    let _third = fixture.ask("third", "c").await;
    fixture.inbox.raise(fixture.item("third").id).unwrap();
    assert_eq!(*fixture.screen.raised.lock().unwrap(), 1, "the open dialog comes to the front");
    fixture.screen.answer(yes());
    settle().await;
    assert_eq!(fixture.screen.shows(), ["third"]);
    let over = fixture.item("first").id;
    assert_eq!(fixture.inbox.raise(over), Err(NotWaiting));
}

#[tokio::test(start_paused = true)]
async fn a_question_that_is_given_up_in_the_list_is_cancelled() {
    let fixture = fixture();
    let first = fixture.ask("first", "a").await;
    let second = fixture.ask("second", "b").await;
    for words in ["second", "first"] {
        fixture.inbox.withdraw(fixture.item(words).id).unwrap();
    }
    assert_eq!(first.had().await, Err(Unanswered::Withdrawn));
    assert_eq!(second.had().await, Err(Unanswered::Withdrawn));
    assert_eq!(fixture.outcome("first"), Outcome::Cancelled);
    assert_eq!(fixture.inbox.withdraw(fixture.item("first").id), Err(NotWaiting));
}

#[tokio::test(start_paused = true)]
async fn a_terminal_is_asked_for_its_own_calls_and_for_no_others() {
    let fixture = fixture();
    let terminal = Arc::new(Screen::default());
    let seat = fixture.inbox.seat("mine", Arc::new(ScreenDesk(Arc::clone(&terminal))));
    let _mine = fixture.ask("for the terminal", "mine").await;
    let _other = fixture.ask("for the window", "other").await;
    assert_eq!(terminal.shows(), ["for the terminal"]);
    assert_eq!(fixture.screen.shows(), ["for the window"], "each desk has its own line");
    terminal.answer(yes());
    settle().await;
    drop(seat);
    let _again = fixture.ask("after it left", "mine").await;
    settle().await;
    assert_eq!(terminal.shows(), Vec::<String>::new());
    assert_eq!(fixture.item("after it left").standing, Standing::Queued);
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_is_left_leaves_the_other_of_its_tag_and_the_first_one_counts() {
    let fixture = fixture();
    let (first, second) = (Arc::new(Screen::default()), Arc::new(Screen::default()));
    let earlier = fixture.inbox.seat("mine", Arc::new(ScreenDesk(Arc::clone(&first))));
    let later = fixture.inbox.seat("mine", Arc::new(ScreenDesk(Arc::clone(&second))));
    let _one = fixture.ask("one", "mine").await;
    assert_eq!((first.shows().len(), second.shows().len()), (1, 0), "nobody takes a seat away");
    drop(earlier);
    settle().await;
    assert_eq!(second.shows(), ["one"], "it goes on at the other");
    second.answer(yes());
    let _two = fixture.ask("two", "mine").await;
    assert_eq!(second.shows(), ["two"]);
    drop(later);
    let _three = fixture.ask("three", "mine").await;
    assert_eq!(fixture.screen.shows(), ["three"]);
}

/// HOST-42: a question of a server that does not say for which of its calls it asks.
#[tokio::test(start_paused = true)]
async fn what_may_be_for_several_terminals_is_asked_at_the_desk_or_else_at_the_newest_that_is_free()
{
    let (one, other) = (Arc::new(Screen::default()), Arc::new(Screen::default()));
    let at_desk = fixture();
    let inbox = Inbox::new(Arc::new(Empty), Clock::fixed(Millis(1000)));
    let headless = Fixture { inbox, screen: Arc::default() };
    for fixture in [&at_desk, &headless] {
        let seats = [("a", &one), ("b", &other)]
            .map(|(tag, it)| fixture.inbox.seat(tag, Arc::new(ScreenDesk(Arc::clone(it)))));
        let own = fixture.ask("own", "b").await;
        let _both = fixture.ask_for("both", &["a", "b"]).await;
        // Each has one, and the newest has to wait.
        let _third = fixture.ask_for("third", &["a", "b"]).await;
        if std::ptr::eq(fixture, &headless) {
            assert_eq!((one.shows(), other.shows()), (vec!["both".into()], vec!["own".into()]));
            other.answer(yes());
            assert_eq!(own.had().await, Ok(yes()));
            assert_eq!(other.shows(), ["third"]);
        }
        // Whoever made the third call sits nowhere: it is not known to be the same person.
        let _more = fixture.ask_for("more", &["a", "b", "c"]).await;
        drop(seats);
        settle().await;
        assert_eq!((one.shows(), other.shows()), (vec![], vec![]), "its asker is gone");
    }
    assert_eq!(at_desk.item("both").place, Place::Desk);
    assert_eq!(headless.item("both").place, Place::Terminal);
    assert_eq!(headless.outcome("both"), Outcome::Orphaned, "it was put, and not refused");
    assert!(matches!(headless.outcome("more"), Outcome::Refused(_)));
}

/// HOST-42: the calls of a conversation bear its name, and one terminal sits for all of them.
#[tokio::test(start_paused = true)]
async fn who_sits_for_a_conversation_is_asked_for_each_of_its_calls() {
    let (own, all) = (Arc::new(Screen::default()), Arc::new(Screen::default()));
    let fixture = fixture();
    let sit =
        |tag: &str, it: &Arc<Screen>| fixture.inbox.seat(tag, Arc::new(ScreenDesk(Arc::clone(it))));
    let seat = sit("talk", &all);
    let _own = sit("talk:2", &own);
    let _one = fixture.ask_for("one", &["talk:1"]).await;
    let _two = fixture.ask_for("two", &["talk:2"]).await;
    let _other = fixture.ask_for("other", &["talks:1"]).await;
    assert_eq!(all.shows(), ["one"]);
    assert_eq!(own.shows(), ["two"], "a call's own name goes first");
    assert_eq!(fixture.screen.shows(), ["other"]);
    drop(seat);
    settle().await;
    assert_eq!(all.shows(), Vec::<String>::new(), "nobody is asked who went away");
}

/// HOST-46, HOST-47: what a browser takes is no time of the person's.
#[tokio::test(start_paused = true)]
async fn a_yes_to_a_page_begins_its_limit_anew() {
    let fixture = fixture();
    let browser = Arc::clone(&fixture.screen.browser);
    for (words, wait, opened) in
        [("slow", 250, Ok(LinkReply::Opened)), ("hangs", 301, Err(Unanswered::Expired))]
    {
        let page = fixture.ask_to_open(words);
        settle().await;
        tokio::time::advance(Duration::from_secs(250)).await;
        let mut events = fixture.inbox.events();
        fixture.screen.answer(yes());
        settle().await;
        assert_eq!(fixture.item(words).standing, Standing::Open, "it is being opened");
        assert_eq!(events.try_recv().unwrap().deadline, Some(Millis(301_000)), "windows hear it");
        tokio::time::advance(Duration::from_secs(wait)).await;
        settle().await;
        browser.notify_waiters();
        assert_eq!(page.had().await, opened, "{words}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_is_raised_where_its_dialog_is_whoever_sits_down_later() {
    let fixture = fixture();
    let _answer = fixture.ask("asked", "mine").await;
    let terminal = Arc::new(Screen::default());
    let _seat = fixture.inbox.seat("mine", Arc::new(ScreenDesk(Arc::clone(&terminal))));
    fixture.inbox.raise(fixture.item("asked").id).unwrap();
    assert_eq!(*fixture.screen.raised.lock().unwrap(), 1);
    assert_eq!(*terminal.raised.lock().unwrap(), 0);
}

#[tokio::test(start_paused = true)]
async fn every_change_of_standing_is_told() {
    let fixture = fixture();
    let mut events = fixture.inbox.events();
    let first = fixture.ask("a\nline\u{202e}", "a").await;
    fixture.screen.answer(FormReply::Cancel);
    first.had().await.unwrap();
    let told = std::iter::from_fn(|| events.try_recv().ok());
    let told: Vec<_> = told.map(|it| (it.words, it.standing)).collect();
    let words = "a\\nline\\u{202e}".to_owned();
    let over = Standing::Settled { outcome: Outcome::Cancelled, at: Millis(1000) };
    assert_eq!(
        told,
        [(words.clone(), Standing::Queued), (words.clone(), Standing::Open), (words, over)]
    );
}

#[tokio::test]
async fn what_cannot_be_put_is_listed_with_its_reason() {
    let fixture = fixture();
    let ask = Ask { origin: Origin::default(), words: "odd".into(), limit: None };
    fixture.inbox.refuse(ask, Kind::Form, "this form cannot be shown".into());
    let why = "this form cannot be shown".to_owned();
    assert_eq!(fixture.outcome("odd"), Outcome::Refused(why));
}

#[tokio::test(start_paused = true)]
async fn a_desk_without_a_person_refuses() {
    let fixture = fixture();
    let ask = Ask { origin: Origin::default(), words: "key".into(), limit: None };
    let (title, field) = (Some("Files".into()), "key".into());
    let question = SecretQuestion { title, field, goes: Goes::Keychain, removable: false };
    let why = NobodyToAsk::NoDialog;
    assert_eq!(fixture.inbox.secret(ask, question).await, Err(Unanswered::Nobody(why)));
    assert_eq!(fixture.outcome("key"), Outcome::Refused(why.to_string()));
}
