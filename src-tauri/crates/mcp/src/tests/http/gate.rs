//! A server that wants a login, with whoever gives out its tokens, and a person who logs in: played
//! by the test.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use stdx::{clock::Clock, secret::Secret};
use tokio::sync::{Barrier, Notify};

use super::{
    Desk,
    site::{Seen, Site, Talk, Told, dull_legacy},
};
use crate::{
    Authorizer, EraChoice, Forgetful, Identity, Login, LoginError, Visiting, Visitor, settings::Era,
};

pub(super) const BACK: &str = "http://127.0.0.1:1/back";

/// A server, and whoever gives out its tokens, at one address.
pub(super) struct Gate {
    /// What the token that is asked for may be.
    pub(super) takes: Mutex<Vec<String>>,
    /// What is said beside the usual of who gives out tokens.
    pub(super) extra: Value,
    /// How many tokens were given out.
    pub(super) given: AtomicUsize,
    /// The scope that a call needs.
    pub(super) needs: Option<&'static str>,
    /// How long a token lives.
    pub(super) life: u64,
    /// What whoever gives out tokens says instead, until somebody registers.
    pub(super) fails: Mutex<Option<(u16, Value)>>,
    /// What it says once it has turned against those who logged in.
    pub(super) turned: Mutex<Option<Value>>,
    /// How many calls without a token of use are to be there before any of them is refused.
    pub(super) gathers: Mutex<Option<Arc<Barrier>>>,
    /// Whether it waits until it is told to before it gives out a token.
    pub(super) waits: AtomicBool,
    pub(super) told: Notify,
}

impl Gate {
    pub(super) fn new() -> Self {
        Self {
            takes: Mutex::default(),
            extra: json!({ "code_challenge_methods_supported": ["S256"] }),
            given: AtomicUsize::new(0),
            needs: None,
            life: 3600,
            fails: Mutex::default(),
            turned: Mutex::default(),
            gathers: Mutex::default(),
            waits: AtomicBool::new(false),
            told: Notify::new(),
        }
    }

    /// What is said at `site` of who gives out tokens.
    fn described(&self, site: &str) -> Value {
        let mut told = json!({ "issuer": site,
            "authorization_endpoint": format!("{site}/authorize"),
            "token_endpoint": format!("{site}/token"),
            "registration_endpoint": format!("{site}/register"),
            "response_types_supported": ["code"] });
        for (name, value) in self.extra.as_object().unwrap() {
            told[name] = value.clone();
        }
        told
    }

    /// From now on this is the answer of whoever gives out tokens.
    pub(super) fn fails(&self, status: u16, error: &Value) {
        *self.fails.lock().unwrap() = Some((status, error.clone()));
    }

    pub(super) async fn open(self) -> (Site, Arc<Self>) {
        let gate = Arc::new(self);
        let inside = Arc::clone(&gate);
        (Site::any(move |seen, talk| inside.told(seen, talk)).await, gate)
    }

    fn told(self: &Arc<Self>, seen: Seen, talk: Talk) -> Told {
        let gate = Arc::clone(self);
        Box::pin(async move {
            let site = format!("http://{}", seen.header("host").unwrap_or_default());
            match seen.path.as_str() {
                "/mcp" => gate.server(&seen, &site, talk).await,
                "/.well-known/oauth-protected-resource/mcp" => {
                    let is_turned = gate.turned.lock().unwrap().is_some();
                    let named =
                        if is_turned { format!("{site}/x/.well-known/y") } else { site.clone() };
                    let told = json!({ "resource": format!("{site}/mcp"),
                        "authorization_servers": [named], "scopes_supported": ["read"] });
                    talk.json(200, &told).await
                }
                "/.well-known/oauth-authorization-server" => {
                    talk.json(200, &gate.described(&site)).await
                }
                "/x/.well-known/y" => {
                    let mut told = gate.described(&site);
                    for (name, value) in
                        gate.turned.lock().unwrap().iter().flat_map(|it| it.as_object().unwrap())
                    {
                        told[name] = value.clone();
                    }
                    told["token_endpoint"] = json!(format!("{site}/stolen"));
                    talk.json(200, &told).await
                }
                "/register" => {
                    *gate.fails.lock().unwrap() = None;
                    let told = json!({ "client_id": "us", "client_secret": "hunter2",
                        "redirect_uris": [BACK] });
                    talk.json(201, &told).await
                }
                "/token" => {
                    let failure = gate.fails.lock().unwrap().clone();
                    if let Some((status, error)) = failure {
                        return talk.json(status, &error).await;
                    }
                    let number = gate.given.fetch_add(1, Ordering::SeqCst) + 1;
                    let token = format!("token-{number}");
                    gate.takes.lock().unwrap().push(token.clone());
                    if gate.waits.load(Ordering::SeqCst) {
                        gate.told.notified().await;
                    }
                    let told = json!({ "access_token": token, "token_type": "Bearer",
                        "expires_in": gate.life, "refresh_token": format!("refresh-{number}") });
                    talk.json(200, &told).await
                }
                _ => talk.empty(404).await,
            }
        })
    }

