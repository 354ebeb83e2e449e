//! The three that race, each with a server of its own.

pub mod bare;
pub mod ours;
pub mod sdk;

use std::time::Duration;

use tokio::runtime::Runtime;

use crate::{
    contender::{bare::Bare, ours::Ours, sdk::Sdk},
    error::Error,
    job::Job,
    plan::{Door, Plan, Site},
};

/// One that makes calls.
pub enum Contender {
    /// The least that a call can cost.
    Bare(Bare),
    /// Our client.
    Ours(Ours),
    /// The official SDK.
    Sdk(Sdk),
}

/// All of them, with the servers that they do not start themselves.
pub struct Team {
    /// The bare loop first, ours second, the SDK third.
    pub all: [Contender; 3],
    sites: Vec<Site>,
}

impl Team {
    /// Starts all of them.
    ///
    /// # Errors
    /// As each of them says.
    pub fn start(runtime: &Runtime, plan: &Plan) -> Result<Self, Error> {
        let mut sites = Vec::new();
        let mut door = || -> Result<Door, Error> {
            let (doors, site) = plan.open(1)?;
            sites.extend(site);
            doors.into_iter().next().ok_or_else(Error::broken)
        };
        let (shared, client) = (runtime.block_on(ours::Shared::new())?, sdk::client()?);
        let all = [
            Contender::Bare(Bare::start(&door()?, plan)?),
            Contender::Ours(runtime.block_on(Ours::start(&door()?, plan.era, &shared))?),
            Contender::Sdk(runtime.block_on(Sdk::start(&door()?, plan.era, &client))?),
        ];
        Ok(Self { all, sites })
    }

    /// Ends all of them.
    pub fn end(self, runtime: &Runtime) {
        let Self { all, sites } = self;
        for one in all {
            match one {
                Contender::Bare(bare) => drop(bare),
                Contender::Ours(ours) => runtime.block_on(ours.end()),
                Contender::Sdk(sdk) => runtime.block_on(sdk.end()),
            }
        }
        drop(sites);
    }
}

impl Contender {
    /// What it is called.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Bare(_) => bare::NAME,
            Self::Ours(_) => ours::NAME,
            Self::Sdk(_) => sdk::NAME,
        }
    }

    /// Makes `count` calls, one after another, and checks the answer to each outside its time.
    ///
    /// # Errors
    /// Where one fails, or is not answered rightly.
    pub fn calls(
        &mut self,
        runtime: &Runtime,
        job: Job,
        first: u64,
        count: u64,
    ) -> Result<Vec<Duration>, Error> {
        match self {
            Self::Bare(bare) => bare.calls(job, first, count),
            Self::Ours(ours) => runtime.block_on(ours.calls(job, first, count)),
            Self::Sdk(sdk) => runtime.block_on(sdk.calls(job, first, count)),
        }
    }

    /// Makes `count` calls at once: the time until all are answered, and how many were, rightly.
    ///
    /// # Errors
    /// Where the bare loop loses its server.
    pub fn crowd(
        &mut self,
        runtime: &Runtime,
        first: u64,
        count: u64,
    ) -> Result<(Duration, usize), Error> {
        match self {
            Self::Bare(bare) => bare.crowd(first, count),
            Self::Ours(ours) => Ok(runtime.block_on(ours.crowd(first, count))),
            Self::Sdk(sdk) => Ok(runtime.block_on(sdk.crowd(first, count))),
        }
    }
}
