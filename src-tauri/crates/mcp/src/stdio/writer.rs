//! Keeps frames whole, even when whoever writes one gives up in the middle of it.

use std::{fmt, io};

use tokio::io::{AsyncWrite, AsyncWriteExt};

/// A pipe, and what of the last frame is not in it yet. Whoever writes next writes the rest first.
pub(crate) struct Writer {
    pipe: Option<Box<dyn AsyncWrite + Send + Unpin>>,
    rest: Vec<u8>,
    done: usize,
}

impl Writer {
    /// Writes into `pipe`.
    pub(crate) fn new(pipe: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        Self { pipe: Some(Box::new(pipe)), rest: Vec::new(), done: 0 }
    }

    /// Writes a frame, once the last one is out. A frame that is given up stays to be finished.
    pub(crate) async fn write(&mut self, frame: Vec<u8>) -> io::Result<()> {
        self.flush().await?;
        self.rest = frame;
        self.done = 0;
        self.flush().await
    }

    /// Writes what is left of the last frame.
    pub(crate) async fn flush(&mut self) -> io::Result<()> {
        let pipe = self.pipe.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        while let Some(rest) = self.rest.get(self.done..).filter(|rest| !rest.is_empty()) {
            match pipe.write(rest).await? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                written => self.done += written,
            }
        }
        Ok(())
    }

    /// Closes the pipe. What is left of the last frame is lost.
    pub(crate) fn close(&mut self) {
        self.pipe = None;
    }
}

impl fmt::Debug for Writer {
    /// What is to be written may hold an answer of the person.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}
