//! A person at a terminal, as far as the application asks them: the terminal may be this process's
//! own or one at the other end of the owner's socket. It knows neither.
//!
//! Remembered answers never go to it: it hears which there are, and says which to send.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::Arc,
    time::Instant,
};

use inbox::{
    desk::{
        AllowQuestion, Desk, FormQuestion, FormReply, LinkQuestion, LinkReply, NobodyToAsk, Reply,
        SecretQuestion,
        agreed::Agreed,
        far::{FarQuestion, FarReply},
        keychain::Keychain,
    },
    item::Origin,
};
use model::form::{Entry, Field, Filling, Form};
use stdx::secret::Secret;
use tracing::warn;

/// Asks by prompts. Dropping a reply takes its question back.
pub trait Terminal: Send + Sync + fmt::Debug {
    /// Asks what a server wants to know.
    fn form(&self, prompt: FormPrompt) -> Reply<FormSaid>;

    /// Asks whether a server at an address may ask for secrets: a question of ours.
    fn far(&self, question: FarQuestion) -> Reply<FarReply>;

    /// Shows an address, whole, and opens it in the person's browser if they say so; it says that
    /// they did before it begins.
    fn link(&self, question: LinkQuestion, agreed: Agreed) -> Reply<LinkReply>;

    /// Asks whether calls may run unasked from now on: a question of ours.
    fn allow(&self, question: AllowQuestion) -> Reply<bool>;

    /// Asks for a value, masked. `None`: the person cancelled.
    fn secret(&self, question: SecretQuestion) -> Reply<Option<Secret>>;

    /// Tells something to who was asked: in words of ours, with nothing to answer. `false`: nobody is
    /// there any more.
    fn tell(&self, words: &str) -> bool;
}

/// A form to be asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct FormPrompt {
    /// Who asks, and for what.
    pub origin: Origin,
    /// The server's words, as it wrote them: make them visible before they are shown.
    pub message: String,
    /// Its fields; none for yes or no.
    pub form: Form,
    /// The fields whose values the person had remembered.
    pub remembered: BTreeSet<String>,
    /// How the keychain stands that would keep them.
    pub keychain: Keychain,
    /// When it is given up, and the server gets no answer.
    pub deadline: Option<Instant>,
}

/// What the person did with a form.
#[derive(Debug, Clone, PartialEq)]
pub enum FormSaid {
    /// They send it.
    Send {
        /// What they gave, in the order of the fields.
        given: Vec<Given>,
        /// Whether its masked values are to be remembered.
        remember: bool,
        /// Whether they masked a field that was not masked by itself.
        masked: bool,
    },
    /// They say no.
    Decline,
    /// They took their hands off it.
    Cancel,
}

/// What the person gave for one field.
#[derive(Debug, Clone, PartialEq)]
pub enum Given {
    /// This.
    Entry(Entry),
    /// What is remembered for it.
    Remembered,
}

/// The desk of a person at a terminal. A consent is none of its questions: what they typed as a
/// command is their consent.
#[derive(Debug)]
pub struct TerminalDesk(Arc<dyn Terminal>);

impl TerminalDesk {
    /// A desk that asks there.
    pub fn new(terminal: Arc<dyn Terminal>) -> Self {
        Self(terminal)
    }
}

impl Desk for TerminalDesk {
    fn form(&self, question: FormQuestion) -> Reply<FormReply> {
        let FormQuestion { origin, message, form, remembered, keychain, deadline } = question;
        let remembered = usable(&form, remembered);
        let prompt = FormPrompt {
            origin,
            message,
            form: form.clone(),
            remembered: remembered.keys().cloned().collect(),
            keychain,
            deadline,
        };
        let said = self.0.form(prompt);
        Box::pin(async move {
            Ok(match said.await? {
                FormSaid::Send { given, remember, masked } => {
                    let filling = filled(&form, given, &remembered)?;
                    FormReply::Accept { filling, remember, masked }
                }
                FormSaid::Decline => FormReply::Decline,
                FormSaid::Cancel => FormReply::Cancel,
            })
        })
    }

    fn far(&self, question: FarQuestion) -> Reply<FarReply> {
        self.0.far(question)
    }

    fn link(&self, question: LinkQuestion, agreed: Agreed) -> Reply<LinkReply> {
        self.0.link(question, agreed)
    }

    fn allow(&self, question: AllowQuestion) -> Reply<bool> {
        self.0.allow(question)
    }

    fn secret(&self, question: SecretQuestion) -> Reply<Option<Secret>> {
        self.0.secret(question)
    }

    fn tell(&self, words: &str) -> bool {
        self.0.tell(words)
    }

    fn is_for_all(&self) -> bool {
        false
    }
}

