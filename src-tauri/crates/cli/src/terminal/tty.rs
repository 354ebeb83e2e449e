//! The terminal device: read key by key without an echo, written to, and given back as it was,
//! whatever happens. It knows no question.

use std::{
    fs::OpenOptions,
    io,
    os::{fd::OwnedFd, unix::fs::OpenOptionsExt as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use rustix::{
    fs::OFlags,
    process::{Signal as Number, kill_current_process_group},
    termios::{
        LocalModes, OptionalActions, QueueSelector, SpecialCodeIndex, Termios, tcflush, tcgetattr,
        tcgetwinsize, tcsetattr,
    },
};
use stdx::tasks::Tasks;
use tokio::{
    io::unix::AsyncFd,
    runtime::Handle,
    signal::unix::{Signal, SignalKind, signal},
    sync::watch,
    time::{sleep, timeout},
};
use zeroize::Zeroizing;

use crate::terminal::typing::{Echo, Typed, Typing};

/// What is said when a question goes away by itself.
const TAKEN_BACK: &str = "\nThe question was taken back: the call or the server ended, or the time \
    for an answer is over. What you type on goes nowhere.\n";
/// Who types for a question that is gone has stopped when nothing came for so long.
const LULL: Duration = Duration::from_millis(1_200);
/// Nobody types for one that is gone for longer.
const LONGEST_LULL: Duration = Duration::from_secs(10);
/// Ctrl+C and Ctrl+\.
const LEAVES: [u8; 2] = [0x03, 0x1c];

/// Ctrl+Z.
const SUSPEND: u8 = 0x1a;
/// Whoever cannot be woken is not stopped by the system, and goes on after this.
const STOPS: Duration = Duration::from_millis(300);
/// The parts of a text that is pasted come faster than this, and what a person types does not.
const PASTED: Duration = Duration::from_millis(30);
/// What is pasted without an end is not read to its end.
const PASTE_LIMIT: Duration = Duration::from_secs(1);

/// How the terminal was before we changed it, for as long as it is changed; clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Before {
    hands: Arc<Mutex<Hands>>,
    /// Whether somebody may still be typing for a question that is gone.
    lull: Arc<watch::Sender<bool>>,
}

#[derive(Debug, Default)]
struct Hands {
    changed: Option<Changed>,
    /// Waits for the end of that typing.
    lull: Option<Tasks>,
    /// All ends: nobody changes it any more.
    over: bool,
}

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
    /// When we were stopped and go on.
    woken: Signal,
}

impl Before {
    /// Gives the terminal back. What was typed and not read goes: it was not for the next program.
    pub(crate) fn give_back(&self, last: &str) {
        // Held until it is given back: who comes second may end the program right after.
        let mut hands = self.hands();
        let Some(Changed { device, was }) = hands.changed.take() else { return };
        // A terminal that is gone needs neither.
        tcsetattr(&device, OptionalActions::Flush, &was).ok();
        rustix::io::write(&device, last.as_bytes()).ok();
    }

    /// A question goes by itself. Who is typing for it cannot stop at once, and it must be neither
    /// seen nor read by who asks next: the terminal is given back when they pause.
    fn take_back(&self, device: &OwnedFd) {
        let mut hands = self.hands();
        if hands.changed.is_none() {
            return;
        }
        let typed = rustix::io::dup(device).map_err(io::Error::from);
        let typed = typed.and_then(|it| watched(Arc::new(it)));
        let (Ok(typed), Ok(_), false) = (typed, Handle::try_current(), hands.over) else {
            drop(hands);
            return self.give_back(TAKEN_BACK);
        };
        rustix::io::write(device, TAKEN_BACK.as_bytes()).ok();
        self.lull.send_replace(true);
        let before = self.clone();
        let mut lull = Tasks::new();
        lull.spawn(async move {
            let left = timeout(LONGEST_LULL, until_silent(&typed)).await.is_ok_and(|it| it);
            before.give_back("");
            before.lull.send_replace(false);
            if left {
                // As the terminal has it where no question is asked.
                kill_current_process_group(Number::INT).ok();
            }
        });
        hands.lull = Some(lull);
    }

    /// Returns when nobody types any more for a question that is gone.
    pub(crate) async fn quiet(&self) {
        // We hold the sender.
        self.lull.subscribe().wait_for(|it| !*it).await.ok();
    }

    /// Gives it back when all ends. A question that comes in this moment does not take it any more:
    /// the program might end before it is given back.
    pub(crate) fn end(&self) {
        let lull = {
            let mut hands = self.hands();
            hands.over = true;
            hands.lull.take()
        };
        // It said so already.
        self.give_back(if *self.lull.borrow() { "" } else { TAKEN_BACK });
        drop(lull);
    }

