//! A server's question on its way to the person, and the answer on its way back. What it asks is
//! read and looked at here; how it waits is `inbox`'s, and how it is shown the desk's.

mod content;
pub(crate) mod far;
pub(crate) mod keeping;
mod order;
pub(crate) mod remembered;
mod shown;

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use inbox::{
    Ask, Unanswered,
    desk::{Desk, FormQuestion, FormReply, LinkQuestion, LinkReply, Reply, WantedBy},
    item::{Call, Kind, Origin},
};
use mcp::{Answer, Answering, Asked, Asker, CallRef, Question};
use model::{
    form::{Form, read::Unshowable},
    link::Link,
    log::Tag,
    name::ServerName,
    server::Draft,
};
use serde_json::Value;
use stdx::{secret::Secret, text::cut};

use crate::{
    asking::{
        far::Far,
        order::{Order, Turn},
        remembered::{Known, Remembered},
        shown::Shown,
    },
    log::writer::LogWriter,
    parts::{Event, NotKept, Parts},
    redact::Redactor,
    wished::Wished,
};

/// HOST-47: how long a question waits for the person, in the line and at its dialog together.
const LIMIT: Duration = Duration::from_secs(300);
/// Bytes of a server's words that are shown (security, native dialogs).
const WORDS: usize = 2 << 10;

/// Asks on behalf of one server, as long as one run of it lives.
#[derive(Debug, Clone)]
pub(crate) struct Asking {
    parts: Parts,
    name: ServerName,
    title: String,
    redactor: Redactor,
    log: LogWriter,
    wished: Wished,
    far: Option<Far>,
    order: Order,
}

/// Where a question is put; it may move.
#[derive(Debug, Default)]
struct AskedAt(Mutex<Option<Arc<dyn Desk>>>);

