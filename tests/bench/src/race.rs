//! Calls one after another: rounds in which the contenders take turns, in another order each time.

use std::time::Duration;

use tokio::runtime::Runtime;

use crate::{
    contender::Contender,
    error::Error,
    job::{Era, Job},
    numbers::{micros, quantile, ratio},
    report,
};

/// Our time, at most, as a multiple of the bare loop's.
const TO_BARE: f64 = 2.5;
/// Our time, at most, as a share of the SDK's.
const TO_SDK: f64 = 0.6;
/// So many calls are made first in each turn and not counted.
const WARM_UP: u64 = 10;

/// What is called, and how often in one heat.
#[derive(Debug, Clone, Copy)]
pub struct Length {
    /// What is asked.
    pub job: Job,
    /// In one heat.
    pub rounds: usize,
    /// In a round, by each.
    pub calls: u64,
}

/// All times of one kind of call.
pub struct Race {
    era: Era,
    length: Length,
    /// What comes back, in words.
    result: String,
    /// Bare loop, ours, SDK.
    lanes: [Lane; 3],
}

/// All times of one contender.
#[derive(Default)]
struct Lane {
    name: &'static str,
    /// By round.
    times: Vec<Vec<Duration>>,
}

impl Race {
    /// One without times.
    pub fn new(era: Era, length: Length) -> Self {
        Self { era, length, result: length.job.to_string(), lanes: Default::default() }
    }

    /// The same, with a remark on what comes back.
    pub fn with(mut self, remark: &str) -> Self {
        self.result.push_str(remark);
        self
    }

    /// Which era is spoken.
    pub fn era(&self) -> Era {
        self.era
    }

    /// Runs some rounds more.
    ///
    /// # Errors
    /// Where a call fails, or is not answered rightly.
    pub fn heat(&mut self, runtime: &Runtime, all: &mut [Contender; 3]) -> Result<(), Error> {
        let Length { job, rounds, calls } = self.length;
        let mut turns: Vec<_> = self.lanes.iter_mut().zip(all).collect();
        for _ in 0..rounds {
            fastrand::shuffle(&mut turns);
            for (lane, contender) in &mut turns {
                lane.name = contender.name();
                contender.calls(runtime, job, 1, WARM_UP.min(calls))?;
                lane.times.push(contender.calls(runtime, job, 1, calls)?);
            }
        }
        Ok(())
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let [bare, _, sdk] = &self.lanes;
        let row = |lane: &Lane| {
            let time = |share| format!("{:.1}", micros(lane.quantile(share)));
            let to = |other: &Lane| {
                if lane.name == other.name { String::new() } else { show(&lane.to(other), 0.5) }
            };
            vec![lane.name.to_owned(), time(0.5), time(0.99), to(bare), to(sdk)]
        };
        let mut head = vec![self.era.to_string(), self.result.clone()];
        let mut rows = Vec::new();
        for lane in &self.lanes {
            rows.push([std::mem::replace(&mut head, vec![String::new(); 2]), row(lane)].concat());
        }
        rows
    }

    /// Only the short call has bounds.
    fn verdicts(&self) -> Vec<Vec<String>> {
        let [bare, ours, sdk] = &self.lanes;
        let verdict = |name: &str, other: &Lane, bound: f64| {
            let ratios = ours.to(other);
            let kept = quantile(&ratios, 0.5).is_some_and(|median| median <= bound);
            vec![
                self.era.to_string(),
                name.to_owned(),
                show(&ratios, 0.5),
                format!("{} to {}", show(&ratios, 0.25), show(&ratios, 0.75)),
                format!("{bound:.2}"),
                if kept { "kept" } else { "MISSED" }.to_owned(),
            ]
        };
        match self.length.job {
            Job::Echo => {
                vec![verdict("mcp / bare loop", bare, TO_BARE), verdict("mcp / SDK", sdk, TO_SDK)]
            }
            Job::Text(_) | Job::List(_) => Vec::new(),
        }
    }
}

impl Lane {
    fn quantile(&self, share: f64) -> Duration {
        quantile(&self.times.concat(), share).unwrap_or_default()
    }

    /// The ratios of the medians of each round: noise that comes and goes hits both.
    fn to(&self, other: &Self) -> Vec<f64> {
        let median = |times: &Vec<Duration>| quantile(times, 0.5).unwrap_or_default();
        let pairs = self.times.iter().zip(&other.times);
        pairs.map(|(one, other)| ratio(median(one), median(other))).collect()
    }
}

fn show(ratios: &[f64], share: f64) -> String {
    quantile(ratios, share).map_or_else(String::new, |ratio| format!("{ratio:.2}"))
}

/// Prints the times.
pub fn print(title: &str, races: &[Race]) {
    report::line(&format!("\n{title}; times in µs"));
    let head = ["era", "result", "client", "p50", "p99", "to bare loop", "to SDK"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(races.iter().flat_map(Race::rows));
    report::table(&rows, 3);
}

/// Prints how the bounds of the short call were kept.
pub fn print_bounds(races: &[Race]) {
    report::line("\nBounds of the short call, on the median of the rounds' ratios");
    let head = ["era", "ratio", "median", "middle half", "at most", ""];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(races.iter().flat_map(Race::verdicts));
    report::table(&rows, 2);
}
