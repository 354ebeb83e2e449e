//! The commands, one file a group.

mod call;
mod logs;
mod serve;
mod servers;
mod show;
mod tools;

use app::wire::failure::{Code, Failure as AppFailure};

use crate::{arguments::Command, ctx::Ctx, failure::Failure};

pub(crate) async fn run(ctx: Ctx, command: Command) -> Result<(), Failure> {
    if matches!(command, Command::Serve) {
        return serve::serve(&ctx).await;
    }
    let session = ctx.session().await?;
    let work = async {
        match command {
            Command::Servers(what) => servers::run(&ctx, &session, what).await,
            Command::Tools { server } => tools::list(&ctx, &session, server).await,
            Command::Call(call) => call::call(&ctx, &session, call).await,
            Command::Logs { server, follow, lines } => {
                logs::print(&ctx, &session, server, follow, lines).await
            }
            // Told apart above, since it never talks to another owner.
            Command::Serve => Ok(()),
        }
    };
    let done = tokio::select! {
        done = work => done,
        // Whatever was started ends in good order below.
        signal = serve::signalled() => signal.and_then(|()| Err(stopped())),
    };
    session.close().await;
    done
}

fn stopped() -> Failure {
    AppFailure::new(Code::Cancelled, "stopped by a signal").into()
}
