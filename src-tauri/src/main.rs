//! The desktop program: reads its arguments and runs the shell; it knows nothing of windows.

mod arguments;
mod call;
mod context;
mod desk;
mod error;
mod instance;
mod life;
mod opening;
mod places;
mod shell;
mod signals;
mod window;

use std::process::ExitCode;

use clap::Parser as _;

use crate::arguments::Arguments;

fn main() -> ExitCode {
    app::leave_no_core();
    match shell::run(&Arguments::parse()) {
        Ok(code) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        Err(error) => {
            error::say(&error);
            ExitCode::FAILURE
        }
    }
}
