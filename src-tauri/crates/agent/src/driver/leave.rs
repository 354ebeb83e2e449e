//! The person's leave for a call: what its card shows of its tool, and whether what they say is of that.

use model::chat::card::{By, CallId};

use crate::{
    driver::Driver,
    error::Error,
    live::{Decision, Taken},
    scales::defined,
    turn::{Answer, Event, Weight},
};

impl Driver {
    /// Shows that a call waits. What its card shows is in its row before anybody can see it, so that no
    /// later run takes a yes for something else.
    pub(super) async fn wait(&mut self, call: &CallId) -> Result<(), Error> {
        if let Some(shown) = self.to_show.remove(call)
            && let Some((_, card)) = self.cards.get_mut(call)
        {
            self.allowed.remove(call);
            card.decided = None;
            card.shown = Some(shown.clone());
            self.parts.db.calls().show(call, &shown).await?;
        }
        self.tell(call);
        Ok(())
    }

    /// Takes what the person says of a call. A yes to another definition than the one that its card
    /// shows, or than the one there is, is none: the card is drawn anew.
    pub(super) async fn decide(&mut self, said: Decision) -> Result<Option<Event>, Error> {
        let Decision { call, answer, decided, seen, heard } = said;
        // Of two who decide at once, the one who comes first does.
        if !self.turn.takes(&call, answer) {
            // Who does not wait for it need not know.
            heard.send(Taken::TooLate).ok();
            return Ok(None);
        }
        if answer == Answer::Yes && !self.allows(&call, seen.as_ref()).await {
            heard.send(Taken::Changed).ok();
            return Ok(Some(self.draw_anew(call).await?));
        }
        if let Some((_, card)) = self.cards.get_mut(&call) {
            card.decided = Some(decided);
        }
        heard.send(Taken::Decides).ok();
        Ok(Some(Event::Decided(call, answer)))
    }

    /// Weighs a call whose person saw on its card what its tool is not; the card is told in any case,
    /// since it may show what it should by now.
    pub(super) async fn draw_anew(&mut self, call: CallId) -> Result<Event, Error> {
        let event = self.weigh_unless_stopped(call.clone()).await?;
        if event != Event::Weighed(call.clone(), Weight::AskAnew) {
            self.tell(&call);
        }
        Ok(event)
    }

    /// The same for a yes to a call that waited since an earlier run, and was weighed by now: where a
    /// rule lets it run, the person has what they want.
    pub(super) async fn decide_first(&mut self, yes: Decision) -> Result<Option<Event>, Error> {
        if !self.turn.takes(&yes.call, yes.answer) && self.cards.contains_key(&yes.call) {
            yes.heard.send(Taken::Decides).ok();
            return Ok(None);
        }
        self.decide(yes).await
    }

    /// Whether a yes to what was seen counts for a call; it is let run as that, and as nothing else.
    async fn allows(&mut self, call: &CallId, seen: Option<&By>) -> bool {
        let Some((_, card)) = self.cards.get(call) else { return false };
        let now = match &card.tool {
            Some(tool) => defined(&self.parts.db, &self.parts.catalog, tool).await,
            None => None,
        };
        let shown = card.shown.as_ref().map(|it| &it.by);
        let counts = counts(seen, shown, now.as_ref().map(|it| &it.by));
        if let (true, Some(shown)) = (counts, shown) {
            self.allowed.insert(call.clone(), shown.clone());
        }
        counts
    }
}

/// Whether a yes counts that was said to what was `seen`, on a card that shows this, of a tool that is
/// this by now. Of a tool that is not there now, the call says why it cannot be sent.
fn counts(seen: Option<&By>, shown: Option<&By>, now: Option<&By>) -> bool {
    seen == shown && now.is_none_or(|it| shown == Some(it))
}

#[cfg(test)]
mod tests {
    use model::server::Registration;

    use super::*;

    /// HOST-63
    #[test]
    fn a_yes_counts_for_what_was_seen_shown_and_is() {
        let by = |registration: &str, digest: &str| By {
            registration: Registration(registration.to_owned()),
            digest: digest.to_owned(),
        };
        let (a, b, other) = (by("r1", "a"), by("r1", "b"), by("r2", "a"));
        assert!(counts(Some(&a), Some(&a), Some(&a)));
        for (seen, shown, now) in [
            (Some(&a), Some(&b), Some(&b)),
            (Some(&b), Some(&a), Some(&b)),
            (Some(&a), Some(&a), Some(&b)),
            (Some(&a), Some(&b), Some(&a)),
            (Some(&a), Some(&a), Some(&other)),
            (None, Some(&a), Some(&a)),
            (Some(&a), None, Some(&a)),
            (None, None, Some(&a)),
            (None, Some(&a), None),
        ] {
            assert!(!counts(seen, shown, now), "{seen:?} {shown:?} {now:?}");
        }
        assert!(counts(Some(&a), Some(&a), None), "its call says that it is gone");
    }
}
