//! A host for tests: it echoes, waits, falls over, asks, and tells what becomes of the calls that
//! wait. And terminals to be asked at: one that answers when it is told to, and one without a
//! person.

use std::{
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use inbox::{
    Ask, Inbox, Seat,
    desk::{
        AllowQuestion, Desk, FormQuestion, FormReply, Goes, LinkQuestion, LinkReply, NobodyToAsk,
        Reply as DeskReply, SecretQuestion, WantedBy,
        agreed::Agreed,
        far::{FarQuestion, FarReply},
        keychain::Keychain,
    },
    item::{Call, Origin},
};
use model::{
    form::{Filled, Form},
    link::Link,
};
use serde_json::{Value, json};
use stdx::{
    clock::{Clock, Millis},
    secret::Secret,
    tasks::Tasks,
};
use tokio::sync::{Notify, broadcast, mpsc, oneshot, watch};

use crate::{
    owner::{guests::Guests, host::Host, lock, lock::Lock, remote::Remote, socket},
    terminal::{FormPrompt, FormSaid, Terminal},
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
    },
};

#[derive(Debug, Clone)]
pub(crate) struct FakeHost {
    pub(crate) events: broadcast::Sender<UiEvent>,
    /// Ends all commands that wait.
    pub(crate) release: watch::Sender<bool>,
    /// In front of a desk at which nobody sits.
    pub(crate) inbox: Inbox,
    said: mpsc::UnboundedSender<&'static str>,
}

/// Says how a command ended.
struct Ending {
    said: mpsc::UnboundedSender<&'static str>,
    how: &'static str,
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.said.send(self.how).ok();
    }
}

impl FakeHost {
    /// The host, and what it says of its commands: `begun`, `done`, `dropped`.
    pub(crate) fn new() -> (Self, mpsc::UnboundedReceiver<&'static str>) {
        let (said, hears) = mpsc::unbounded_channel();
        let (events, _) = broadcast::channel(16);
        let inbox = Inbox::new(Arc::new(EmptyDesk), Clock::fixed(Millis(1000)));
        (Self { events, release: watch::Sender::new(false), inbox, said }, hears)
    }

    /// An owner of this folder that serves it. Dropping the tasks closes the door.
    pub(crate) async fn own(&self, folder: &Path) -> (Lock, Guests, Tasks) {
        let lock = lock::take(folder).await.unwrap();
        let mut tasks = Tasks::new();
        let guests = socket::serve(&lock, self, &mut tasks).unwrap();
        (lock, guests, tasks)
    }
}

impl Host for FakeHost {
    async fn run(&self, command: String, payload: Value) -> Result<Value, Failure> {
        match command.as_str() {
            "echo" => Ok(payload),
            "fail" => Err(Failure::new(Code::Declined, "no").hint("ask again").field("x")),
            "panic" => panic!("planted"),
            "wait" => {
                self.said.send("begun").ok();
                let mut ending = Ending { said: self.said.clone(), how: "dropped" };
                self.release.subscribe().wait_for(|it| *it).await.ok();
                ending.how = "done";
                Ok(json!("waited"))
            }
            "form" => self.form(&payload).await,
            "far" => self.far().await,
            "link" => self.link().await,
            "allow" => self.allow(&payload).await,
            "secret" => self.secret().await,
            other => Err(Failure::new(Code::UnknownCommand, other)),
        }
    }

    fn seat(&self, tag: &str, desk: Arc<dyn Desk>) -> Seat {
        self.inbox.seat(tag, desk)
    }

    fn events(&self) -> broadcast::Receiver<UiEvent> {
        self.events.subscribe()
    }
}

impl FakeHost {
    /// Asks for a password, for the call `mine`; one is remembered if the payload has it.
    async fn form(&self, remembered: &Value) -> Result<Value, Failure> {
        let schema = json!({ "properties": { "password": { "minLength": 4 } } });
        let password = |it: &str| ("password".to_owned(), Secret::from(it));
        let question = FormQuestion {
            origin: origin(),
            message: "Which one?".into(),
            form: Form::read(Some(&schema)).unwrap(),
            remembered: remembered.as_str().map(password).into_iter().collect(),
            keychain: Keychain::Locked { holds: true },
            deadline: None,
        };
        match self.inbox.form(ask(), question).await? {
            FormReply::Accept { filling, .. } => match filling.0.as_slice() {
                [(_, Filled::Text(text))] => Ok(json!(text.reveal())),
                _ => Ok(Value::Null),
            },
            FormReply::Decline | FormReply::Cancel => Ok(json!(false)),
        }
    }

    /// Asks whether a server may ask for secrets, for the call `mine`; whether that was refused.
    async fn far(&self) -> Result<Value, Failure> {
        let put = |desk: &Arc<dyn Desk>, deadline| -> DeskReply<FormReply> {
            let (address, fields) = (FAR.to_owned(), vec!["password".to_owned()]);
            let digest = "ab12".to_owned();
            let question = FarQuestion { origin: origin(), address, fields, digest, deadline };
            let said = desk.far(question);
            Box::pin(async move {
                Ok(match said.await? {
                    FarReply::Refuse => FormReply::Decline,
                    FarReply::Allow | FarReply::Close => FormReply::Cancel,
                })
            })
        };
        let said = self.inbox.form_by(ask(), true, put).await?;
        Ok(json!(said == FormReply::Decline))
    }

