//! Whether something may run: asked of the person natively, unless they just typed it themselves.

use model::server::{Draft, Server};
use servers::{Wanted, plan};

use crate::{
    app::App,
    desk::{About, Consent, ConsentQuestion},
    dispatch::Window,
    wire::failure::{Code, Failure},
};

/// Asks whether a new server may be added, and started.
///
/// # Errors
/// `Declined`, `NobodyToAsk`
pub(crate) async fn to_add(app: &App, from: Window, draft: &Draft) -> Result<Wanted, Failure> {
    match from {
        Window::Terminal => Ok(Wanted::Started),
        Window::Main => match ask(app, draft, About::Adding).await? {
            Consent::Cancel => Err(declined()),
            Consent::AddOnly => Ok(Wanted::Kept),
            Consent::Start => Ok(Wanted::Started),
        },
    }
}

/// Asks whether a changed server may go on running, if what it runs changed and it is on. One
/// that is off is asked about when it is switched on.
///
/// # Errors
/// `Declined`, `NobodyToAsk`
pub(crate) async fn to_change(
    app: &App,
    from: Window,
    known: &Server,
    draft: &Draft,
) -> Result<Wanted, Failure> {
    if !known.on || is_allowed(known, draft) {
        return Ok(Wanted::Unchanged);
    }
    if from == Window::Main && ask(app, draft, About::Starting).await? != Consent::Start {
        return Err(declined());
    }
    Ok(Wanted::Started)
}

/// Asks whether a registered server may be started, unless the person has allowed just this.
///
/// # Errors
/// `Declined`, `NobodyToAsk`
pub(crate) async fn to_start(app: &App, from: Window, known: &Server) -> Result<(), Failure> {
    let asked = from == Window::Main && !is_allowed(known, &known.draft);
    if asked && ask(app, &known.draft, About::Starting).await? != Consent::Start {
        return Err(declined());
    }
    Ok(())
}

/// What was shown is what runs: the digest of the plan decides, never the name.
fn is_allowed(known: &Server, draft: &Draft) -> bool {
    known.approved.as_deref() == Some(plan::of(draft).digest.as_str())
}

async fn ask(app: &App, draft: &Draft, about: About) -> Result<Consent, Failure> {
    Ok(app.desk().consent(ConsentQuestion { plan: plan::of(draft), about }).await?)
}

fn declined() -> Failure {
    Failure::new(Code::Declined, "it was not allowed, and nothing was changed")
}
