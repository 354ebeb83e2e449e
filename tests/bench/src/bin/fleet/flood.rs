//! How much memory a client takes while a server floods it. Each client is a process of its own, so
//! that none pays for what another has left behind.

use std::{
    fs, io,
    process::Command,
    time::{Duration, Instant},
};

use bench::{
    contender::{
        ours::{self, Ours, Shared},
        sdk::{self, Sdk},
    },
    error::Error,
    job::Era,
    odd::Odd,
    place::{self, Place, Threads},
    plan::{Plan, Transport, echo_server},
    report,
};

/// How long one call may take: whoever waits longer is said to hang.
const LIMIT: Duration = Duration::from_secs(60);

/// Measures and prints.
///
/// # Errors
/// Where a client does not come to its end.
pub(crate) fn run(transport: Transport, eras: &[Era]) -> Result<(), Error> {
    let head =
        ["era", "the server sends", "client", "memory before", "more at most", "s", "the call"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for era in eras {
        for odd in [Odd::Result, Odd::Logs, Odd::Questions] {
            // JSON that is no stream holds one message alone.
            let transport = match (transport, odd) {
                (Transport::Http, Odd::Logs | Odd::Questions) => Transport::HttpEvents,
                (given, _) => given,
            };
            for client in [ours::NAME, sdk::NAME] {
                let told = child(client, odd, transport, *era)?;
                let first = client == ours::NAME;
                let shown = |text: &str| if first { text.to_owned() } else { String::new() };
                let mut row = vec![shown(&era.to_string()), shown(odd.words()), client.to_owned()];
                row.extend(told.trim_end().splitn(4, '\t').map(str::to_owned));
                rows.push(row);
            }
        }
    }
    report::line(&format!("\n{transport}: memory of a client that is flooded (RSS), in MiB"));
    report::table(&rows, 3);
    Ok(())
}

fn child(client: &str, odd: Odd, transport: Transport, era: Era) -> Result<String, Error> {
    use clap::ValueEnum as _;

    let transport = transport.to_possible_value();
    let transport = transport.as_ref().map_or("", |it| it.get_name());
    let output = Command::new(std::env::current_exe().map_err(Error::Server)?)
        .args(["--flooded", client, &odd.to_string()])
        .args(["--transport", transport, "--era", &era.to_string()])
        .output()
        .map_err(Error::Server)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    Err(Error::Server(io::Error::other(format!("{client} under {odd}: {said}"))))
}

/// Is flooded, and prints what came of it.
///
/// # Errors
/// Where there is no connection in the first place.
pub(crate) fn be(client: &str, odd: Odd, transport: Transport, era: Era) -> Result<(), Error> {
    let plan = Plan { odd: Some(odd), ..Plan::new(echo_server()?, era, transport) };
    let (doors, site) = plan.open(1)?;
    let door = doors.first().ok_or_else(Error::broken)?;
    let runtime = place::runtime(Place::Free, Threads::Pool)?;
    let line = runtime.block_on(async {
        if client == ours::NAME {
            let ours = Ours::start(door, era, &Shared::new().await?).await?;
            let line = watched(ours.attempt()).await;
            ours.end().await;
            line
        } else {
            let sdk = Sdk::start(door, era, &sdk::client()?).await?;
            watched(sdk.attempt()).await
        }
    })?;
    report::line(&line);
    runtime.shutdown_timeout(Duration::from_secs(5));
    drop(site);
    Ok(())
}

async fn watched(call: impl Future<Output = String>) -> Result<String, Error> {
    // From here on the peak counts anew.
    fs::write("/proc/self/clear_refs", "5").map_err(Error::Memory)?;
    let before = memory("VmRSS:")?;
    let began = Instant::now();
    let told = tokio::time::timeout(LIMIT, call).await;
    let time = began.elapsed().as_secs_f64();
    let more = memory("VmHWM:")?.saturating_sub(before);
    let told = told.unwrap_or_else(|_| format!("hangs for {LIMIT:?}"));
    let told = told.lines().next().unwrap_or_default().chars().take(60).collect::<String>();
    Ok(format!("{}\t{}\t{time:.1}\t{told}", before >> 20, more >> 20))
}

/// In bytes.
fn memory(field: &str) -> Result<u64, Error> {
    let status = fs::read_to_string("/proc/self/status").map_err(Error::Memory)?;
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok());
    let none = || Error::Memory(io::Error::other(format!("there is no `{field}`")));
    kilobytes.map(|it: u64| it * 1024).ok_or_else(none)
}
