//! Calls that are given up at any moment: before they are sent, while they run, as their reply comes.

use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use mcp::{Call, Client, Connection, Guard, Launch, Pool, Settings};
use tokio::{
    sync::mpsc,
    time::{sleep, timeout},
};

use crate::{
    Scale,
    figures::{Figures, Line},
    serve,
    site::Site,
};

/// How many calls are under way at once.
const AT_ONCE: usize = 64;

/// Races ten thousand calls against their end, over each transport.
pub(crate) async fn run(scale: Scale) -> Vec<Line> {
    let races = scale.of(10_000, 1000, 50);
    let (guard, site) = (Guard::start().unwrap(), Site::start().await);
    let mut lines = vec![];
    let near = over_stdio(&guard).await;
    lines.extend(race("stdio", &near, races, 2000).await);
    near.close().await;
    let pool = Pool::new().unwrap();
    let settings = Settings::default();
    let far = mcp::connect_http(site.target(), settings, &pool, &guard, nobody()).await.unwrap();
    lines.extend(race("HTTP", &far, races, 40_000).await);
    far.close().await;
    lines
}

async fn over_stdio(guard: &Guard) -> Connection {
    let program = serve::program(&[]);
    let launch = Launch {
        program: program.command.into(),
        args: program.args.iter().map(|it| it.as_str().into()).collect(),
        env: Vec::new(),
        cwd: None,
    };
    mcp::connect(launch, Settings::default(), guard, nobody()).await.unwrap()
}

/// Whoever hears of a connection; nobody listens here.
pub(crate) fn nobody() -> mpsc::Sender<mcp::Notice> {
    mpsc::channel(1).0
}

/// Of all calls the one that waits longest does so for `longest`, in millionths of a second.
async fn race(over: &str, connection: &Connection, races: usize, longest: usize) -> Vec<Line> {
    let client = connection.client();
    // The first ones make what is kept.
    all(&client, (races / 4).max(AT_ONCE), longest).await;
    sleep(Duration::from_secs(1)).await;
    let before = Figures::now();
    let given_up = all(&client, races, longest).await;
    // The next call works as if nothing had been.
    client.call(echo()).await.unwrap();
    // What is told to the server is told in the background.
    sleep(Duration::from_secs(1)).await;
    let after = Figures::settled(before).await;
    let waiting = i64::try_from(client.waiting()).unwrap_or(i64::MAX);
    vec![
        Line::told(format!("races over {over}"), races),
        Line::told("of them given up", given_up),
        Line::new("requests that still wait", waiting, 0),
        Line::new("descriptors more", after.descriptors - before.descriptors, 5),
        Line::new("KiB of memory more", (after.memory - before.memory) >> 10, 5 << 10),
    ]
}

/// How many of so many calls were given up.
async fn all(client: &Client, races: usize, longest: usize) -> usize {
    let one = |number| one(client.clone(), number, longest);
    let ended: Vec<bool> =
        stream::iter(0..races).map(one).buffer_unordered(AT_ONCE).collect().await;
    ended.iter().filter(|it| !**it).count()
}

/// Calls, and gives up after a while that is another each time.
/// Whether the reply was faster.
async fn one(client: Client, number: usize, longest: usize) -> bool {
    let while_ = u64::try_from(number * 7919 % longest).unwrap_or_default();
    let name = if number.is_multiple_of(3) { "never" } else { "echo" };
    let call = Call::new(name, serde_json::Map::new());
    timeout(Duration::from_micros(while_), client.call(call)).await.is_ok()
}

fn echo() -> Call {
    Call::new("echo", serde_json::Map::new())
}
