//! Prompts for a front end.

use model::{
    completion::Completion,
    listed::Listed,
    prompt::{Given, Message, Prompt},
    server::Server,
};

use crate::{
    view::{
        outcome::{aside, block},
        resource::whole_for,
    },
    window::Window,
    wire::prompt::{
        PromptArgumentView, PromptGiven, PromptMessageView, PromptView, ServerPrompts, Suggestions,
    },
};

/// The prompts of a server.
pub(crate) fn list(server: Server, ready: bool, list: Listed<Prompt>) -> ServerPrompts {
    ServerPrompts {
        server: server.draft.name.into(),
        title: server.draft.title,
        ready,
        prompts: list.entries.into_iter().map(prompt).collect(),
        set_aside: list.set_aside.into_iter().map(aside).collect(),
        odd: list.odd,
    }
}

fn prompt(it: Prompt) -> PromptView {
    PromptView {
        name: it.name,
        title: it.title,
        description: it.description,
        arguments: it
            .arguments
            .into_iter()
            .map(|it| PromptArgumentView {
                name: it.name,
                title: it.title,
                description: it.description,
                required: it.required,
            })
            .collect(),
        marks: it.marks,
    }
}

/// What a prompt gave, as much as this window can show.
pub(crate) fn given(it: Given, for_whom: Window) -> PromptGiven {
    PromptGiven {
        description: it.description,
        messages: it.messages.into_iter().map(message).collect(),
        raw: whole_for(for_whom, it.raw),
        odd: it.odd,
        took: it.took,
    }
}

fn message(it: Message) -> PromptMessageView {
    PromptMessageView { role: it.role, blocks: it.blocks.into_iter().map(block).collect() }
}

/// What an argument could become.
pub(crate) fn suggestions(it: Completion) -> Suggestions {
    Suggestions { values: it.values, total: it.total, more: it.more }
}
