//! What every kind of input can do, whatever it is drawn with.

use std::rc::Rc;

use gtk::{Label, Widget};
use model::form::Entry;

/// Called whenever the person changes something.
pub(super) type Edited = Rc<dyn Fn()>;

/// An input, drawn.
pub(super) trait Input {
    /// All of it.
    fn whole(&self) -> Widget;

    /// What takes the focus, and is described for a screen reader.
    fn first(&self) -> Widget;

    /// What was entered.
    fn read(&self) -> Entry;

    /// Takes what was typed away.
    fn empty(&self) {}

    /// Has a change told.
    fn when_edited(&self, edited: Edited);

    /// The label that stands above it; one that bears its label itself has none.
    fn label(&self, text: &str) -> Option<Label>;
}
