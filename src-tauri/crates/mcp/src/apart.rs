//! Long work apart from the threads on which everything else goes on. It knows no message.

use std::panic::resume_unwind;

use tokio::task::spawn_blocking;

use crate::error::Error;

/// What is larger than this is read apart, in bytes. Results of a mebibyte are common, and are read
/// sooner than another thread has begun.
pub(crate) const LARGE: usize = 2 << 20;

/// Does some work with so many bytes. Dropped before its end, the work goes on by itself.
///
/// # Errors
/// [`Error::Closed`] where the runtime goes down.
pub(crate) async fn apart<T: Send + 'static>(
    size: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    if size <= LARGE {
        return Ok(work());
    }
    spawn_blocking(work).await.map_err(|ended| match ended.try_into_panic() {
        Ok(panic) => resume_unwind(panic),
        Err(_) => Error::Closed,
    })
}
