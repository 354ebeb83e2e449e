//! The least that a call can cost: bytes into one pipe or socket, bytes out of it, on one thread. It
//! reads no JSON while the time runs.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    error::Error,
    job::{Era, Job, MODERN, hello},
    plan::{Door, Plan},
};

/// What it is called.
pub const NAME: &str = "bare loop";

/// A way to a server.
pub struct Bare {
    /// Where it is a process of ours.
    child: Option<Child>,
    /// `None` once it is closed.
    writer: Option<Box<dyn Write + Send>>,
    reader: Reader,
    envelope: Envelope,
    era: Era,
    /// Of the list.
    pages: usize,
}

/// What is written around a message.
enum Envelope {
    /// A line of its own.
    Line,
    /// The head of a request, up to what differs.
    Http(String),
}

/// The other direction.
struct Reader {
    source: BufReader<Box<dyn Read + Send>>,
    is_http: bool,
    /// Used again and again.
    line: String,
    /// What the server called the session.
    session: Option<String>,
}

impl Bare {
    /// Goes through this door, and says hello where nothing can be asked without it.
    ///
    /// # Errors
    /// [`Error::Server`]
    pub fn start(door: &Door, plan: &Plan) -> Result<Self, Error> {
        let pages = plan.tools.div_ceil(plan.page.max(1));
        match door {
            Door::Process(program, args) => {
                let mut child = Command::new(program)
                    .args(args)
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .stderr(Stdio::null())
                    .spawn()
                    .map_err(Error::Server)?;
                let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
                let stdout = stdout.ok_or_else(Error::broken)?;
                Ok(Self {
                    child: Some(child),
                    writer: stdin.map(|it| Box::new(it) as Box<dyn Write + Send>),
                    reader: Reader::new(Box::new(stdout), false),
                    envelope: Envelope::Line,
                    era: plan.era,
                    pages,
                })
            }
            Door::Port(port, _) => Self::connect(*port, plan.era, pages).map_err(Error::Server),
        }
    }

    fn connect(port: u16, era: Era, pages: usize) -> io::Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_nodelay(true)?;
        let head = format!(
            "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nuser-agent: bare\r\n\
             accept: application/json, text/event-stream\r\ncontent-type: application/json\r\n"
        );
        let mut bare = Self {
            child: None,
            writer: Some(Box::new(stream.try_clone()?)),
            reader: Reader::new(Box::new(stream), true),
            envelope: Envelope::Http(head),
            era,
            pages,
        };
        if era == Era::Legacy {
            bare.meet()?;
        }
        Ok(bare)
    }

    /// Says hello.
    ///
    /// # Errors
    /// Where the server does not answer.
    pub fn meet(&mut self) -> io::Result<()> {
        let (method, hello) = hello(self.era, 1);
        let hello = self.envelope.around(hello, self.era, method, None);
        let mut answer = Vec::new();
        self.writer.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write_all(&hello)?;
        self.reader.take(&mut answer)?;
        if let (Envelope::Http(head), Some(session)) = (&mut self.envelope, &self.reader.session) {
            let version = "mcp-protocol-version: 2025-11-25";
            *head = format!("{head}{version}\r\nmcp-session-id: {session}\r\n");
        }
        Ok(())
    }

    /// Makes calls one after another.
    ///
    /// # Errors
    /// [`Error::Server`] and [`Error::Wrong`].
    pub fn calls(&mut self, job: Job, first: u64, count: u64) -> Result<Vec<Duration>, Error> {
        let mut times = Vec::new();
        let pages = if matches!(job, Job::List(_)) { self.pages } else { 1 };
        let mut answers = vec![Vec::new(); pages];
        for n in first..first + count {
            let requests: Vec<_> = (0..pages).map(|page| self.request(job, n, page)).collect();
            let writer = self.writer.as_mut().ok_or_else(Error::broken)?;
            let began = Instant::now();
            for (request, answer) in requests.iter().zip(&mut answers) {
                writer.write_all(request).map_err(Error::Server)?;
                self.reader.take(answer).map_err(Error::Server)?;
            }
            times.push(began.elapsed());
            if read(job, &answers) != Some((n, job.expected(n))) {
                return Err(Error::Wrong { contender: NAME, call: n });
            }
        }
        Ok(times)
    }

    /// One thread writes all, the other reads all: pipes are too small for taking turns.
    ///
    /// # Errors
    /// [`Error::Server`]
    pub fn crowd(&mut self, first: u64, count: u64) -> Result<(Duration, usize), Error> {
        let requests: Vec<_> =
            (first..first + count).map(|n| self.request(Job::Echo, n, 0)).collect();
        let writer = self.writer.as_mut().ok_or_else(Error::broken)?;
        let reader = &mut self.reader;
        let mut answers = vec![[Vec::new()]; requests.len()];
        let began = Instant::now();
        let written: io::Result<()> = std::thread::scope(|scope| {
            let writer = scope.spawn(|| requests.iter().try_for_each(|it| writer.write_all(it)));
            for [answer] in &mut answers {
                reader.take(answer)?;
            }
            writer.join().unwrap_or_else(|_| Err(io::ErrorKind::BrokenPipe.into()))
        });
        let time = began.elapsed();
        written.map_err(Error::Server)?;
        let numbered = answers.iter().zip(first..);
        let right =
            numbered.filter(|(it, n)| read(Job::Echo, *it) == Some((*n, Job::Echo.expected(*n))));
        Ok((time, right.count()))
    }

    fn request(&self, job: Job, n: u64, page: usize) -> Vec<u8> {
        let message = match job {
            Job::List(_) => job.page(self.era, n, page),
            Job::Echo | Job::Text(_) => job.line(self.era, n),
        };
        self.envelope.around(message, self.era, job.method(), job.tool())
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        // It ends with its stdin.
        self.writer = None;
        if let Some(child) = &mut self.child {
            child.wait().ok();
        }
    }
}

