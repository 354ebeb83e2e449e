//! The least that a call can cost: a line into one pipe, a line out of another, on one thread. It
//! reads no JSON.

use std::{
    io::{self, BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use bench::job::{Era, Job};
use serde_json::Value;

use crate::error::Error;

pub(crate) const NAME: &str = "bare loop";

/// A server and its pipes.
pub(crate) struct Bare {
    child: Child,
    /// `None` once it is closed.
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    era: Era,
}

impl Bare {
    pub(crate) fn start(server: &Path, era: Era) -> Result<Self, Error> {
        let mut child = Command::new(server)
            .args(["--era", &era.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(Error::Server)?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().ok_or_else(broken)?;
        Ok(Self { child, stdin, stdout: BufReader::with_capacity(64 << 10, stdout), era })
    }

    pub(crate) fn calls(
        &mut self,
        job: Job,
        first: u64,
        count: u64,
    ) -> Result<Vec<Duration>, Error> {
        let mut times = Vec::new();
        let mut answer = Vec::new();
        for n in first..first + count {
            let request = job.line(self.era, n);
            answer.clear();
            let began = Instant::now();
            self.stdin.as_mut().ok_or_else(broken)?.write_all(&request).map_err(Error::Server)?;
            self.stdout.read_until(b'\n', &mut answer).map_err(Error::Server)?;
            times.push(began.elapsed());
            if read(&answer) != Some((n, job.expected(n))) {
                return Err(Error::Wrong { contender: NAME, call: n });
            }
        }
        Ok(times)
    }

    /// One thread writes all, the other reads all: pipes are too small for taking turns.
    pub(crate) fn crowd(&mut self, first: u64, count: u64) -> Result<(Duration, usize), Error> {
        let requests: Vec<_> =
            (first..first + count).map(|n| Job::Echo.line(self.era, n)).collect();
        let stdin = self.stdin.as_mut().ok_or_else(broken)?;
        let stdout = &mut self.stdout;
        let mut answers = vec![Vec::new(); requests.len()];
        let began = Instant::now();
        let written: io::Result<()> = std::thread::scope(|scope| {
            let writer = scope.spawn(|| requests.iter().try_for_each(|it| stdin.write_all(it)));
            for answer in &mut answers {
                stdout.read_until(b'\n', answer)?;
            }
            writer.join().unwrap_or_else(|_| Err(io::ErrorKind::BrokenPipe.into()))
        });
        let time = began.elapsed();
        written.map_err(Error::Server)?;
        let numbered = answers.iter().zip(first..);
        let right = numbered.filter(|(it, n)| read(it) == Some((*n, Job::Echo.expected(*n))));
        Ok((time, right.count()))
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        // It ends with its stdin.
        self.stdin = None;
        self.child.wait().ok();
    }
}

/// The id and the text of an answer.
fn read(line: &[u8]) -> Option<(u64, String)> {
    let answer: Value = serde_json::from_slice(line).ok()?;
    let text = answer.pointer("/result/content/0/text")?.as_str()?.to_owned();
    Some((answer.get("id")?.as_u64()?, text))
}

fn broken() -> Error {
    Error::Server(io::ErrorKind::BrokenPipe.into())
}
