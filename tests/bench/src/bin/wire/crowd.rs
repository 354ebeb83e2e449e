//! Calls that are made all at once: how long until the last answer, and whether none is lost.

use std::time::Duration;

use bench::{
    contender::Contender,
    error::Error,
    job::Era,
    numbers::{millis, quantile, ratio},
    plan::Transport,
    report,
};
use tokio::runtime::Runtime;

const ROUNDS: usize = 15;

/// The times of one era.
pub(crate) struct Crowd {
    era: Era,
    count: u64,
    /// Bare loop, ours, SDK.
    lanes: [Lane; 3],
}

/// The times of one contender, by round.
#[derive(Default)]
struct Lane {
    name: &'static str,
    times: Vec<Duration>,
}

/// Runs all rounds.
///
/// # Errors
/// [`Error::Lost`] when one of the calls was not answered, or wrongly.
pub(crate) fn run(
    runtime: &Runtime,
    all: &mut [Contender; 3],
    era: Era,
    count: u64,
) -> Result<Crowd, Error> {
    let mut lanes: [Lane; 3] = Default::default();
    let asked = usize::try_from(count).unwrap_or(usize::MAX);
    let mut turns: Vec<_> = lanes.iter_mut().zip(all).collect();
    // The first round warms up.
    for round in 0..=ROUNDS {
        fastrand::shuffle(&mut turns);
        for (lane, contender) in &mut turns {
            lane.name = contender.name();
            let (time, right) = contender.crowd(runtime, 1, count)?;
            if right != asked {
                let lost = asked - right;
                return Err(Error::Lost { contender: lane.name, lost, all: asked });
            }
            if round > 0 {
                lane.times.push(time);
            }
        }
    }
    Ok(Crowd { era, count, lanes })
}

impl Crowd {
    fn rows(&self) -> Vec<Vec<String>> {
        let [_, _, sdk] = &self.lanes;
        let mut era = self.era.to_string();
        let row = |lane: &Lane| {
            let ratio = ratio(lane.quantile(0.5), sdk.quantile(0.5));
            let time = |share| format!("{:.1}", millis(lane.quantile(share)));
            let to_sdk = if lane.name == sdk.name { String::new() } else { format!("{ratio:.2}") };
            vec![
                std::mem::take(&mut era),
                lane.name.to_owned(),
                time(0.5),
                time(1.0),
                to_sdk,
                // More than none ends the program.
                "0".to_owned(),
            ]
        };
        self.lanes.iter().map(row).collect()
    }
}

impl Lane {
    fn quantile(&self, share: f64) -> Duration {
        quantile(&self.times, share).unwrap_or_default()
    }
}

/// Prints the times.
pub(crate) fn print(transport: Transport, crowds: &[Crowd]) {
    let Some(first) = crowds.first() else { return };
    let count = first.count;
    report::line(&format!("\n{transport}: {count} calls at once, {ROUNDS} rounds, in ms"));
    let head = ["era", "client", "median", "slowest", "to SDK", "lost"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(crowds.iter().flat_map(Crowd::rows));
    report::table(&rows, 2);
}