impl Envelope {
    fn around(&self, mut line: Vec<u8>, era: Era, method: &str, name: Option<&str>) -> Vec<u8> {
        let Self::Http(head) = self else { return line };
        line.pop();
        let mut head = head.clone();
        if era == Era::Modern {
            head.push_str(&format!("mcp-protocol-version: {MODERN}\r\nmcp-method: {method}\r\n"));
            if let Some(name) = name {
                head.push_str(&format!("mcp-name: {name}\r\n"));
            }
        }
        let mut request = format!("{head}content-length: {}\r\n\r\n", line.len()).into_bytes();
        request.append(&mut line);
        request
    }
}

impl Reader {
    fn new(source: Box<dyn Read + Send>, is_http: bool) -> Self {
        let source = BufReader::with_capacity(64 << 10, source);
        Self { source, is_http, line: String::new(), session: None }
    }

    /// One answer, without what is around it.
    fn take(&mut self, answer: &mut Vec<u8>) -> io::Result<()> {
        answer.clear();
        if !self.is_http {
            self.source.read_until(b'\n', answer)?;
            return Ok(());
        }
        let mut length = 0;
        loop {
            self.line.clear();
            if self.source.read_line(&mut self.line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let line = self.line.trim_ascii_end();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.parse().map_err(|_| io::ErrorKind::InvalidData)?;
            } else if let Some(value) = line.strip_prefix("mcp-session-id: ") {
                self.session = Some(value.to_owned());
            }
        }
        answer.resize(length, 0);
        self.source.read_exact(answer)
    }
}

/// The id and the text of an answer.
fn read(job: Job, answers: &[Vec<u8>]) -> Option<(u64, String)> {
    let mut listed = 0;
    let mut last = (0, String::new());
    for answer in answers {
        let message = match answer.strip_prefix(b"event: message\ndata: ") {
            Some(event) => event,
            None => answer,
        };
        let answer: Value = serde_json::from_slice(message).ok()?;
        let text = match job {
            Job::List(_) => {
                let tools = answer.pointer("/result/tools")?.as_array()?;
                listed += tools.len();
                Job::listed(listed, tools.last()?.get("name")?.as_str()?)
            }
            Job::Echo | Job::Text(_) => {
                answer.pointer("/result/content/0/text")?.as_str()?.to_owned()
            }
        };
        last = (answer.get("id")?.as_u64()?, text);
    }
    Some(last)
}
