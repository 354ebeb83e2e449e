//! Secrets by name, with a person who types what a test says, and keychains that fail.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use inbox::desk::{Desk, NobodyToAsk, Reply, SecretQuestion};
use model::{
    server::{Draft, Limits, Source, Stdio, Transport},
    state::State,
};
use servers::Wanted;
use store::secrets::Note;
use tempfile::TempDir;
use vault::Vault;

use super::{
    listing::{Known, Place},
    pattern::Pattern,
    remove_answer, *,
};
use crate::app::{Parts, alone::parts};

/// What the person types next; `None`: they cancel.
#[derive(Debug, Default)]
struct Typing {
    next: Mutex<VecDeque<Option<&'static str>>>,
    asked: Mutex<Vec<SecretQuestion>>,
}

impl Desk for Typing {
    fn secret(&self, question: SecretQuestion) -> Reply<Option<Secret>> {
        self.asked.lock().unwrap().push(question);
        let next = self.next.lock().unwrap().pop_front();
        Box::pin(async move { next.map(|it| it.map(Secret::from)).ok_or(NobodyToAsk::NoTerminal) })
    }
}

struct Fixture {
    app: App,
    typing: Arc<Typing>,
    folder: TempDir,
}

async fn fixture(vault: Vault) -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let typing = Arc::new(Typing::default());
    let opened = Parts { vault, desk: typing.clone(), ..parts(folder.path()) };
    Fixture { app: App::open(opened).await.unwrap(), typing, folder }
}

impl Fixture {
    async fn set(
        &self,
        key: &str,
        goes: Goes,
        types: Option<&'static str>,
    ) -> Result<Done, Failure> {
        self.typing.next.lock().unwrap().push_back(types);
        set(&self.app, &Key::parse(key).unwrap(), goes, Vec::new()).await
    }

    async fn list(&self) -> Vec<Known> {
        listing::list(&self.app, &Pattern::new(None)).await.unwrap().secrets
    }

    async fn places(&self) -> Vec<(String, Place)> {
        self.list().await.into_iter().map(|it| (it.key, it.place)).collect()
    }

    async fn noted(&self) -> Vec<Note> {
        self.app.db().secrets().list().await.unwrap()
    }

    /// A server that refers to a secret, and is allowed to start.
    async fn server(&self, title: &str, reference: &str) -> ServerName {
        let env = [("API_KEY".to_owned(), reference.to_owned())].into();
        let name = ServerName::slug(title).unwrap();
        let draft = Draft {
            name: name.clone(),
            title: title.into(),
            description: String::new(),
            transport: Transport::Stdio(Stdio { command: "true".into(), env, ..Stdio::default() }),
            limits: Limits::default(),
            source: Source::User,
        };
        self.app.servers().register(draft, Wanted::Started, false).await.unwrap();
        name
    }

    /// Waits until a server failed for a reason with this in it.
    async fn fails(&self, server: &ServerName, part: &str) {
        let mut events = self.app.servers().events();
        loop {
            let (_, state) = self.app.servers().get(server).await.unwrap();
            if matches!(state, State::Failed(it) if it.reason.contains(part)) {
                return;
            }
            events.recv().await.unwrap();
        }
    }
}

/// HOST-64
#[tokio::test]
async fn a_value_goes_to_the_keychain_and_an_empty_one_removes_it() {
    let it = fixture(Vault::memory()).await;
    assert_eq!(it.set("API_KEY", Goes::Keychain, Some("")).await.unwrap(), Done::Unchanged);
    assert_eq!(it.set("API_KEY", Goes::Keychain, None).await.unwrap(), Done::Unchanged);
    assert_eq!(it.places().await, []);
    let done = it.set("API_KEY", Goes::Keychain, Some("hunter2")).await.unwrap();
    assert_eq!(done, Done::Set(Vec::new()));
    assert_eq!(it.places().await, [("API_KEY".to_owned(), Place::Keychain)]);
    assert_eq!(it.app.vault().get("API_KEY").await.unwrap(), Some(Secret::from("hunter2")));
    assert_eq!(it.set("API_KEY", Goes::Keychain, Some("")).await.unwrap(), Done::Removed);
    assert_eq!(it.places().await, []);
    assert_eq!(it.app.vault().get("API_KEY").await.unwrap(), None);
    let removable: Vec<_> = it.typing.asked.lock().unwrap().iter().map(|it| it.removable).collect();
    assert_eq!(removable, [false, false, false, true]);
    it.app.close().await;
}

/// HOST-64
#[tokio::test]
async fn a_keychain_that_fails_is_an_error_and_leaves_no_name() {
    for vault in [Vault::locked(), Vault::absent(), Vault::small(0)] {
        let it = fixture(vault).await;
        let failure = it.set("API_KEY", Goes::Keychain, Some("hunter2")).await.unwrap_err();
        assert_eq!(failure.code, Code::Keychain);
        assert!(failure.hint.is_some(), "{failure:?}");
        assert_eq!(it.noted().await, []);
        assert!(!it.app.vault().holds("API_KEY"), "nothing is held unless the person chose so");
        it.app.close().await;
    }
}

