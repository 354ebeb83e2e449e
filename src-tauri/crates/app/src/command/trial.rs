//! Commands on the small model of a first try. Nothing is downloaded that nobody asked for.

use crate::{
    app::App,
    view::{provider as show, trial as view},
    window::Window,
    wire::{event::UiEvent, failure::Failure, provider::ProviderView, trial::TrialView},
};

pub(crate) async fn trial_model(app: &App, _from: Window, (): ()) -> Result<TrialView, Failure> {
    Ok(view::trial(app.trial(), &app.db().providers().list().await?))
}

/// Installs it, if it is not here, starts it, and makes it a provider.
pub(crate) async fn install_trial(
    app: &App,
    _from: Window,
    (): (),
) -> Result<ProviderView, Failure> {
    let provider = app.trial().install().await?;
    app.tell(UiEvent::ProvidersChanged);
    Ok(show::provider(&provider))
}

pub(crate) async fn stop_trial(app: &App, _from: Window, (): ()) -> Result<(), Failure> {
    app.trial().stop();
    Ok(())
}

pub(crate) async fn remove_trial(app: &App, _from: Window, (): ()) -> Result<(), Failure> {
    app.trial().remove().await?;
    app.tell(UiEvent::ProvidersChanged);
    Ok(())
}
