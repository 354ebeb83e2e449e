//! Connections over HTTP that are dropped at any moment: while they are made, at once after, in a call.

use std::time::Duration;

use flows::wait::within;
use futures_util::{StreamExt as _, stream};
use mcp::{Call, Guard, Pool, Settings};
use tokio::time::{sleep, timeout};

use crate::{
    Scale,
    cancels::nobody,
    figures::{Figures, Line},
    site::Site,
};

/// How many are made at once.
const AT_ONCE: usize = 32;
/// Longer than an idle connection is kept by the pool.
const IDLE: Duration = Duration::from_secs(6);
/// Within this what was dropped is over.
const SOON: Duration = Duration::from_secs(5);

/// Connects and drops ten thousand times.
pub(crate) async fn run(scale: Scale) -> Vec<Line> {
    let drops = scale.of(10_000, 1000, 50);
    let (guard, pool, site) = (Guard::start().unwrap(), Pool::new().unwrap(), Site::start().await);
    // The first ones make what is kept.
    all(&guard, &pool, &site, (drops / 10).max(200)).await;
    sleep(IDLE).await;
    let before = Figures::now();
    let waiting = all(&guard, &pool, &site, drops).await;
    sleep(IDLE).await;
    let after = Figures::settled(before).await;
    let (opened, given_back) = site.sessions();
    vec![
        Line::told("connections dropped", drops),
        Line::told("sessions were opened in all", opened),
        Line::told("of them were given back", given_back),
        Line::new("requests that still wait", i64::try_from(waiting).unwrap_or(i64::MAX), 0),
        Line::new("descriptors more", after.descriptors - before.descriptors, 5),
        Line::new("KiB of memory more", (after.memory - before.memory) >> 10, 5 << 10),
    ]
}

/// How many requests still wait afterwards.
async fn all(guard: &Guard, pool: &Pool, site: &Site, drops: usize) -> usize {
    let one = |number| one(guard, pool, site, number);
    stream::iter(0..drops)
        .map(one)
        .buffer_unordered(AT_ONCE)
        .fold(0, |all, it| async move { all + it })
        .await
}

/// How many requests of one connection still wait when it is gone.
async fn one(guard: &Guard, pool: &Pool, site: &Site, number: usize) -> usize {
    let while_ = Duration::from_micros(u64::try_from(number * 7919 % 20_000).unwrap_or_default());
    let settings = Settings::default();
    let connecting = Box::pin(mcp::connect_http(site.target(), settings, pool, guard, nobody()));
    // Every other one is dropped while it is made.
    let made = if number.is_multiple_of(2) {
        let Ok(made) = timeout(while_, connecting).await else { return 0 };
        made
    } else {
        connecting.await
    };
    let connection = made.unwrap();
    let client = connection.client();
    if number.is_multiple_of(3) {
        let call = Call::new("never", serde_json::Map::new());
        timeout(while_, client.call(call)).await.unwrap_err();
    }
    drop(connection);
    within(SOON, async || (client.waiting() == 0).then_some(())).await;
    client.waiting()
}
