//! Prints `ui/src/backend/wire.ts` from the wire types; a test keeps the file and the types alike.

use ts_rs::{Config, TS};

use crate::{
    dispatch,
    wire::{
        draft::{
            AddServer, AskSecret, DraftView, Proposal, ReadDrafts, Reading, SecretKept,
            UpdateServer,
        },
        event::UiEvent,
        failure::{Code, Failure, Place},
        inbox::{
            EndView, InboxView, OrphanedBy, QuestionCall, QuestionKind, QuestionRef, QuestionView,
            StandingView,
        },
        log::{LogLineView, LogPage, LogRange, ReadLog},
        secret::{
            ListSecrets, RememberedView, SecretKind, SecretList, SecretOutcome, SecretPlace,
            SecretRef, SecretRow, SecretSet, SecretUse, SetSecret,
        },
        server::{
            About, AllowServer, Diagnosis, EraView, FailedView, Fix, PhaseView, ReadyView, Removed,
            ServerList, ServerRef, ServerRow, SourceView, StateView, SwitchServer, TransportView,
        },
        tool::{
            BlockView, CallTool, CancelCall, ListTools, OutcomeView, ServerTools, SetAsideView,
            ToolView,
        },
    },
};

/// The whole file.
pub fn wire() -> String {
    let cfg = Config::new();
    let mut text =
        String::from("// Printed from the Rust types by a test of `app`; not to be edited.\n");
    macro_rules! print {
        ($($shape:ty),+ $(,)?) => {
            $(text.push_str(&format!("\nexport {}\n", <$shape as TS>::decl(&cfg)));)+
        };
    }
    print!(
        Failure,
        Code,
        Place,
        About,
        ServerList,
        ServerRow,
        TransportView,
        SourceView,
        StateView,
        PhaseView,
        ReadyView,
        EraView,
        FailedView,
        Fix,
        ServerRef,
        SwitchServer,
        AllowServer,
        Removed,
        Diagnosis,
        DraftView,
        ReadDrafts,
        Reading,
        Proposal,
        AddServer,
        UpdateServer,
        AskSecret,
        SecretKept,
        ListTools,
        ServerTools,
        ToolView,
        SetAsideView,
        CallTool,
        CancelCall,
        OutcomeView,
        BlockView,
        ReadLog,
        LogRange,
        LogPage,
        LogLineView,
        InboxView,
        QuestionView,
        QuestionKind,
        QuestionCall,
        StandingView,
        EndView,
        OrphanedBy,
        QuestionRef,
        ListSecrets,
        SecretList,
        SecretRow,
        SecretKind,
        SecretPlace,
        SecretUse,
        RememberedView,
        SetSecret,
        SecretSet,
        SecretOutcome,
        SecretRef,
        UiEvent,
        JsonValue,
    );
    text.push('\n');
    text.push_str(&dispatch::typescript(&cfg));
    text
}

/// Stands for any JSON in the printed types.
type JsonValue = serde_json::Value;

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    /// Set `UPDATE_EXPECT=1` to write the file anew.
    #[test]
    fn the_page_is_typed_by_the_back_end() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../ui/src/backend/wire.ts");
        let wanted = super::wire();
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&path, &wanted).unwrap();
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(found == wanted, "{} is old: run again with UPDATE_EXPECT=1", path.display());
    }
}
