//! The keys of providers: asked from the person by a native question, kept in the keychain under a
//! name that the provider's row holds.

use inbox::{
    Ask,
    desk::{Goes, SecretQuestion},
    item::{Call, Origin},
};
use model::provider::Provider;
use store::secrets::kind::Kind;

use crate::{
    app::App,
    drafts::KEYCHAIN_SERVICE,
    secrets,
    window::Window,
    wire::{
        event::UiEvent,
        failure::{Code, Failure},
    },
};

/// Asks for the key of a provider, once there is room for it. An empty one takes away what is there; a
/// closed dialog changes nothing.
///
/// # Errors
/// `NobodyToAsk`, `Keychain`, `Storage`
pub(crate) async fn ask(
    app: &App,
    from: Window,
    provider: Provider,
    call: Option<String>,
) -> Result<Provider, Failure> {
    let words = format!("The key of “{}”", provider.name);
    // A page has no seat of its own, and must not borrow that of a terminal.
    let seat = call.filter(|_| from == Window::Terminal);
    let calls = seat.map(|tag| Call { tool: "set_provider_key".to_owned(), tag });
    let calls = calls.into_iter().collect();
    let origin = Origin { server: None, title: provider.name.clone(), calls };
    let question = SecretQuestion {
        title: Some(provider.name.clone()),
        field: format!("API key for {}", host(&provider.base_url)),
        goes: Goes::Provider,
        removable: provider.key.is_some(),
    };
    let name = provider.key.clone().unwrap_or_else(|| format!("model/{}", provider.id.0));
    secrets::make_room(app, &name).await?;
    let Some(value) = app.inbox().secret(Ask { origin, words, limit: None }, question).await?
    else {
        return Ok(provider);
    };
    // It may have been changed while the dialog was open: a key is for the place that was shown.
    let now = app.db().providers().get(provider.id).await?;
    let same = now.as_ref().is_some_and(|it| it.base_url == provider.base_url);
    let Some(now) = now.filter(|_| same) else {
        let words = "the provider was changed or removed while the dialog was open";
        return Err(Failure::new(Code::Invalid, words).hint("Nothing was kept. Set its key again."));
    };
    let key = if value.is_empty() {
        forget(app, &provider).await?;
        None
    } else {
        let _turn = app.secrets().take().await;
        // Its name is noted first: no value is ever without one.
        let account = app.vault().account(&name);
        app.db().secrets().note(&name, Kind::Model, KEYCHAIN_SERVICE, &account).await?;
        if let Err(error) = app.vault().set(&name, value).await {
            if provider.key.is_none() {
                app.db().secrets().forget(&name).await?;
            }
            return Err(error.into());
        }
        Some(name)
    };
    let providers = app.db().providers();
    let changed =
        providers.update(now.id, &now.name, now.dialect, &now.base_url, key.as_deref()).await?;
    app.tell(UiEvent::ProvidersChanged);
    Ok(changed)
}

/// Takes the key of a provider out of the keychain.
///
/// # Errors
/// `Keychain`, `Storage`
pub(crate) async fn forget(app: &App, provider: &Provider) -> Result<(), Failure> {
    let Some(name) = &provider.key else { return Ok(()) };
    let _turn = app.secrets().take().await;
    app.vault().remove(name).await?;
    app.db().secrets().forget(name).await?;
    Ok(())
}

/// The place that a key is for, as a dialog shows it.
fn host(base_url: &str) -> String {
    let url = url::Url::parse(base_url).ok();
    let origin = url.map(|it| it.origin().ascii_serialization());
    origin.unwrap_or_else(|| stdx::text::quotable(base_url, 100))
}
