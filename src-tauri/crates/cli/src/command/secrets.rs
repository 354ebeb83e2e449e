//! `stewardctl secrets`: secrets by name. A value is typed on the terminal, and comes from nowhere
//! else; none is ever shown (HOST-64).

use app::{
    Session,
    wire::{
        draft::{AskSecret, SecretKept},
        failure::{Code, Failure as AppFailure},
        secret::{
            ListSecrets, SecretList, SecretOutcome, SecretRef, SecretRow, SecretSet, SecretUse,
            SetSecret,
        },
    },
};

use crate::{
    arguments::Secrets,
    command::{asked_for, call, secret_rows},
    ctx::Ctx,
    failure::Failure,
    print, terminal,
};

pub(crate) async fn run(ctx: &Ctx, what: Secrets) -> Result<(), Failure> {
    match what {
        Secrets::List { pattern } => list(ctx, pattern).await,
        Secrets::Set { name } => set(ctx, &name).await,
        Secrets::Remove { name } => remove(ctx, &name).await,
    }
}

async fn list(ctx: &Ctx, pattern: Option<String>) -> Result<(), Failure> {
    ctx.session(async |session| {
        let found: SecretList = session.call("list_secrets", ListSecrets { pattern }).await?;
        if ctx.json {
            print::json(&found.secrets)?;
        } else {
            for line in secret_rows::table(&found.secrets) {
                print::foreign(&line)?;
            }
        }
        match found.keychain {
            // The names are known all the same, and printed.
            Some(failure) => Err(failure.into()),
            None => Ok(()),
        }
    })
    .await
}

async fn set(ctx: &Ctx, key: &str) -> Result<(), Failure> {
    somebody(&format!("to type the value of `{key}` on"))?;
    ctx.session(async |session| {
        let set = set_at(ctx, session, key).await?;
        if ctx.json {
            print::json(&set)?;
        } else {
            print::foreign(&done(key, &set))?;
        }
        match set.outcome {
            SecretOutcome::Set | SecretOutcome::Removed => Ok(()),
            // It was to be set, and is not.
            SecretOutcome::Unchanged => Err(Failure::tool()),
        }
    })
    .await
}

/// Has a value asked for at this terminal, and kept.
///
/// # Errors
/// `NobodyToAsk`, `Keychain`
async fn set_at(ctx: &Ctx, session: &Session, key: &str) -> Result<SecretSet, Failure> {
    let locked = say_if_locked(session).await?;
    let set = ask(session, "set_secret", key).await;
    if set.is_err() {
        terminal::forget_typed(locked);
    }
    match set {
        Err(failure) if failure.code == Code::Keychain && goes_on(session) => {
            if !holds(ctx, key, &failure).await {
                return Err(failure.into());
            }
            Ok(ask(session, "hold_secret", key).await?)
        }
        set => Ok(set?),
    }
}

/// Has a value asked for at this terminal for a field of a server that is to be added, and kept under a
/// name of its own; what stands for it.
///
/// # Errors
/// `NobodyToAsk` without a terminal, `Declined`, `Keychain`
pub(super) async fn of_field(
    ctx: &Ctx,
    session: &Session,
    title: &str,
    field: &str,
) -> Result<String, Failure> {
    somebody(&format!("to type the value of `{field}` on"))?;
    let locked = say_if_locked(session).await?;
    let tag = call::name();
    let (of, key) = (field.to_owned(), None);
    let order = AskSecret { title: title.to_owned(), field: of, key, call: Some(tag.clone()) };
    let kept = session.call_asked::<SecretKept>("ask_secret", order, Some(&tag)).await;
    let reference = match kept {
        Ok(SecretKept { reference }) => reference,
        Err(failure) if failure.code == Code::Keychain && goes_on(session) => {
            terminal::forget_typed(locked);
            let all: SecretList =
                session.call("list_secrets", ListSecrets { pattern: None }).await?;
            let key = asked_for::free_key(title, field, &all.secrets);
            if !holds(ctx, &key, &failure).await {
                return Err(failure.into());
            }
            let held = ask(session, "hold_secret", &key).await?.outcome == SecretOutcome::Set;
            held.then(|| format!("${{secret:{key}}}"))
        }
        Err(failure) => {
            terminal::forget_typed(locked);
            return Err(failure.into());
        }
    };
    reference.ok_or_else(|| {
        let words = format!("`{field}` was not given, and nothing was added");
        AppFailure::new(Code::Declined, words).into()
    })
}

