//! Commands on prompts, and on suggestions for arguments.

use model::{
    completion::{Completing, Target},
    name::ServerName,
    prompt::Prompt,
    state::State,
};
use stdx::text::{clip, visible};

use crate::{
    app::App,
    command::{FIRST_LIST, name_of, rows_of, under_way::carry_out},
    view::{self, lists::Lists},
    window::Window,
    wire::{
        failure::{Code, Failure},
        prompt::{
            CompleteArgument, CompletionOf, GetPrompt, ListPrompts, PromptGiven, ServerPrompts,
            Suggestions,
        },
    },
};

pub(crate) async fn list_prompts(
    app: &App,
    from: Window,
    ListPrompts { server }: ListPrompts,
) -> Result<Vec<ServerPrompts>, Failure> {
    let (rows, patience) = rows_of(app, server.as_deref()).await?;
    let mut room = Lists::of(from);
    let mut lists = Vec::with_capacity(rows.len());
    for (server, state) in rows {
        let list = app.servers().prompts(server.name(), patience).await?;
        lists.push(view::prompt::list(server, matches!(state, State::Ready(_)), list, &mut room));
    }
    Ok(lists)
}

pub(crate) async fn get_prompt(
    app: &App,
    from: Window,
    GetPrompt { call, server, prompt, arguments }: GetPrompt,
) -> Result<PromptGiven, Failure> {
    let server = name_of(app, &server).await?;
    let listed = app.servers().prompts(&server, FIRST_LIST).await?;
    if let Some(known) = listed.entries.iter().find(|it| it.name == prompt) {
        fits(known, |name| arguments.contains_key(name))?;
    } else if !listed.entries.is_empty() {
        return Err(unknown(&server, &prompt, &listed.entries));
    }
    let given = carry_out(app, &call, server, async |errand| {
        app.servers().prompt(errand, prompt, arguments).await
    });
    Ok(view::prompt::given(given.await?, from))
}

pub(crate) async fn complete_argument(
    app: &App,
    _from: Window,
    CompleteArgument { call, server, of, argument, value, others }: CompleteArgument,
) -> Result<Suggestions, Failure> {
    let server = name_of(app, &server).await?;
    let target = match of {
        CompletionOf::Prompt { name } => Target::Prompt(name),
        CompletionOf::Template { uri } => Target::Template(uri),
    };
    let completing = Completing { target, argument, value, others };
    let completed = carry_out(app, &call, server, async |errand| {
        app.servers().complete(errand, completing).await
    });
    Ok(view::prompt::suggestions(completed.await?))
}

/// Nothing is sent that cannot be right.
fn fits(prompt: &Prompt, given: impl Fn(&str) -> bool) -> Result<(), Failure> {
    let mut missing = prompt.arguments.iter().filter(|it| it.required && !given(&it.name));
    match missing.next() {
        None => Ok(()),
        Some(first) => {
            let words = format!("`{}` of the prompt is missing", visible(&clip(&first.name, 80)));
            Err(Failure::new(Code::BadArguments, words)
                .field(first.name.clone())
                .hint("Nothing was sent. Give it, then ask again."))
        }
    }
}

fn unknown(server: &ServerName, prompt: &str, listed: &[Prompt]) -> Failure {
    let words = format!("`{server}` has no prompt `{}`", visible(&clip(prompt, 80)));
    let names: Vec<_> = listed.iter().take(12).map(|it| format!("`{}`", it.name)).collect();
    let names = visible(&clip(&names.join(", "), 500));
    Failure::new(Code::Invalid, words).field("prompt").hint(format!("There are: {names}"))
}

#[cfg(test)]
mod tests {
    use model::prompt::Argument;

    use super::*;

    fn prompt() -> Prompt {
        let argument = |name: &str, required| Argument {
            name: name.to_owned(),
            title: None,
            description: String::new(),
            required,
        };
        Prompt {
            name: "review".to_owned(),
            title: None,
            description: String::new(),
            arguments: vec![argument("code", true), argument("style", false)],
            marks: Vec::new(),
        }
    }

    #[test]
    fn what_a_prompt_cannot_do_without_is_named_before_anything_is_sent() {
        let failure = fits(&prompt(), |_| false).unwrap_err();
        assert_eq!((failure.code, failure.field.as_deref()), (Code::BadArguments, Some("code")));
        assert!(fits(&prompt(), |name| name == "code").is_ok());
    }

    #[test]
    fn an_unknown_prompt_lists_the_known_ones() {
        let server = ServerName::parse("demo").unwrap();
        let failure = unknown(&server, "reveiw", &[prompt()]);
        assert_eq!(failure.message, "`demo` has no prompt `reveiw`.");
        assert_eq!(failure.hint.as_deref(), Some("There are: `review`."));
    }
}
