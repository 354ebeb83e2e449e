//! The signals by which the machine asks the process to end; it knows nothing that would end.

/// SIGTERM and SIGINT, from [`Signals::listen`] on: one that comes while nobody waits is heard by who
/// waits next.
#[derive(Debug)]
pub(crate) struct Signals(Option<Heard>);

#[cfg(unix)]
#[derive(Debug)]
struct Heard {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(not(unix))]
#[derive(Debug)]
struct Heard;

impl Signals {
    /// Listens from now on; they end the process no more by themselves.
    pub(crate) fn listen() -> Self {
        Self(Heard::from_now_on())
    }

    /// Returns with the next one; never where they cannot be heard.
    pub(crate) async fn next(&mut self) {
        match &mut self.0 {
            Some(heard) => heard.next().await,
            None => std::future::pending().await,
        }
    }
}

#[cfg(unix)]
impl Heard {
    fn from_now_on() -> Option<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let terminate = signal(SignalKind::terminate()).ok()?;
        let interrupt = signal(SignalKind::interrupt()).ok()?;
        Some(Self { terminate, interrupt })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

#[cfg(not(unix))]
impl Heard {
    fn from_now_on() -> Option<Self> {
        Some(Self)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::{process::Command, time::Duration};

    use tokio::time::timeout;

    use super::*;

    /// Sends one to this process, and returns when it was sent.
    fn send(signal: &str) {
        let pid = std::process::id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    }

    #[tokio::test]
    async fn one_that_comes_while_nobody_waits_is_heard_by_who_waits_next() {
        let mut signals = Signals::listen();
        for signal in ["-TERM", "-INT", "-TERM"] {
            send(signal);
            let heard = timeout(Duration::from_secs(10), signals.next()).await;
            assert!(heard.is_ok(), "{signal} was not heard");
        }
    }
}
