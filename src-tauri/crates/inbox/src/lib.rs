//! Everything that waits for the person at this desk: in order, one dialog at a time, with an end
//! to each. It knows no server, no toolkit, and keeps no answer.

mod ask;
pub mod desk;
mod inbox;
pub mod item;
mod line;
mod open;
mod seats;
#[cfg(test)]
mod tests;
mod ticket;

pub use crate::{
    ask::{Ask, Unanswered},
    inbox::{Inbox, NotWaiting, Seat},
};
