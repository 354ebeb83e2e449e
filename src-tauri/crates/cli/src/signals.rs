//! The signals that ask a command to end, of which each leaves the terminal as it was.

use std::io;

use app::wire::failure::{Code, Failure as AppFailure};

use crate::failure::Failure;

/// SIGINT, SIGTERM, SIGHUP and SIGQUIT, from [`Signals::listen`] on: one that comes while nobody waits is heard
/// by who waits next.
#[derive(Debug)]
pub(crate) struct Signals(io::Result<Heard>);

#[cfg(unix)]
#[derive(Debug)]
struct Heard {
    hangup: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
    quit: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(not(unix))]
#[derive(Debug)]
struct Heard;

impl Signals {
    /// Listens from now on; they end the process no more by themselves.
    pub(crate) fn listen() -> Self {
        Self(Heard::from_now_on())
    }

    /// Waits for the next one.
    pub(crate) async fn next(&mut self) -> Result<(), Failure> {
        let heard = match &mut self.0 {
            Ok(heard) => heard.next().await,
            Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
        };
        heard.map_err(|error| {
            AppFailure::new(Code::Internal, format!("cannot wait for signals: {error}")).into()
        })
    }
}

#[cfg(unix)]
impl Heard {
    fn from_now_on() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            hangup: signal(SignalKind::hangup())?,
            interrupt: signal(SignalKind::interrupt())?,
            quit: signal(SignalKind::quit())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    async fn next(&mut self) -> io::Result<()> {
        tokio::select! {
            _ = self.hangup.recv() => {}
            _ = self.interrupt.recv() => {}
            _ = self.quit.recv() => {}
            _ = self.terminate.recv() => {}
        }
        Ok(())
    }
}

#[cfg(not(unix))]
impl Heard {
    fn from_now_on() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) -> io::Result<()> {
        tokio::signal::ctrl_c().await
    }
}
