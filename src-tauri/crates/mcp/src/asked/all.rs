//! Several questions of one call, put at once; it knows no era.

use std::{future::poll_fn, task::Poll};

use crate::asker::{Answer, Answering, Asked, Asker, CallRef, Question};

/// Puts them all, in order, and waits for all answers. The first one that makes the rest moot comes
/// alone, as the error, and takes the other questions back.
pub(crate) async fn ask(
    asker: &dyn Asker,
    call: Option<&CallRef>,
    questions: Vec<Question>,
    moot: impl Fn(&Answer) -> bool,
) -> Result<Vec<Answer>, Answer> {
    let put = |question| {
        Slot::Open(asker.ask(Asked { calls: call.cloned().into_iter().collect(), question }))
    };
    let mut slots: Vec<Slot> = questions.into_iter().map(put).collect();
    poll_fn(|context| {
        for slot in &mut slots {
            let Slot::Open(answering) = slot else { continue };
            let Poll::Ready(answer) = answering.as_mut().poll(context) else { continue };
            if moot(&answer) {
                return Poll::Ready(Err(answer));
            }
            *slot = Slot::Answered(answer);
        }
        let open = slots.iter().any(|slot| matches!(slot, Slot::Open(_)));
        if open { Poll::Pending } else { Poll::Ready(Ok(())) }
    })
    .await?;
    let answers = slots.into_iter().filter_map(|slot| match slot {
        Slot::Answered(answer) => Some(answer),
        Slot::Open(_) => None,
    });
    Ok(answers.collect())
}

/// One question on its way.
enum Slot {
    Open(Answering),
    Answered(Answer),
}
