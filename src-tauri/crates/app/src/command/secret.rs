//! Commands on secrets by name. No value comes in by them, and none goes out.

use inbox::{desk::Goes, item::Call};

use crate::{
    app::App,
    secrets::{self, key::Key, listing, pattern::Pattern},
    view,
    window::Window,
    wire::{
        failure::Failure,
        secret::{ListSecrets, SecretList, SecretRef, SecretSet, SetSecret},
    },
};

pub(crate) async fn list_secrets(
    app: &App,
    _from: Window,
    ListSecrets { pattern }: ListSecrets,
) -> Result<SecretList, Failure> {
    let found = listing::list(app, &Pattern::new(pattern.as_deref())).await?;
    Ok(view::secret::list(app, found).await)
}

pub(crate) async fn set_secret(
    app: &App,
    from: Window,
    payload: SetSecret,
) -> Result<SecretSet, Failure> {
    ask(app, from, payload, Goes::Keychain).await
}

/// The person's own choice where the keychain cannot be had; never taken for them.
pub(crate) async fn hold_secret(
    app: &App,
    from: Window,
    payload: SetSecret,
) -> Result<SecretSet, Failure> {
    ask(app, from, payload, Goes::Memory).await
}

pub(crate) async fn remove_secret(
    app: &App,
    _from: Window,
    SecretRef { key }: SecretRef,
) -> Result<(), Failure> {
    secrets::remove(app, &key).await
}

/// Returns when what was answered so far is remembered, or its askers were told why not.
pub(crate) async fn await_answers(app: &App, _from: Window, (): ()) -> Result<(), Failure> {
    app.servers().answers_kept().await;
    Ok(())
}

async fn ask(
    app: &App,
    from: Window,
    SetSecret { key, call }: SetSecret,
    goes: Goes,
) -> Result<SecretSet, Failure> {
    let key = Key::parse(&key)?;
    let tool = "set_secret".to_owned();
    // A page has no seat of its own, and must not borrow that of a terminal.
    let seat = match from {
        Window::Terminal => call.map(|tag| Call { tool, tag }),
        Window::Main => None,
    };
    let done = secrets::set(app, &key, goes, seat.into_iter().collect()).await?;
    Ok(view::secret::set(done))
}
