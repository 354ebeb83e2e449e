//! The three that race, each with a server process of its own.

use std::{path::Path, time::Duration};

use bench::job::{Era, Job};
use tokio::runtime::Runtime;

use crate::{bare::Bare, error::Error, ours::Ours, sdk::Sdk};

/// One that makes calls.
pub(crate) enum Contender {
    Bare(Bare),
    Ours(Ours),
    Sdk(Sdk),
}

/// Starts all of them: the bare loop first, ours second, the SDK third.
pub(crate) fn start(runtime: &Runtime, server: &Path, era: Era) -> Result<[Contender; 3], Error> {
    Ok([
        Contender::Bare(Bare::start(server, era)?),
        Contender::Ours(runtime.block_on(Ours::start(server, era))?),
        Contender::Sdk(runtime.block_on(Sdk::start(server, era))?),
    ])
}

/// Ends all of them.
pub(crate) fn end(runtime: &Runtime, all: [Contender; 3]) {
    for one in all {
        match one {
            Contender::Bare(bare) => drop(bare),
            Contender::Ours(ours) => runtime.block_on(ours.end()),
            Contender::Sdk(sdk) => runtime.block_on(sdk.end()),
        }
    }
}

impl Contender {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Bare(_) => "bare loop",
            Self::Ours(_) => "mcp",
            Self::Sdk(_) => "rmcp 3.11.0",
        }
    }

    /// Makes `count` calls, one after another, and checks the answer to each outside its time.
    pub(crate) fn calls(
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
    pub(crate) fn crowd(
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
