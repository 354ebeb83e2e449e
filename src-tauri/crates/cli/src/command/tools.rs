//! `stewardctl tools`: what can be called.

use app::{
    Session,
    wire::{
        server::{ServerRef, ServerRow},
        tool::{ListTools, ServerTools},
    },
};

use crate::{ctx::Ctx, failure::Failure, print};

pub(crate) async fn list(
    ctx: &Ctx,
    session: &Session,
    server: Option<String>,
) -> Result<(), Failure> {
    if let Some(server) = &server {
        // A list that a running server gives is fresher than one that was kept.
        let woken = ServerRef { server: server.clone() };
        session.call::<ServerRow>("wake_server", woken).await?;
    }
    let named = server.is_some();
    let offers: Vec<ServerTools> = session.call("list_tools", ListTools { server }).await?;
    if ctx.json {
        print::json(&offers);
        return Ok(());
    }
    for offer in offers {
        if !named {
            print::line(&format!("{}:", offer.server));
        }
        let indent = if named { "" } else { "  " };
        for tool in &offer.tools {
            let first = tool.description.lines().next().unwrap_or_default();
            let about = if first.is_empty() { String::new() } else { format!("  {first}") };
            print::foreign(&format!("{indent}{}{about}", tool.name));
        }
        for aside in &offer.set_aside {
            print::note(&format!("{indent}set aside: {}: {}", aside.name, aside.reason));
        }
        if offer.tools.is_empty() {
            print::note(&format!("{indent}`{}` has listed no tools yet", offer.server));
        }
    }
    Ok(())
}
