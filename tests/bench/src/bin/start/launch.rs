//! One start of the app: begun, watched until nothing changes, weighed and ended.

use std::{
    io,
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use rustix::process::{Pid, PidfdFlags, Signal, kill_process, kill_process_group, pidfd_open};

use crate::{
    error::Error,
    memory::Memory,
    picture::Picture,
    screen::{Screen, Seen},
    wait,
};

/// A start is watched for so long after its process began.
const WATCHED: Duration = Duration::from_secs(10);
/// When nothing has changed for so long, the page stays as it is.
const CALM: Duration = Duration::from_secs(2);
/// A page that never comes to rest is remembered in so many pictures.
const MOST_PICTURES: usize = 200;
/// How long the app may take to end its servers and itself.
const ENDING: Duration = Duration::from_secs(15);

/// How to start it.
pub(crate) struct Launch<'a> {
    pub(crate) app: &'a Path,
    pub(crate) data_dir: &'a Path,
    pub(crate) screen: &'a Screen,
}

/// What was seen of one start; times since the process began.
pub(crate) struct Sight {
    /// The window was there.
    pub(crate) mapped: Duration,
    /// Something was painted on it.
    pub(crate) painted: Duration,
    /// Almost everything was there that stayed.
    pub(crate) whole: Duration,
    pub(crate) memory: Memory,
    first: Picture,
    last: Picture,
}

impl Launch<'_> {
    /// Starts it and ends it again.
    pub(crate) fn once(&self) -> Result<Sight, Error> {
        let began = Instant::now();
        let mut running = Running::start(self.app, self.data_dir)?;
        let seen = self.watch(began);
        let memory = Memory::of(running.child.id()).map_err(Error::Memory);
        running.end()?;
        let (mapped, pictures) = seen?;
        sight(mapped, &pictures, memory?)
    }

    /// When the window came, and every picture of it from then on.
    fn watch(&self, began: Instant) -> Result<(Duration, Vec<(Duration, Picture)>), Error> {
        let end = began + WATCHED;
        let mut window = None;
        let mut pictures: Vec<(Duration, Picture)> = Vec::new();
        loop {
            let calm = if pictures.is_empty() { end } else { end.min(Instant::now() + CALM) };
            match self.screen.look(calm)? {
                Seen::Window(found) if window.is_none() => window = Some((found, began.elapsed())),
                Seen::Window(_) => {}
                Seen::Nothing => break,
                Seen::Change => {
                    let at = began.elapsed();
                    let Some((window, _)) = window else { continue };
                    let Some(picture) = self.screen.picture(window)? else { continue };
                    if !pictures.is_empty() || picture.is_painted() {
                        pictures.truncate(MOST_PICTURES - 1);
                        pictures.push((at, picture));
                    }
                }
            }
            if Instant::now() >= end {
                break;
            }
        }
        window.map(|(_, mapped)| (mapped, pictures)).ok_or(Error::Unpainted(WATCHED))
    }
}

fn sight(
    mapped: Duration,
    pictures: &[(Duration, Picture)],
    memory: Memory,
) -> Result<Sight, Error> {
    let (Some((painted, first)), Some((_, last))) = (pictures.first(), pictures.last()) else {
        return Err(Error::Unpainted(WATCHED));
    };
    let whole = pictures.iter().find(|(_, it)| it.shows_most_of(last)).map(|(at, _)| *at);
    let (first, last) = (first.clone(), last.clone());
    Ok(Sight { mapped, painted: *painted, whole: whole.unwrap_or(WATCHED), memory, first, last })
}

impl Sight {
    /// Leaves the pictures in `folder`.
    pub(crate) fn keep(&self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        self.first.keep(&folder.join("first.ppm"))?;
        self.last.keep(&folder.join("last.ppm"))
    }
}

/// The app while it runs; its group goes with it.
struct Running {
    child: Child,
}

impl Running {
    fn start(app: &Path, data_dir: &Path) -> Result<Self, Error> {
        let child = Command::new(app)
            .arg("--data-dir")
            .arg(data_dir)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(|source| Error::Run { program: app.display().to_string(), source })?;
        Ok(Self { child })
    }

    /// Asks it to end, and waits until it has.
    fn end(&mut self) -> Result<(), Error> {
        if let Ok(Some(status)) = self.child.try_wait() {
            return Err(Error::Ended(status));
        }
        let id = Pid::from_child(&self.child);
        let told = pidfd_open(id, PidfdFlags::empty())
            .and_then(|process| kill_process(id, Signal::TERM).map(|()| process));
        match told.and_then(|process| wait::news(&process, ENDING)) {
            Ok(true) => {
                self.child.wait().ok();
                Ok(())
            }
            Ok(false) | Err(_) => Err(Error::Stayed(ENDING)),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            kill_process_group(Pid::from_child(&self.child), Signal::KILL).ok();
            self.child.wait().ok();
        }
    }
}
