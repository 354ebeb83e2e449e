//! The person at this desk, asked by the toolkit's own dialogs, which no page can reach or imitate.
//!
//! On Linux the toolkit is GTK 3, the one that the window itself is built on. On other systems
//! there is nobody to ask yet: a consent that cannot be asked for is not given.

mod consent;
mod message;
mod secret;
mod words;

#[cfg(target_os = "linux")]
mod gtk;
#[cfg(not(target_os = "linux"))]
mod nobody;

#[cfg(target_os = "linux")]
pub(crate) use gtk::{of, tell};
#[cfg(not(target_os = "linux"))]
pub(crate) use nobody::{of, tell};
