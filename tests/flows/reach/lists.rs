//! What a server lists, and what comes of each thing there.

use app::wire::{
    prompt::{CompleteArgument, PromptGiven, Suggestions},
    resource::ContentsView,
};
use serde_json::json;

use super::{Cell, Visit};
use crate::offers::{held, prompts, resources, said, to_get, to_read};

impl Visit<'_> {
    pub(super) async fn tools(&self) -> Cell {
        let add = self.maker.words().add;
        assert!(self.house.tools("peer").await.iter().any(|it| it == add));
        let sum = self.house.text("peer", add, json!({ "a": 2, "b": 3 })).await;
        assert!(sum == "5" || sum == "The sum of 2 and 3 is 5.", "{sum}");
        Cell::Yes
    }

    pub(super) async fn prompts(&self) -> Cell {
        let (name, argument, says) = self.maker.words().prompt;
        let list = prompts(self.house, "peer").await;
        let listed = list.prompts.iter().find(|it| it.name == name).unwrap();
        assert!(listed.arguments.iter().any(|it| it.name == argument && it.required));
        let order = to_get("peer", name, &[(argument, "Oslo")]);
        let given: PromptGiven = self.house.page("get_prompt", order).await.unwrap();
        assert_eq!(said(&given), says);
        Cell::Yes
    }

    pub(super) async fn resources(&self) -> Cell {
        let begins = self.maker.words().resource;
        let list = resources(self.house, "peer").await;
        let listed = list.resources.iter().find(|it| it.uri.starts_with(begins)).unwrap();
        let order = to_read("peer", &listed.uri);
        let read: ContentsView = self.house.page("read_resource", order).await.unwrap();
        assert!(held(&read).starts_with(&format!("{} text/", listed.uri)), "{read:?}");
        Cell::Yes
    }

    pub(super) async fn templates(&self) -> Cell {
        let (template, uri, text) = self.maker.words().template;
        let list = resources(self.house, "peer").await;
        assert!(list.templates.iter().any(|it| it.uri_template == template), "{list:?}");
        let order = to_read("peer", uri);
        let read: ContentsView = self.house.page("read_resource", order).await.unwrap();
        assert!(held(&read).contains(text), "{read:?}");
        Cell::Yes
    }

    pub(super) async fn completion(&self) -> Cell {
        let words = self.maker.words();
        let (_, argument, value, suggested) = words.completion;
        let order = CompleteArgument {
            call: "complete".to_owned(),
            server: "peer".to_owned(),
            of: words.completes(),
            argument: argument.to_owned(),
            value: value.to_owned(),
            others: [].into(),
        };
        let found: Suggestions = self.house.page("complete_argument", order).await.unwrap();
        assert_eq!(found.values.join(" "), suggested);
        Cell::Yes
    }
}
