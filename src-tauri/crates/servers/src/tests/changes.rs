//! Changes of servers: bound to what was shown, made whole, one after the other.

use std::{
    future::poll_fn,
    time::{Duration, Instant},
};

use model::{
    server::{Http, Stdio, Transport},
    state::{FailureKind, State},
    tool::ToolList,
};

use super::{House, demo, draft, gone};
use crate::{Error, Event, Wanted, plan};

/// Lets a change begin, and stops waiting for it.
async fn begin_and_drop<T>(change: impl Future<Output = T>) {
    let mut change = std::pin::pin!(change);
    poll_fn(|context| {
        assert!(change.as_mut().poll(context).is_pending(), "it was done at once");
        std::task::Poll::Ready(())
    })
    .await;
}

#[tokio::test]
async fn only_what_was_shown_is_started() {
    let house = House::new().await;
    let servers = &house.servers;
    let shown = plan::of(&draft("nothing")).digest;
    servers.register(draft("nothing"), Wanted::Kept, false).await.unwrap();
    let switched = servers.switch(&demo(), true).await;
    assert!(matches!(switched, Err(Error::Unapproved(_))), "nobody saw it: {switched:?}");
    // While the person looks at the plan, the row becomes another one.
    let other = servers.register(draft("other"), Wanted::Unchanged, true).await.unwrap();
    let started = servers.start(&demo(), &shown).await;
    assert!(matches!(started, Err(Error::Unapproved(_))), "{started:?}");
    assert_eq!(house.row().await, other, "nothing was changed");
    assert_eq!(house.settled().await, State::Off);
    servers.start(&demo(), &plan::of(&other.draft).digest).await.unwrap();
    house.ready().await;
    servers.switch(&demo(), false).await.unwrap();
    servers.switch(&demo(), true).await.unwrap();
    house.ready().await;
    servers.close().await;
}

/// HOST-7
#[tokio::test]
async fn what_is_on_already_goes_on_and_only_a_restart_starts_it_anew() {
    let house = House::new().await;
    let servers = &house.servers;
    let shown = plan::of(&house.start("nothing").await.draft).digest;
    let (first, row) = (house.ready().await.pid, house.row().await);
    servers.switch(&demo(), true).await.unwrap();
    servers.start(&demo(), &shown).await.unwrap();
    assert_eq!(house.ready().await.pid, first, "it was started anew");
    assert_eq!(house.row().await, row, "nothing was changed");
    let other = servers.restart(&demo(), "another digest").await;
    assert!(matches!(other, Err(Error::Unapproved(_))), "{other:?}");
    servers.restart(&demo(), &shown).await.unwrap();
    assert_ne!(house.ready().await.pid, first);
    servers.switch(&demo(), false).await.unwrap();
    servers.restart(&demo(), &shown).await.unwrap();
    house.ready().await;
    assert!(house.row().await.on, "one that is off is meant to run");
    servers.close().await;
}

/// HOST-8
#[tokio::test]
async fn everything_can_be_read_while_a_server_is_removed() {
    let house = House::new().await;
    house.start("nothing").await;
    house.ready().await;
    let reading = async {
        let mut reads = 0;
        loop {
            house.servers.list().await.unwrap();
            match house.servers.tools(&demo()).await {
                Ok(list) => reads += list.tools.len(),
                // Only now its row is gone.
                Err(Error::Unknown { .. }) => return reads,
                Err(error) => panic!("{error:?}"),
            }
        }
    };
    let name = demo();
    let (removed, reads) = tokio::join!(house.servers.remove(&name), reading);
    removed.unwrap();
    assert!(reads > 0, "nothing was read meanwhile");
    assert_eq!(house.servers.list().await.unwrap(), []);
    house.servers.close().await;
}

#[tokio::test]
async fn a_change_that_falls_over_says_so_and_holds_up_no_other() {
    let house = House::new().await;
    let fallen = house.servers.in_turn(&demo(), |_| async { panic!("planted") }).await;
    assert!(matches!(fallen, Err::<(), _>(Error::BrokenOff(_))), "{fallen:?}");
    house.start("nothing").await;
    house.ready().await;
    house.servers.close().await;
}

#[tokio::test]
async fn a_change_that_nobody_waits_for_is_made_whole() {
    let mut house = House::new().await;
    house.start("nothing").await;
    house.ready().await;
    let process = house.pid().await;
    begin_and_drop(house.servers.remove(&demo())).await;
    house.event(|it| matches!(it, Event::Removed(_)).then_some(())).await;
    gone(process).await;
    assert_eq!(house.servers.list().await.unwrap(), []);
    begin_and_drop(house.servers.restore(&demo())).await;
    // The next change has its turn after that one.
    house.servers.restart(&demo(), &plan::of(&draft("nothing")).digest).await.unwrap();
    house.ready().await;
    house.servers.close().await;
}

