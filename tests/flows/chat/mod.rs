//! The chat: real servers below, a scripted model beside, and commands as a page says them. All that
//! the model got is looked at in each test.

mod both;
mod branches;
mod cases;
mod hidden;
mod killed;
mod many;
mod odd;
mod redefined;
mod replaced;
mod saved;
mod stopping;
mod talk;
mod terminal;
mod turns;
