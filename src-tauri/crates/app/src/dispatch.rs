//! The one list of commands: what each is called, takes and gives, and which windows may say it.
//!
//! It knows no command's work (that is `command`), and no Tauri.

use serde_json::Value;
use ts_rs::TS;

use crate::{
    app::App,
    command::{
        approval, attach, chat, draft, inbox, link, log, media, prompt, provider, resource, secret,
        server, tool, trial, wishes,
    },
    window::Window,
    wire::{
        begin::ToolsToBeginWith,
        card::{CallRef, DecideCall, ModelSaw, RuleList, SetRules},
        chat::{
            AttachFile, AttachPrompt, AttachResource, BeginConversation, ChooseModel,
            ConversationList, ConversationRef, ConversationRow, ConversationSaved,
            ConversationTools, GoOn, ListConversations, MessagePart, MessageRef, MessageView,
            OpenConversation, RenameConversation, SaveConversation, SendMessage,
            SwitchInConversation, Transcript,
        },
        draft::{AddServer, AskSecret, ReadDrafts, Reading, SecretKept, UpdateServer},
        failure::{Code, Failure},
        inbox::{InboxView, QuestionRef},
        link::{LinkOpened, OpenLink},
        log::{LogPage, ReadLog},
        media::{MediaBytes, ReadMedia},
        prompt::{
            CompleteArgument, GetPrompt, ListPrompts, PromptGiven, ServerPrompts, Suggestions,
        },
        provider::{
            AddProvider, FoundProvider, ModelView, ProviderRef, ProviderView, SetProviderKey,
            TellModel, TestModel, Tested, UpdateProvider,
        },
        resource::{ContentsView, ListResources, ReadResource, ServerResources, WatchResource},
        secret::{ListSecrets, SecretList, SecretRef, SecretSet, SetSecret},
        server::{
            About, AllowServer, Diagnosis, Removed, ServerList, ServerRef, ServerRow, SwitchServer,
        },
        tool::{CallTool, CancelCall, ListTools, OutcomeView, ServerTools},
        trial::TrialView,
        wishes::{GivePictures, ServerWishes, SetLevel, ShareFolder},
    },
};

macro_rules! commands {
    ($($file:ident::$name:ident($payload:ty) -> $reply:ty, from $($window:ident)|+;)+) => {
        /// Runs a command by name.
        ///
        /// # Errors
        /// The command's own failure; [`Code::UnknownCommand`], [`Code::Refused`] for a window
        /// that may not say it, [`Code::Malformed`] for a payload that does not fit.
        pub async fn dispatch(
            app: &App,
            from: Window,
            name: &str,
            payload: Value,
        ) -> Result<Value, Failure> {
            match name {
                $(stringify!($name) => {
                    if !matches!(from, $(Window::$window)|+) {
                        return Err(Failure::refused(name));
                    }
                    let payload: $payload =
                        serde_json::from_value(payload).map_err(|it| Failure::malformed(name, &it))?;
                    // Boxed: the futures of commands are large, and there is one for each.
                    let reply: $reply = Box::pin($file::$name(app, from, payload)).await?;
                    serde_json::to_value(reply).map_err(|it| Failure::malformed(name, &it))
                })+
                _ => Err(Failure::new(Code::UnknownCommand, format!("there is no command `{name}`"))),
            }
        }

        /// The same list as a TypeScript type.
        pub fn typescript(cfg: &ts_rs::Config) -> String {
            let mut text = String::from("export type Commands = {\n");
            $(text.push_str(&format!(
                "  {}: {{ payload: {}; reply: {} }};\n",
                stringify!($name),
                <$payload as TS>::name(cfg),
                <$reply as TS>::name(cfg),
            ));)+
            text.push_str("};\n");
            text
        }
    };
}

