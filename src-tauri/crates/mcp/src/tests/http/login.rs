//! Servers that want a login: when a person is sent to a page, when not, and what is sent again.

use std::sync::{Arc, atomic::Ordering};

use serde_json::json;
use stdx::secret::Secret;
use tokio::sync::Barrier;

use super::{
    super::{call, soon, text},
    Desk,
    gate::{Entrant, Gate, Person},
    site::Site,
};
use crate::{
    Authorizer, Bearer, Challenge, CredentialStore, EraChoice, Error, HttpError, Identity, Login,
    LoginError, Storing, settings::Era,
};

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
    let failures = bearer.failures();
    let refused = crate::Refused { token, failures, status: 401, challenge };
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

/// How often whoever gives out tokens was asked at this place.
fn asked_at(site: &Site, path: &str) -> usize {
    site.seen().iter().filter(|it| it.path == path).count()
}

#[tokio::test]
async fn a_server_that_turns_gets_no_secret_of_the_issuer_that_it_names() {
    for (turned, told) in
        [(json!({ "issuer": null }), "who gives out"), (json!({}), "does not say the same")]
    {
        let (site, gate) = Gate::new().open().await;
        let entrant = Entrant::new();
        let bearer = entrant.authorizer(&site);
        soon(bearer.log_in(&Challenge::default())).await.unwrap();
        *gate.turned.lock().unwrap() = Some(turned);
        entrant.clock.advance(3600 * 1000);
        soon(bearer.token()).await;
        let refused = soon(bearer.log_in(&Challenge::default())).await.unwrap_err();
        assert!(matches!(&refused, LoginError::Unsafe(why) if why.contains(told)), "{refused}");
        assert_eq!((asked_at(&site, "/stolen"), entrant.person.pages().len()), (0, 1), "{told}");
    }
}

#[tokio::test]
async fn a_login_that_came_to_nothing_is_not_begun_again_for_those_who_waited() {
    let (site, gate) = Gate::new().open().await;
    let entrant = Entrant::new();
    let connection = entrant.desk(&site).connect(site.target()).await;
    let client = connection.client();
    // The stream of its session is asked for with the first call: that alone would begin a login, and
    // what comes after waits for it and is not sent.
    soon(client.call(call("echo"))).await.unwrap();
    gate.forgets();
    *gate.gathers.lock().unwrap() = Some(Arc::new(Barrier::new(8)));
    gate.fails(400, &json!({ "error": "invalid_grant" }));
    entrant.person.declines.store(true, Ordering::SeqCst);
    let calls = futures_util::future::join_all((0..8).map(|_| client.call(call("echo"))));
    let decline = async {
        site.sees("tools/call", 9).await;
        entrant.person.told.notify_one();
    };
    let (outcomes, ()) = soon(async { tokio::join!(calls, decline) }).await;
    for outcome in outcomes {
        let (status, title) = login_failed(&outcome.unwrap_err());
        assert!(status == 401 && title.contains("not visited"), "{title}");
    }
    assert_eq!(entrant.person.pages().len(), 2, "one to connect, and one for all eight");
    entrant.person.declines.store(false, Ordering::SeqCst);
    *gate.fails.lock().unwrap() = None;
    *gate.gathers.lock().unwrap() = None;
    assert_eq!(text(&soon(client.call(call("echo"))).await.unwrap()), "done");
    assert_eq!(entrant.person.pages().len(), 3, "what is asked later is a new matter");
    soon(connection.close()).await;
}

/// A store that keeps nothing.
#[derive(Debug)]
struct Broken;

impl CredentialStore for Broken {
    fn load(&self) -> Storing<'_, Option<Secret>> {
        Box::pin(async { Ok(None) })
    }

    fn save(&self, _: Secret) -> Storing<'_, ()> {
        Box::pin(async { Err(LoginError::Store("it is full".to_owned())) })
    }
}

#[tokio::test]
async fn a_token_is_of_use_where_it_cannot_be_kept() {
    let (site, gate) = Gate::new().open().await;
    let entrant = Entrant::new();
    let mut desk = Desk::new().era(EraChoice::Only(Era::Legacy));
    let login = Login { store: Arc::new(Broken), ..entrant.login(&site) };
    desk.settings.bearer = Some(Arc::new(Authorizer::new(login)));
    let connection = desk.connect(site.target()).await;
    gate.forgets();
    let outcome = soon(connection.client().call(call("echo"))).await.unwrap();
    assert_eq!(text(&outcome), "done");
    assert_eq!(entrant.person.pages().len(), 1, "the token was renewed");
    soon(connection.close()).await;
}

