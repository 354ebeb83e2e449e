//! Measures what many servers, long lists, slow servers and servers that flood cost: our client, the
//! official SDK and a bare loop, on the same servers.

mod flood;
mod lists;
mod many;
mod slow;

use std::process::ExitCode;

use bench::{error::Error, job::Era, odd::Odd, plan::Transport, report};
use clap::{Parser, ValueEnum};

/// Measures 50 servers: connecting them, long lists, a slow one among them, one that floods
#[derive(Debug, Parser)]
struct Arguments {
    /// Measure this alone
    #[arg(long)]
    only: Option<Part>,
    /// How messages get to the servers; without it, stdio and HTTP one after the other
    #[arg(long)]
    transport: Option<Transport>,
    /// Measure this era alone
    #[arg(long)]
    era: Option<Era>,
    /// How many servers there are
    #[arg(long, default_value_t = 50)]
    servers: usize,
    /// How many tools a long list has
    #[arg(long, default_value_t = 2000)]
    tools: usize,
    /// How many rounds; in each, the contenders come in another order
    #[arg(long, default_value_t = 20)]
    rounds: usize,
    /// Be the one whose memory is measured
    #[arg(long, hide = true, num_args = 2, value_names = ["CLIENT", "ODD"])]
    flooded: Option<Vec<String>>,
}

/// The parts of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// A list of 2,000 tools, on one page and on twenty
    Lists,
    /// Connecting all servers, until each has told its tools
    Connect,
    /// Calls to one server while another is slow, silent or floods
    Slow,
    /// How much memory a client takes while a server floods it
    Memory,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report::error(&error);
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Error> {
    let Arguments { only, servers, tools, rounds, .. } = *arguments;
    let both = || vec![Transport::Stdio, Transport::Http];
    let transports = arguments.transport.map_or_else(both, |it| vec![it]);
    let eras = arguments.era.map_or(vec![Era::Legacy, Era::Modern], |era| vec![era]);
    if let Some([client, odd]) = arguments.flooded.as_deref() {
        return match (Odd::from_str(odd, true), transports.as_slice(), eras.as_slice()) {
            (Ok(odd), [transport], [era]) => flood::be(client, odd, *transport, *era),
            _ => Err(Error::Sdk("it is not known how to be flooded".to_owned())),
        };
    }
    let wanted = |part| only.is_none_or(|only| only == part);
    for transport in &transports {
        if wanted(Part::Lists) {
            lists::run(*transport, &eras, tools, rounds)?;
        }
        if wanted(Part::Connect) {
            many::run(*transport, &eras, servers, rounds)?;
        }
        if wanted(Part::Slow) {
            slow::run(*transport, &eras, servers)?;
        }
        if wanted(Part::Memory) {
            flood::run(*transport, &eras)?;
        }
    }
    Ok(())
}