    fn hands(&self) -> MutexGuard<'_, Hands> {
        self.hands.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads what is typed until nothing more comes, or a key that leaves the command: then `true`.
async fn until_silent(device: &AsyncFd<Arc<OwnedFd>>) -> bool {
    let mut typed = Zeroizing::default();
    while let Ok(Ok(())) = timeout(LULL, read_more(device, &mut typed)).await {
        if typed.iter().any(|it| LEAVES.contains(it)) {
            return true;
        }
        typed = Zeroizing::default();
    }
    false
}

/// Whether this process has a terminal, whatever its standard streams are.
pub(crate) fn is_there() -> bool {
    open().is_ok()
}

/// Forgets what was typed and that nobody has read: it was typed into nothing, and is none of the
/// shell's.
pub(crate) fn forget_typed() {
    if let Ok(device) = open() {
        tcflush(&device, QueueSelector::IFlush).ok();
    }
}

/// Writes words of ours while nothing is asked. `false`: there is no terminal, or it does not take
/// them.
pub(crate) fn note(words: &str) -> bool {
    let line = format!("{words}\n");
    let written = open().and_then(|device| Ok(rustix::io::write(&device, line.as_bytes())?));
    written.is_ok_and(|it| it == line.len())
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
        let tty = Self {
            device: watched(Arc::clone(&device))?,
            before: before.clone(),
            ahead: Zeroizing::default(),
            woken: signal(SignalKind::from_raw(Number::CONT.as_raw()))?,
        };
        tty.change()?;
        Ok(tty)
    }

    /// Has keys come as they are pressed and unseen. Whatever shell had it meanwhile, it is given
    /// back as it was at first.
    fn change(&self) -> io::Result<()> {
        let device = self.device.get_ref();
        let mut hands = self.before.hands();
        if hands.over {
            return Err(io::ErrorKind::NotConnected.into());
        }
        let was = match hands.changed.take() {
            Some(it) => it.was,
            None => tcgetattr(device)?,
        };
        let mut modes = was.clone();
        modes.local_modes -=
            LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN;
        modes.special_codes[SpecialCodeIndex::VMIN] = 1;
        modes.special_codes[SpecialCodeIndex::VTIME] = 0;
        hands.changed = Some(Changed { device: Arc::clone(device), was });
        Ok(tcsetattr(device, OptionalActions::Flush, &modes)?)
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

    /// Waits for what is typed. `None`: the program was stopped meanwhile, and the prompt is to be
    /// shown again.
    ///
    /// # Errors
    /// As the system has it; `UnexpectedEof` when the terminal went away.
    pub(crate) async fn hear(&mut self, echo: Echo) -> io::Result<Option<Typed>> {
        let mut typing = Typing::new(echo);
        loop {
            while !self.ahead.is_empty() {
                let byte = self.ahead.remove(0);
                if byte == SUSPEND {
                    self.suspend().await?;
                    return Ok(None);
                }
                let typed = typing.hear(byte);
                self.say(&typing.shows()).await?;
                if let Some(typed) = typed {
                    return self.alone(typed).await.map(Some);
                }
            }
            tokio::select! {
                more = read_more(&self.device, &mut self.ahead) => more?,
                // Somebody else stopped us, and the shell has changed the terminal since.
                _ = self.woken.recv() => {
                    self.ahead = Zeroizing::default();
                    self.change()?;
                    return Ok(None);
                }
            }
        }
    }

    /// Ctrl+Z: the shell gets the terminal as it was, and we take it again when we are woken. What
    /// was half typed is forgotten.
    async fn suspend(&mut self) -> io::Result<()> {
        self.ahead = Zeroizing::default();
        let was = self.before.hands().changed.as_ref().map(|it| it.was.clone());
        self.before.give_back("\n");
        kill_current_process_group(Number::TSTP)?;
        tokio::select! {
            _ = self.woken.recv() => {}
            () = sleep(STOPS) => {}
        }
        // Not as it is now: a shell may have it as its own line is typed.
        if let Some(was) = was {
            let device = Arc::clone(self.device.get_ref());
            self.before.hands().changed = Some(Changed { device, was });
        }
        self.change()
    }

    /// A line with others right behind it was pasted: the rest of it must neither answer the next
    /// prompt nor be seen there. Behind a key that leaves the question, nothing more is meant for it.
    async fn alone(&mut self, typed: Typed) -> io::Result<Typed> {
        match typed {
            Typed::Line(_) | Typed::Spoiled => {}
            Typed::Hide => return Ok(typed),
            Typed::Cancel | Typed::Decline | Typed::Quit => {
                self.ahead = Zeroizing::default();
                return Ok(typed);
            }
        }
        if self.ahead.is_empty() {
            match timeout(PASTED, read_more(&self.device, &mut self.ahead)).await {
                Ok(more) => more?,
                Err(_) => return Ok(typed),
            }
        }
        // Nothing but another end of the line, as texts of other systems have it.
        if matches!(self.ahead.as_slice(), b"\n" | b"\r") {
            self.ahead = Zeroizing::default();
            match timeout(PASTED, read_more(&self.device, &mut self.ahead)).await {
                Ok(more) => more?,
                Err(_) => return Ok(typed),
            }
        }
        let rest = async {
            while let Ok(more) = timeout(PASTED, read_more(&self.device, &mut self.ahead)).await {
                more?;
                self.ahead = Zeroizing::default();
            }
            Ok::<_, io::Error>(())
        };
        if let Ok(more) = timeout(PASTE_LIMIT, rest).await {
            more?;
        }
        self.ahead = Zeroizing::default();
        tcflush(self.device.get_ref(), QueueSelector::IFlush)?;
        Ok(Typed::Spoiled)
    }
}

/// Waits for more that is typed.
async fn read_more(
    device: &AsyncFd<Arc<OwnedFd>>,
    ahead: &mut Zeroizing<Vec<u8>>,
) -> io::Result<()> {
    loop {
        let mut ready = device.readable().await?;
        let mut room = Zeroizing::new([0; 1024]);
        let Ok(read) = ready.try_io(|it| read(it.get_ref(), &mut *room)) else { continue };
        ahead.extend_from_slice(room.get(..read?).unwrap_or_default());
        return Ok(());
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
        self.before.take_back(self.device.get_ref());
    }
}

fn read(device: &OwnedFd, room: &mut [u8]) -> io::Result<usize> {
    match rustix::io::read(device, room)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        read => Ok(read),
    }
}

