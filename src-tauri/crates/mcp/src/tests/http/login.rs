//! Servers that want a login: when a person is sent to a page, when not, and what is sent again.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use stdx::{clock::Clock, secret::Secret};

use super::{
    super::{call, soon, text},
    Desk,
    site::{Seen, Site, Talk, Told, dull_legacy},
};
use crate::{
    Authorizer, Bearer, Challenge, CredentialStore, EraChoice, Error, Forgetful, HttpError,
    Identity, Login, LoginError, Visiting, Visitor, settings::Era,
};

const BACK: &str = "http://127.0.0.1:1/back";

/// A server, and whoever gives out its tokens, at one address.
struct Gate {
    /// What the token that is asked for may be.
    takes: Mutex<Vec<String>>,
    /// What is said beside the usual of who gives out tokens.
    extra: Value,
    /// How many tokens were given out.
    given: AtomicUsize,
    /// The scope that a call needs.
    needs: Option<&'static str>,
    /// How long a token lives.
    life: u64,
}

impl Gate {
    fn new() -> Self {
        Self {
            takes: Mutex::default(),
            extra: json!({ "code_challenge_methods_supported": ["S256"] }),
            given: AtomicUsize::new(0),
            needs: None,
            life: 3600,
        }
    }

    async fn open(self) -> (Site, Arc<Self>) {
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
                    let told = json!({ "resource": format!("{site}/mcp"),
                        "authorization_servers": [site], "scopes_supported": ["read"] });
                    talk.json(200, &told).await
                }
                "/.well-known/oauth-authorization-server" => {
                    let mut told = json!({ "issuer": site,
                        "authorization_endpoint": format!("{site}/authorize"),
                        "token_endpoint": format!("{site}/token"),
                        "registration_endpoint": format!("{site}/register"),
                        "response_types_supported": ["code"] });
                    for (name, value) in gate.extra.as_object().unwrap() {
                        told[name] = value.clone();
                    }
                    talk.json(200, &told).await
                }
                "/register" => {
                    let told = json!({ "client_id": "us", "client_secret": "hunter2",
                        "redirect_uris": [BACK] });
                    talk.json(201, &told).await
                }
                "/token" => {
                    let number = gate.given.fetch_add(1, Ordering::SeqCst) + 1;
                    let token = format!("token-{number}");
                    gate.takes.lock().unwrap().push(token.clone());
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
    fn forgets(&self) {
        self.takes.lock().unwrap().clear();
    }
}

/// A person who agrees at once, and what they saw.
#[derive(Debug, Default)]
struct Person {
    pages: Mutex<Vec<String>>,
    /// What is added to the way back.
    adds: &'static str,
}

impl Person {
    fn pages(&self) -> Vec<String> {
        self.pages.lock().unwrap().clone()
    }
}

impl Visitor for Person {
    fn visit(&self, page: Secret) -> Visiting<'_> {
        Box::pin(async move {
            let page = page.reveal().to_owned();
            self.pages.lock().unwrap().push(page.clone());
            let state = page.split("state=").nth(1).unwrap().split('&').next().unwrap();
            Ok(format!("{BACK}?code=hunter2&state={state}{}", self.adds).into())
        })
    }
}

/// Somebody with a store who logs in to a site.
struct Entrant {
    person: Arc<Person>,
    store: Arc<Forgetful>,
    clock: Clock,
}

impl Entrant {
    fn new() -> Self {
        Self {
            person: Arc::default(),
            store: Arc::default(),
            clock: Clock::fixed(Clock::machine().now()),
        }
    }

    fn authorizer(&self, site: &Site) -> Arc<Authorizer> {
        Arc::new(Authorizer::new(Login {
            server: site.target().url,
            identity: Identity::Ours { name: "Steward".to_owned(), document: None },
            back: BACK.to_owned(),
            visitor: Arc::<Person>::clone(&self.person),
            store: Arc::<Forgetful>::clone(&self.store),
            clock: self.clock.clone(),
        }))
    }

    /// A desk whose requests go with the token.
    fn desk(&self, site: &Site) -> Desk {
        let mut desk = Desk::new().era(EraChoice::Only(Era::Legacy));
        desk.settings.bearer = Some(self.authorizer(site));
        desk
    }
}

fn login_failed(error: &Error) -> (u16, String) {
    let Error::Http(HttpError::Login { status, title, .. }) = error else { panic!("{error:?}") };
    (*status, title.clone())
}

/// Rows 19 and 20 of what is guarded against.
#[tokio::test]
async fn a_server_that_wants_a_login_gets_one_and_each_request_runs_once() {
    let (site, _) = Gate::new().open().await;
    let entrant = Entrant::new();
    let connection = entrant.desk(&site).connect(site.target()).await;
    let client = connection.client();
    let calls = futures_util::future::join_all((0..8).map(|_| client.call(call("echo"))));
    for outcome in soon(calls).await {
        assert_eq!(text(&outcome.unwrap()), "done");
    }
    assert_eq!(site.asked("tools/call").len(), 8);
    let [page] = &entrant.person.pages()[..] else { panic!("{:?}", entrant.person) };
    let resource = format!("resource=http%3A%2F%2F{}%2Fmcp", site.address()).replace(":", "%3A");
    for part in ["code_challenge_method=S256", "scope=read", "client_id=us", "state="] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(page.contains(&resource.replace("http%3A%3A", "http%3A")), "{resource}: {page}");
    let token = site.seen().into_iter().find(|it| it.path == "/token").unwrap();
    assert!(token.message.as_str().unwrap().contains("code_verifier="), "{token:?}");
    assert!(token.message.as_str().unwrap().contains("resource=http"), "{token:?}");
    soon(connection.close()).await;
}

