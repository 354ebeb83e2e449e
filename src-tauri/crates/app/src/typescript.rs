//! Prints `ui/src/backend/wire.ts` and `ui/src/prompt/wire.ts` from the types that cross, and
//! `ui/src/lib/hidden.ts` from what hides in texts; a test keeps the files and the back end alike.

use stdx::text::{has_looks, hides};
use ts_rs::{Config, TS};

use crate::{
    dispatch,
    prompt::{
        AnswerPrompt, Prompt, PromptButton, PromptEmpty, PromptEntry, PromptField, PromptHeard,
        PromptInput, PromptLabel, PromptLapse, PromptMask, PromptPiece, PromptPurpose, PromptSaid,
        PromptTick, PromptWrong,
    },
    wire::{
        begin::ToolsToBeginWith,
        card::{
            CallRef, CardNote, CardStateView, CardView, DecideCall, DecidedView, ModelSaw,
            RuleAction, RuleList, RuleTerms, RuleView, SetRules, ShownView, Since, Verdict,
        },
        chat::{
            AttachFile, AttachPrompt, AttachResource, BeginConversation, ChooseModel,
            ConversationList, ConversationRef, ConversationRow, ConversationSaved,
            ConversationTools, ExportFormat, FoundView, GoOn, ListConversations, MessageBody,
            MessagePart, MessageRef, MessageView, OpenConversation, RenameConversation, RetryView,
            RoundStateView, SaidView, SaveConversation, SendMessage, SwitchInConversation,
            SwitchedBefore, SwitchedServer, SwitchedTool, Transcript, TurnView,
        },
        draft::{
            AddServer, AskSecret, DraftView, Proposal, ReadDrafts, Reading, SecretKept,
            UpdateServer,
        },
        event::UiEvent,
        failure::{Code, Failure, Place},
        inbox::{
            ApprovalView, EndView, InboxView, OrphanedBy, QuestionCall, QuestionKind, QuestionRef,
            QuestionView, StandingView,
        },
        link::{LinkOpened, OpenLink},
        log::{LogLineView, LogPage, LogRange, ReadLog},
        media::{FileView, MediaBytes, ReadMedia},
        prompt::{
            CompleteArgument, CompletionOf, GetPrompt, ListPrompts, PromptArgumentView,
            PromptGiven, PromptMessageView, PromptView, ServerPrompts, Suggestions,
        },
        provider::{
            AddProvider, DialectView, FoundProvider, ModelRef, ModelTold, ModelView, PriceView,
            ProviderRef, ProviderView, SetProviderKey, TellModel, TestModel, TestOf, TestStep,
            Tested, UpdateProvider, UsageView,
        },
        resource::{
            BodyView, ContentsView, ListResources, PartView, ReadResource, ResourceView,
            ServerResources, TemplateView, WatchResource,
        },
        secret::{
            ListSecrets, RememberedView, SecretKind, SecretList, SecretOutcome, SecretPlace,
            SecretRef, SecretRow, SecretSet, SecretUse, SetSecret,
        },
        server::{
            About, AllowServer, CarrierView, Diagnosis, EraView, FailedView, Fix, PhaseView,
            ReadyView, Removed, ServerList, ServerRef, ServerRow, SourceView, StateView,
            SwitchServer, TransportView,
        },
        tool::{
            BlockView, CallTool, CancelCall, ListTools, OutcomeView, ServerTools, SetAsideView,
            StructuredView, ToolView,
        },
        trial::{TrialState, TrialView},
        wishes::{AbilitiesView, GivePictures, LevelView, ServerWishes, SetLevel, ShareFolder},
    },
};

/// What both files begin with.
const HEAD: &str = "// Printed from the Rust types by a test of `app`; not to be edited.\n";

macro_rules! print {
    ($text:ident, $cfg:ident, $($shape:ty),+ $(,)?) => {
        $($text.push_str(&format!("\nexport {}\n", <$shape as TS>::decl($cfg)));)+
    };
}

/// The whole file of the prompt window's page.
pub fn prompt() -> String {
    let cfg = &Config::new();
    let mut text = String::from(HEAD);
    print!(
        text,
        cfg,
        Prompt,
        PromptPiece,
        PromptLabel,
        PromptLapse,
        PromptTick,
        PromptField,
        PromptInput,
        PromptMask,
        PromptPurpose,
        PromptButton,
        PromptEmpty,
        AnswerPrompt,
        PromptSaid,
        PromptEntry,
        PromptHeard,
        PromptWrong,
    );
    text
}

