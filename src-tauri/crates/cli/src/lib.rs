//! The terminal front end: reads arguments, talks to the application, prints. It decides nothing
//! that another front end would have to decide again.

mod arguments;
mod command;
mod ctx;
mod desk;
mod failure;
mod print;
mod signals;
mod terminal;

use std::{ffi::OsString, process::ExitCode};

use clap::Parser as _;

use crate::{arguments::Arguments, ctx::Ctx};

/// Runs one invocation: 0 when it worked, 1 when a call or a server failed, 2 for wrong usage.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    app::leave_no_core();
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        // Help and version come this way too, and are no failure.
        Err(told) => {
            told.print().ok();
            return ExitCode::from(if told.use_stderr() { 2 } else { 0 });
        }
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            print::error(&format!("cannot start: {error}"), None);
            return ExitCode::FAILURE;
        }
    };
    let ctx = match Ctx::new(&arguments) {
        Ok(ctx) => ctx,
        Err(failure) => return failure.tell(),
    };
    let done = runtime.block_on(Box::pin(command::run(&ctx, arguments.command)));
    // A read of standard input may still wait; nobody needs it.
    runtime.shutdown_background();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(),
    }
}
