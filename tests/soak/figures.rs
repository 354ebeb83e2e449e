//! What this process holds of the system, by the system's own account.

use std::{fmt, fs, time::Duration};

use flows::wait::within;

/// How long what is on its way out is waited for.
const LIMIT: Duration = Duration::from_secs(30);

/// What is held at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Figures {
    /// Processes that descend from this one.
    pub(crate) processes: i64,
    /// Those of them that have ended, and that nobody has waited for.
    pub(crate) zombies: i64,
    /// Open descriptors.
    pub(crate) descriptors: i64,
    /// Memory that is in use, in bytes.
    pub(crate) memory: i64,
}

impl Figures {
    /// What is held now.
    pub(crate) fn now() -> Self {
        let own = std::process::id();
        let (mut ours, mut processes, mut zombies) = (vec![own], 0, 0);
        let all = all_processes();
        while let Some(parent) = ours.pop() {
            for (pid, _, state) in all.iter().filter(|(_, it, _)| *it == parent) {
                ours.push(*pid);
                processes += 1;
                zombies += i64::from(*state == 'Z');
            }
        }
        let descriptors = fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let memory = memory.and_then(|it| it.trim().trim_end_matches(" kB").parse::<i64>().ok());
        Self {
            processes,
            zombies,
            descriptors: i64::try_from(descriptors).unwrap_or(i64::MAX),
            memory: memory.unwrap_or_default() << 10,
        }
    }

    /// What is held once no more processes and descriptors are than then, or after a long wait.
    pub(crate) async fn settled(then: Self) -> Self {
        let rest = async || {
            let now = Self::now();
            let gone = now.processes <= then.processes && now.descriptors <= then.descriptors;
            (gone && now.zombies == 0).then_some(now)
        };
        within(LIMIT, rest).await.unwrap_or_else(Self::now)
    }

    /// What there is more of than then, and how much of it may be.
    pub(crate) fn since(self, then: Self) -> Vec<Line> {
        vec![
            Line::new("processes left", self.processes - then.processes, 0),
            Line::new("zombies", self.zombies, 0),
            Line::new("descriptors more", self.descriptors - then.descriptors, 5),
            Line::new("KiB of memory more", (self.memory - then.memory) >> 10, 5 << 10),
        ]
    }
}

/// Each process: its id, its parent's, its state.
fn all_processes() -> Vec<(u32, u32, char)> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let read = |name: String| {
        let pid = name.parse::<u32>().ok()?;
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name of a program may hold anything, and ends with the last bracket.
        let mut words = stat.rsplit_once(") ")?.1.split(' ');
        let state = words.next()?.chars().next()?;
        Some((pid, words.next()?.parse().ok()?, state))
    };
    entries.filter_map(|it| read(it.file_name().to_string_lossy().into_owned())).collect()
}

/// One figure, and how much of it may be.
#[derive(Debug)]
pub(crate) struct Line {
    what: String,
    found: i64,
    most: Option<i64>,
}

impl Line {
    /// A figure that is judged.
    pub(crate) fn new(what: impl Into<String>, found: i64, most: i64) -> Self {
        Self { what: what.into(), found, most: Some(most) }
    }

    /// A figure that is told alone.
    pub(crate) fn told(what: impl Into<String>, found: usize) -> Self {
        Self { what: what.into(), found: i64::try_from(found).unwrap_or(i64::MAX), most: None }
    }

    /// Whether it is no more than it may be.
    pub(crate) fn is_good(&self) -> bool {
        self.most.is_none_or(|most| self.found <= most)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, found, most } = self;
        match most {
            None => write!(f, "{found} {what}"),
            Some(most) if self.is_good() => write!(f, "{found} {what} (at most {most})"),
            Some(most) => write!(f, "{found} {what}, and no more than {most} may be"),
        }
    }
}
