//! Tells whether a package runner still fetches what it shall run; it knows no protocol.

use std::{path::Path, time::Duration};

use crate::settings::Launch;

/// How often a runner is looked at.
const LOOK: Duration = Duration::from_millis(500);

/// A program that fetches a package before it runs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Runner {
    /// It starts the server as its child.
    Parent,
    /// It becomes the server, so that nothing is to be seen before the first byte.
    Becomes,
}

impl Runner {
    /// What is run by `launch`, judged by the names.
    pub(crate) fn of(launch: &Launch) -> Option<Self> {
        let name = Path::new(&launch.program).file_stem()?.to_str()?.to_ascii_lowercase();
        let mut words =
            launch.args.iter().map(|arg| arg.reveal()).filter(|arg| !arg.starts_with('-'));
        let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        match (name.as_str(), first, second) {
            ("npx" | "uvx" | "bunx" | "pnpx", _, _)
            | ("npm", "exec" | "x", _)
            | ("pnpm", "dlx", _)
            | ("yarn", "dlx", _)
            | ("bun", "x", _)
            | ("uv", "tool", "run")
            | ("uv", "run", _) => Some(Self::Parent),
            ("pipx", "run", _) => Some(Self::Becomes),
            _ => None,
        }
    }

    /// Waits until it has a child that stays: some runners ask an interpreter for its version on
    /// the way. Where children cannot be seen, it waits for ever; the first byte on stdout tells
    /// then.
    pub(crate) async fn has_started(self, pid: u32) {
        if self == Self::Becomes || children(pid).is_none() {
            std::future::pending::<()>().await;
        }
        let mut looks = tokio::time::interval(LOOK);
        let mut before: Vec<u32> = Vec::new();
        loop {
            looks.tick().await;
            // One that is gone has ended, which others will tell.
            let Some(now) = children(pid) else { return };
            if now.iter().any(|child| before.contains(child)) {
                return;
            }
            before = now;
        }
    }
}

/// The children of a process; `None` where the system does not say.
#[cfg(target_os = "linux")]
fn children(pid: u32) -> Option<Vec<u32>> {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).ok()?;
    let mut said = None;
    for thread in threads.flatten() {
        if let Ok(children) = std::fs::read_to_string(thread.path().join("children")) {
            let found = children.split_whitespace().filter_map(|child| child.parse::<u32>().ok());
            said.get_or_insert_with(Vec::new).extend(found);
        }
    }
    said
}

#[cfg(not(target_os = "linux"))]
fn children(_pid: u32) -> Option<Vec<u32>> {
    None
}

#[cfg(test)]
mod tests {
    use stdx::secret::Secret;

    use super::*;

    fn runner(line: &str) -> Option<Runner> {
        let mut words = line.split(' ');
        let program = words.next().unwrap_or_default().into();
        Runner::of(&Launch {
            program,
            args: words.map(Secret::from).collect(),
            env: vec![],
            cwd: None,
        })
    }

    #[test]
    fn a_package_runner_is_known_by_its_name() {
        for line in [
            "npx -y pkg",
            "/usr/bin/npx pkg",
            "npx.cmd pkg",
            "uvx pkg",
            "uv tool run pkg",
            "uv run --with a s.py",
            "npm exec -y pkg",
            "pnpm dlx pkg",
            "yarn dlx pkg",
            "bunx pkg",
            "bun x pkg",
        ] {
            assert_eq!(runner(line), Some(Runner::Parent), "{line}");
        }
        assert_eq!(runner("pipx run pkg"), Some(Runner::Becomes));
        for line in ["node server.js", "npm start", "uv pip install x", "python3 npx", "pnpm start"]
        {
            assert_eq!(runner(line), None, "{line}");
        }
    }
}
