//! The transport over the standard streams of a child process.

pub(crate) mod frame;
pub(crate) mod guard;
pub(crate) mod life;
pub(crate) mod pipe;
pub(crate) mod process;
pub(crate) mod runner;
pub(crate) mod stderr;
pub(crate) mod writer;
