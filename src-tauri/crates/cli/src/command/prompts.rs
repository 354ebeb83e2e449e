//! `stewardctl prompts`, `get-prompt` and `complete`.

use std::io;

use app::wire::prompt::{
    CompleteArgument, CompletionOf, GetPrompt, ListPrompts, PromptArgumentView, PromptGiven,
    PromptView, ServerPrompts, Suggestions,
};

use crate::{
    arguments,
    command::{call, pairs, ready, tools},
    ctx::Ctx,
    failure::Failure,
    print,
};

pub(crate) async fn list(ctx: &Ctx, server: Option<String>) -> Result<(), Failure> {
    ctx.session(async |session| {
        let among = server.is_none();
        if let Some(server) = &server {
            ready::usable(&ready::wake(session, server.clone()).await?)?;
        }
        let lists: Vec<ServerPrompts> =
            session.call("list_prompts", ListPrompts { server }).await?;
        if ctx.json {
            print::json(&lists)?;
        } else {
            lists.iter().filter(|it| it.ready).try_for_each(|it| show(it, among))?;
        }
        Ok(())
    })
    .await
}

pub(crate) async fn get(ctx: &Ctx, typed: arguments::GetPrompt) -> Result<(), Failure> {
    let arguments::GetPrompt { server, prompt, arguments } = typed;
    let arguments = pairs::parse(arguments)?;
    let order = GetPrompt { call: call::name(), server: server.clone(), prompt, arguments };
    ctx.session(async |session| {
        let ours = order.call.clone();
        let given = call::carry_out(session, server, &ours, "get_prompt", order).await;
        if let Some(failure) = call::unasked(session, &ours).await {
            return Err(failure.into());
        }
        let given: PromptGiven = given?;
        if ctx.json {
            print::json(&given)?;
        } else {
            messages(&given)?;
        }
        Ok(())
    })
    .await
}

pub(crate) async fn complete(ctx: &Ctx, typed: arguments::Complete) -> Result<(), Failure> {
    let arguments::Complete { server, prompt, template, argument, value, others } = typed;
    let of = match (prompt, template) {
        (Some(name), _) => CompletionOf::Prompt { name },
        (None, Some(uri)) => CompletionOf::Template { uri },
        (None, None) => return Err(Failure::usage("whose argument it is has to be said")),
    };
    let (call, others) = (call::name(), pairs::parse(others)?);
    let order = CompleteArgument { call, server: server.clone(), of, argument, value, others };
    ctx.session(async |session| {
        let ours = order.call.clone();
        let found: Suggestions =
            call::carry_out(session, server, &ours, "complete_argument", order).await?;
        if ctx.json {
            print::json(&found)?;
            return Ok(());
        }
        found.values.iter().try_for_each(|it| print::line(&app::visible(it)))?;
        match (found.values.len() as u64, found.total) {
            (0, _) => print::note("there are no suggestions"),
            (shown, Some(total)) if total > shown => {
                print::note(&format!("note: there are {total}"));
            }
            (_, None) if found.more => print::note("note: there are more"),
            _ => {}
        }
        Ok(())
    })
    .await
}

/// Its prompts, below its name if `among` others.
fn show(list: &ServerPrompts, among: bool) -> io::Result<()> {
    let indent = if among { "  " } else { "" };
    if among {
        print::foreign(&format!("{}:", list.server))?;
    }
    for prompt in &list.prompts {
        print::line(&format!("{indent}{}", app::visible(&line(prompt))))?;
    }
    for aside in &list.set_aside {
        print::note(&format!("{indent}set aside: {}: {}", aside.name, aside.reason));
    }
    for odd in &list.odd {
        print::note(&format!("{indent}note: {odd}"));
    }
    if list.prompts.is_empty() {
        print::note(&format!("{indent}`{}` lists no prompts", list.server));
    }
    Ok(())
}

/// A prompt on one line: what it takes, and what it is for.
fn line(prompt: &PromptView) -> String {
    let argument = |it: &PromptArgumentView| {
        if it.required { it.name.clone() } else { format!("[{}]", it.name) }
    };
    let mut words = vec![prompt.name.clone()];
    words.extend(prompt.arguments.iter().map(argument));
    format!("{}{}", words.join(" "), tools::about(&prompt.description))
}

fn messages(given: &PromptGiven) -> io::Result<()> {
    for message in &given.messages {
        let role = if message.role.is_empty() { "somebody" } else { &message.role };
        print::line(&format!("{}:", app::visible(role)))?;
        message.blocks.iter().try_for_each(call::block)?;
    }
    if given.messages.is_empty() {
        print::note("the prompt gave no messages");
    }
    call::remarks(&given.odd, given.whole.as_ref());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_is_one_line_with_what_it_takes() {
        let argument = |name: &str, required| PromptArgumentView {
            name: name.into(),
            title: None,
            description: String::new(),
            required,
        };
        let prompt = PromptView {
            name: "review".into(),
            title: None,
            description: "Looks at code\nand more".into(),
            arguments: vec![argument("code", true), argument("style", false)],
            marks: Vec::new(),
        };
        assert_eq!(line(&prompt), "review code [style]  Looks at code");
    }
}
