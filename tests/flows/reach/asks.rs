//! What a call can come to beside its result: it is stopped, it asks the person, or it asks for what
//! it cannot have.

use app::wire::{
    event::UiEvent,
    failure::{Code, Failure},
    tool::{CancelCall, ListTools, OutcomeView, ServerTools},
    wishes::{ServerWishes, ShareFolder},
};
use flows::{
    desk::{Answer, form::Entered},
    shapes::text_of,
    wait::eventually,
};
use serde_json::{Value, json};

use super::{
    Cell, Visit,
    peer::{Maker, Way},
};

fn sends(values: Value) -> Answer {
    let Value::Object(values) = values else { panic!("no object") };
    Answer::Form(Entered::Send { values, remember: false })
}

impl Visit<'_> {
    /// HOST-36: a call is stopped at once, its server hears of it, and the next one works.
    pub(super) async fn cancel(&self) -> Cell {
        let (tool, arguments) = self.maker.words().wait;
        let order = self.house.call_of("peer", tool, arguments);
        let (name, mut events) = (order.call.clone(), self.house.app.events());
        let stop = async {
            if self.maker == Maker::Everything {
                let begun = |it: &UiEvent| matches!(it, UiEvent::CallProgressed { .. });
                while !begun(&events.recv().await.unwrap()) {}
            } else {
                self.has_waited("1 begun, 0 stopped").await;
            }
            self.house.page::<()>("cancel_call", CancelCall { call: name }).await.unwrap();
        };
        let (ended, ()) = tokio::join!(self.house.page::<OutcomeView>("call_tool", order), stop);
        assert_eq!(ended.unwrap_err().code, Code::Cancelled);
        if self.maker != Maker::Everything {
            self.has_waited("1 begun, 1 stopped").await;
        }
        self.tools().await
    }

    async fn has_waited(&self, so: &str) {
        let look =
            async || (self.house.text("peer", "waited", json!({})).await == so).then_some(());
        eventually(&format!("it is never so: {so}"), look).await;
    }

    /// HOST-49
    pub(super) async fn questions(&self) -> Cell {
        self.house.desk.will_say([sends(json!({ "name": "Ada" }))]);
        let said = self.house.text("peer", self.maker.words().greet, json!({})).await;
        assert!(said.contains("Ada"), "{said}");
        Cell::Yes
    }

    /// HOST-49: who is far away is allowed to ask for a secret once, and then asks as any other.
    pub(super) async fn secrets(&self) -> Cell {
        if self.maker == Maker::Everything {
            return Cell::NotThere;
        }
        let before = self.house.desk.asked().0.len();
        let password = || sends(json!({ "password": "correct horse" }));
        if self.way != Way::Stdio {
            self.house.desk.will_say([sends(json!({}))]);
        }
        for _ in 0..2 {
            self.house.desk.will_say([password()]);
            assert_eq!(self.house.text("peer", "unlock", json!({})).await, "13");
        }
        let asked = self.house.desk.asked().0.len() - before;
        assert_eq!(asked, if self.way == Way::Stdio { 2 } else { 3 });
        let log = self.house.log("peer").await.join("\n");
        assert!(!log.contains("correct horse"), "{log}");
        Cell::Yes
    }

    /// HOST-22
    pub(super) async fn roots(&self) -> Cell {
        let folder = self.house.home().display().to_string();
        let (server, on) = ("peer".to_owned(), true);
        let order = ShareFolder { server, folder: folder.clone(), on };
        let wished: ServerWishes = self.house.page("share_folder", order).await.unwrap();
        assert_eq!(wished.folders, std::slice::from_ref(&folder));
        self.house.settled("peer").await;
        let told = self.house.text("peer", self.maker.words().folders, json!({})).await;
        assert!(told.contains(&format!("file://{folder}")), "{told}");
        Cell::Yes
    }

    /// HOST-22: what a model would have to answer is refused in words.
    pub(super) async fn sampling(&self) -> Cell {
        if self.maker == Maker::Everything {
            // It offers such a tool only to those who say that they can.
            let tools = self.house.tools("peer").await;
            assert!(!tools.iter().any(|it| it.contains("sampling")), "{tools:?}");
            return Cell::NotThere;
        }
        in_words(self.house.call("peer", "write", json!({})).await)
    }

    /// A tool that runs as a task alone is marked, and is not called.
    pub(super) async fn tasks(&self) -> Cell {
        let listed = ListTools { server: Some("peer".to_owned()) };
        let offers: Vec<ServerTools> = self.house.page("list_tools", listed).await.unwrap();
        let tasks =
            |mark: &String| mark == "it has to be run as a task, which is not supported yet";
        let marked = offers[0].tools.iter().find(|it| it.marks.iter().any(tasks));
        let Some(marked) = marked else { return Cell::NotThere };
        assert_eq!(marked.name, "simulate-research-query");
        let order = json!({ "topic": "x" });
        in_words(self.house.call("peer", &marked.name, order).await)
    }
}

/// What came of a call says that it is not supported yet, and holds no bare code.
fn in_words(came: Result<OutcomeView, Failure>) -> Cell {
    let said = match came {
        Ok(outcome) => {
            assert!(outcome.is_error, "{outcome:?}");
            text_of(&outcome)
        }
        Err(failure) => failure.message,
    };
    assert!(said.contains("not supported") && said.contains("yet"), "{said}");
    assert!(!said.contains("-32"), "{said}");
    Cell::Words
}
