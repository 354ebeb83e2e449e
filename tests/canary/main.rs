//! Puts secrets into Steward by every way in there is, and looks for them everywhere else.
//!
//! usage: TMPDIR=EMPTY-FOLDER canary

mod asked;
mod chatting;
mod control;
mod ledger;
mod look;
mod memory;
mod person;
mod place;
mod run;
mod search;
mod seated;
mod table;
mod value;
mod ways;

use std::{env, fs, process::ExitCode};

#[tokio::main]
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a program for a terminal")]
async fn main() -> ExitCode {
    let folder = env::temp_dir();
    let empty = fs::read_dir(&folder).is_ok_and(|mut it| it.next().is_none());
    if env::var_os("TMPDIR").is_none() || !empty {
        eprintln!("error: TMPDIR names no empty folder");
        eprintln!("hint: scripts/canary makes one");
        return ExitCode::from(2);
    }
    let told = run::whole(&folder).await;
    println!("{}", told.words);
    if told.clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
