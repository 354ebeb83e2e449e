//! Goes through Steward as a newcomer would, and leaves a numbered picture of each step.
//!
//! usage: tour FOLDER [questions|chat|small]

mod chat;
mod questions;
mod small;
mod steps;

use std::{env, fs, path::PathBuf, process::ExitCode};

#[tokio::main]
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a program for a terminal")]
async fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: tour FOLDER [questions|chat|small]");
        return ExitCode::from(2);
    };
    if let Err(error) = fs::create_dir_all(&folder) {
        eprintln!("error: cannot make `{}`: {error}", folder.display());
        return ExitCode::FAILURE;
    }
    let mut pictures = Vec::new();
    match env::args().nth(2).as_deref() {
        Some("chat") => pictures.append(&mut chat::walk(&folder).await),
        Some("small") => pictures.append(&mut small::walk(&folder).await),
        Some(_) => pictures.append(&mut questions::walk(&folder).await),
        None => {
            pictures.append(&mut steps::walk(&folder).await);
            pictures.append(&mut questions::walk(&folder).await);
        }
    }
    println!("{} pictures in {}", pictures.len(), folder.display());
    for picture in pictures {
        println!("  {picture}");
    }
    ExitCode::SUCCESS
}
