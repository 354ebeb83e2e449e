//! The one list of commands: what each is called, takes and gives, and which windows may say it.
//!
//! It knows no command's work (that is `command`), and no Tauri.

use serde_json::Value;
use ts_rs::TS;

use crate::{
    app::App,
    command::{draft, inbox, link, log, media, prompt, resource, secret, server, tool, wishes},
    window::Window,
    wire::{
        draft::{AddServer, AskSecret, ReadDrafts, Reading, SecretKept, UpdateServer},
        failure::{Code, Failure},
        inbox::{InboxView, QuestionRef},
        link::{LinkOpened, OpenLink},
        log::{LogPage, ReadLog},
        media::{MediaBytes, ReadMedia},
        prompt::{
            CompleteArgument, GetPrompt, ListPrompts, PromptGiven, ServerPrompts, Suggestions,
        },
        resource::{ContentsView, ListResources, ReadResource, ServerResources, WatchResource},
        secret::{ListSecrets, SecretList, SecretRef, SecretSet, SetSecret},
        server::{
            About, AllowServer, Diagnosis, Removed, ServerList, ServerRef, ServerRow, SwitchServer,
        },
        tool::{CallTool, CancelCall, ListTools, OutcomeView, ServerTools},
        wishes::{ServerWishes, SetLevel, ShareFolder},
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
    draft::ask_secret(AskSecret) -> SecretKept, from Main;
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
}
