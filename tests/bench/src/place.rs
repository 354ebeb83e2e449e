//! On which processors the measured processes run. Waking a process on another processor can cost
//! more than the whole call, so where the system happens to put a server would decide the race.

use std::{fmt, io};

use tokio::runtime::{self, Runtime};

use crate::error::Error;

/// Where everything runs that is started afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Client and server on the same processor: what is measured is the work.
    OneCpu,
    /// Wherever the system likes, as in daily life.
    Free,
}

impl Place {
    /// Moves the calling thread there, on a machine with so many processors. Systems other than
    /// Linux place everything themselves.
    ///
    /// # Errors
    /// Where the system does not let it.
    #[cfg(target_os = "linux")]
    pub fn take(self, processors: usize) -> io::Result<()> {
        use rustix::thread::{CpuSet, sched_setaffinity};

        let mut cpus = CpuSet::new();
        match self {
            // The first one often serves interrupts.
            Self::OneCpu => cpus.set(processors.saturating_sub(1)),
            // The system leaves out those that there are not.
            Self::Free => (0..CpuSet::MAX_CPU).for_each(|cpu| cpus.set(cpu)),
        }
        sched_setaffinity(None, &cpus)?;
        Ok(())
    }

    /// Systems other than Linux place everything themselves.
    ///
    /// # Errors
    /// Never.
    #[cfg(not(target_os = "linux"))]
    pub fn take(self, _processors: usize) -> io::Result<()> {
        Ok(())
    }
}

/// The threads of a runtime, and the processes that are started from here, inherit the place.
///
/// # Errors
/// [`Error::Place`] and [`Error::Server`].
pub fn runtime(place: Place, threads: Threads) -> Result<Runtime, Error> {
    let processors = std::thread::available_parallelism().map_err(Error::Place)?.get();
    place.take(processors).map_err(Error::Place)?;
    let mut builder = match threads {
        Threads::One => runtime::Builder::new_current_thread(),
        Threads::Pool => runtime::Builder::new_multi_thread(),
    };
    builder.worker_threads(processors).enable_all().build().map_err(Error::Server)
}

/// How many threads a client has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threads {
    /// One.
    One,
    /// As many as there are processors, as the app has.
    Pool,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OneCpu => "all on one processor",
            Self::Free => "placed by the system",
        })
    }
}
