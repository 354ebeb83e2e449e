//! The small model of a first try as it crosses to a front end.

use model::provider::Provider;

use crate::{
    trial::{
        fault::Fault,
        handle::Trial,
        install::{DOWNLOAD, ROOM},
        known::{LICENCE, MODEL, TITLE, is_ours},
        state::State,
    },
    wire::{
        failure::{Code, Failure},
        provider::ModelRef,
        trial::{TrialState, TrialView},
    },
};

pub(crate) fn trial(trial: &Trial, providers: &[Provider]) -> TrialView {
    let ours = providers.iter().find(|it| is_ours(it));
    TrialView {
        title: TITLE.to_owned(),
        licence: LICENCE.to_owned(),
        download: DOWNLOAD,
        room: ROOM,
        folder: trial.dir().display().to_string(),
        model: ours.map(|it| ModelRef { provider: it.id.0, model: MODEL.to_owned() }),
        state: state(trial.state()),
    }
}

pub(crate) fn state(it: State) -> TrialState {
    match it {
        State::Absent => TrialState::Absent,
        State::Preparing => TrialState::Preparing,
        State::Fetching(done) => TrialState::Fetching { done },
        State::Unpacking => TrialState::Unpacking,
        State::Failed(fault) => TrialState::Failed { failure: fault.into() },
        State::Here(bytes) => TrialState::Here { bytes },
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        let code = match fault {
            Fault::Stopped => Code::Cancelled,
            Fault::Closing | Fault::Absent => Code::NotReady,
            Fault::Io(_) | Fault::NoRoom { .. } | Fault::Foreign(_) => Code::Storage,
            Fault::NoPython
            | Fault::OldPython(_)
            | Fault::NoVenv
            | Fault::Prepare(_)
            | Fault::Fetch(_)
            | Fault::Load(_)
            | Fault::Start(_) => Code::ModelFailed,
        };
        let failure = Self::new(code, fault.to_string());
        match fault.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}
