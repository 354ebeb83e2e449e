//! How long it takes until many servers, connected all at once, have each told their tools.

use std::time::{Duration, Instant};

use bench::{
    contender::{
        bare::{self, Bare},
        ours::{self, Ours, Shared},
        sdk::{self, Sdk},
    },
    error::Error,
    job::{Era, Job},
    numbers::{millis, quantile, ratio},
    place::{self, Place, Threads},
    plan::{Door, Plan, Site, Transport, echo_server},
    report,
};
use stdx::tasks::Tasks;
use tokio::{runtime::Runtime, sync::mpsc};

/// How many tools each server has.
const TOOLS: usize = 20;
const NAMES: [&str; 3] = [bare::NAME, ours::NAME, sdk::NAME];

/// Measures and prints.
///
/// # Errors
/// Where one server is not ready in the end.
pub(crate) fn run(
    transport: Transport,
    eras: &[Era],
    servers: usize,
    rounds: usize,
) -> Result<(), Error> {
    let head = ["era", "client", "median", "slowest", "to bare loop", "to SDK"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for era in eras {
        let plan = Plan { tools: TOOLS, ..Plan::new(echo_server()?, *era, transport) };
        let mut times: [Vec<Duration>; 3] = Default::default();
        let mut turns: Vec<_> = times.iter_mut().enumerate().collect();
        // The first round warms up.
        for round in 0..=rounds {
            fastrand::shuffle(&mut turns);
            for (who, times) in &mut turns {
                let time = one(&plan, *who, servers)?;
                if round > 0 {
                    times.push(time);
                }
            }
        }
        let median = |who: usize, share| {
            quantile(times.get(who).map_or(&[][..], Vec::as_slice), share).unwrap_or_default()
        };
        for (who, name) in NAMES.iter().enumerate() {
            let to = |other: usize| {
                let it = ratio(median(who, 0.5), median(other, 0.5));
                if who == other { String::new() } else { format!("{it:.2}") }
            };
            let time = |share| format!("{:.1}", millis(median(who, share)));
            let era = if who == 0 { era.to_string() } else { String::new() };
            rows.push(vec![era, (*name).to_owned(), time(0.5), time(1.0), to(0), to(2)]);
        }
    }
    report::line(&format!(
        "\n{transport}: {servers} servers connected at once, until each has told its {TOOLS} \
         tools; {rounds} rounds, in ms"
    ));
    report::table(&rows, 2);
    Ok(())
}

/// The servers are begun and ended outside the time, but for those that a client starts itself.
fn one(plan: &Plan, who: usize, servers: usize) -> Result<Duration, Error> {
    let (doors, site): (Vec<Door>, Option<Site>) = plan.open(servers)?;
    let runtime = place::runtime(Place::Free, Threads::Pool)?;
    let time = match who {
        0 => all_bare(&doors, plan),
        1 => runtime.block_on(all_ours(doors, plan.era)),
        _ => runtime.block_on(all_sdk(doors, plan.era)),
    };
    end(runtime);
    drop(site);
    time
}

fn all_bare(doors: &[Door], plan: &Plan) -> Result<Duration, Error> {
    let began = Instant::now();
    let all: Result<Vec<_>, _> = doors.iter().map(|door| Bare::start(door, plan)).collect();
    let mut all = all?;
    for bare in &mut all {
        if matches!(plan.transport, Transport::Stdio) || plan.era == Era::Modern {
            bare.meet().map_err(Error::Server)?;
        }
        bare.calls(Job::List(TOOLS), 2, 1)?;
    }
    Ok(began.elapsed())
}

async fn all_ours(doors: Vec<Door>, era: Era) -> Result<Duration, Error> {
    let shared = Shared::new().await?;
    let (tell, mut told) = mpsc::unbounded_channel();
    let mut tasks = Tasks::new();
    let began = Instant::now();
    for door in doors {
        let (tell, shared) = (tell.clone(), shared.clone());
        tasks.spawn(async move {
            let ready = async {
                let ours = Ours::start(&door, era, &shared).await?;
                ours.calls(Job::List(TOOLS), 1, 1).await?;
                Ok(ours)
            };
            tell.send(ready.await).ok();
        });
    }
    drop(tell);
    let mut all = Vec::new();
    while let Some(ready) = told.recv().await {
        all.push(ready?);
    }
    let time = began.elapsed();
    let mut ending = Tasks::new();
    for ours in all {
        ending.spawn(ours.end());
    }
    ending.finish().await;
    Ok(time)
}

async fn all_sdk(doors: Vec<Door>, era: Era) -> Result<Duration, Error> {
    let client = sdk::client()?;
    let (tell, mut told) = mpsc::unbounded_channel();
    let mut tasks = Tasks::new();
    let began = Instant::now();
    for door in doors {
        let (tell, client) = (tell.clone(), client.clone());
        tasks.spawn(async move {
            let ready = async {
                let sdk = Sdk::start(&door, era, &client).await?;
                sdk.calls(Job::List(TOOLS), 1, 1).await?;
                Ok::<_, Error>(sdk)
            };
            tell.send(ready.await).ok();
        });
    }
    drop(tell);
    let mut all = Vec::new();
    while let Some(ready) = told.recv().await {
        all.push(ready?);
    }
    let time = began.elapsed();
    let mut ending = Tasks::new();
    for sdk in all {
        ending.spawn(sdk.end());
    }
    ending.finish().await;
    Ok(time)
}

/// What a client leaves to be ended in the background is given its time.
fn end(runtime: Runtime) {
    runtime.shutdown_timeout(Duration::from_secs(5));
}