/// The whole file of the main page.
pub fn wire() -> String {
    let cfg = &Config::new();
    let mut text = String::from(HEAD);
    print!(
        text,
        cfg,
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
        CarrierView,
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
        StructuredView,
        BlockView,
        FileView,
        ReadMedia,
        MediaBytes,
        ReadLog,
        LogRange,
        LogPage,
        LogLineView,
        ApprovalView,
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
    chat(&mut text, cfg);
    text.push_str(&beside_tools());
    text.push('\n');
    text.push_str(&dispatch::typescript(cfg));
    text
}

/// Which characters a text of a stranger is shown with written out: the window has the same as the
/// terminal, the dialogs and what a model is given.
pub fn hidden() -> String {
    let mut text = String::from(
        "// Printed from the back end (`cargo nextest run -p app typescript`). Do not edit.\n\n",
    );
    for (name, words, is) in [
        ("HIDDEN", "Characters that hide, move or reorder text", hides as fn(char) -> bool),
        ("DRAWN", "Characters of which a selector says how they are drawn", has_looks),
    ] {
        text.push_str(&format!(
            "/** {words}: the first and the last of each stretch. */\n\
             export const {name}: readonly (readonly [number, number])[] = ["
        ));
        for (first, last) in stretches(is) {
            text.push_str(&format!("\n  [0x{first:x}, 0x{last:x}],"));
        }
        text.push_str("\n];\n");
    }
    text
}

/// The stretches of characters that are so.
fn stretches(is: fn(char) -> bool) -> Vec<(u32, u32)> {
    let mut all: Vec<(u32, u32)> = Vec::new();
    for one in ('\0'..=char::MAX).filter(|it| is(*it)).map(u32::from) {
        match all.last_mut() {
            Some((_, last)) if *last + 1 == one => *last = one,
            Some(_) | None => all.push((one, one)),
        }
    }
    all
}

/// What a server offers beside tools, and what is wished of it.
fn beside_tools() -> String {
    let cfg = &Config::new();
    let mut text = String::new();
    print!(
        text,
        cfg,
        ListPrompts,
        ServerPrompts,
        PromptView,
        PromptArgumentView,
        GetPrompt,
        PromptGiven,
        PromptMessageView,
        CompleteArgument,
        CompletionOf,
        Suggestions,
        ListResources,
        ServerResources,
        ResourceView,
        TemplateView,
        ReadResource,
        ContentsView,
        PartView,
        BodyView,
        WatchResource,
        ServerWishes,
        AbilitiesView,
        LevelView,
        GivePictures,
        SetLevel,
        ShareFolder,
        OpenLink,
        LinkOpened,
    );
    text
}

/// Stands for any JSON in the printed types.
type JsonValue = serde_json::Value;

/// What conversations are made of.
fn chat(text: &mut String, cfg: &Config) {
    print!(
        text,
        cfg,
        CardView,
        CardStateView,
        DecidedView,
        ShownView,
        CardNote,
        Since,
        DecideCall,
        Verdict,
        CallRef,
        ModelSaw,
        RuleList,
        RuleView,
        RuleTerms,
        RuleAction,
        SetRules,
        ListConversations,
        ConversationList,
        ConversationRow,
        FoundView,
        TurnView,
        RetryView,
        OpenConversation,
        Transcript,
        MessageView,
        MessageBody,
        RoundStateView,
        SaidView,
        MessagePart,
        BeginConversation,
        SendMessage,
        ConversationRef,
        GoOn,
        MessageRef,
        RenameConversation,
        ChooseModel,
        ExportFormat,
        SaveConversation,
        ConversationSaved,
        AttachFile,
        AttachResource,
        AttachPrompt,
        ConversationTools,
        SwitchedServer,
        SwitchedTool,
        SwitchInConversation,
        SwitchedBefore,
        ToolsToBeginWith,
        TrialState,
        TrialView,
        ModelRef,
        UsageView,
        DialectView,
        ProviderView,
        AddProvider,
        UpdateProvider,
        SetProviderKey,
        ProviderRef,
        ModelView,
        ModelTold,
        PriceView,
        TellModel,
        TestModel,
        Tested,
        TestStep,
        TestOf,
        FoundProvider,
    );
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    /// Set `UPDATE_EXPECT=1` to write the files anew.
    #[test]
    fn the_pages_are_typed_by_the_back_end() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../ui/src");
        for (file, wanted) in [
            ("backend/wire.ts", super::wire()),
            ("prompt/wire.ts", super::prompt()),
            ("lib/hidden.ts", super::hidden()),
        ] {
            let path = sources.join(file);
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                fs::write(&path, &wanted).unwrap();
            }
            let found = fs::read_to_string(&path).unwrap_or_default();
            assert!(found == wanted, "{} is old: run again with UPDATE_EXPECT=1", path.display());
        }
    }
}
