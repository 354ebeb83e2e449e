//! Measures a tool call over each transport: our client, the official SDK and a bare loop, on the
//! same server.

mod crowd;

use std::process::ExitCode;

use bench::{
    contender::Team,
    error::Error,
    job::{Era, Job},
    place::{self, Place, Threads},
    plan::{self, Plan, Transport},
    race::{self, Length, Race},
    report,
};
use clap::Parser;

use crate::crowd::Crowd;

/// How often all servers are started anew, since the system lets each stay where it once was put.
const HEATS: usize = 5;

/// Measures a tool call: `mcp` beside a bare loop and the official SDK
#[derive(Debug, Parser)]
struct Arguments {
    /// How messages get to the server; without it, stdio and HTTP one after the other
    #[arg(long)]
    transport: Option<Transport>,
    /// How many rounds of each kind of call; in each, the contenders come in another order
    #[arg(long, default_value_t = 40)]
    rounds: usize,
    /// How many short calls a contender makes in a round; long ones are fewer
    #[arg(long, default_value_t = 250)]
    calls: u64,
    /// How many calls are made at once at the end
    #[arg(long, default_value_t = 1000)]
    crowd: u64,
    /// Run our client and the SDK on one thread; without it on a pool of them, as the app does
    #[arg(long)]
    current_thread: bool,
    /// Measure this era alone
    #[arg(long)]
    era: Option<Era>,
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
    let transports =
        arguments.transport.map_or(vec![Transport::Stdio, Transport::Http], |it| vec![it]);
    let (threads, said) = if arguments.current_thread {
        (Threads::One, "one thread")
    } else {
        (Threads::Pool, "a pool of threads")
    };
    report::line(&format!("A tool call; `mcp` and the SDK run on {said}."));
    for transport in transports {
        let bench = Bench { arguments, transport, threads };
        for place in [Place::OneCpu, Place::Free] {
            let races = bench.races(place)?;
            race::print(&format!("{transport}: one call after another, {place}"), &races);
            if place == Place::OneCpu {
                race::print_bounds(&races);
            }
        }
        crowd::print(transport, &bench.crowds()?);
    }
    Ok(())
}

struct Bench<'a> {
    arguments: &'a Arguments,
    transport: Transport,
    threads: Threads,
}

impl Bench<'_> {
    fn eras(&self) -> Vec<Era> {
        self.arguments.era.map_or(vec![Era::Legacy, Era::Modern], |era| vec![era])
    }

    fn plan(&self, era: Era) -> Result<Plan, Error> {
        Ok(Plan::new(plan::echo_server()?, era, self.transport))
    }

    /// Calls one after another.
    fn races(&self, place: Place) -> Result<Vec<Race>, Error> {
        let eras = self.eras();
        let mut races: Vec<Race> =
            eras.iter().flat_map(|era| self.lengths(place).map(|it| Race::new(*era, it))).collect();
        for _ in 0..HEATS {
            for era in &eras {
                let runtime = place::runtime(place, self.threads)?;
                let mut team = Team::start(&runtime, &self.plan(*era)?)?;
                for race in races.iter_mut().filter(|race| race.era() == *era) {
                    race.heat(&runtime, &mut team.all)?;
                }
                team.end(&runtime);
            }
        }
        Ok(races)
    }

    /// What is measured, and how much of it in one heat. Where the system places the processes
    /// only matters to short calls.
    fn lengths(&self, place: Place) -> impl Iterator<Item = Length> + use<> {
        let Arguments { rounds, calls, .. } = *self.arguments;
        let rounds = rounds.div_ceil(HEATS);
        let jobs: &[(Job, u64)] = match place {
            Place::OneCpu => &[(Job::Echo, 1), (Job::Text(64 << 10), 5), (Job::Text(1 << 20), 25)],
            Place::Free => &[(Job::Echo, 1)],
        };
        jobs.iter().map(move |(job, share)| Length {
            job: *job,
            rounds,
            calls: (calls / share).max(5),
        })
    }

    /// Calls at once, where the system likes them to run.
    fn crowds(&self) -> Result<Vec<Crowd>, Error> {
        let crowd = |era: &Era| {
            let runtime = place::runtime(Place::Free, self.threads)?;
            let mut team = Team::start(&runtime, &self.plan(*era)?)?;
            let crowd = crowd::run(&runtime, &mut team.all, *era, self.arguments.crowd)?;
            team.end(&runtime);
            Ok(crowd)
        };
        self.eras().iter().map(crowd).collect()
    }
}