#[tokio::test]
async fn a_programs_secret_goes_only_to_whom_the_person_named() {
    let (site, _) = Gate::new().open().await;
    let own = format!("http://{}", site.address());
    for (issuer, fine) in [(Some("https://b.example".to_owned()), false), (Some(own), true)] {
        let (id, secret) = ("robot".to_owned(), "hunter2".into());
        let identity = Identity::Machine { id, secret, issuer };
        let login = Login { identity, ..Entrant::new().login(&site) };
        let outcome = soon(Authorizer::new(login).log_in(&Challenge::default())).await;
        assert_eq!(outcome.is_ok(), fine, "{outcome:?}");
        assert!(fine || matches!(outcome, Err(LoginError::Unsafe(_))), "{outcome:?}");
        assert_eq!(asked_at(&site, "/token"), usize::from(fine));
    }
}

#[tokio::test]
async fn a_client_that_the_login_server_has_forgotten_is_registered_again_once() {
    let (site, gate) = Gate::new().open().await;
    let entrant = Entrant::new();
    let connection = entrant.desk(&site).connect(site.target()).await;
    gate.forgets();
    gate.fails(401, &json!({ "error": "invalid_client" }));
    let outcome = soon(connection.client().call(call("echo"))).await.unwrap();
    assert_eq!(text(&outcome), "done");
    assert_eq!((asked_at(&site, "/register"), entrant.person.pages().len()), (2, 2));
    soon(connection.close()).await;
    let bearer = entrant.authorizer(&site);
    gate.fails(401, &json!({ "error": "unauthorized_client" }));
    soon(bearer.log_in(&Challenge::default())).await.unwrap();
    assert_eq!((asked_at(&site, "/register"), entrant.person.pages().len()), (3, 4));
}

#[tokio::test]
async fn a_renewal_that_failed_is_not_tried_again_at_once() {
    let (site, gate) = Gate::new().open().await;
    let entrant = Entrant::new();
    let bearer = entrant.authorizer(&site);
    soon(bearer.log_in(&Challenge::default())).await.unwrap();
    entrant.clock.advance(3600 * 1000);
    gate.fails(503, &json!({ "error": "temporarily_unavailable" }));
    for _ in 0..3 {
        assert!(soon(bearer.token()).await.is_some(), "the old one may do");
    }
    assert_eq!(asked_at(&site, "/token"), 2, "one for the login, and one that failed");
    entrant.clock.advance(10_000);
    soon(bearer.token()).await;
    assert_eq!(asked_at(&site, "/token"), 3);
}

#[tokio::test]
async fn a_login_server_that_repeats_a_secret_makes_no_text_of_it() {
    let (site, gate) = Gate::new().open().await;
    let entrant = Entrant::new();
    let bearer = entrant.authorizer(&site);
    soon(bearer.log_in(&Challenge::default())).await.unwrap();
    gate.fails(400, &json!({ "error": "invalid_grant", "error_description": "not hunter2" }));
    let refused = soon(bearer.log_in(&Challenge::default())).await.unwrap_err().to_string();
    assert!(refused.contains("not […]") && !refused.contains("hunter2"), "{refused}");
}

#[tokio::test]
async fn a_token_that_is_on_its_way_is_kept_though_nobody_waits_for_it_any_more() {
    let (site, gate) = Gate::new().open().await;
    let entrant = Entrant::new();
    let bearer = entrant.authorizer(&site);
    let challenge = Challenge::default();
    gate.waits.store(true, Ordering::SeqCst);
    tokio::select! {
        outcome = bearer.log_in(&challenge) => panic!("{outcome:?}"),
        // One registration, and one code.
        _ = site.sees("POST", 2) => {}
    }
    gate.told.notify_one();
    let first = soon(bearer.token()).await.unwrap();
    assert_eq!((first.reveal(), entrant.person.pages().len()), ("token-1", 1));
    entrant.clock.advance(3600 * 1000);
    tokio::select! {
        token = bearer.token() => panic!("{token:?}"),
        _ = site.sees("POST", 3) => {}
    }
    gate.waits.store(false, Ordering::SeqCst);
    gate.told.notify_one();
    // By this clock the new one is as old as the first was.
    assert_eq!(soon(bearer.token()).await.unwrap().reveal(), "token-3");
    let last = site.seen().into_iter().rfind(|it| it.path == "/token").unwrap();
    assert!(last.message.as_str().unwrap().contains("refresh_token=refresh-2"), "{last:?}");
}