/// What is remembered and still fits its field: who does not see it cannot mend it.
fn usable(form: &Form, remembered: BTreeMap<String, Secret>) -> BTreeMap<String, Secret> {
    let fits = |name: &str, secret: &Secret| {
        let mut fields = form.fields.iter().filter(|it| it.name == name);
        let fills = |it: &Field| it.fill(&Entry::Typed(secret.clone()));
        fields.any(|it| matches!(fills(it), Ok(Some(_))))
    };
    remembered.into_iter().filter(|(name, secret)| fits(name, secret)).collect()
}

/// The form, filled in. A terminal has looked at each entry; one that did not is not believed.
fn filled(
    form: &Form,
    given: Vec<Given>,
    remembered: &BTreeMap<String, Secret>,
) -> Result<Filling, NobodyToAsk> {
    let entry = |(given, field): (Given, &Field)| match given {
        Given::Entry(entry) => Some(entry),
        Given::Remembered => remembered.get(&field.name).cloned().map(Entry::Typed),
    };
    let entries: Option<Vec<Entry>> = given.into_iter().zip(&form.fields).map(entry).collect();
    entries.and_then(|it| form.fill(&it).ok()).ok_or_else(|| {
        warn!("a terminal sent what does not fit the form");
        NobodyToAsk::Unfit
    })
}

#[cfg(test)]
mod tests {
    use model::form::Filled;
    use serde_json::json;

    use super::*;

    /// A terminal that says what it was told to, and keeps what it was asked.
    #[derive(Debug)]
    struct Says(FormSaid, std::sync::Mutex<Option<FormPrompt>>);

    impl Terminal for Says {
        fn form(&self, prompt: FormPrompt) -> Reply<FormSaid> {
            *self.1.lock().unwrap() = Some(prompt);
            let said = self.0.clone();
            Box::pin(async move { Ok(said) })
        }

        fn far(&self, _: FarQuestion) -> Reply<FarReply> {
            Box::pin(async { Err(NobodyToAsk::NoDialog) })
        }

        fn link(&self, _: LinkQuestion, _: Agreed) -> Reply<LinkReply> {
            Box::pin(async { Err(NobodyToAsk::NoDialog) })
        }

        fn allow(&self, _: AllowQuestion) -> Reply<bool> {
            Box::pin(async { Err(NobodyToAsk::NoDialog) })
        }

        fn secret(&self, _: SecretQuestion) -> Reply<Option<Secret>> {
            Box::pin(async { Err(NobodyToAsk::NoDialog) })
        }

        fn tell(&self, _: &str) -> bool {
            true
        }
    }

    fn typed(text: &str) -> Given {
        Given::Entry(Entry::Typed(text.into()))
    }

    fn send(given: Vec<Given>) -> FormSaid {
        FormSaid::Send { given, remember: false, masked: false }
    }

    /// What comes of a form with a user and a password of at least four characters.
    async fn asked(
        said: FormSaid,
        remembered: &str,
    ) -> (Result<FormReply, NobodyToAsk>, BTreeSet<String>) {
        let schema = json!({
            "properties": { "user": {}, "password": { "minLength": 4 } },
            "required": ["password"],
        });
        let question = FormQuestion {
            origin: Origin::default(),
            message: String::new(),
            form: Form::read(Some(&schema)).unwrap(),
            remembered: [("password".to_owned(), remembered.into())].into(),
            keychain: Keychain::default(),
            deadline: None,
        };
        let terminal = Arc::new(Says(said, std::sync::Mutex::default()));
        let reply = TerminalDesk::new(Arc::clone(&terminal) as _).form(question).await;
        let prompt = terminal.1.lock().unwrap().take().unwrap();
        (reply, prompt.remembered)
    }

    /// HOST-52
    #[tokio::test]
    async fn a_remembered_answer_is_sent_without_having_been_at_the_terminal() {
        let said = send(vec![typed("ada"), Given::Remembered]);
        let (reply, names) = asked(said, "hunter2").await;
        assert_eq!(names, ["password".to_owned()].into());
        let text = |text: &str| Filled::Text(text.into());
        let filling =
            Filling(vec![("user".into(), text("ada")), ("password".into(), text("hunter2"))]);
        assert_eq!(reply, Ok(FormReply::Accept { filling, remember: false, masked: false }));
    }

    #[tokio::test]
    async fn a_remembered_answer_that_fits_no_more_is_not_offered() {
        let (_, names) = asked(FormSaid::Decline, "abc").await;
        assert_eq!(names, BTreeSet::new());
    }

    #[tokio::test]
    async fn what_does_not_fit_the_form_is_not_sent() {
        for given in [vec![typed("ada"), typed("abc")], vec![typed("ada")], vec![]] {
            assert_eq!(asked(send(given), "").await.0, Err(NobodyToAsk::Unfit));
        }
        let nothing_remembered = send(vec![typed(""), Given::Remembered]);
        assert_eq!(asked(nothing_remembered, "").await.0, Err(NobodyToAsk::Unfit));
    }
}
