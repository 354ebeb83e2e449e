//! Measures the start of the real window, as somebody who looks at the screen sees it, and what
//! memory it takes. It asks nothing of the app: it looks at pixels and at `/proc`.

mod error;
mod launch;
mod memory;
mod picture;
mod registered;
mod screen;
mod wait;

use std::{path::PathBuf, process::ExitCode, time::Duration};

use bench::{
    numbers::{millis, quantile},
    report,
};
use clap::Parser;

use crate::{
    error::Error,
    launch::{Launch, Sight},
    memory::Memory,
    registered::Registered,
    screen::Screen,
};

/// Measures a start: from the process to the painted window, and its memory
#[derive(Debug, Parser)]
struct Arguments {
    /// The app
    #[arg(long)]
    app: PathBuf,
    /// The terminal front end, which registers the servers
    #[arg(long)]
    ctl: PathBuf,
    /// The server that is registered, a Python script
    #[arg(long)]
    server: PathBuf,
    /// How many servers are registered, switched on and allowed
    #[arg(long, default_value_t = 20)]
    servers: usize,
    /// How many starts are measured, after one that is not
    #[arg(long, default_value_t = 10)]
    starts: usize,
    /// A folder for pictures of the last start: its first paint, and how it stayed
    #[arg(long)]
    pictures: Option<PathBuf>,
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
    let registered = Registered::new(&arguments.ctl, &arguments.server, arguments.servers)?;
    let screen = Screen::open()?;
    let launch = Launch { app: &arguments.app, data_dir: registered.data_dir(), screen: &screen };
    let warm_up = launch.once()?;
    let mut sights = Vec::new();
    for _ in 0..arguments.starts {
        sights.push(launch.once()?);
    }
    if let (Some(folder), Some(last)) = (&arguments.pictures, sights.last()) {
        last.keep(folder).map_err(Error::Pictures)?;
    }
    print(arguments, &warm_up, &sights);
    Ok(())
}

fn print(arguments: &Arguments, warm_up: &Sight, sights: &[Sight]) {
    let Arguments { servers, starts, .. } = arguments;
    report::line(&format!("{starts} starts with {servers} servers, which all start too; in ms"));
    let time = |name: &str, of: fn(&Sight) -> Duration| {
        let values: Vec<f64> = sights.iter().map(|it| millis(of(it))).collect();
        [vec![name.to_owned()], spread(&values), vec![format!("{:.0}", millis(of(warm_up)))]]
            .concat()
    };
    report::table(
        &[
            ["from the process to", "median", "fastest", "slowest", "the first of all"]
                .map(str::to_owned)
                .to_vec(),
            time("its window, still empty", |it| it.mapped),
            time("the first painted window", |it| it.painted),
            time("the page, but for small changes", |it| it.whole),
        ],
        1,
    );
    report::line("\nMemory a moment later, PSS in MB");
    let memory = |name: &str, of: fn(&Memory) -> u64| {
        #[expect(clippy::cast_precision_loss, reason = "a memory has fewer bytes than 2^52")]
        let values: Vec<f64> = sights.iter().map(|it| of(&it.memory) as f64 / 1e6).collect();
        [vec![name.to_owned()], spread(&values)].concat()
    };
    report::table(
        &[
            ["of", "median", "least", "most"].map(str::to_owned).to_vec(),
            memory("our process", |it| it.app),
            memory("the web view's page process", |it| it.page),
            memory("the web view's network process", |it| it.network),
            memory("the guard and other small ones", |it| it.other),
            memory("all of these", Memory::ours),
            memory("the servers themselves", |it| it.servers),
        ],
        1,
    );
}

/// The median, the least and the most.
fn spread(values: &[f64]) -> Vec<String> {
    let show = |share| quantile(values, share).map_or_else(String::new, |it| format!("{it:.0}"));
    vec![show(0.5), show(0.0), show(1.0)]
}
