//! One conversation's turns: a model's replies and the calls between, with the person's leave. It
//! knows no window, no command and no key.

pub mod turn;
