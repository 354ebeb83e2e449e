//! How long a long list takes to be read and understood, on one page and on twenty.

use bench::{
    contender::Team,
    error::Error,
    job::{Era, Job},
    place::{self, Place, Threads},
    plan::{Plan, Transport, echo_server},
    race::{self, Length, Race},
};

/// How many pages the second list has.
const PAGES: usize = 20;
/// How often all servers are started anew.
const HEATS: usize = 2;

/// Measures and prints.
///
/// # Errors
/// Where a list is not read whole.
pub(crate) fn run(
    transport: Transport,
    eras: &[Era],
    tools: usize,
    rounds: usize,
) -> Result<(), Error> {
    let length = Length { job: Job::List(tools), rounds: rounds.div_ceil(HEATS), calls: 5 };
    let mut races = Vec::new();
    for era in eras {
        for (pages, remark) in [(1, ", one page"), (PAGES, ", 20 pages")] {
            let page = tools.div_ceil(pages);
            let plan = Plan { tools, page, ..Plan::new(echo_server()?, *era, transport) };
            let mut race = Race::new(*era, length).with(remark);
            for _ in 0..HEATS {
                let runtime = place::runtime(Place::OneCpu, Threads::Pool)?;
                let mut team = Team::start(&runtime, &plan)?;
                race.heat(&runtime, &mut team.all)?;
                team.end(&runtime);
            }
            races.push(race);
        }
    }
    race::print(&format!("{transport}: a list of {tools} tools, {}", Place::OneCpu), &races);
    Ok(())
}
