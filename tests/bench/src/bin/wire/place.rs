//! On which processors the measured processes run. Waking a process on another processor can cost
//! more than the whole call, so where the system happens to put a server would decide the race.

use std::{fmt, io};

/// Where everything runs that is started afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Client and server on the same processor: what is measured is the work.
    OneCpu,
    /// Wherever the system likes, as in daily life.
    Free,
}

impl Place {
    /// Moves the calling thread there, on a machine with so many processors. Systems other than
    /// Linux place everything themselves.
    #[cfg(target_os = "linux")]
    pub(crate) fn take(self, processors: usize) -> io::Result<()> {
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

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn take(self, _processors: usize) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OneCpu => "all on one processor",
            Self::Free => "placed by the system",
        })
    }
}
