//! Carries frames into the pipe of one process, in order and whole. It knows no process.

use std::{io, sync::Arc, time::Duration};

use tokio::{
    io::AsyncWrite,
    sync::{Mutex, oneshot},
    time::timeout,
};

use crate::{error::Error, hub::Outbox, letter::Trace, pending::Reply, stdio::writer::Writer};

/// How long a request whose pipe broke waits for the news of the server's end.
const NEWS: Duration = Duration::from_secs(1);

/// The writing end of a server's stdin.
#[derive(Debug)]
pub(crate) struct Pipe {
    writer: Mutex<Writer>,
}

impl Pipe {
    /// Writes into `pipe`.
    pub(crate) fn new(pipe: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        Self { writer: Mutex::new(Writer::new(pipe)) }
    }

    /// Writes a request and waits for its reply, which somebody else reads.
    pub(crate) async fn deliver(
        &self,
        frame: Vec<u8>,
        trace: &Trace,
        mut reply: oneshot::Receiver<Reply>,
    ) -> Reply {
        let written = tokio::select! {
            biased;
            written = self.write(frame, trace) => written,
            // The server may end, or be ended, while it does not read.
            early = &mut reply => return early.unwrap_or(Err(Error::Closed)),
        };
        if written.is_ok() {
            return reply.await.unwrap_or(Err(Error::Closed));
        }
        match timeout(NEWS, reply).await {
            Ok(news) => news.unwrap_or(Err(Error::Closed)),
            Err(_) => Err(Error::Ended { how: "it does not read any more".to_owned() }),
        }
    }

    /// Writes one frame, after those before it.
    pub(crate) async fn write(&self, frame: Vec<u8>, trace: &Trace) -> io::Result<()> {
        let mut writer = self.writer.lock().await;
        writer.flush().await?;
        trace.is_sent();
        let written = writer.write(frame).await;
        if written.is_err() && writer.take_back() {
            trace.is_not_sent();
        }
        written
    }

    /// Writes what was posted, until nobody posts any more.
    pub(crate) async fn carry(self: Arc<Self>, mut frames: Outbox) {
        while let Some(frame) = frames.next().await {
            // A broken pipe is the end of the server, and told by whoever waits for that.
            self.write(frame, &Trace::default()).await.ok();
        }
    }

    /// Closes the pipe to the server, once nobody is in the middle of writing.
    pub(crate) async fn hang_up(&self) {
        self.writer.lock().await.close();
    }
}