/// Whoever looked at a server, or calls it, does not hold up the end.
#[tokio::test]
async fn closing_waits_for_nothing_but_the_servers() {
    let house = House::new().await;
    house.start("nothing").await;
    house.ready().await;
    let live = house.servers.with(&demo(), |it| it.live()).unwrap();
    let began = Instant::now();
    house.servers.close().await;
    let took = began.elapsed();
    // A server that ends when its input does is gone at once; five seconds are the limit.
    assert!(took < Duration::from_secs(4), "closing took {took:?}");
    assert!(live.borrow().reach.is_none());
}

#[tokio::test]
async fn closing_during_a_change_leaves_nothing_running() {
    let mut house = House::new().await;
    house.start("nothing").await;
    house.ready().await;
    let process = house.pid().await;
    let servers = house.servers.clone();
    let changed = draft("hangs");
    let (registered, ()) =
        tokio::join!(servers.register(changed, Wanted::Started, true), servers.close());
    assert!(matches!(registered, Ok(_) | Err(Error::Closing)), "{registered:?}");
    gone(process).await;
    let again = servers.register(draft("nothing"), Wanted::Started, true).await;
    assert!(matches!(again, Err(Error::Closing)), "{again:?}");
}

/// HOST-7
#[tokio::test]
async fn an_order_is_followed_while_a_server_connects() {
    let mut house = House::new().await;
    house.start("hangs").await;
    let process = house.pid().await;
    house.servers.switch(&demo(), false).await.unwrap();
    assert_eq!(house.settled().await, State::Off);
    gone(process).await;
    let again = house.servers.switch(&demo(), true).await.unwrap();
    let (_, state) = house.servers.get(&demo()).await.unwrap();
    assert!(again.on && matches!(state, State::Starting(_)), "{state:?}");
    house.servers.close().await;
}

/// However much a server says while it connects.
#[tokio::test]
async fn a_start_has_one_beginning() {
    let mut house = House::new().await;
    house.start("hangs").await;
    house.servers.parts().clock.advance(5000);
    // By now it was heard of several times.
    house.pid().await;
    let (_, state) = house.servers.get(&demo()).await.unwrap();
    let State::Starting(starting) = state else { panic!("{state:?}") };
    assert_eq!(starting.since.0, 1000);
    house.servers.restart(&demo(), &plan::of(&draft("hangs")).digest).await.unwrap();
    let (_, state) = house.servers.get(&demo()).await.unwrap();
    assert!(matches!(state, State::Starting(it) if it.since.0 == 6000), "that is another one");
    house.servers.close().await;
}

#[tokio::test]
async fn a_supervisor_that_falls_over_says_so_and_is_replaced() {
    let house = House::new().await;
    house.servers.register(draft("nothing"), Wanted::Started, false).await.unwrap();
    house.ready().await;
    // An order that comes while it runs is followed once the server has stopped.
    let handle = house.servers.with(&demo(), |it| it.handle()).unwrap();
    let mut live = house.servers.with(&demo(), |it| it.live()).unwrap();
    handle.fall().await;
    let failed = live.wait_for(|it| matches!(it.state, State::Failed(_))).await.unwrap();
    let State::Failed(failure) = failed.state.clone() else { unreachable!() };
    drop(failed);
    assert_eq!(failure.kind, FailureKind::Internal);
    house.servers.switch(&demo(), true).await.unwrap();
    house.ready().await;
    house.servers.close().await;
}

/// HOST-4, HOST-5
#[tokio::test]
async fn another_program_is_as_new_as_a_new_server() {
    let house = House::new().await;
    house.start("nothing").await;
    house.ready().await;
    assert_eq!(house.servers.tools(&demo()).await.unwrap().tools.len(), 1);
    let mut other = draft("nothing");
    other.transport =
        Transport::Stdio(Stdio { command: "/no/such/program".into(), ..Stdio::default() });
    house.servers.register(other, Wanted::Started, true).await.unwrap();
    assert_eq!(house.failed().await.kind, FailureKind::CommandMissing);
    let row = house.row().await;
    assert!(!row.on, "nobody tries it");
    assert!(row.last_error.is_some_and(|it| it.contains("/no/such/program")));
    let tools = house.servers.tools(&demo()).await.unwrap();
    assert_eq!(tools, ToolList::default(), "those were another program's");
    house.servers.close().await;
}

/// HOST-5
#[tokio::test]
async fn a_server_that_waits_for_the_person_is_switched_off() {
    let house = House::new().await;
    let mut far = draft("nothing");
    let headers = [("Host".to_owned(), "elsewhere.example".to_owned())].into();
    far.transport = Transport::Http(Http { url: "http://127.0.0.1:9/mcp".into(), headers });
    house.servers.register(far, Wanted::Started, false).await.unwrap();
    assert_eq!(house.failed().await.kind, FailureKind::Address);
    assert!(!house.row().await.on);
    house.servers.close().await;
}
