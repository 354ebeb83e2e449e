//! A server's question on its way to the person, and the answer on its way back. What it asks is
//! read and looked at here; how it waits is `inbox`'s, and how it is shown the desk's.

mod content;
pub(crate) mod far;
mod remembered;

use std::time::Duration;

use inbox::{
    Ask, Unanswered,
    desk::{FormQuestion, FormReply, LinkQuestion, LinkReply},
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
use stdx::text::clip;

use crate::{
    asking::{
        far::{Allowed, Far},
        remembered::Remembered,
    },
    log::writer::LogWriter,
    parts::Parts,
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
            far: Far::of(draft),
            redactor: redactor.clone(),
            log: log.clone(),
            wished: wished.clone(),
        }
    }

    async fn form(&self, origin: Origin, message: String, schema: Option<&Value>) -> Answer {
        let form = match Form::read(schema) {
            Ok(form) => form,
            Err(Unshowable(why)) => {
                return self.refuse(origin, &message, Kind::Form, why).await;
            }
        };
        match self.may_ask(&origin, &form).await {
            Allowed::Yes => {}
            Allowed::No => return Answer::Decline,
            Allowed::Unanswered(unanswered) => {
                let (said, answer) = without(unanswered);
                self.tell(&format!("whether it may ask for secrets was {said}")).await;
                return answer;
            }
        }
        let ours = Remembered { parts: &self.parts, server: &self.name };
        let remembered = ours.of(&form).await;
        let had: Vec<String> = remembered.keys().cloned().collect();
        let question = FormQuestion {
            origin: origin.clone(),
            message: message.clone(),
            form,
            remembered,
            deadline: None,
        };
        let form = question.form.clone();
        let reply = self.parts.inbox.form(self.ask_of(origin, &message), question).await;
        let (said, answer) = match reply {
            Ok(FormReply::Accept { filling, remember, masked }) => {
                for (_, secret) in content::masked(&form, &filling, masked) {
                    self.redactor.add(secret);
                    self.parts.typed.add(&self.name, secret);
                }
                let secrets = content::masked(&form, &filling, masked);
                if let Err(error) = ours.keep(remember, secrets, &had).await {
                    self.tell(&format!("an answer could not be remembered: {error}")).await;
                }
                ("answered", Answer::Accept(Some(content::of(&filling))))
            }
            Ok(FormReply::Decline) => ("declined", Answer::Decline),
            Ok(FormReply::Cancel) => ("cancelled", Answer::Cancel),
            Err(unanswered) => without(unanswered),
        };
        self.tell(&format!("its question to the person was {said}")).await;
        answer
    }

    async fn link(&self, origin: Origin, message: String, url: &str) -> Answer {
        let link = match Link::read(url) {
            Ok(link) => link,
            Err(why) => {
                return self.refuse(origin, &message, Kind::Link, why.to_string()).await;
            }
        };
        let ask = self.ask_of(origin.clone(), &message);
        let question = LinkQuestion { origin, message, link, deadline: None };
        let (said, answer) = match self.parts.inbox.link(ask, question).await {
            Ok(LinkReply::Opened) => ("opened", Answer::Accept(None)),
            Ok(LinkReply::NotOpened(why)) => {
                self.tell(&format!("no browser opened its page: {why}")).await;
                ("not opened", Answer::Cancel)
            }
            Ok(LinkReply::Decline) => ("declined", Answer::Decline),
            Ok(LinkReply::Cancel) => ("cancelled", Answer::Cancel),
            Err(unanswered) => without(unanswered),
        };
        self.tell(&format!("the page that it wanted to be opened was {said}")).await;
        answer
    }

    /// What cannot be put is listed and logged with its reason; the server hears that the person
    /// does not want it.
    async fn refuse(&self, origin: Origin, message: &str, kind: Kind, why: String) -> Answer {
        self.tell(&format!("its question to the person was declined: {why}")).await;
        self.parts.inbox.refuse(self.ask_of(origin, message), kind, why);
        Answer::Decline
    }

    fn origin(&self, calls: Vec<CallRef>) -> Origin {
        let calls = calls.into_iter().map(|it| Call { tool: it.tool, tag: it.tag });
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
        clip(&self.redactor.text(message), WORDS)
    }

    async fn tell(&self, text: &str) {
        self.log.write(&Tag::Lifecycle, &self.redactor.text(text.to_owned())).await;
    }
}

impl Asker for Asking {
    fn ask(&self, asked: Asked) -> Answering {
        let this = self.clone();
        Box::pin(async move {
            let origin = this.origin(asked.calls);
            match asked.question {
                Question::Form { message, schema } => {
                    this.form(origin, this.words(message), schema.as_ref()).await
                }
                Question::Url { message, url, id: _ } => {
                    this.link(origin, this.words(message), &url).await
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
fn without(unanswered: Unanswered) -> (&'static str, Answer) {
    match unanswered {
        Unanswered::Nobody => {
            let words = "nobody is there to be asked; use Steward's window, or a terminal";
            ("not put, since nobody is there", Answer::Unfit(words.to_owned()))
        }
        Unanswered::Expired => ("not answered in time", Answer::Cancel),
        Unanswered::Withdrawn => ("given up", Answer::Cancel),
    }
}
