//! Waits for a file descriptor to have news; it knows not of what.

use std::{os::fd::AsFd, time::Duration};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
};

/// Whether there were news within `most`. A signal counts as none.
///
/// # Errors
/// The system's.
pub(crate) fn news(of: &impl AsFd, most: Duration) -> Result<bool, Errno> {
    let mut news = [PollFd::new(of, PollFlags::IN)];
    let most = Timespec::try_from(most).ok();
    match poll(&mut news, most.as_ref()) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error),
    }
}
