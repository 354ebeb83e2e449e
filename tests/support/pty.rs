//! A command at a terminal of its own, as a person sits at it: what it shows there is read, and
//! keys are pressed. Its output and errors stay apart, as behind pipes.

use std::{
    ffi::OsStr,
    fs::{File, OpenOptions},
    io::{Read as _, Write as _},
    os::{fd::OwnedFd, unix::fs::OpenOptionsExt as _},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use rustix::{
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, Termios, Winsize, tcgetattr, tcsetwinsize},
};

use crate::terminal::Ran;

/// Ten times what anything here should take.
const LIMIT: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(100);

/// Ctrl+C.
pub const CTRL_C: &[u8] = &[0x03];
/// Ctrl+D.
pub const CTRL_D: &[u8] = &[0x04];

/// A command that runs at a terminal.
#[derive(Debug)]
pub struct Seated {
    child: Child,
    keys: File,
    /// Held so that its modes can be looked at when the command is gone.
    device: OwnedFd,
    was: Termios,
    reads: Receiver<Vec<u8>>,
    reader: JoinHandle<()>,
    seen: Vec<u8>,
    /// Up to where it was waited for.
    at: usize,
}

/// What came of it.
#[derive(Debug)]
pub struct Left {
    /// What it gave to its standard streams, and its status.
    pub ran: Ran,
    /// Everything that the terminal showed.
    pub seen: Vec<u8>,
    /// Whether the terminal is as it was before.
    pub as_before: bool,
}

/// The same command without any terminal, not even that of who runs the tests.
pub fn alone(command: &Command) -> Command {
    by_setsid(command, &[])
}

impl Seated {
    /// Starts a command at a new terminal of 80 columns.
    ///
    /// # Panics
    /// When there is none to be had, or the command cannot be started.
    pub fn start(command: &Command) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal is had");
        grantpt(&master).and_then(|()| unlockpt(&master)).expect("it can be used");
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&master, size).expect("it has a size");
        let name = ptsname(&master, Vec::new()).expect("it has a name");
        let name = name.to_str().expect("it is plain");
        let mut options = OpenOptions::new();
        options.read(true).write(true).custom_flags(no_control());
        let slave = options.open(name).expect("it opens");
        let mut command = by_setsid(command, &["--ctty"]);
        command.stdin(slave.try_clone().expect("it can be shared"));
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let child = child.expect("the command starts");
        drop(command);
        let keys = File::from(master);
        let (reads, reader) = read(keys.try_clone().expect("it can be shared"));
        let device = OwnedFd::from(slave);
        let was = tcgetattr(&device).expect("it is a terminal");
        Self { child, keys, device, was, reads, reader, seen: Vec::new(), at: 0 }
    }

    /// Waits until the terminal shows these words, after those that were waited for last.
    ///
    /// # Panics
    /// When it does not.
    pub fn sees(&mut self, words: &str) {
        let until = Instant::now() + LIMIT;
        loop {
            let fresh = self.seen.get(self.at..).unwrap_or_default();
            let found = fresh.windows(words.len()).position(|it| it == words.as_bytes());
            if let Some(found) = found {
                self.at += found + words.len();
                return;
            }
            // What it showed at its end may still be on its way when it has ended.
            let ended = self.child.try_wait().expect("it can be looked at").is_some();
            match self.reads.recv_timeout(PAUSE) {
                Ok(more) => self.seen.extend(more),
                Err(_) if ended || Instant::now() > until => self.complain(words),
                Err(_) => {}
            }
        }
    }

    fn complain(&mut self, words: &str) -> ! {
        let seen = String::from_utf8_lossy(&self.seen);
        let ended = self.child.try_wait().expect("it can be looked at");
        let mut err = String::new();
        if let (Some(_), Some(piped)) = (ended, &mut self.child.stderr) {
            piped.read_to_string(&mut err).expect("it can be read");
        }
        panic!("`{words}` is not shown; ended: {ended:?}\n{err}\n{seen}")
    }

    /// Types a line and presses Enter.
    ///
    /// # Panics
    /// When the terminal is gone.
    pub fn types(&mut self, line: &str) {
        self.presses(format!("{line}\r").as_bytes());
    }

    /// Presses keys.
    ///
    /// # Panics
    /// When the terminal is gone.
    pub fn presses(&mut self, keys: &[u8]) {
        self.keys.write_all(keys).expect("the terminal takes keys");
    }

    /// Whether it shows what is typed.
    ///
    /// # Panics
    /// When the terminal is gone.
    pub fn echoes(&self) -> bool {
        tcgetattr(&self.device).expect("it is there").local_modes.contains(LocalModes::ECHO)
    }

    /// The number of its process.
    pub fn pid(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_child(&self.child)
    }

    /// What came of it, once it has ended.
    ///
    /// # Panics
    /// When it cannot be waited for.
    pub fn leaves(mut self) -> Left {
        let ran = Ran::at_the_end_of(self.child);
        let now = tcgetattr(&self.device).expect("it is there");
        let as_before =
            now.local_modes == self.was.local_modes && now.input_modes == self.was.input_modes;
        // The reader hears of the end when nobody holds the terminal any more.
        drop(self.device);
        self.reader.join().expect("it reads to the end");
        self.seen.extend(self.reads.try_iter().flatten());
        Left { ran, seen: self.seen, as_before }
    }
}

impl Left {
    /// What the terminal showed, as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.seen).into_owned()
    }
}

/// The command in a session of its own, by which it has no terminal but the one it is given.
fn by_setsid(command: &Command, options: &[&str]) -> Command {
    let mut alone = Command::new("setsid");
    alone.args(options).arg("--").arg(command.get_program()).args(command.get_args());
    alone.env_clear();
    let set = command.get_envs().filter_map(|(name, value)| value.map(|it| (name, it)));
    alone.envs(set.collect::<Vec<(&OsStr, &OsStr)>>());
    alone.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    alone
}

/// It must not become the terminal of who runs the tests.
fn no_control() -> i32 {
    rustix::fs::OFlags::NOCTTY.bits().try_into().expect("it is a small number")
}

fn read(mut shown: File) -> (Receiver<Vec<u8>>, JoinHandle<()>) {
    let (say, hear) = channel();
    let reader = std::thread::spawn(move || {
        let mut room = [0; 4096];
        // At the end the system says that the other side is gone.
        while let Ok(read @ 1..) = shown.read(&mut room) {
            say.send(room[..read].to_vec()).ok();
        }
    });
    (hear, reader)
}
