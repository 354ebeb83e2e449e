//! Measures a tool call over stdio: our client, the official SDK and a bare loop, on one server.

mod bare;
mod contender;
mod crowd;
mod error;
mod ours;
mod place;
mod race;
mod sdk;

use std::{path::PathBuf, process::ExitCode};

use bench::{
    job::{Era, Job},
    report,
};
use clap::Parser;
use tokio::runtime::{self, Runtime};

use crate::{
    crowd::Crowd,
    error::Error,
    place::Place,
    race::{Length, Race},
};

/// How often all servers are started anew, since the system lets each stay where it once was put.
const HEATS: usize = 5;

/// Measures a call over stdio: `mcp` beside a bare loop and the official SDK
#[derive(Debug, Parser)]
struct Arguments {
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
    let server = std::env::current_exe().map_err(Error::Server)?.with_file_name("echo_server");
    let eras = arguments.era.map_or(vec![Era::Legacy, Era::Modern], |era| vec![era]);
    let processors = std::thread::available_parallelism().map_err(Error::Place)?.get();
    let bench = Bench { arguments, server, eras, processors };
    let threads = if arguments.current_thread { "one thread" } else { "a pool of threads" };
    report::line(&format!("A tool call over stdio; `mcp` and the SDK run on {threads}."));
    for place in [Place::OneCpu, Place::Free] {
        race::print(place, &bench.races(place)?);
    }
    crowd::print(&bench.crowds()?);
    Ok(())
}

struct Bench<'a> {
    arguments: &'a Arguments,
    server: PathBuf,
    eras: Vec<Era>,
    /// How many this machine has, and so how many threads the app would have.
    processors: usize,
}

impl Bench<'_> {
    /// Calls one after another.
    fn races(&self, place: Place) -> Result<Vec<Race>, Error> {
        let mut races: Vec<Race> = self
            .eras
            .iter()
            .flat_map(|era| self.lengths(place).map(|it| Race::new(*era, it)))
            .collect();
        for _ in 0..HEATS {
            for era in &self.eras {
                let runtime = self.runtime(place)?;
                let mut all = contender::start(&runtime, &self.server, *era)?;
                for race in races.iter_mut().filter(|race| race.era() == *era) {
                    race.heat(&runtime, &mut all)?;
                }
                contender::end(&runtime, all);
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
            let runtime = self.runtime(Place::Free)?;
            let mut all = contender::start(&runtime, &self.server, *era)?;
            let crowd = crowd::run(&runtime, &mut all, *era, self.arguments.crowd)?;
            contender::end(&runtime, all);
            Ok(crowd)
        };
        self.eras.iter().map(crowd).collect()
    }

    /// The threads, and the processes that are started from here, inherit the place.
    fn runtime(&self, place: Place) -> Result<Runtime, Error> {
        place.take(self.processors).map_err(Error::Place)?;
        let mut builder = if self.arguments.current_thread {
            runtime::Builder::new_current_thread()
        } else {
            runtime::Builder::new_multi_thread()
        };
        builder.worker_threads(self.processors).enable_all().build().map_err(Error::Server)
    }
}