#[cfg(test)]
mod tests {
    use std::{
        hint, iter,
        sync::atomic::{AtomicU32, Ordering},
        thread,
    };

    use rustix::pty::{OpenptFlags, grantpt, openpt, unlockpt};

    use super::*;

    /// HOST-50. The task that asked and the end of the program do it at once, and the program ends
    /// when its own half returns.
    #[test]
    fn whoever_gives_the_terminal_back_returns_when_it_is_given_back() {
        let device = Arc::new(openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap());
        grantpt(&*device).and_then(|()| unlockpt(&*device)).unwrap();
        let was = tcgetattr(&*device).unwrap();
        for _ in 0..2_000 {
            let before = Before::default();
            let mut modes = was.clone();
            modes.local_modes -= LocalModes::ECHO;
            tcsetattr(&*device, OptionalActions::Now, &modes).unwrap();
            let changed = Changed { device: Arc::clone(&device), was: was.clone() };
            before.hands().changed = Some(changed);
            // A barrier wakes one after the other, and that one is then too late to meet it.
            let there = AtomicU32::new(0);
            let gives = || {
                there.fetch_add(1, Ordering::AcqRel);
                iter::repeat_with(hint::spin_loop).find(|()| there.load(Ordering::Acquire) == 2);
                before.end();
                tcgetattr(&*device).unwrap().local_modes.contains(LocalModes::ECHO)
            };
            let given = thread::scope(|it| {
                let other = it.spawn(gives);
                (gives(), other.join().unwrap())
            });
            assert_eq!(given, (true, true));
        }
    }

    /// HOST-50: a question may come while the program ends.
    #[tokio::test]
    async fn nobody_takes_the_terminal_once_all_ends() {
        let device = Arc::new(openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap());
        grantpt(&*device).and_then(|()| unlockpt(&*device)).unwrap();
        let was = tcgetattr(&*device).unwrap();
        let before = Before::default();
        let tty = Tty {
            device: watched(Arc::clone(&device)).unwrap(),
            before: before.clone(),
            ahead: Zeroizing::default(),
            woken: signal(SignalKind::from_raw(Number::CONT.as_raw())).unwrap(),
        };
        tty.change().unwrap();
        assert!(!tcgetattr(&*device).unwrap().local_modes.contains(LocalModes::ECHO));
        before.end();
        assert_eq!(tty.change().unwrap_err().kind(), io::ErrorKind::NotConnected);
        assert_eq!(tcgetattr(&*device).unwrap().local_modes, was.local_modes);
    }
}
