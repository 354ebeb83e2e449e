//! Does for long what the tests do once, and prints what is left of it: processes, descriptors, memory,
//! requests that nobody waits for. It fails where more is left than may be.
//!
//! usage: soak [--short | --smoke] [cycles | cancels | drops | waits]…
#![expect(clippy::unwrap_used, reason = "what cannot be had here ends the run")]

use std::{env, process::ExitCode, time::Instant};

use figures::Line;
use tokio::runtime::Runtime;

mod cancels;
mod cycles;
mod drops;
mod figures;
mod serve;
mod site;
mod waits;

const PARTS: [&str; 4] = ["cycles", "cancels", "drops", "waits"];

/// How much is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// What is promised, which takes a while.
    Long,
    /// About a minute.
    Short,
    /// A few seconds: whether this program itself works.
    Smoke,
}

impl Scale {
    /// One of three numbers.
    fn of(self, long: usize, short: usize, smoke: usize) -> usize {
        match self {
            Self::Long => long,
            Self::Short => short,
            Self::Smoke => smoke,
        }
    }
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a program for a terminal")]
fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    if words.first().is_some_and(|it| it == "serve") {
        serve::run(&words);
        return ExitCode::SUCCESS;
    }
    let (mut scale, mut parts) = (Scale::Long, Vec::new());
    for word in words {
        match word.as_str() {
            "--short" => scale = Scale::Short,
            "--smoke" => scale = Scale::Smoke,
            part if PARTS.contains(&part) => parts.push(part.to_owned()),
            _ => {
                eprintln!("usage: soak [--short | --smoke] [cycles | cancels | drops | waits]…");
                return ExitCode::from(2);
            }
        }
    }
    if parts.is_empty() {
        parts = PARTS.map(str::to_owned).to_vec();
    }
    let runtime = Runtime::new().expect("a runtime can be had");
    let mut good = true;
    for part in parts {
        let began = Instant::now();
        let lines = runtime.block_on(run(&part, scale));
        println!("{part}, {:.0} s", began.elapsed().as_secs_f64());
        for line in lines {
            println!("  {line}");
            good &= line.is_good();
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn run(part: &str, scale: Scale) -> Vec<Line> {
    match part {
        "cycles" => cycles::run(scale).await,
        "cancels" => cancels::run(scale).await,
        "drops" => drops::run(scale).await,
        _ => waits::run(scale).await,
    }
}