/// HOST-64
#[tokio::test]
async fn nobody_is_asked_for_what_cannot_be_kept() {
    for vault in [Vault::absent(), Vault::locked()] {
        let it = fixture(vault).await;
        let failure = it.set("API_KEY", Goes::Keychain, Some("hunter2")).await.unwrap_err();
        assert_eq!(failure.code, Code::Keychain);
        assert!(it.typing.asked.lock().unwrap().is_empty(), "it is said before the question");
        it.app.close().await;
    }
}

/// HOST-64
#[tokio::test]
async fn a_failed_change_or_removal_keeps_the_name_of_what_is_there() {
    let it = fixture(Vault::locked()).await;
    it.app.db().secrets().note("API_KEY", Kind::Named, "s", "API_KEY").await.unwrap();
    let before = it.noted().await;
    it.set("API_KEY", Goes::Keychain, Some("hunter2")).await.unwrap_err();
    assert_eq!(remove(&it.app, "API_KEY").await.unwrap_err().code, Code::Keychain);
    assert_eq!(it.noted().await, before);
    let listing = listing::list(&it.app, &Pattern::new(None)).await.unwrap();
    assert_eq!(listing.secrets.first().map(|it| it.place), Some(Place::Unknown));
    assert!(matches!(listing.keychain, Some(vault::Error::Locked)));
    it.app.close().await;
}

/// As after a crash between the two, or when another program removed it.
#[tokio::test]
async fn a_name_without_a_value_is_said_to_be_missing_and_can_be_removed() {
    let it = fixture(Vault::memory()).await;
    it.app.db().secrets().note("API_KEY", Kind::Named, "s", "API_KEY").await.unwrap();
    assert_eq!(it.places().await, [("API_KEY".to_owned(), Place::Missing)]);
    remove(&it.app, "API_KEY").await.unwrap();
    assert_eq!(it.places().await, []);
    assert_eq!(remove(&it.app, "API_KEY").await.unwrap_err().code, Code::Invalid);
    it.app.close().await;
}

/// HOST-64: by the person's choice alone.
#[tokio::test]
async fn what_is_held_in_memory_is_gone_with_the_application() {
    let it = fixture(Vault::absent()).await;
    it.set("API_KEY", Goes::Memory, Some("hunter2")).await.unwrap();
    assert_eq!(it.places().await, [("API_KEY".to_owned(), Place::Memory)]);
    assert_eq!(it.app.vault().get("API_KEY").await.unwrap(), Some(Secret::from("hunter2")));
    assert_eq!(it.noted().await, [], "its name is not kept");
    assert_eq!(it.set("API_KEY", Goes::Memory, Some("")).await.unwrap(), Done::Removed);
    assert_eq!(it.places().await, []);
    it.set("API_KEY", Goes::Memory, Some("hunter2")).await.unwrap();
    it.app.close().await;
    let again = App::open(parts(it.folder.path())).await.unwrap();
    assert!(again.vault().held_names().is_empty());
    again.close().await;
}

#[tokio::test]
async fn removing_what_is_held_removes_what_it_hides_in_the_keychain() {
    let it = fixture(Vault::memory()).await;
    it.set("API_KEY", Goes::Keychain, Some("kept")).await.unwrap();
    it.set("API_KEY", Goes::Memory, Some("held")).await.unwrap();
    remove(&it.app, "API_KEY").await.unwrap();
    assert_eq!(it.app.vault().get("API_KEY").await.unwrap(), None);
    assert_eq!(it.noted().await, []);
    it.app.close().await;
}

#[tokio::test]
async fn what_steward_looks_after_itself_is_neither_set_nor_removed_by_name() {
    let it = fixture(Vault::memory()).await;
    it.app.db().secrets().note("MODEL", Kind::Model, "s", "MODEL").await.unwrap();
    it.app.vault().set("MODEL", Secret::from("hunter2")).await.unwrap();
    let failure = it.set("MODEL", Goes::Keychain, Some("other")).await.unwrap_err();
    assert_eq!((failure.code, failure.field.as_deref()), (Code::Invalid, Some("key")));
    assert_eq!(remove(&it.app, "MODEL").await.unwrap_err().code, Code::Invalid);
    assert!(it.typing.asked.lock().unwrap().is_empty(), "nobody is asked in vain");
    assert_eq!(it.app.vault().get("MODEL").await.unwrap(), Some(Secret::from("hunter2")));
    it.app.close().await;
}

