//! Calls to one server while another of many is slow, silent or floods: whether it holds up the
//! others.

use std::time::Duration;

use bench::{
    contender::{
        ours::{self, Ours, Shared},
        sdk::{self, Sdk},
    },
    error::Error,
    job::{Era, Job},
    numbers::{micros, quantile},
    odd::Odd,
    place::{self, Place, Threads},
    plan::{Door, Plan, Transport, echo_server},
    report,
};
use tokio::runtime::Runtime;

/// How many short calls are measured each time.
const CALLS: u64 = 2000;
/// What is wrong with the other server, and how many calls are under way to it all the time.
const CASES: [(Option<Odd>, u64); 4] =
    [(None, 0), (Some(Odd::Silent), 100), (Some(Odd::Slow), 100), (Some(Odd::Logs), 1)];

/// Measures and prints.
///
/// # Errors
/// Where a call to the good server fails.
pub(crate) fn run(transport: Transport, eras: &[Era], servers: usize) -> Result<(), Error> {
    let head = ["era", "the other server", "client", "p50", "p99", "slowest"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for era in eras {
        for (at, (odd, open)) in CASES.into_iter().enumerate() {
            let plan = Plan::new(echo_server()?, *era, transport);
            let (doors, good) = plan.open(servers.saturating_sub(1))?;
            // JSON that is no stream holds one message alone.
            let transport = match (transport, odd) {
                (Transport::Http, Some(Odd::Logs)) => Transport::HttpEvents,
                (given, _) => given,
            };
            let (door, bad) = Plan { odd, transport, ..plan }.open(1)?;
            let mut lanes = [
                (ours::NAME, measure(ours(&doors, &door, *era, open))?),
                (sdk::NAME, measure(sdk(&doors, &door, *era, open))?),
            ];
            drop((good, bad));
            for (client, (name, times)) in lanes.iter_mut().enumerate() {
                let time =
                    |share| format!("{:.0}", micros(quantile(times, share).unwrap_or_default()));
                let shown =
                    |first: bool, text: &str| if first { text.to_owned() } else { String::new() };
                let words = odd.map_or("all are idle", Odd::words);
                rows.push(vec![
                    shown(at == 0 && client == 0, &era.to_string()),
                    shown(client == 0, words),
                    (*name).to_owned(),
                    time(0.5),
                    time(0.99),
                    time(1.0),
                ]);
            }
        }
    }
    report::line(&format!(
        "\n{transport}: {CALLS} calls to one of {servers} servers, in µs; calls to the other one \
         are under way all the time (100 of them, one where it floods)"
    ));
    report::table(&rows, 3);
    Ok(())
}

fn measure(
    work: impl Future<Output = Result<Vec<Duration>, Error>>,
) -> Result<Vec<Duration>, Error> {
    let runtime: Runtime = place::runtime(Place::Free, Threads::Pool)?;
    let times = runtime.block_on(work);
    runtime.shutdown_timeout(Duration::from_secs(10));
    times
}

async fn ours(doors: &[Door], bad: &[Door], era: Era, open: u64) -> Result<Vec<Duration>, Error> {
    let shared = Shared::new().await?;
    let mut all = Vec::new();
    for door in doors.iter().chain(bad) {
        all.push(Ours::start(door, era, &shared).await?);
    }
    let under_way = all.last().map(|bad| bad.occupied(open));
    let good = all.first().ok_or_else(Error::broken)?;
    good.calls(Job::Echo, 1, 100).await?;
    let times = good.calls(Job::Echo, 1, CALLS).await?;
    drop(under_way);
    let mut ending = stdx::tasks::Tasks::new();
    for ours in all {
        ending.spawn(ours.end());
    }
    ending.finish().await;
    Ok(times)
}

async fn sdk(doors: &[Door], bad: &[Door], era: Era, open: u64) -> Result<Vec<Duration>, Error> {
    let client = sdk::client()?;
    let mut all = Vec::new();
    for door in doors.iter().chain(bad) {
        all.push(Sdk::start(door, era, &client).await?);
    }
    let under_way = all.last().map(|bad| bad.occupied(open));
    let good = all.first().ok_or_else(Error::broken)?;
    good.calls(Job::Echo, 1, 100).await?;
    let times = good.calls(Job::Echo, 1, CALLS).await?;
    drop(under_way);
    let mut ending = stdx::tasks::Tasks::new();
    for sdk in all {
        ending.spawn(sdk.end());
    }
    // How it ends is the SDK's own affair, and it may wait for the server that never answers.
    tokio::time::timeout(Duration::from_secs(10), ending.finish()).await.ok();
    Ok(times)
}
