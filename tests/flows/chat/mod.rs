//! The chat: real servers below, a scripted model beside, and commands as a page says them. All that
//! the model got is looked at in each test.

mod branches;
mod killed;
mod odd;
mod talk;
mod terminal;
mod turns;