/// HOST-14, HOST-64
#[tokio::test]
async fn a_missing_secret_is_listed_with_who_wants_it_and_starts_them_when_it_is_set() {
    let it = fixture(Vault::memory()).await;
    let one = it.server("One", "Bearer ${secret:TOKEN}").await;
    let two = it.server("Two", "${secret:TOKEN}").await;
    let other = it.server("Other", "${secret:OTHER}").await;
    for server in [&one, &two, &other] {
        it.fails(server, "not in the keychain").await;
    }
    let listed = it.list().await;
    let token = listed.iter().find(|it| it.key == "TOKEN").unwrap();
    assert_eq!((token.place, &token.note), (Place::Missing, &None));
    let users: Vec<_> =
        token.used_by.iter().map(|it| (it.title.as_str(), it.field.as_str())).collect();
    assert_eq!(users, [("One", "API_KEY"), ("Two", "API_KEY")]);
    let done = it.set("TOKEN", Goes::Keychain, Some("hunter2")).await.unwrap();
    assert_eq!(done, Done::Set(vec![one.clone(), two]));
    // `true` is no server: it gets further than before, and fails in another way.
    it.fails(&one, "stopped at once").await;
    let asked = it.typing.asked.lock().unwrap().remove(0);
    assert_eq!((asked.title, asked.field.as_str()), (None, "TOKEN"), "two servers want it");
    let used = it.noted().await.into_iter().find(|it| it.key == "TOKEN").unwrap().last_used_at;
    assert!(used.is_some(), "it was handed out");
    it.app.close().await;
}

/// HOST-64
#[tokio::test]
async fn a_server_that_a_locked_keychain_kept_from_starting_starts_by_what_is_held() {
    let it = fixture(Vault::locked()).await;
    let server = it.server("One", "${secret:TOKEN}").await;
    it.fails(&server, "keychain is locked").await;
    let done = it.set("TOKEN", Goes::Memory, Some("hunter2")).await.unwrap();
    assert_eq!(done, Done::Set(vec![server.clone()]));
    it.fails(&server, "stopped at once").await;
    let asked = it.typing.asked.lock().unwrap().remove(0);
    assert_eq!(asked.title.as_deref(), Some("One"), "one server wants it");
    it.app.close().await;
}

/// HOST-52
#[tokio::test]
async fn remembered_answers_go_with_their_server_once_it_cannot_come_back() {
    let it = fixture(Vault::memory()).await;
    let server = it.server("One", "x").await;
    for key in ["elicit/one/password", "elicit/ghost/password"] {
        it.app.db().secrets().note(key, Kind::Elicit, "s", key).await.unwrap();
        it.app.vault().set(key, Secret::from("hunter2")).await.unwrap();
    }
    let forgotten = async |key: &str| {
        let mut events = it.app.events();
        while it.noted().await.iter().any(|it| it.key == key) {
            events.recv().await.unwrap();
        }
        assert_eq!(it.app.vault().get(key).await.unwrap(), None);
    };
    it.app.servers().remove(&server).await.unwrap();
    forgotten("elicit/ghost/password").await;
    assert_eq!(it.noted().await.len(), 1, "it can be taken back, with what it remembers");
    it.app.servers().restore(&server).await.unwrap();
    it.app.servers().remove(&server).await.unwrap();
    it.app.close().await;
    let vault = it.app.vault().clone();
    let again = App::open(Parts { vault: vault.clone(), ..parts(it.folder.path()) }).await.unwrap();
    let mut events = again.events();
    while !again.db().secrets().list().await.unwrap().is_empty() {
        events.recv().await.unwrap();
    }
    assert_eq!(vault.get("elicit/one/password").await.unwrap(), None);
    again.close().await;
}

/// HOST-52: a name is no proof of who it is.
#[tokio::test]
async fn another_server_of_the_same_name_gets_no_remembered_answer() {
    let it = fixture(Vault::memory()).await;
    let server = it.server("One", "x").await;
    let key = "elicit/one/password";
    it.app.db().secrets().note(key, Kind::Elicit, "s", key).await.unwrap();
    it.app.vault().set(key, Secret::from("hunter2")).await.unwrap();
    it.app.servers().remove(&server).await.unwrap();
    remembered::forget_of(&it.app, &server).await.unwrap();
    assert_eq!(it.noted().await, []);
    // What somebody else forgot in between is forgotten.
    remove_answer(&it.app, key).await.unwrap();
    assert_eq!(it.app.vault().get(key).await.unwrap(), None);
    it.app.close().await;
}

/// What it said of itself in an earlier run is said as long as it is true.
#[tokio::test]
async fn a_server_that_is_off_for_want_of_a_secret_is_only_off_as_long_as_the_secret_is_there() {
    let vault = Vault::memory();
    let it = fixture(vault.clone()).await;
    let server = it.server("One", "${secret:TOKEN}").await;
    it.fails(&server, "not in the keychain").await;
    it.app.close().await;
    let opened = Parts { vault, desk: it.typing.clone(), ..parts(it.folder.path()) };
    let it = Fixture { app: App::open(opened).await.unwrap(), ..it };
    it.fails(&server, "The secret `TOKEN` is not in the keychain").await;
    let mut events = it.app.servers().events();
    let done = it.set("TOKEN", Goes::Keychain, Some("hunter2")).await.unwrap();
    assert_eq!(done, Done::Set(Vec::new()), "it is off, and stays so");
    assert_eq!(events.recv().await.unwrap(), servers::Event::Changed(server.clone()));
    assert_eq!(it.app.servers().get(&server).await.unwrap().1, State::Off);
    remove(&it.app, "TOKEN").await.unwrap();
    assert_eq!(events.recv().await.unwrap(), servers::Event::Changed(server.clone()));
    it.fails(&server, "not in the keychain").await;
    it.app.close().await;
}
