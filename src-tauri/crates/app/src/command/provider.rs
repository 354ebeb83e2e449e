//! Commands on providers of models. No key comes in by them, and none goes out.

use std::time::Instant;

use model::provider::{Provider, ProviderId};
use url::Url;

use crate::{
    app::App,
    chatting::VaultKeys,
    keys,
    trial::known::is_ours,
    view::provider as show,
    window::Window,
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
        provider::{
            AddProvider, FoundProvider, ModelRef, ModelTold, ModelView, ProviderRef, ProviderView,
            SetProviderKey, TellModel, TestModel, TestOf, TestStep, Tested, UpdateProvider,
        },
    },
};

pub(crate) async fn list_providers(
    app: &App,
    _from: Window,
    (): (),
) -> Result<Vec<ProviderView>, Failure> {
    Ok(app.db().providers().list().await?.iter().map(show::provider).collect())
}

pub(crate) async fn find_providers(
    app: &App,
    _from: Window,
    (): (),
) -> Result<Vec<FoundProvider>, Failure> {
    let known = app.db().providers().list().await?;
    let found = llm::local::find(app.http(), &llm::local::USUAL).await;
    let new = found.into_iter().filter(|it| {
        let place = |url: &Url| (url.port_or_known_default(), llm::is_near(url));
        !known
            .iter()
            .filter_map(|it| Url::parse(&it.base_url).ok())
            .any(|url| place(&url) == place(&it.base_url))
    });
    Ok(new
        .map(|it| FoundProvider {
            name: it.name.to_owned(),
            base_url: it.base_url.to_string(),
            models: it.models.into_iter().map(|it| it.id).collect(),
            wants_key: it.wants_key,
        })
        .collect())
}

pub(crate) async fn add_provider(
    app: &App,
    from: Window,
    AddProvider { name, dialect, base_url, with_key }: AddProvider,
) -> Result<ProviderView, Failure> {
    let url = address(&base_url)?;
    let name = match name.trim() {
        "" => url.host_str().unwrap_or("models").to_owned(),
        name => stdx::text::quotable(name, 100),
    };
    let dialect = show::dialect_of(dialect);
    let provider = app.db().providers().add(&name, dialect, url.as_str(), None).await?;
    app.tell(UiEvent::ProvidersChanged);
    if with_key {
        // One without a key is there all the same: the page says that it wants one.
        return keys::ask(app, from, provider, None).await.map(|it| show::provider(&it));
    }
    Ok(show::provider(&provider))
}

pub(crate) async fn update_provider(
    app: &App,
    _from: Window,
    UpdateProvider { provider, name, dialect, base_url }: UpdateProvider,
) -> Result<ProviderView, Failure> {
    let before = find(app, provider).await?;
    if is_ours(&before) {
        // Where it is and what it speaks is ours to say.
        let (name, providers) = (stdx::text::quotable(name.trim(), 100), app.db().providers());
        let changed =
            providers.update(before.id, &name, before.dialect, &before.base_url, None).await?;
        app.tell(UiEvent::ProvidersChanged);
        return Ok(show::provider(&changed));
    }
    let url = address(&base_url)?;
    let host = |it: &Url| {
        (it.scheme().to_owned(), it.host_str().map(str::to_owned), it.port_or_known_default())
    };
    let same = Url::parse(&before.base_url).is_ok_and(|it| host(&it) == host(&url));
    let key = before.key.clone().filter(|_| same);
    let dialect = show::dialect_of(dialect);
    let name = stdx::text::quotable(name.trim(), 100);
    let providers = app.db().providers();
    let changed = providers.update(before.id, &name, dialect, url.as_str(), key.as_deref()).await?;
    app.tell(UiEvent::ProvidersChanged);
    if !same {
        // A key is for the place that it was given for.
        keys::forget(app, &before).await?;
    }
    Ok(show::provider(&changed))
}

pub(crate) async fn set_provider_key(
    app: &App,
    from: Window,
    SetProviderKey { provider, call }: SetProviderKey,
) -> Result<ProviderView, Failure> {
    let provider = find(app, provider).await?;
    if is_ours(&provider) {
        return Err(Failure::new(Code::Invalid, "the small model of Steward itself wants no key"));
    }
    keys::ask(app, from, provider, call).await.map(|it| show::provider(&it))
}

pub(crate) async fn remove_provider(
    app: &App,
    _from: Window,
    ProviderRef { provider }: ProviderRef,
) -> Result<(), Failure> {
    if let Some(gone) = app.db().providers().remove(ProviderId(provider)).await? {
        keys::forget(app, &gone).await?;
    }
    app.tell(UiEvent::ProvidersChanged);
    Ok(())
}