commands! {
    server::about(()) -> About, from Main | Terminal;
    server::list_servers(()) -> ServerList, from Main | Terminal;
    draft::read_drafts(ReadDrafts) -> Reading, from Main | Terminal;
    draft::paste_drafts(()) -> Reading, from Main;
    draft::ask_secret(AskSecret) -> SecretKept, from Main | Terminal;
    server::add_server(AddServer) -> ServerRow, from Main | Terminal;
    server::add_demo(()) -> ServerRow, from Main | Terminal;
    server::update_server(UpdateServer) -> ServerRow, from Main | Terminal;
    server::switch_server(SwitchServer) -> ServerRow, from Main | Terminal;
    server::allow_server(AllowServer) -> ServerRow, from Terminal;
    server::wake_server(ServerRef) -> ServerRow, from Terminal;
    server::restart_server(ServerRef) -> ServerRow, from Main | Terminal;
    server::remove_server(ServerRef) -> Removed, from Main | Terminal;
    server::restore_server(ServerRef) -> ServerRow, from Main | Terminal;
    server::diagnose_server(ServerRef) -> Diagnosis, from Main | Terminal;
    tool::list_tools(ListTools) -> Vec<ServerTools>, from Main | Terminal;
    tool::call_tool(CallTool) -> OutcomeView, from Main | Terminal;
    tool::cancel_call(CancelCall) -> (), from Main | Terminal;
    prompt::list_prompts(ListPrompts) -> Vec<ServerPrompts>, from Main | Terminal;
    prompt::get_prompt(GetPrompt) -> PromptGiven, from Main | Terminal;
    prompt::complete_argument(CompleteArgument) -> Suggestions, from Main | Terminal;
    resource::list_resources(ListResources) -> Vec<ServerResources>, from Main | Terminal;
    resource::read_resource(ReadResource) -> ContentsView, from Main | Terminal;
    resource::watch_resource(WatchResource) -> (), from Main | Terminal;
    media::read_media(ReadMedia) -> MediaBytes, from Main;
    wishes::server_wishes(ServerRef) -> ServerWishes, from Main | Terminal;
    wishes::set_level(SetLevel) -> ServerWishes, from Main | Terminal;
    wishes::give_pictures(GivePictures) -> ServerWishes, from Main | Terminal;
    wishes::share_folder(ShareFolder) -> ServerWishes, from Main | Terminal;
    wishes::choose_folder(ServerRef) -> ServerWishes, from Main | Terminal;
    link::open_link(OpenLink) -> LinkOpened, from Main;
    log::read_log(ReadLog) -> LogPage, from Main | Terminal;
    inbox::list_inbox(()) -> InboxView, from Main | Terminal;
    inbox::raise_question(QuestionRef) -> (), from Main | Terminal;
    inbox::withdraw_question(QuestionRef) -> (), from Main | Terminal;
    secret::list_secrets(ListSecrets) -> SecretList, from Main | Terminal;
    secret::set_secret(SetSecret) -> SecretSet, from Main | Terminal;
    secret::hold_secret(SetSecret) -> SecretSet, from Main | Terminal;
    secret::remove_secret(SecretRef) -> (), from Main | Terminal;
    secret::await_answers(()) -> (), from Terminal;
    chat::list_conversations(ListConversations) -> ConversationList, from Main | Terminal;
    chat::begin_conversation(BeginConversation) -> ConversationRow, from Main | Terminal;
    chat::open_conversation(OpenConversation) -> Transcript, from Main | Terminal;
    chat::send_message(SendMessage) -> MessageView, from Main | Terminal;
    chat::go_on(GoOn) -> (), from Main | Terminal;
    chat::follow_conversation(ConversationRef) -> (), from Terminal;
    chat::stop_turn(ConversationRef) -> (), from Main | Terminal;
    chat::show_branch(MessageRef) -> Transcript, from Main | Terminal;
    chat::copy_conversation(MessageRef) -> ConversationRow, from Main | Terminal;
    chat::rename_conversation(RenameConversation) -> ConversationRow, from Main | Terminal;
    chat::remove_conversation(ConversationRef) -> (), from Main | Terminal;
    chat::restore_conversation(ConversationRef) -> ConversationRow, from Main | Terminal;
    chat::save_conversation(SaveConversation) -> ConversationSaved, from Main;
    chat::choose_model(ChooseModel) -> ConversationRow, from Main | Terminal;
    chat::tools_to_begin_with(ToolsToBeginWith) -> ConversationTools, from Main | Terminal;
    chat::conversation_tools(ConversationRef) -> ConversationTools, from Main | Terminal;
    chat::switch_in_conversation(SwitchInConversation) -> ConversationTools, from Main | Terminal;
    attach::attach_file(AttachFile) -> MessagePart, from Main | Terminal;
    attach::attach_resource(AttachResource) -> MessagePart, from Main | Terminal;
    attach::attach_prompt(AttachPrompt) -> MessagePart, from Main | Terminal;
    approval::decide_call(DecideCall) -> (), from Main | Terminal;
    approval::model_saw(CallRef) -> ModelSaw, from Main | Terminal;
    approval::list_rules(()) -> RuleList, from Main | Terminal;
    approval::set_rules(SetRules) -> RuleList, from Main | Terminal;
    provider::list_providers(()) -> Vec<ProviderView>, from Main | Terminal;
    provider::find_providers(()) -> Vec<FoundProvider>, from Main | Terminal;
    provider::add_provider(AddProvider) -> ProviderView, from Main | Terminal;
    provider::update_provider(UpdateProvider) -> ProviderView, from Main | Terminal;
    provider::set_provider_key(SetProviderKey) -> ProviderView, from Main | Terminal;
    provider::remove_provider(ProviderRef) -> (), from Main | Terminal;
    provider::list_models(ProviderRef) -> Vec<ModelView>, from Main | Terminal;
    provider::tell_model(TellModel) -> (), from Main | Terminal;
    provider::test_model(TestModel) -> Tested, from Main | Terminal;
    trial::trial_model(()) -> TrialView, from Main | Terminal;
    trial::install_trial(()) -> ProviderView, from Main | Terminal;
    trial::stop_trial(()) -> (), from Main | Terminal;
    trial::remove_trial(()) -> (), from Main | Terminal;
}
