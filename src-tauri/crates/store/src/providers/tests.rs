//! Tests of providers: their names, what is said of their models, and who goes on without one.

use model::{
    chat::conversation::ModelChoice,
    provider::{Dialect, Price, ProviderId, Told},
};
use stdx::clock::Millis;

use crate::{Error, tests::fixture};

const DIALECTS: [Dialect; 4] =
    [Dialect::ChatCompletions, Dialect::Responses, Dialect::Anthropic, Dialect::Gemini];

#[tokio::test]
async fn providers_are_listed_by_name_as_they_were_added() {
    let fixture = fixture().await;
    let providers = fixture.db.providers();
    let mut made = Vec::new();
    for (name, dialect) in ["b", "A", "d", "C"].into_iter().zip(DIALECTS) {
        let key = (name == "A").then_some("KEY_A");
        made.push(providers.add(name, dialect, "https://a.example/v1", key).await.unwrap());
    }
    assert_eq!((made[1].key.as_deref(), made[1].dialect), (Some("KEY_A"), Dialect::Responses));
    assert_eq!(providers.get(made[2].id).await.unwrap().as_ref(), Some(&made[2]));
    made.sort_by_key(|it| it.name.to_lowercase());
    assert_eq!(providers.list().await.unwrap(), made);
    assert_eq!(providers.get(ProviderId(99)).await.unwrap(), None);
}

#[tokio::test]
async fn a_name_belongs_to_one_provider() {
    let fixture = fixture().await;
    let providers = fixture.db.providers();
    let one = providers.add("Local", Dialect::Gemini, "http://a", None).await.unwrap();
    let two = providers.add("Other", Dialect::Gemini, "http://b", None).await.unwrap();
    let errors = [
        providers.add("LOCAL", Dialect::Gemini, "http://c", None).await.err(),
        providers.update(two.id, "local", Dialect::Gemini, "http://c", None).await.err(),
    ];
    for error in errors.map(Option::unwrap) {
        assert!(matches!(error, Error::ProviderTaken(_)), "{error:?}");
        assert!(error.to_string().ends_with("is there already") && error.hint().is_some());
    }
    fixture.clock.advance(3);
    let renamed = providers.update(one.id, "LOCAL", Dialect::Anthropic, "http://d", Some("K"));
    let renamed = renamed.await.unwrap();
    assert_eq!((renamed.name.as_str(), renamed.base_url.as_str()), ("LOCAL", "http://d"));
    assert_eq!((renamed.created, renamed.updated), (Millis(1000), Millis(1003)));
    let none = providers.update(ProviderId(99), "x", Dialect::Gemini, "http://d", None).await;
    assert_eq!(none.unwrap_err().to_string(), "there is no provider `99`");
    let refused = providers.add("", Dialect::Gemini, "http://d", None).await;
    assert!(matches!(refused, Err(Error::Refused { .. })));
}

#[tokio::test]
async fn what_is_said_of_a_model_replaces_what_was_said_before() {
    let fixture = fixture().await;
    let providers = fixture.db.providers();
    let id = providers.add("Local", Dialect::Gemini, "http://a", None).await.unwrap().id;
    let price = Price { input: 0.15, output: 0.6, cached: None };
    let small = Told { model: "small".into(), price: Some(price), ..Told::default() };
    let large = Told { model: "large".into(), context: Some(8192), blind: true, ..Told::default() };
    providers.tell(id, small.clone()).await.unwrap();
    providers.tell(id, large.clone()).await.unwrap();
    let small = Told { favourite: true, price: None, ..small };
    let told = providers.tell(id, small.clone()).await.unwrap();
    assert_eq!(told.models, [small, large.clone()]);
    let nothing = Told { model: "small".into(), ..Told::default() };
    assert_eq!(providers.tell(id, nothing).await.unwrap().models, [large]);
    let error = providers.tell(ProviderId(99), Told::default()).await.unwrap_err();
    assert!(matches!(error, Error::Missing(_)));
}

#[tokio::test]
async fn a_conversation_goes_on_without_the_provider_that_was_removed() {
    let fixture = fixture().await;
    let (providers, chats) = (fixture.db.providers(), fixture.db.conversations());
    let made = providers.add("Local", Dialect::Gemini, "http://a", None).await.unwrap();
    let choice = ModelChoice { provider: made.id, model: "small".to_owned() };
    let chat = chats.create(Some(choice)).await.unwrap();
    assert_eq!(providers.remove(made.id).await.unwrap(), Some(made.clone()));
    assert_eq!(providers.remove(made.id).await.unwrap(), None);
    assert_eq!(chats.get(&chat.id).await.unwrap().unwrap().model, None);
    let again = providers.add("Local", Dialect::Gemini, "http://a", None).await.unwrap();
    assert_ne!(again.id, made.id, "an id is given once");
    assert_eq!(chats.get(&chat.id).await.unwrap().unwrap().model, None);
}