pub(crate) async fn list_models(
    app: &App,
    _from: Window,
    ProviderRef { provider }: ProviderRef,
) -> Result<Vec<ModelView>, Failure> {
    let provider = find(app, provider).await?;
    let listed = asked(app, &provider).await?.models().await?;
    let told = |id: &str| provider.models.iter().find(|it| it.model == id);
    let mut models: Vec<_> = listed
        .into_iter()
        .map(|it| {
            let told = told(&it.id).map(show::told).unwrap_or_default();
            ModelView { id: it.id, title: it.title, context: it.context, told }
        })
        .collect();
    // What the person knows of, and the provider does not list.
    let unlisted =
        provider.models.iter().filter(|it| !models.iter().any(|listed| listed.id == it.model));
    let unlisted: Vec<_> = unlisted
        .map(|it| ModelView {
            id: it.model.clone(),
            title: None,
            context: None,
            told: show::told(it),
        })
        .collect();
    models.extend(unlisted);
    models.sort_by_key(|it| !it.told.favourite);
    Ok(models)
}

pub(crate) async fn tell_model(
    app: &App,
    _from: Window,
    TellModel { model: ModelRef { provider, model }, told }: TellModel,
) -> Result<(), Failure> {
    check(&told)?;
    app.db().providers().tell(ProviderId(provider), show::told_of(model, &told)).await?;
    app.tell(UiEvent::ProvidersChanged);
    Ok(())
}

fn check(told: &ModelTold) -> Result<(), Failure> {
    let prices = told.price.iter().flat_map(|it| [Some(it.input), Some(it.output), it.cached]);
    if prices.flatten().any(|it| !it.is_finite() || it < 0.0) {
        return Err(Failure::new(Code::Invalid, "a price is a number from 0 on").field("price"));
    }
    Ok(())
}

pub(crate) async fn test_model(
    app: &App,
    _from: Window,
    TestModel { model: ModelRef { provider, model } }: TestModel,
) -> Result<Tested, Failure> {
    let provider = find(app, provider).await?;
    let began = Instant::now();
    let asked = match asked(app, &provider).await {
        Ok(asked) => asked,
        Err(failure) => {
            let step = TestStep { what: TestOf::SignIn, ok: false, words: failure.message };
            return Ok(Tested { steps: vec![step], took: 0 });
        }
    };
    let tested = asked.test(&model).await?;
    let steps = [
        (TestOf::Reach, tested.reached, "The provider answers."),
        (TestOf::SignIn, tested.signed_in, "It lets you in."),
        (TestOf::Model, tested.known, "It has this model."),
        (TestOf::Answer, tested.answers, "The model answers."),
        (TestOf::Tools, tested.calls_tools, "The model calls tools."),
    ];
    let steps = steps.into_iter().filter_map(|(what, step, fine)| match step {
        llm::Step::Fine => Some(TestStep { what, ok: true, words: fine.to_owned() }),
        llm::Step::Failed(error) => {
            let words = stdx::text::sentence(&error.to_string());
            Some(TestStep { what, ok: false, words: format!("{}.", words.trim_end_matches('.')) })
        }
        llm::Step::Untried => None,
    });
    let took = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(Tested { steps: steps.collect(), took })
}

/// A provider that can be asked.
async fn asked(app: &App, provider: &Provider) -> Result<llm::Provider, Failure> {
    use agent::Keys as _;
    let endpoint = VaultKeys { vault: app.vault().clone(), trial: app.trial().clone() }
        .endpoint(provider)
        .await;
    let endpoint = endpoint.map_err(|it| Failure::said(Code::Keychain, it.to_string()))?;
    Ok(llm::Provider::new(app.http(), endpoint))
}

async fn find(app: &App, id: i64) -> Result<Provider, Failure> {
    let found = app.db().providers().get(ProviderId(id)).await?;
    let gone =
        || Failure::new(Code::Invalid, "there is no such provider any more").field("provider");
    found.ok_or_else(gone)
}

/// An address as a person pastes it.
fn address(given: &str) -> Result<Url, Failure> {
    let given = given.trim();
    let whole = if given.contains("://") { given.to_owned() } else { format!("https://{given}") };
    let wrong = |words: String| Failure::new(Code::Invalid, words).field("baseUrl");
    let url = Url::parse(&whole).map_err(|it| wrong(format!("that is no address: {it}")))?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(wrong("the address begins with neither `https://` nor `http://`".to_owned()));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("there is a key in the address".to_owned())
            .hint("Leave it out: Steward asks for it in a dialog."));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(wrong("there is a `?` or a `#` in the address".to_owned())
            .hint("Leave out what comes from there on; Steward asks for a key in a dialog."));
    }
    if url.scheme() == "http" && !llm::is_near(&url) {
        return Err(wrong("over `http://` everybody on the way could read the key".to_owned())
            .hint("Use `https://`, or a model on this machine."));
    }
    Ok(url)
}