    /// Asks whether a page may be opened, for the call `mine`; whether it was.
    async fn link(&self) -> Result<Value, Failure> {
        let link = Link::read(FAR).map_err(|why| Failure::new(Code::Invalid, why.to_string()))?;
        let (wanted, message) = (WantedBy::Server, "Sign in.".into());
        let question = LinkQuestion { origin: origin(), wanted, message, link, deadline: None };
        Ok(json!(self.inbox.link(ask(), question).await? == LinkReply::Opened))
    }

    /// Asks whether calls may run unasked, for the call `mine`; the payload is their definition.
    async fn allow(&self, definition: &Value) -> Result<Value, Failure> {
        let definition = definition.as_str().map(str::to_owned);
        let question = AllowQuestion { what: vec![WHAT.to_owned()], definition };
        Ok(json!(self.inbox.allow(ask(), question).await?))
    }

    async fn secret(&self) -> Result<Value, Failure> {
        let (title, field) = (None, "API_KEY".into());
        let question = SecretQuestion { title, field, goes: Goes::Memory, removable: true };
        let said = self.inbox.secret(ask(), question).await?;
        Ok(json!(said.as_ref().map(Secret::reveal)))
    }
}

fn origin() -> Origin {
    let call = Call { tool: "exec".into(), tag: "mine".into() };
    Origin { server: None, title: "ssh".into(), calls: vec![call] }
}

fn ask() -> Ask {
    let limit = Some(Duration::from_secs(300));
    Ask { origin: origin(), words: "Which one?".into(), limit }
}

#[derive(Debug)]
struct EmptyDesk;

impl Desk for EmptyDesk {}

/// A terminal whose person answers a form when the test does. Its prompts are handed to the test.
#[derive(Debug, Clone)]
pub(crate) struct FakeTerminal {
    prompts: mpsc::UnboundedSender<(FormPrompt, oneshot::Sender<FormSaid>)>,
    /// What they give for a secret.
    pub(crate) secret: Arc<Mutex<Option<Secret>>>,
    /// They say yes to a page at once; it is open when this is told.
    pub(crate) browser: Arc<Notify>,
    /// What they were told.
    pub(crate) told: Arc<Mutex<Vec<String>>>,
}

/// The address of a server to which a fake terminal gives no secrets.
pub(crate) const FAR: &str = "https://far.example/mcp";

/// The calls that a person at a fake terminal lets run, if they are defined.
const WHAT: &str = "Every call of `exec` of `ssh`";

/// What a terminal shows, and the way to answer it: closed once it is taken back.
pub(crate) type Shown = mpsc::UnboundedReceiver<(FormPrompt, oneshot::Sender<FormSaid>)>;

impl FakeTerminal {
    pub(crate) fn new() -> (Self, Shown) {
        let (prompts, shown) = mpsc::unbounded_channel();
        let (secret, browser, told) = (Arc::default(), Arc::default(), Arc::default());
        (Self { prompts, secret, browser, told }, shown)
    }

    /// A guest of the owner of this folder.
    pub(crate) async fn connect(self, folder: &Path) -> Remote {
        let remote = Remote::connect(folder, Arc::new(self)).await;
        remote.unwrap().expect("it is let in")
    }
}

impl Terminal for FakeTerminal {
    fn form(&self, prompt: FormPrompt) -> DeskReply<FormSaid> {
        let (say, hear) = oneshot::channel();
        self.prompts.send((prompt, say)).ok();
        Box::pin(async move { hear.await.map_err(|_| NobodyToAsk::TerminalLeft) })
    }

    fn far(&self, question: FarQuestion) -> DeskReply<FarReply> {
        // Whoever refuses saw all of it.
        let whole = question.address == FAR
            && question.fields == ["password"]
            && question.digest == "ab12"
            && question.deadline.is_some();
        let said = if whole { FarReply::Refuse } else { FarReply::Close };
        Box::pin(async move { Ok(said) })
    }

    fn link(&self, question: LinkQuestion, agreed: Agreed) -> DeskReply<LinkReply> {
        let browser = Arc::clone(&self.browser);
        Box::pin(async move {
            if question.link.url != FAR {
                return Ok(LinkReply::Decline);
            }
            agreed.say();
            browser.notified().await;
            Ok(LinkReply::Opened)
        })
    }

    fn allow(&self, question: AllowQuestion) -> DeskReply<bool> {
        let whole = question.what == [WHAT] && question.definition.as_deref() == Some("{}");
        Box::pin(async move { Ok(whole) })
    }

    fn secret(&self, _: SecretQuestion) -> DeskReply<Option<Secret>> {
        let given = self.secret.lock().unwrap().clone();
        Box::pin(async move { Ok(given) })
    }

    fn tell(&self, words: &str) -> bool {
        self.told.lock().unwrap().push(words.to_owned());
        true
    }
}

/// A terminal without a person.
pub(crate) fn nobody() -> Arc<dyn Terminal> {
    Arc::new(FakeTerminal::new().0)
}