/// Says that the keychain asks to be unlocked, where it does: nothing is seen of that on a terminal.
///
/// # Errors
/// `Storage`
pub(super) async fn say_if_locked(session: &Session) -> Result<bool, Failure> {
    let none = ListSecrets { pattern: Some(String::new()) };
    let found: SecretList = session.call("list_secrets", none).await?;
    if found.locked {
        print::note(
            "note: the keychain is locked; unlock it in its own dialog, or give up with Ctrl+C",
        );
    }
    Ok(found.locked)
}

/// Has it asked for at this terminal, whoever owns the data folder.
async fn ask(session: &Session, command: &str, key: &str) -> Result<SecretSet, AppFailure> {
    let tag = call::name();
    let order = SetSecret { key: key.to_owned(), call: Some(tag.clone()) };
    session.call_asked(command, order, Some(&tag)).await
}

/// Whether the owner is still there when this command is over.
fn goes_on(session: &Session) -> bool {
    matches!(session, Session::Guest(_))
}

/// Without a keychain, holding a value in memory is the person's own choice, made each time.
async fn holds(ctx: &Ctx, key: &str, failure: &AppFailure) -> bool {
    let hint = failure.hint.iter().cloned();
    let above = [failure.message.clone()].into_iter().chain(hint).collect();
    let ask = format!("Or have Steward hold `{key}` in memory until it quits?");
    ctx.here.confirm(above, ask).await == Some(true)
}

fn done(key: &str, set: &SecretSet) -> String {
    let done = match set.outcome {
        SecretOutcome::Set => "is set",
        SecretOutcome::Removed => "was removed",
        SecretOutcome::Unchanged => "is as it was",
    };
    if set.started.is_empty() {
        return format!("{key} {done}");
    }
    format!("{key} {done}; started again: {}", set.started.join(", "))
}

async fn remove(ctx: &Ctx, key: &str) -> Result<(), Failure> {
    somebody("to ask you on whether it may be removed")?;
    ctx.session(async |session| {
        let row = row(session, key).await?;
        let ask = format!("Remove the secret `{}`?", app::visible(key));
        if ctx.here.confirm(vec![used(&row.used_by)], ask).await != Some(true) {
            let words = "it was not allowed, and nothing was changed";
            return Err(AppFailure::new(Code::Declined, words).into());
        }
        session.call::<()>("remove_secret", SecretRef { key: key.to_owned() }).await?;
        print::foreign(&format!("{key} was removed"))?;
        Ok(())
    })
    .await
}

async fn row(session: &Session, key: &str) -> Result<SecretRow, Failure> {
    let all = ListSecrets { pattern: None };
    let found: SecretList = session.call("list_secrets", all).await?;
    found.secrets.into_iter().find(|it| it.key == key).ok_or_else(|| {
        AppFailure::new(Code::Invalid, format!("there is no secret `{key}`"))
            .hint("look at their names: `stewardctl secrets list`")
            .into()
    })
}

fn used(by: &[SecretUse]) -> String {
    let by: Vec<_> = by.iter().map(secret_rows::used).collect();
    match by.as_slice() {
        [] => "No server refers to it.".to_owned(),
        by => app::visible(&format!(
            "These refer to it, and cannot start without: {}.",
            by.join(", ")
        )),
    }
}

/// # Errors
/// `NobodyToAsk` without a terminal
fn somebody(what: &str) -> Result<(), Failure> {
    if terminal::is_there() {
        return Ok(());
    }
    let words = format!("there is no terminal {what}");
    Err(AppFailure::new(Code::NobodyToAsk, words)
        .hint("run it in a terminal; no flag, variable, file or pipe gives the value")
        .into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_is_said_without_a_value() {
        let set = |outcome, started: &[&str]| SecretSet {
            outcome,
            started: started.iter().map(|it| (*it).to_owned()).collect(),
        };
        assert_eq!(done("A", &set(SecretOutcome::Unchanged, &[])), "A is as it was");
        assert_eq!(
            done("A", &set(SecretOutcome::Set, &["x", "y"])),
            "A is set; started again: x, y"
        );
    }

    #[test]
    fn who_refers_to_it_is_said_before_it_goes() {
        let by = |server: &str| SecretUse {
            server: server.into(),
            title: server.to_uppercase(),
            field: "TOKEN".into(),
        };
        assert_eq!(used(&[]), "No server refers to it.");
        let both = used(&[by("a"), by("b")]);
        assert_eq!(both, "These refer to it, and cannot start without: a (TOKEN), b (TOKEN).");
    }
}
