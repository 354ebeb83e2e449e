//! The memory of a process and of all that it started, read from `/proc`.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

/// Bytes, shared pages counted in parts (PSS), by whose they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    /// The app's own process.
    pub(crate) app: u64,
    /// The web view's process for the page.
    pub(crate) page: u64,
    /// The web view's process for the network.
    pub(crate) network: u64,
    /// The registered servers.
    pub(crate) servers: u64,
    /// All else.
    pub(crate) other: u64,
}

/// One process.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Process {
    parent: u32,
    /// At most 15 bytes of its name.
    name: String,
}

impl Memory {
    /// That of `app` and its descendants.
    pub(crate) fn of(app: u32) -> io::Result<Self> {
        let processes = processes()?;
        let mut memory = Self::default();
        for (id, process) in processes.iter().filter(|(id, _)| is_under(**id, app, &processes)) {
            // One that has just ended has no memory.
            let bytes = fs::read_to_string(place(*id).join("smaps_rollup"));
            *memory.part(*id == app, &process.name) += pss(&bytes.unwrap_or_default());
        }
        Ok(memory)
    }

    /// All but the servers.
    pub(crate) fn ours(&self) -> u64 {
        self.app + self.page + self.network + self.other
    }

    fn part(&mut self, is_app: bool, name: &str) -> &mut u64 {
        if is_app {
            &mut self.app
        } else if name.starts_with("WebKitWeb") {
            &mut self.page
        } else if name.starts_with("WebKitNetwork") {
            &mut self.network
        } else if name.starts_with("python") {
            &mut self.servers
        } else {
            &mut self.other
        }
    }
}

fn processes() -> io::Result<BTreeMap<u32, Process>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir("/proc")? {
        let Some(id) = entry?.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        // It may have ended meanwhile.
        let stat = fs::read_to_string(place(id).join("stat")).unwrap_or_default();
        found.extend(read(&stat).map(|process| (id, process)));
    }
    Ok(found)
}

fn place(id: u32) -> PathBuf {
    Path::new("/proc").join(id.to_string())
}

/// Reads `/proc/*/stat`; the name in brackets may hold anything.
fn read(stat: &str) -> Option<Process> {
    let (front, back) = stat.rsplit_once(") ")?;
    let (_, name) = front.split_once('(')?;
    let parent = back.split(' ').nth(1)?.parse().ok()?;
    Some(Process { parent, name: name.to_owned() })
}

/// Whether `id` is `root` or one of its descendants.
fn is_under(id: u32, root: u32, processes: &BTreeMap<u32, Process>) -> bool {
    let parent = |id: &u32| processes.get(id).map(|process| process.parent);
    // Ids are used again, so what was read may even be a ring.
    std::iter::successors(Some(id), parent).take(processes.len()).any(|one| one == root)
}

/// The bytes that `/proc/*/smaps_rollup` tells.
fn pss(rollup: &str) -> u64 {
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok());
    kilobytes.map_or(0, |number: u64| number * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_brackets_does_not_confuse() {
        let process = read("7 (a) (b) S 3 7 7 0").unwrap();
        assert_eq!((process.parent, process.name.as_str()), (3, "a) (b"));
    }

    #[test]
    fn descendants_are_found_and_a_ring_ends() {
        let process = |parent| Process { parent, name: String::new() };
        let all =
            BTreeMap::from([(1, process(0)), (5, process(1)), (6, process(5)), (8, process(8))]);
        let under = |id| is_under(id, 5, &all);
        assert_eq!([1, 5, 6, 8].map(under), [false, true, true, false]);
    }

    #[test]
    fn pss_is_found_among_its_kin() {
        let rollup = "5500-7fff [rollup]\nRss:  900 kB\nPss:     123 kB\nPss_Anon: 9 kB\n";
        assert_eq!(pss(rollup), 123 * 1024);
        assert_eq!(pss(""), 0);
    }
}