impl AskedAt {
    fn is_at(&self, desk: &Arc<dyn Desk>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(desk));
    }

    fn desk(self) -> Option<Arc<dyn Desk>> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Asking {
    pub(crate) fn new(
        parts: &Parts,
        draft: &Draft,
        redactor: &Redactor,
        log: &LogWriter,
        wished: &Wished,
    ) -> Self {
        Self {
            parts: parts.clone(),
            name: draft.name.clone(),
            title: draft.title.clone(),
            far: Far::of(parts, draft, log),
            redactor: redactor.clone(),
            log: log.clone(),
            wished: wished.clone(),
            order: Order::default(),
        }
    }

    async fn form(
        &self,
        turn: Turn,
        origin: Origin,
        message: String,
        schema: Option<&Value>,
    ) -> Answer {
        let (shown, Known { answers, keychain }) = match self.read(schema).await {
            Ok(read) => read,
            Err(Unshowable(why)) => {
                return self.refuse(origin, &self.words(message), Kind::Form, why).await;
            }
        };
        let had: Vec<String> = answers.keys().cloned().collect();
        let question = FormQuestion {
            origin,
            message: self.words(message),
            form: shown.form().clone(),
            remembered: shown.named(answers),
            keychain,
            deadline: None,
        };
        let asked = AskedAt::default();
        let (said, answer) = match turn.begin(self.put(question, &asked)).await {
            Ok(FormReply::Accept { filling, remember, masked }) => {
                let filling = shown.lift(filling);
                let secrets = content::masked(shown.raw(), &filling, masked);
                self.learn(secrets.iter().map(|(_, secret)| secret));
                self.keep(remember, secrets, had, asked.desk());
                ("answered".into(), Answer::Accept(Some(content::of(&filling))))
            }
            Ok(FormReply::Decline) => ("declined".into(), Answer::Decline),
            Ok(FormReply::Cancel) => ("cancelled".into(), Answer::Cancel),
            Err(unanswered) => without(unanswered),
        };
        self.tell(&format!("its question to the person was {said}")).await;
        answer
    }

    /// The form as it is shown, and what is remembered for it. A server may know what the person
    /// told it in a run before this: it is learned before anything of the question is shown.
    async fn read(&self, schema: Option<&Value>) -> Result<(Shown, Known), Unshowable> {
        let clean = |text: &str| self.redactor.text(text.to_owned());
        let form = Form::read_as(schema, &clean)?;
        let ours = Remembered::new(&self.parts, &self.name);
        let known = ours.of(&form, &self.parts.keeping).await;
        self.learn(known.answers.values());
        Ok((Shown::of(Form::read_as(schema, &clean)?, &self.redactor), known))
    }

    async fn put(&self, question: FormQuestion, asked: &AskedAt) -> Result<FormReply, Unanswered> {
        let ask = self.ask_of(question.origin.clone(), &question.message);
        let sensitive = question.form.is_sensitive();
        let put = |desk: &Arc<dyn Desk>, deadline| -> Reply<FormReply> {
            asked.is_at(desk);
            let question = FormQuestion { deadline, ..question.clone() };
            let Some(far) = self.far.clone() else { return desk.form(question) };
            let desk = Arc::clone(desk);
            Box::pin(async move { far.put(&*desk, question).await })
        };
        self.parts.inbox.form_by(ask, sensitive, put).await
    }

    fn learn<'a>(&self, secrets: impl Iterator<Item = &'a Secret>) {
        for secret in secrets {
            self.redactor.add(secret);
            self.parts.typed.add(&self.name, secret);
        }
    }

    /// Has an answer remembered, or forgotten, behind the back of the server: it does not wait for
    /// the keychain. Who was asked hears of what is not done.
    fn keep(
        &self,
        wanted: bool,
        secrets: Vec<(String, Secret)>,
        had: Vec<String>,
        desk: Option<Arc<dyn Desk>>,
    ) {
        let ours = Remembered::new(&self.parts, &self.name);
        let (log, redactor) = (self.log.loose(), self.redactor.clone());
        let (limit, name, events) =
            (self.parts.keychain_limit, self.name.clone(), self.parts.teller());
        self.parts.keeping.begin(&self.name, async move {
            let Err(error) = ours.keep(wanted, &secrets, &had, limit).await else { return };
            let what = if wanted { "remembered" } else { "forgotten" };
            let said = redactor.text(format!("the answer could not be {what}: {error}"));
            if let Some(log) = log.writer() {
                log.write(&Tag::Lifecycle, &said).await;
            }
            let not_kept = NotKept { said, hint: error.hint() };
            if !desk.is_some_and(|it| it.tell(&not_kept.to_string())) {
                // No listener is fine: a headless run has no window.
                events.send(Event::NotKept(name, not_kept)).ok();
            }
        });
    }

    async fn link(&self, turn: Turn, origin: Origin, message: String, url: &str) -> Answer {
        let link = match Link::read(url) {
            // Half of it would be another page, and the whole would be shown and sent.
            Ok(link) if self.holds_secret(url) || self.holds_secret(&link.url) => {
                let why = "its address holds a secret".to_owned();
                return self.refuse(origin, &message, Kind::Link, why).await;
            }
            Ok(link) => link,
            Err(why) => {
                return self.refuse(origin, &message, Kind::Link, why.to_string()).await;
            }
        };
        let ask = self.ask_of(origin.clone(), &message);
        let wanted = WantedBy::Server;
        let question = LinkQuestion { origin, wanted, message, link, deadline: None };
        let (said, answer) = match turn.begin(self.parts.inbox.link(ask, question)).await {
            Ok(LinkReply::Opened) => ("opened".into(), Answer::Accept(None)),
            Ok(LinkReply::NotOpened(why)) => {
                self.tell(&format!("no browser opened its page: {why}")).await;
                ("not opened".into(), Answer::Cancel)
            }
            Ok(LinkReply::Decline) => ("declined".into(), Answer::Decline),
            Ok(LinkReply::Cancel) => ("cancelled".into(), Answer::Cancel),
            Err(unanswered) => without(unanswered),
        };
        self.tell(&format!("the page that it wanted to be opened was {said}")).await;
        answer
    }

    /// What cannot be put is listed and logged with its reason; the server hears that the person
    /// does not want it.
    async fn refuse(&self, origin: Origin, message: &str, kind: Kind, why: String) -> Answer {
        self.tell(&format!("its question to the person was declined: {why}")).await;
        let why = self.redactor.text(why);
        self.parts.inbox.refuse(self.ask_of(origin, message), kind, why);
        Answer::Decline
    }

    fn origin(&self, calls: Vec<CallRef>) -> Origin {
        let calls = calls.into_iter().map(|it| Call {
            // The address of a resource is the server's own.
            tool: self.redactor.text(it.tool),
            tag: it.tag,
        });
        Origin {
            server: Some(self.name.clone()),
            title: self.title.clone(),
            calls: calls.collect(),
        }
    }

    fn ask_of(&self, origin: Origin, message: &str) -> Ask {
        Ask { origin, words: message.to_owned(), limit: Some(LIMIT) }
    }

    /// The server's words as they are shown and listed: what was typed before is not in them.
    fn words(&self, message: String) -> String {
        cut(&self.redactor.text(message), WORDS)
    }

    fn holds_secret(&self, text: &str) -> bool {
        self.redactor.text(text.to_owned()) != text
    }

    async fn tell(&self, text: &str) {
        self.log.write(&Tag::Lifecycle, &self.redactor.text(text.to_owned())).await;
    }
}

impl Asker for Asking {
    fn ask(&self, asked: Asked) -> Answering {
        let (this, turn) = (self.clone(), self.order.turn());
        Box::pin(async move {
            let origin = this.origin(asked.calls);
            match asked.question {
                Question::Form { message, schema } => {
                    this.form(turn, origin, message, schema.as_ref()).await
                }
                Question::Url { message, url, id: _ } => {
                    this.link(turn, origin, this.words(message), &url).await
                }
            }
        })
    }

    fn not_put(&self, asked: Asked, why: &str) {
        let (message, kind) = match asked.question {
            Question::Form { message, .. } => (message, Kind::Form),
            Question::Url { message, .. } => (message, Kind::Link),
        };
        let ask = self.ask_of(self.origin(asked.calls), &self.words(message));
        self.parts.inbox.refuse(ask, kind, self.redactor.text(why.to_owned()));
    }

    fn roots(&self) -> Option<Vec<mcp::Root>> {
        self.wished.roots()
    }
}

/// What a server hears when nobody answered it, and what the log says.
fn without(unanswered: Unanswered) -> (Cow<'static, str>, Answer) {
    let nobody = || Answer::Unfit(format!("{unanswered}; use Steward's window, or a terminal"));
    match unanswered {
        Unanswered::Nobody(why) => (format!("not put: {why}").into(), nobody()),
        Unanswered::Left => ("not answered, since who was asked went away".into(), nobody()),
        Unanswered::Expired => ("not answered in time".into(), Answer::Cancel),
        Unanswered::Withdrawn => ("given up".into(), Answer::Cancel),
    }
}
