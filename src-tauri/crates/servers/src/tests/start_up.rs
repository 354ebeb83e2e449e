//! The start of those that are on: held back until it is time, then a few at once.

use std::time::Instant;

use model::{
    name::ServerName,
    server::Draft,
    state::{Phase, State},
};

use super::{HANG, House, demo, draft};
use crate::{Servers, StartUp, Wanted, start_up::HEAD_START};

fn name(text: &str) -> ServerName {
    ServerName::parse(text).unwrap()
}

fn named(text: &str, odd: &str) -> Draft {
    Draft { name: name(text), ..draft(odd) }
}

/// The same servers in the next run, with those that are on about to start.
async fn again(house: &House) -> Servers {
    house.servers.close().await;
    Servers::open(house.servers.parts().clone(), StartUp::All).await.unwrap()
}

async fn waiting(servers: &Servers) -> Vec<String> {
    let list = servers.list().await.unwrap().into_iter();
    let waiting = list
        .filter(|(_, state)| matches!(state, State::Starting(it) if it.phase == Phase::Waiting));
    waiting.map(|(row, _)| row.name().to_string()).collect()
}

/// HOST-1
#[tokio::test]
async fn what_is_on_waits_until_it_is_time_and_what_changed_meanwhile_stands() {
    let house = House::new().await;
    for name in ["first", "second", "third"] {
        house.servers.register(named(name, "nothing"), Wanted::Started, false).await.unwrap();
    }
    house.servers.register(draft("nothing"), Wanted::Kept, false).await.unwrap();
    let servers = again(&house).await;
    assert_eq!(waiting(&servers).await, ["first", "second", "third"]);

    servers.switch(&name("second"), false).await.unwrap();
    servers.remove(&name("third")).await.unwrap();
    servers.start_up().await;
    let states = servers.list().await.unwrap();
    let of = |text: &str| &states.iter().find(|(row, _)| row.name().as_str() == text).unwrap().1;
    assert_eq!(states.len(), 3);
    assert_eq!([of("demo"), of("second")], [&State::Off; 2]);
    assert!(matches!(of("first"), State::Ready(_)), "{:?}", of("first"));
    servers.close().await;
}

#[tokio::test]
async fn only_a_few_start_at_once_and_one_that_hangs_holds_up_no_other() {
    let house = House::new().await;
    let names = ["a", "b", "c", "d", "e", "f"];
    for name in names {
        house.servers.register(named(name, "hangs"), Wanted::Started, false).await.unwrap();
    }
    let servers = again(&house).await;
    let mut events = servers.events();
    let began = Instant::now();
    let look_on = async {
        loop {
            events.recv().await.unwrap();
            match waiting(&servers).await.len() {
                0 => {
                    assert!(began.elapsed() >= HEAD_START, "all were started at once");
                    return;
                }
                1 => assert!(began.elapsed() >= HEAD_START, "a fifth was started at once"),
                _ => {}
            }
        }
    };
    tokio::join!(servers.start_up(), look_on);
    servers.close().await;
}

/// A person who switches on what waits does not start it a second time.
#[tokio::test]
async fn what_waits_can_be_woken_and_starts_in_its_turn() {
    let house = House::new().await;
    house.start("nothing").await;
    let servers = again(&house).await;
    servers.switch(&demo(), true).await.unwrap();
    assert_eq!(waiting(&servers).await, ["demo"]);
    let demo = demo();
    let (woken, ()) = tokio::join!(servers.wake(&demo, HANG), servers.start_up());
    assert!(matches!(woken.unwrap(), State::Ready(_)));
    servers.close().await;
}
