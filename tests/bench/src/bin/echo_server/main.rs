//! The trivial server that calls are measured against.

mod lines;
mod site;

use std::process::ExitCode;

use bench::{echo::Echo, job::Era, odd::Odd, report};
use clap::Parser;

/// Echoes as fast as it can, over stdio or over HTTP
#[derive(Debug, Parser)]
struct Arguments {
    /// The only era it speaks
    #[arg(long)]
    era: Era,
    /// How many tools it lists
    #[arg(long, default_value_t = 2)]
    tools: usize,
    /// How many of them are on a page
    #[arg(long, default_value_t = usize::MAX)]
    page: usize,
    /// What is wrong with its calls
    #[arg(long)]
    odd: Option<Odd>,
    /// Serve over HTTP, on so many ports, which are written to stdout; it ends with its stdin
    #[arg(long)]
    ports: Option<usize>,
    /// Answer with streams of events over HTTP
    #[arg(long)]
    events: bool,
}

fn main() -> ExitCode {
    let Arguments { era, tools, page, odd, ports, events } = Arguments::parse();
    let echo = Echo::new(era, tools, page);
    let served = match ports {
        None => lines::serve(&echo, odd),
        Some(ports) => site::serve(echo, odd, ports, events),
    };
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report::error(&error);
            ExitCode::FAILURE
        }
    }
}
