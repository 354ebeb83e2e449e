//! Asking: each kind of question waits for its turn, its answer, its deadline, or its end.

use std::{path::PathBuf, sync::Arc, time::Duration};

use stdx::{
    secret::Secret,
    text::{clip, visible},
};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};

use crate::{
    desk::{
        AllowQuestion, Consent, ConsentQuestion, Desk, FileQuestion, FolderQuestion, FormQuestion,
        FormReply, LinkQuestion, LinkReply, NobodyToAsk, Reply, SecretQuestion,
    },
    inbox::Inbox,
    item::{self, Item, ItemId, Kind, Origin, Outcome, Standing},
    line::{Place, Word, after},
    open::{Open, Said, Turn, said},
    seats::DeskKey,
    ticket::Ticket,
};

/// How many times its limit a question may wait unseen in the line: what is open before it may have no
/// limit, and no server is to wait for ever.
const UNSEEN: u32 = 6;
/// Bytes of a question's words.
const WORDS: usize = 300;

/// What is common to all questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// Who asks, and for what.
    pub origin: Origin,
    /// What is asked, in a line.
    pub words: String,
    /// How long it waits once it is shown; for ever without. One that is not shown for a few times as
    /// long is given up as well.
    pub limit: Option<Duration>,
}

/// Why a question has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// There is no way to ask anybody.
    #[error(transparent)]
    Nobody(NobodyToAsk),
    /// Who was asked went away, and their call with them.
    #[error("who was asked went away")]
    Left,
    /// Nobody answered in time.
    #[error("nobody answered in time")]
    Expired,
    /// The person gave it up in the list, without a look at its dialog.
    #[error("it was given up")]
    Withdrawn,
}

impl Inbox {
    /// Asks whether something may run.
    ///
    /// # Errors
    /// [`Unanswered`]
    pub async fn consent(
        &self,
        ask: Ask,
        question: ConsentQuestion,
    ) -> Result<Consent, Unanswered> {
        let put = |desk: &Arc<dyn Desk>, _: Turn| desk.consent(question.clone());
        let outcome = |said: &Consent| match said {
            Consent::Cancel => Outcome::Cancelled,
            Consent::AddOnly | Consent::Start => Outcome::Accepted,
        };
        self.put(ask, Kind::Consent, false, put, outcome).await
    }

    /// Asks for a value that Steward itself wants.
    ///
    /// # Errors
    /// [`Unanswered`]
    pub async fn secret(
        &self,
        ask: Ask,
        question: SecretQuestion,
    ) -> Result<Option<Secret>, Unanswered> {
        let put = |desk: &Arc<dyn Desk>, _: Turn| desk.secret(question.clone());
        self.put(ask, Kind::Secret, true, put, |it| given(it.as_ref())).await
    }

    /// Asks what a server wants to know.
    ///
    /// # Errors
    /// [`Unanswered`]
    pub async fn form(&self, ask: Ask, question: FormQuestion) -> Result<FormReply, Unanswered> {
        let sensitive = question.form.is_sensitive();
        let put = |desk: &Arc<dyn Desk>, deadline| {
            desk.form(FormQuestion { deadline, ..question.clone() })
        };
        self.form_by(ask, sensitive, put).await
    }

    /// The same in a way of the asker's own: `put` may have several dialogs in the turn of this one
    /// question, one after another, and all of them before its deadline. It is called again for
    /// another desk when who sat at the first one is gone.
    ///
    /// # Errors
    /// [`Unanswered`]
    pub async fn form_by(
        &self,
        ask: Ask,
        sensitive: bool,
        put: impl Fn(&Arc<dyn Desk>, Option<std::time::Instant>) -> Reply<FormReply>,
    ) -> Result<FormReply, Unanswered> {
        let outcome = |said: &FormReply| match said {
            FormReply::Accept { .. } => Outcome::Accepted,
            FormReply::Decline => Outcome::Declined,
            FormReply::Cancel => Outcome::Cancelled,
        };
        let put = |desk: &Arc<dyn Desk>, turn: Turn| put(desk, turn.deadline);
        self.put(ask, Kind::Form, sensitive, put, outcome).await
    }

    /// Asks whether a page may be opened, and has it opened. Its limit begins anew at the person's
    /// yes: a browser may take its time.
    ///
    /// # Errors
    /// [`Unanswered`]
    pub async fn link(&self, ask: Ask, question: LinkQuestion) -> Result<LinkReply, Unanswered> {
        let put = |desk: &Arc<dyn Desk>, Turn { deadline, agreed }: Turn| {
            desk.link(LinkQuestion { deadline, ..question.clone() }, agreed)
        };
        let outcome = |said: &LinkReply| match said {
            LinkReply::Opened => Outcome::Accepted,
            LinkReply::NotOpened(why) => Outcome::NotOpened(why.clone()),
            LinkReply::Decline => Outcome::Declined,
            LinkReply::Cancel => Outcome::Cancelled,
        };
        self.put(ask, Kind::Link, false, put, outcome).await
    }

    /// Has the person choose a folder.
    ///
    /// # Errors
    /// [`Unanswered`]
    pub async fn folder(
        &self,
        ask: Ask,
        question: FolderQuestion,
    ) -> Result<Option<PathBuf>, Unanswered> {
        let put = |desk: &Arc<dyn Desk>, _: Turn| desk.folder(question.clone());
        self.put(ask, Kind::Folder, false, put, |it| given(it.as_ref())).await
    }

