//! A question while it is put at a desk: what comes from there is its answer, or, before that, the
//! person's yes to what then takes its time. It knows no line.

use std::future;

use crate::{
    desk::{
        NobodyToAsk, Reply,
        agreed::{Agreed, Agreement, agreement},
    },
    seats::DeskKey,
};

/// A question's turn at a desk.
pub(crate) struct Turn {
    /// When it is given up.
    pub(crate) deadline: Option<std::time::Instant>,
    /// For a page: says that the person agreed.
    pub(crate) agreed: Agreed,
}

/// A question that is put.
pub(crate) struct Open<T> {
    seat: DeskKey,
    reply: Reply<T>,
    agreement: Agreement,
}

/// What comes from the desk.
pub(crate) enum Said<T> {
    /// The person agreed, and what they agreed to begins.
    Agreed,
    /// This is the answer.
    Answer(T),
    /// Nobody is there, says who sits at this desk.
    Nobody(DeskKey, NobodyToAsk),
}

impl<T> Open<T> {
    /// Puts a question at a desk.
    pub(crate) fn put(
        seat: DeskKey,
        deadline: Option<std::time::Instant>,
        put: impl FnOnce(Turn) -> Reply<T>,
    ) -> Self {
        let (agreed, agreement) = agreement();
        Self { seat, reply: put(Turn { deadline, agreed }), agreement }
    }
}

/// Waits for what comes from the open desk, where there is one.
pub(crate) async fn said<T>(open: &mut Option<Open<T>>) -> Said<T> {
    let Some(Open { seat, reply, agreement }) = open else { return future::pending().await };
    tokio::select! {
        biased;
        reply = reply => match reply {
            Ok(answer) => Said::Answer(answer),
            Err(why) => Said::Nobody(*seat, why),
        },
        () = agreement.heard() => Said::Agreed,
    }
}
