//! Keeps frames whole, even when whoever writes one gives up in the middle of it, and wipes them when
//! they are out: any may hold an answer of the person.

use std::{fmt, io};

use tokio::io::{AsyncWrite, AsyncWriteExt};
use zeroize::Zeroizing;

/// A pipe, and what of the last frame is not in it yet. Whoever writes next writes the rest first.
pub(crate) struct Writer {
    pipe: Option<Box<dyn AsyncWrite + Send + Unpin>>,
    rest: Zeroizing<Vec<u8>>,
    done: usize,
}

impl Writer {
    /// Writes into `pipe`.
    pub(crate) fn new(pipe: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        Self { pipe: Some(Box::new(pipe)), rest: Zeroizing::default(), done: 0 }
    }

    /// Writes a frame, once the last one is out. A frame that is given up stays to be finished.
    pub(crate) async fn write(&mut self, frame: Vec<u8>) -> io::Result<()> {
        // From here on it is wiped, however this ends.
        let frame = Zeroizing::new(frame);
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
        self.rest = Zeroizing::default();
        self.done = 0;
        Ok(())
    }

    /// Takes the last frame back; `false` where some of it is out already.
    pub(crate) fn take_back(&mut self) -> bool {
        let whole = self.done == 0;
        if whole {
            self.rest = Zeroizing::default();
        }
        whole
    }

    /// Closes the pipe. What is left of the last frame is lost.
    pub(crate) fn close(&mut self) {
        self.pipe = None;
        self.rest = Zeroizing::default();
        self.done = 0;
    }
}

impl fmt::Debug for Writer {
    /// What is to be written may hold an answer of the person.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Security 28.
    #[tokio::test]
    async fn a_frame_that_is_out_or_lost_is_held_no_more() {
        let (pipe, mut other) = tokio::io::duplex(4);
        let mut writer = Writer::new(pipe);
        {
            let writing = writer.write(b"a password\n".to_vec());
            tokio::pin!(writing);
            let waits = std::time::Duration::from_millis(20);
            assert!(tokio::time::timeout(waits, writing).await.is_err(), "the pipe is full");
        }
        assert_eq!(writer.rest.as_slice(), b"a password\n", "what is begun is finished");
        let mut read = [0; 11];
        let (flushed, got) = tokio::join!(
            writer.flush(),
            tokio::io::AsyncReadExt::read_exact(&mut other, &mut read)
        );
        flushed.unwrap();
        got.unwrap();
        assert_eq!((&read, writer.rest.capacity()), (b"a password\n", 0));
        writer.rest = Zeroizing::new(b"lost".to_vec());
        writer.close();
        assert_eq!(writer.rest.capacity(), 0);
    }
}
