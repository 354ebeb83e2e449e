//! The transport over HTTP: each frame is one POST, and what comes back is one reply or a stream.

pub(crate) mod answer;
pub(crate) mod body;
pub(crate) mod cause;
pub(crate) mod challenge;
pub(crate) mod courier;
pub(crate) mod entry;
pub(crate) mod events;
pub(crate) mod far;
pub(crate) mod fault;
pub(crate) mod feed;
pub(crate) mod first;
pub(crate) mod headers;
pub(crate) mod life;
pub(crate) mod meet;
pub(crate) mod near;
pub(crate) mod paced;
pub(crate) mod pool;
pub(crate) mod reading;
pub(crate) mod target;
pub(crate) mod transport;
pub(crate) mod unpack;
pub(crate) mod verdict;
pub(crate) mod waits;
pub(crate) mod way;
pub(crate) mod wire;
