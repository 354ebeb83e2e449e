//! Whether something may run: asked of the person natively, unless they just typed it themselves.

use inbox::{
    Ask,
    desk::{About, Consent, ConsentQuestion},
    item::Origin,
};
use model::{
    plan::LaunchPlan,
    server::{Draft, Server},
};
use servers::{Wanted, plan};

use crate::{
    app::App,
    window::Window,
    wire::failure::{Code, Failure},
};

/// Asks whether a new server may be added, or take the place of `known`, and be started.
///
/// # Errors
/// `Declined`, `NobodyToAsk`
pub(crate) async fn to_add(
    app: &App,
    from: Window,
    draft: &Draft,
    known: Option<&Server>,
) -> Result<Wanted, Failure> {
    if from == Window::Terminal {
        return Ok(Wanted::Started);
    }
    let before = known.map(|it| plan::of(&it.draft));
    match ask(app, plan::of(draft), before, About::Adding).await? {
        Consent::Cancel => Err(declined()),
        Consent::AddOnly => Ok(Wanted::Kept),
        Consent::Start => Ok(Wanted::Started),
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
    let after = plan::of(draft);
    if !known.on || is_allowed(known, &after) {
        return Ok(Wanted::Unchanged);
    }
    if from == Window::Main {
        let before = Some(plan::of(&known.draft));
        if ask(app, after, before, About::Starting).await? != Consent::Start {
            return Err(declined());
        }
    }
    Ok(Wanted::Started)
}

/// Asks whether a registered server may be started, unless the person has allowed just this.
/// Gives the digest of what was shown: if the row changed meanwhile, it is not what starts. A
/// terminal shows and asks by itself, and says what it has shown: see `allow_server`.
///
/// # Errors
/// `Declined`, `NobodyToAsk`
pub(crate) async fn to_start(app: &App, from: Window, known: &Server) -> Result<String, Failure> {
    let shown = plan::of(&known.draft);
    let digest = shown.digest.clone();
    if is_allowed(known, &shown) {
        return Ok(digest);
    }
    match from {
        Window::Terminal => Err(servers::Error::Unapproved(known.name().clone()).into()),
        Window::Main => match ask(app, shown, None, About::Starting).await? {
            Consent::Start => Ok(digest),
            Consent::AddOnly | Consent::Cancel => Err(declined()),
        },
    }
}

/// What was shown is what runs: the digest of the plan decides, never the name.
fn is_allowed(known: &Server, plan: &LaunchPlan) -> bool {
    known.approved.as_deref() == Some(plan.digest.as_str())
}

async fn ask(
    app: &App,
    plan: LaunchPlan,
    before: Option<LaunchPlan>,
    about: About,
) -> Result<Consent, Failure> {
    let words = match about {
        About::Adding => format!("Add the server “{}”?", plan.title),
        About::Starting => format!("Start the server “{}”?", plan.title),
    };
    let origin = Origin { title: plan.title.clone(), ..Origin::default() };
    let ask = Ask { origin, words, limit: None };
    Ok(app.inbox().consent(ask, ConsentQuestion { plan, before, about }).await?)
}

fn declined() -> Failure {
    Failure::new(Code::Declined, "it was not allowed, and nothing was changed")
}