#[tokio::test]
async fn what_a_login_gave_outlives_us_and_is_renewed_without_a_person() {
    let (site, gate) = Gate::new().open().await;
    let entrant = Entrant::new();
    soon(entrant.desk(&site).connect(site.target()).await.close()).await;
    let again = entrant.desk(&site).connect(site.target()).await;
    assert_eq!(gate.given.load(Ordering::SeqCst), 1, "the token was kept");
    soon(again.close()).await;
    entrant.clock.advance(3600 * 1000);
    let late = entrant.desk(&site).connect(site.target()).await;
    assert_eq!(entrant.person.pages().len(), 1);
    let renewal = site.seen().into_iter().filter(|it| it.path == "/token").nth(1).unwrap();
    let form = renewal.message.as_str().unwrap();
    assert!(form.contains("refresh_token=refresh-1"), "{form}");
    // The secret of a client that was registered is needed again.
    let basic = renewal.header("authorization").unwrap_or_default();
    assert!(basic.starts_with("Basic ") || form.contains("client_secret"), "{renewal:?}");
    gate.forgets();
    let outcome = soon(late.client().call(call("echo"))).await.unwrap();
    assert_eq!(text(&outcome), "done");
    assert_eq!(entrant.person.pages().len(), 1, "what was refused was renewed");
    soon(late.close()).await;
}

#[tokio::test]
async fn a_call_that_needs_more_is_asked_for_once_and_keeps_what_there_was() {
    let (site, _) = Gate { needs: Some("write"), ..Gate::new() }.open().await;
    let entrant = Entrant::new();
    let connection = entrant.desk(&site).connect(site.target()).await;
    let outcome = soon(connection.client().call(call("echo"))).await.unwrap();
    assert_eq!(text(&outcome), "done");
    let pages = entrant.person.pages();
    assert_eq!(pages.len(), 2);
    assert!(pages[1].contains("scope=read+write"), "{pages:?}");
    soon(connection.close()).await;
}

#[tokio::test]
async fn a_server_that_is_never_content_does_not_send_the_person_round_and_round() {
    let (site, gate) = Gate { needs: Some("read"), ..Gate::new() }.open().await;
    let entrant = Entrant::new();
    let connection = entrant.desk(&site).connect(site.target()).await;
    for _ in 0..3 {
        let refused = soon(connection.client().call(call("echo"))).await.unwrap_err();
        assert_eq!(login_failed(&refused).0, 403);
    }
    assert_eq!(entrant.person.pages().len(), 1);
    gate.forgets();
    let bearer = entrant.authorizer(&site);
    let challenge = Challenge::default();
    soon(bearer.log_in(&challenge)).await.unwrap();
    let token = bearer.token().await;
    let refused = crate::Refused { token, status: 401, challenge };
    assert_eq!(soon(bearer.refused(refused)).await, Err(LoginError::Useless));
    soon(connection.close()).await;
}

/// Row 19 of what is guarded against.
#[tokio::test]
async fn a_login_that_could_be_turned_against_the_person_gives_no_token() {
    let announced = json!({ "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true });
    let elsewhere = json!({ "code_challenge_methods_supported": ["S256"],
        "token_endpoint": "http://login.example/token" });
    for (extra, adds, told, visits) in [
        (json!({}), "", "S256", 0),
        (json!({ "code_challenge_methods_supported": ["plain"] }), "", "S256", 0),
        (elsewhere, "", "`http://login.example` is not reached by `https://`", 0),
        (json!({ "issuer": "https://b.example" }), "", "issuer", 0),
        (announced.clone(), "", "missing required issuer", 1),
        (announced, "&iss=https%3A%2F%2Fb.example", "issuer mismatch", 1),
    ] {
        let (site, gate) = Gate { extra, ..Gate::new() }.open().await;
        let person = Arc::new(Person { adds, ..Person::default() });
        let entrant = Entrant { person: Arc::clone(&person), ..Entrant::new() };
        let refused = entrant.desk(&site).try_connect(site.target()).await.unwrap_err();
        let (status, title) = login_failed(&refused);
        assert!(status == 401 && title.contains(told), "{told}: {title}");
        assert_eq!(
            (person.pages().len(), gate.given.load(Ordering::SeqCst)),
            (visits, 0),
            "{told}"
        );
    }
}

#[tokio::test]
async fn a_server_without_a_login_of_this_kind_says_what_it_said() {
    let site = Site::any(|_, talk| Box::pin(talk.answer(401, &[], b"no key"))).await;
    let entrant = Entrant::new();
    let refused = entrant.desk(&site).try_connect(site.target()).await.unwrap_err();
    let (status, title) = login_failed(&refused);
    assert!(status == 401 && title.contains("no login that can be used"), "{title}");
    assert_eq!(entrant.person.pages().len(), 0);
}

#[tokio::test]
async fn nothing_of_a_login_prints_itself() {
    let (site, _) = Gate::new().open().await;
    let entrant = Entrant::new();
    let desk = entrant.desk(&site);
    let connection = desk.connect(site.target()).await;
    let printed = format!("{:?} {:?} {:?}", desk.settings, connection, entrant.store);
    for secret in ["token-1", "refresh-1", "hunter2"] {
        assert!(!printed.contains(secret), "{secret}: {printed}");
    }
    assert!(entrant.store.load().await.unwrap().unwrap().reveal().contains("refresh-1"));
    soon(connection.close()).await;
}