    /// Has the person say where something of theirs is saved.
    ///
    /// # Errors
    /// [`Unanswered`]
    pub async fn file(
        &self,
        ask: Ask,
        question: FileQuestion,
    ) -> Result<Option<PathBuf>, Unanswered> {
        let put = |desk: &Arc<dyn Desk>, _: Turn| desk.file(question.clone());
        self.put(ask, Kind::File, false, put, |it| given(it.as_ref())).await
    }

    /// Asks whether calls may run unasked from now on (HOST-63).
    ///
    /// # Errors
    /// [`Unanswered`]
    pub async fn allow(&self, ask: Ask, question: AllowQuestion) -> Result<bool, Unanswered> {
        let put = |desk: &Arc<dyn Desk>, _: Turn| desk.allow(question.clone());
        let outcome = |said: &bool| if *said { Outcome::Accepted } else { Outcome::Cancelled };
        self.put(ask, Kind::Allow, false, put, outcome).await
    }

    /// Notes a question that could not be put at all, so that the person hears of it.
    pub fn refuse(&self, ask: Ask, kind: Kind, why: String) {
        let (ticket, _place) = self.join(ask, kind, false);
        ticket.settle(Outcome::Refused(why));
    }

    async fn put<T>(
        &self,
        ask: Ask,
        kind: Kind,
        sensitive: bool,
        put: impl Fn(&Arc<dyn Desk>, Turn) -> Reply<T>,
        outcome: impl FnOnce(&T) -> Outcome,
    ) -> Result<T, Unanswered> {
        let limit = ask.limit;
        let mut until = limit.map(|it| Instant::now() + it * UNSEEN);
        let mut seen = false;
        let (ticket, mut place) = self.join(ask, kind, sensitive);
        let mut open: Option<Open<T>> = None;
        let reply = loop {
            tokio::select! {
                biased;
                said = said(&mut open) => match said {
                    Said::Answer(answer) => break Ok(answer),
                    Said::Nobody(seat, why) => {
                        open = None;
                        if !self.pass_on(place.id, seat) {
                            break Err(Unanswered::Nobody(why));
                        }
                    }
                    Said::Agreed => {
                        until = limit.map(|it| Instant::now() + it);
                        self.begin_anew(place.id, limit);
                    }
                },
                word = heard(&mut place.words) => match word {
                    Word::Turn((seat, desk)) => {
                        if !std::mem::replace(&mut seen, true) {
                            until = limit.map(|it| Instant::now() + it);
                        }
                        let deadline = until.map(Instant::into_std);
                        open = Some(Open::put(seat, deadline, |turn| put(&desk, turn)));
                    }
                    Word::Moved => open = None,
                    Word::Left => break Err(Unanswered::Left),
                    Word::Withdrawn => break Err(Unanswered::Withdrawn),
                },
                () = end(until) => break Err(Unanswered::Expired),
            }
        };
        // Its dialog goes before the next one comes.
        drop(open);
        ticket.settle(match &reply {
            Ok(answer) => outcome(answer),
            Err(Unanswered::Nobody(why)) => Outcome::Refused(why.to_string()),
            Err(Unanswered::Left) => Outcome::Orphaned,
            Err(Unanswered::Expired) => Outcome::Expired,
            Err(Unanswered::Withdrawn) => Outcome::Cancelled,
        });
        reply
    }

    /// Somebody who was asked says that nobody is there. Whether the question goes on elsewhere.
    fn pass_on(&self, id: ItemId, seat: DeskKey) -> bool {
        let now = self.clock().now();
        let (goes_on, changed) = self.line().pass_on(id, seat, now);
        self.tell(changed);
        goes_on
    }

    fn begin_anew(&self, id: ItemId, limit: Option<Duration>) {
        let now = self.clock().now();
        let changed = self.line().lengthen(id, limit.map(|it| after(now, it)));
        self.tell(changed);
    }

    fn join(&self, ask: Ask, kind: Kind, sensitive: bool) -> (Ticket, Place) {
        let asked = self.clock().now();
        let item = Item {
            id: ItemId(0),
            kind,
            origin: ask.origin,
            words: visible(&clip(&ask.words, WORDS)),
            sensitive,
            asked,
            // The rest is the line's to say.
            deadline: None,
            place: item::Place::Desk,
            standing: Standing::Queued,
        };
        let (place, changed) = self.line().join(item, ask.limit);
        let ticket = Ticket::new(self, place.id);
        self.tell(changed);
        (ticket, place)
    }
}

/// Waits for a word of the line.
async fn heard(words: &mut mpsc::UnboundedReceiver<Word>) -> Word {
    match words.recv().await {
        Some(word) => word,
        // It is settled: whoever did so has dropped us, or is about to.
        None => std::future::pending().await,
    }
}

async fn end(until: Option<Instant>) {
    match until {
        Some(until) => sleep_until(until).await,
        None => std::future::pending().await,
    }
}

/// What became of a question that is answered with something, or not at all.
fn given<T>(said: Option<&T>) -> Outcome {
    match said {
        Some(_) => Outcome::Accepted,
        None => Outcome::Cancelled,
    }
}