    /// An ordinary server to those who have a token.
    async fn server(&self, seen: &Seen, site: &str, talk: Talk) -> Talk {
        let token = seen.header("authorization").and_then(|it| it.strip_prefix("Bearer "));
        let known = token.is_some_and(|it| self.takes.lock().unwrap().iter().any(|one| one == it));
        let about =
            format!("resource_metadata=\"{site}/.well-known/oauth-protected-resource/mcp\"");
        if !known {
            let gathering = self.gathers.lock().unwrap().clone();
            if let Some(all) = gathering.filter(|_| seen.is("tools/call")) {
                all.wait().await;
            }
            let header = format!("Bearer {about}");
            return talk.answer(401, &[("WWW-Authenticate", &header)], b"").await;
        }
        match (dull_legacy(seen), self.needs) {
            (Some(answer), _) => answer.tell(talk).await,
            (None, Some(scope)) if self.given.load(Ordering::SeqCst) < 2 => {
                let header =
                    format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\", {about}");
                talk.answer(403, &[("WWW-Authenticate", &header)], b"").await
            }
            (None, _) => talk.json(200, &seen.text("done")).await,
        }
    }

    /// The server takes none of the tokens that it gave out.
    pub(super) fn forgets(&self) {
        self.takes.lock().unwrap().clear();
    }
}

/// A person who agrees at once, and what they saw.
#[derive(Debug, Default)]
pub(super) struct Person {
    pub(super) pages: Mutex<Vec<String>>,
    /// What is added to the way back.
    pub(super) adds: &'static str,
    /// Whether they say no from now on, once they are told to.
    pub(super) declines: AtomicBool,
    pub(super) told: Notify,
}

impl Person {
    pub(super) fn pages(&self) -> Vec<String> {
        self.pages.lock().unwrap().clone()
    }
}

impl Visitor for Person {
    fn visit(&self, page: Secret) -> Visiting<'_> {
        Box::pin(async move {
            let page = page.reveal().to_owned();
            self.pages.lock().unwrap().push(page.clone());
            if self.declines.load(Ordering::SeqCst) {
                self.told.notified().await;
                return Err(LoginError::NotVisited("no".to_owned()));
            }
            let state = page.split("state=").nth(1).unwrap().split('&').next().unwrap();
            Ok(format!("{BACK}?code=hunter2&state={state}{}", self.adds).into())
        })
    }
}

/// Somebody with a store who logs in to a site.
pub(super) struct Entrant {
    pub(super) person: Arc<Person>,
    pub(super) store: Arc<Forgetful>,
    pub(super) clock: Clock,
}

impl Entrant {
    pub(super) fn new() -> Self {
        Self {
            person: Arc::default(),
            store: Arc::default(),
            clock: Clock::fixed(Clock::machine().now()),
        }
    }

    pub(super) fn authorizer(&self, site: &Site) -> Arc<Authorizer> {
        Arc::new(Authorizer::new(self.login(site)))
    }

    pub(super) fn login(&self, site: &Site) -> Login {
        Login {
            server: site.target().url,
            identity: Identity::Ours { name: "Steward".to_owned(), document: None },
            back: BACK.to_owned(),
            visitor: Arc::<Person>::clone(&self.person),
            store: Arc::<Forgetful>::clone(&self.store),
            clock: self.clock.clone(),
        }
    }

    /// A desk whose requests go with the token.
    pub(super) fn desk(&self, site: &Site) -> Desk {
        let mut desk = Desk::new().era(EraChoice::Only(Era::Legacy));
        desk.settings.bearer = Some(self.authorizer(site));
        desk
    }
}
