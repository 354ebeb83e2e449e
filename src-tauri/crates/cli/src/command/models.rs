//! `stewardctl models`: where models are, and which; and what a person typed for one of them.

use app::{
    Session,
    wire::{
        failure::{Code, Failure as AppFailure},
        provider::{
            AddProvider, DialectView, ModelRef, ModelView, ProviderRef, ProviderView,
            SetProviderKey, TestModel, Tested,
        },
    },
};
use serde::Serialize;

use crate::{
    arguments::models::{Dialect, Models},
    command::{call, secrets, trial},
    ctx::Ctx,
    failure::Failure,
    print, terminal,
};

pub(crate) async fn run(ctx: &Ctx, what: Option<Models>) -> Result<(), Failure> {
    match what {
        None => list(ctx).await,
        Some(Models::Add { name, url, dialect, key }) => add(ctx, name, url, dialect, key).await,
        Some(Models::Test { model }) => test(ctx, &model).await,
        Some(Models::Try { remove: true }) => trial::remove(ctx).await,
        Some(Models::Try { remove: false }) => trial::install(ctx).await,
        Some(Models::Remove { provider }) => remove(ctx, &provider).await,
    }
}

/// A provider with its models, for a program.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    provider: ProviderView,
    models: Vec<ModelView>,
    /// Why they are not known.
    failure: Option<AppFailure>,
}

async fn list(ctx: &Ctx) -> Result<(), Failure> {
    ctx.session(async |session| {
        let mut all = Vec::new();
        for provider in providers(session).await? {
            let (models, failure) = match models(session, provider.id).await {
                Ok(models) => (models, None),
                Err(failure) => (Vec::new(), Some(failure)),
            };
            all.push(Listed { provider, models, failure });
        }
        if ctx.json {
            print::json(&all)?;
        } else {
            all.iter().try_for_each(show)?;
        }
        match all.iter().find_map(|it| it.failure.clone()) {
            // The others are printed all the same.
            Some(failure) => Err(failure.into()),
            None => Ok(()),
        }
    })
    .await
}

fn show(it: &Listed) -> std::io::Result<()> {
    print::foreign(&line(&it.provider))?;
    it.models.iter().try_for_each(|model| print::foreign(&format!("  {}", model.id)))
}

fn line(it: &ProviderView) -> String {
    let key = if it.has_key { ", with a key" } else { "" };
    let place = if it.own { "run by Steward when it is needed" } else { &it.base_url };
    format!("{}  {}  {place}{key}", it.id, it.name)
}

async fn add(
    ctx: &Ctx,
    name: String,
    base_url: String,
    dialect: Dialect,
    key: bool,
) -> Result<(), Failure> {
    if key && !terminal::is_there() {
        let words = "there is no terminal to type the key on";
        return Err(AppFailure::new(Code::NobodyToAsk, words)
            .hint("run it in a terminal; no flag, variable, file or pipe gives the key")
            .into());
    }
    ctx.session(async |session| {
        let dialect = match dialect {
            Dialect::ChatCompletions => DialectView::ChatCompletions,
            Dialect::Responses => DialectView::Responses,
            Dialect::Anthropic => DialectView::Anthropic,
            Dialect::Gemini => DialectView::Gemini,
        };
        let order = AddProvider { name, dialect, base_url, with_key: false };
        let mut provider: ProviderView = session.call("add_provider", order).await?;
        if key {
            provider = with_key(session, provider).await?;
        }
        let (models, failure) = match models(session, provider.id).await {
            Ok(models) => (models, None),
            Err(failure) => (Vec::new(), Some(failure)),
        };
        let listed = Listed { provider, models, failure };
        if ctx.json {
            print::json(&listed)?;
        } else {
            show(&listed)?;
        }
        // It is kept, so that it can be mended or removed.
        listed.failure.map_or(Ok(()), |it| Err(it.into()))
    })
    .await
}

/// Has the key of a new provider asked for. Without it the provider goes again, so that it can be added
/// once more.
///
/// # Errors
/// `Declined`, `Keychain`, `NobodyToAsk`
async fn with_key(session: &Session, provider: ProviderView) -> Result<ProviderView, Failure> {
    let locked = secrets::say_if_locked(session).await?;
    let tag = call::name();
    let order = SetProviderKey { provider: provider.id, call: Some(tag.clone()) };
    let set = session.call_asked::<ProviderView>("set_provider_key", order, Some(&tag)).await;
    let failure = match set {
        Ok(provider) if provider.has_key => return Ok(provider),
        Ok(_) => AppFailure::new(Code::Declined, "no key was given, and nothing was added"),
        Err(failure) => failure,
    };
    terminal::forget_typed(locked);
    session.call::<()>("remove_provider", ProviderRef { provider: provider.id }).await?;
    Err(failure.into())
}

