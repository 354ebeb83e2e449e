//! Prompts for a front end.

use model::{
    completion::Completion,
    listed::Listed,
    prompt::{Given, Message, Prompt},
    server::Server,
};

use crate::{
    view::{
        lists::Lists,
        outcome::{aside, block, file},
        room::{Room, whole_for},
    },
    window::Window,
    wire::prompt::{
        PromptArgumentView, PromptGiven, PromptMessageView, PromptView, ServerPrompts, Suggestions,
    },
};

/// The prompts of a server, as much as there is room for.
pub(crate) fn list(
    server: Server,
    ready: bool,
    list: Listed<Prompt>,
    lists: &mut Lists,
) -> ServerPrompts {
    lists.next_server();
    let (name, title) = (String::from(server.draft.name), server.draft.title);
    let prompts = list.entries.into_iter().filter_map(|it| prompt(it, lists)).collect();
    let set_aside = lists.aside(list.set_aside.into_iter().map(aside).collect());
    let mut odd = lists.notes(list.odd);
    odd.extend(lists.left_out("prompts", &name));
    ServerPrompts { server: name, title, ready, prompts, set_aside, odd }
}

fn prompt(it: Prompt, lists: &mut Lists) -> Option<PromptView> {
    let Prompt { name, title, description, arguments, mut marks } = it;
    let title = lists.label(title);
    let description = lists.text(description, &mut marks);
    let arguments: Vec<_> = arguments
        .into_iter()
        .map(|it| PromptArgumentView {
            name: it.name,
            title: lists.label(it.title),
            description: lists.text(it.description, &mut marks),
            required: it.required,
        })
        .collect();
    let marks = lists.notes(marks);
    let said = arguments.iter().map(|it| it.name.len() + it.description.len() + 100);
    let words: usize = said.chain(marks.iter().map(String::len)).sum();
    let size = description.len() + words + title.as_ref().map_or(0, String::len);
    let view = PromptView { name, title, description, arguments, marks };
    let name = view.name.clone();
    lists.entry(view, &name, size)
}

/// What a prompt gave, as much as this window can show.
pub(crate) fn given(it: Given, for_whom: Window) -> PromptGiven {
    let mut room = Room::of(for_whom);
    let description = it.description.map(|it| room.label(it));
    let messages = it.messages.into_iter();
    let messages = messages.filter_map(|it| message(it, &mut room)).collect();
    PromptGiven {
        description,
        messages,
        raw: whole_for(for_whom, it.raw),
        whole: it.whole.map(file),
        left_out: room.left_out(),
        odd: room.odd(it.odd),
        took: it.took,
    }
}

/// A message; nothing where no room is left for any of it.
fn message(it: Message, room: &mut Room) -> Option<PromptMessageView> {
    // One that says nothing is a piece all the same.
    let empty = it.blocks.is_empty() && room.piece();
    let blocks = it.blocks.into_iter();
    let blocks = blocks.filter_map(|it| room.piece().then(|| block(it, false, room)));
    let blocks: Vec<_> = blocks.collect();
    (empty || !blocks.is_empty()).then(|| PromptMessageView { role: room.label(it.role), blocks })
}

/// What an argument could become.
pub(crate) fn suggestions(it: Completion) -> Suggestions {
    Suggestions { values: it.values, total: it.total, more: it.more }
}

#[cfg(test)]
mod tests {
    use model::outcome::{Block, MANY};

    use super::*;

    #[test]
    fn no_part_of_a_prompt_goes_to_a_page_without_a_bound() {
        let long = "x".repeat(1 << 20);
        let empty = || Message { role: "user".to_owned(), blocks: Vec::new() };
        let said = Message { role: long.clone(), blocks: vec![Block::Text("Hi".to_owned())] };
        let mut messages = vec![said];
        messages.extend((0..2 * MANY).map(|_| empty()));
        let it = Given {
            description: Some(long.clone()),
            messages,
            raw: String::new(),
            whole: None,
            odd: vec![long],
            took: 0,
        };
        let page = given(it.clone(), Window::Main);
        assert_eq!((page.messages.len(), page.left_out), (MANY, 501));
        let size = serde_json::to_string(&page).unwrap().len();
        assert!(size < 50 * MANY, "{size}");
        assert_eq!(given(it, Window::Terminal).messages.len(), 2 * MANY + 1);
    }
}
