//! Commands on what waits for the person. None of them answers anything.

use inbox::item::ItemId;

use crate::{
    app::App,
    view,
    window::Window,
    wire::{
        failure::Failure,
        inbox::{InboxView, QuestionRef},
    },
};

pub(crate) async fn list_inbox(app: &App, _from: Window, (): ()) -> Result<InboxView, Failure> {
    view::inbox::inbox(app).await
}

pub(crate) async fn raise_question(
    app: &App,
    _from: Window,
    QuestionRef { id }: QuestionRef,
) -> Result<(), Failure> {
    Ok(app.inbox().raise(ItemId(id))?)
}

pub(crate) async fn withdraw_question(
    app: &App,
    _from: Window,
    QuestionRef { id }: QuestionRef,
) -> Result<(), Failure> {
    Ok(app.inbox().withdraw(ItemId(id))?)
}