async fn test(ctx: &Ctx, model: &str) -> Result<(), Failure> {
    ctx.session(async |session| {
        let model = chosen(session, model).await?;
        let tested: Tested = session.call("test_model", TestModel { model }).await?;
        if ctx.json {
            print::json(&tested)?;
        } else {
            for step in &tested.steps {
                let mark = if step.ok { "ok" } else { "no" };
                print::foreign(&format!("{mark}  {}", step.words))?;
            }
        }
        if tested.steps.iter().all(|it| it.ok) { Ok(()) } else { Err(Failure::tool()) }
    })
    .await
}

async fn remove(ctx: &Ctx, typed: &str) -> Result<(), Failure> {
    ctx.session(async |session| {
        let all = providers(session).await?;
        let found = provider(&all, typed)?;
        let order = ProviderRef { provider: found.id };
        session.call::<()>("remove_provider", order).await?;
        print::foreign(&format!("removed {}", found.name))?;
        Ok(())
    })
    .await
}

async fn providers(session: &Session) -> Result<Vec<ProviderView>, AppFailure> {
    session.call("list_providers", ()).await
}

async fn models(session: &Session, provider: i64) -> Result<Vec<ModelView>, AppFailure> {
    session.call("list_models", ProviderRef { provider }).await
}

/// The model that was typed: `PROVIDER/MODEL`, or an id that only one provider has.
///
/// # Errors
/// `Invalid` where it is none or several, and why a provider could not be asked.
pub(super) async fn chosen(session: &Session, typed: &str) -> Result<ModelRef, Failure> {
    let all = providers(session).await?;
    if let Some(model) = named(&all, typed) {
        return Ok(model?);
    }
    let mut found = Vec::new();
    let mut failed = None;
    for provider in &all {
        match models(session, provider.id).await {
            Ok(models) => found.extend(models.iter().any(|it| it.id == typed).then_some(provider)),
            Err(failure) => failed = Some(failure),
        }
    }
    match (found.as_slice(), failed) {
        ([one], _) => Ok(ModelRef { provider: one.id, model: typed.to_owned() }),
        ([], Some(failure)) => Err(failure.into()),
        ([], None) => Err(wrong(format!("there is no model `{typed}`")).into()),
        (several, _) => {
            let names: Vec<_> = several.iter().map(|it| format!("`{}`", it.name)).collect();
            let words = format!("several providers have `{typed}`: {}", names.join(", "));
            Err(AppFailure::new(Code::Invalid, words).hint("type PROVIDER/MODEL").into())
        }
    }
}

/// The model, where what stands before a `/` is a provider.
fn named(all: &[ProviderView], typed: &str) -> Option<Result<ModelRef, AppFailure>> {
    let (before, model) = typed.split_once('/')?;
    let fits = all.iter().any(|it| is(it, before));
    let chosen = || {
        let provider = provider(all, before)?.id;
        Ok(ModelRef { provider, model: model.to_owned() })
    };
    (fits && !model.is_empty()).then(chosen)
}

fn is(provider: &ProviderView, typed: &str) -> bool {
    provider.name.eq_ignore_ascii_case(typed) || provider.id.to_string() == typed
}

/// The provider of this name or number.
fn provider<'a>(all: &'a [ProviderView], typed: &str) -> Result<&'a ProviderView, AppFailure> {
    let found: Vec<_> = all.iter().filter(|it| is(it, typed)).collect();
    match found.as_slice() {
        [one] => Ok(one),
        [] => Err(wrong(format!("there is no provider `{typed}`"))),
        several => {
            let numbers: Vec<_> = several.iter().map(|it| it.id.to_string()).collect();
            let words = format!("several providers are called `{typed}`");
            let hint = format!("type the number of one: {}", numbers.join(", "));
            Err(AppFailure::new(Code::Invalid, words).hint(hint))
        }
    }
}

fn wrong(words: String) -> AppFailure {
    AppFailure::new(Code::Invalid, words).hint("look at them: `stewardctl models`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(id: i64, name: &str) -> ProviderView {
        ProviderView {
            id,
            name: name.into(),
            dialect: DialectView::ChatCompletions,
            base_url: "http://127.0.0.1:1/v1".into(),
            has_key: false,
            local: true,
            own: false,
        }
    }

    #[test]
    fn a_model_is_named_by_its_provider_and_keeps_its_own_slashes() {
        let all = [at(1, "Ollama"), at(2, "router"), at(3, "router")];
        let of = |typed: &str| named(&all, typed);
        let wanted = ModelRef { provider: 1, model: "a/b:c".into() };
        assert_eq!(of("ollama/a/b:c").unwrap().unwrap(), wanted);
        assert_eq!(of("3/x").unwrap().unwrap().provider, 3);
        assert!(of("router/x").unwrap().unwrap_err().hint.unwrap().contains("2, 3"));
        for id in ["qwen3", "openai/gpt", "ollama/", "/x"] {
            assert!(of(id).is_none(), "{id} may be an id of its own");
        }
    }

    #[test]
    fn a_provider_is_one_line() {
        assert_eq!(line(&at(1, "Ollama")), "1  Ollama  http://127.0.0.1:1/v1");
        let with = ProviderView { has_key: true, ..at(2, "x") };
        assert!(line(&with).ends_with(", with a key"));
    }
}
