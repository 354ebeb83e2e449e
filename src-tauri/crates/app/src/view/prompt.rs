//! Prompts for a front end.

use model::{
    completion::Completion,
    listed::Listed,
    prompt::{Given, Message, Prompt},
    server::Server,
};

use crate::{
    view::{
        outcome::{aside, block, file},
        room::{Room, whole_for},
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
    let mut room = Room::of(for_whom);
    let messages = it.messages.into_iter().map(|it| message(it, &mut room));
    // One of which nothing is left says nothing.
    let messages = messages.filter(|(it, had)| *had == 0 || !it.blocks.is_empty());
    let messages = messages.map(|(it, _)| it).collect();
    PromptGiven {
        description: it.description,
        messages,
        raw: whole_for(for_whom, it.raw),
        whole: it.whole.map(file),
        left_out: room.left_out(),
        odd: it.odd,
        took: it.took,
    }
}

/// A message, and how many pieces it had.
fn message(it: Message, room: &mut Room) -> (PromptMessageView, usize) {
    let had = it.blocks.len();
    let blocks = it.blocks.into_iter();
    let blocks = blocks.filter_map(|it| room.piece().then(|| block(it, false, room))).collect();
    (PromptMessageView { role: it.role, blocks }, had)
}

/// What an argument could become.
pub(crate) fn suggestions(it: Completion) -> Suggestions {
    Suggestions { values: it.values, total: it.total, more: it.more }
}
