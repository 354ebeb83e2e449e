//! The commands, one file a group. Each reads what was typed before it asks for a session.

mod add;
mod allow;
mod asked_for;
mod call;
mod chat;
mod conversation;
mod exact;
mod import;
mod input;
mod logs;
mod models;
mod pairs;
mod prompts;
mod ready;
mod resources;
mod secret_rows;
mod secrets;
mod serve;
mod servers;
mod show;
mod spoken;
mod tools;
mod trial;
mod wishes;

use crate::{arguments::Command, ctx::Ctx, failure::Failure};

pub(crate) async fn run(ctx: &Ctx, command: Command) -> Result<(), Failure> {
    match command {
        Command::Servers(what) => servers::run(ctx, what).await,
        Command::Tools { server } => tools::list(ctx, server).await,
        Command::Call(call) => call::call(ctx, call).await,
        Command::Chat(chat) => chat::chat(ctx, chat).await,
        Command::Models { what } => models::run(ctx, what).await,
        Command::Prompts { server } => prompts::list(ctx, server).await,
        Command::GetPrompt(what) => prompts::get(ctx, what).await,
        Command::Resources { server } => resources::list(ctx, server).await,
        Command::Read(what) => resources::read(ctx, what).await,
        Command::Complete(what) => prompts::complete(ctx, what).await,
        Command::Secrets(what) => secrets::run(ctx, what).await,
        Command::Logs(logs) => logs::print(ctx, logs).await,
        Command::Serve => serve::serve(ctx).await,
    }
}
