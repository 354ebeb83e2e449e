//! How long connections may take to come about, and how long they are kept.

use std::time::Duration;

/// How long a connection may take to come about.
pub(crate) const CONNECT: Duration = Duration::from_secs(10);
/// How long an idle connection is kept. Common servers close theirs after five seconds, and a call
/// that is written into one that closes just then is lost.
pub(crate) const IDLE: Duration = Duration::from_secs(4);
/// How often a connection with open requests is asked whether it is still there, and for how long.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(20);
