//! One owner a data folder: a lock that ends with the process, and an owner-only socket on which
//! terminals talk to the owner. There is never a second supervisor, log writer or copy of a server.

mod folder;
mod lock;
mod remote;
mod socket;
mod wire;

pub(crate) use folder::make_folder;
pub(crate) use lock::{Lock, take};
pub use remote::Remote;
pub(crate) use socket::serve;
