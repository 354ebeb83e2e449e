//! `stewardctl`: Steward at the terminal. It only hands its arguments to the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(std::env::args_os())
}
