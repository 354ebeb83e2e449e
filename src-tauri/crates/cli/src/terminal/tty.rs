//! The terminal device: read key by key without an echo, written to, and given back as it was,
//! whatever happens. It knows no question.

use std::{
    fs::OpenOptions,
    io,
    os::{fd::OwnedFd, unix::fs::OpenOptionsExt as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rustix::{
    fs::OFlags,
    io::Errno,
    termios::{
        LocalModes, OptionalActions, QueueSelector, SpecialCodeIndex, Termios, tcflush, tcgetattr,
        tcgetwinsize, tcsetattr,
    },
};
use tokio::io::unix::AsyncFd;
use zeroize::Zeroizing;

use crate::terminal::typing::{Echo, Typed, Typing};

/// What is said when a question goes away by itself.
const TAKEN_BACK: &str = "\nThe question was taken back: the call or the server ended, or the time \
    for an answer is over.\n";

/// How the terminal was before we changed it, for as long as it is changed; clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Before(Arc<Mutex<Option<Changed>>>);

#[derive(Debug)]
struct Changed {
    device: Arc<OwnedFd>,
    was: Termios,
}

/// The terminal while it asks. Dropping it gives it back, and says that the question is gone.
#[derive(Debug)]
pub(crate) struct Tty {
    device: AsyncFd<Arc<OwnedFd>>,
    before: Before,
    /// Typed and not yet read by anybody.
    ahead: Zeroizing<Vec<u8>>,
}

impl Before {
    /// Gives the terminal back. What was typed and not read goes: it was not for the next program.
    pub(crate) fn give_back(&self, last: &str) {
        let Some(Changed { device, was }) = self.changed().take() else { return };
        // A terminal that is gone needs neither.
        rustix::io::write(&device, last.as_bytes()).ok();
        tcsetattr(&device, OptionalActions::Flush, &was).ok();
    }

    /// The same when all ends while a question is open.
    pub(crate) fn take_back(&self) {
        self.give_back(TAKEN_BACK);
    }

    fn changed(&self) -> MutexGuard<'_, Option<Changed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether this process has a terminal, whatever its standard streams are.
pub(crate) fn is_there() -> bool {
    open().is_ok()
}

fn open() -> io::Result<OwnedFd> {
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let flags = i32::try_from(flags.bits()).map_err(io::Error::other)?;
    let file = OpenOptions::new().read(true).write(true).custom_flags(flags).open("/dev/tty")?;
    let device = OwnedFd::from(file);
    tcgetattr(&device)?;
    Ok(device)
}

impl Tty {
    /// Takes the terminal. What was typed before is forgotten: it was meant for something else.
    ///
    /// # Errors
    /// There is none, or it cannot be used.
    pub(crate) fn take(before: &Before) -> io::Result<Self> {
        let device = Arc::new(open()?);
        let was = tcgetattr(&device)?;
        let mut modes = was.clone();
        modes.local_modes -=
            LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN;
        modes.special_codes[SpecialCodeIndex::VMIN] = 1;
        modes.special_codes[SpecialCodeIndex::VTIME] = 0;
        let tty = Self {
            device: watched(Arc::clone(&device))?,
            before: before.clone(),
            ahead: Zeroizing::default(),
        };
        *before.changed() = Some(Changed { device: Arc::clone(&device), was });
        tcsetattr(&device, OptionalActions::Flush, &modes)?;
        Ok(tty)
    }

    /// The question is over: gives the terminal back without a word.
    pub(crate) fn done(self) {
        self.before.give_back("");
    }

    /// How many columns it has.
    pub(crate) fn width(&self) -> usize {
        let size = tcgetwinsize(self.device.get_ref()).ok();
        size.map(|it| usize::from(it.ws_col)).filter(|it| *it > 0).unwrap_or(80)
    }

    /// Writes.
    ///
    /// # Errors
    /// As the system has it.
    pub(crate) async fn say(&self, text: &[u8]) -> io::Result<()> {
        let mut rest = text;
        while !rest.is_empty() {
            let mut ready = self.device.writable().await?;
            let wrote = ready.try_io(|it| Ok(rustix::io::write(it.get_ref(), rest)?));
            if let Ok(wrote) = wrote {
                rest = rest.get(wrote?..).unwrap_or_default();
            }
        }
        Ok(())
    }

    /// Waits for what is typed.
    ///
    /// # Errors
    /// As the system has it; `UnexpectedEof` when the terminal went away.
    pub(crate) async fn hear(&mut self, echo: Echo) -> io::Result<Typed> {
        let mut typing = Typing::new(echo);
        loop {
            while !self.ahead.is_empty() {
                let typed = typing.hear(self.ahead.remove(0));
                self.say(&typing.shows()).await?;
                if let Some(typed) = typed {
                    return self.alone(echo, typed);
                }
            }
            let mut ready = self.device.readable().await?;
            let mut room = Zeroizing::new([0; 1024]);
            let Ok(read) = ready.try_io(|it| read(it.get_ref(), &mut *room)) else { continue };
            self.ahead.extend_from_slice(room.get(..read?).unwrap_or_default());
        }
    }

    /// A hidden line with others right behind it was pasted: the rest of a secret must neither
    /// answer nor be seen at the next prompt.
    fn alone(&mut self, echo: Echo, typed: Typed) -> io::Result<Typed> {
        if echo != Echo::Hidden {
            return Ok(typed);
        }
        let mut room = Zeroizing::new([0; 1024]);
        let more = match rustix::io::read(self.device.get_ref(), &mut *room) {
            Ok(more) => more,
            Err(Errno::AGAIN) => 0,
            Err(problem) => return Err(problem.into()),
        };
        if self.ahead.is_empty() && more == 0 {
            return Ok(typed);
        }
        self.ahead = Zeroizing::default();
        tcflush(self.device.get_ref(), QueueSelector::IFlush)?;
        Ok(Typed::Spoiled)
    }
}

#[expect(
    deprecated,
    reason = "its fault is of types that do not keep their descriptor; this one owns it"
)]
fn watched(device: Arc<OwnedFd>) -> io::Result<AsyncFd<Arc<OwnedFd>>> {
    AsyncFd::new(device)
}

impl Drop for Tty {
    fn drop(&mut self) {
        self.before.take_back();
    }
}

fn read(device: &OwnedFd, room: &mut [u8]) -> io::Result<usize> {
    match rustix::io::read(device, room)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        read => Ok(read),
    }
}
