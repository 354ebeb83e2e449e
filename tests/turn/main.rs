//! Measures what a turn of the chat costs beside its model: how long it takes from a whole reply until
//! the next one is asked for, with a call of a real server between, in short and long conversations.
//! It prints numbers and judges none.
//!
//! usage: turn ECHO-SERVER

mod house;
mod measure;
mod model;

use std::{env, path::Path, process::ExitCode};

use crate::measure::{CALLS, Case, HEAD, Length, TURNS};

const USAGE: &str = "usage: turn ECHO-SERVER
Prints, in ms, how long a turn takes from a model's whole reply until it is asked for the next: for
10 messages and 10,000 (of which a model is told the last 100, or all), with 20 tools and 2,000.";
/// How many messages a long conversation has.
const MESSAGES: usize = 10_000;
/// How many tools there are where there are few, and where there are many.
const TOOLS: [usize; 2] = [20, 2_000];

#[tokio::main]
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a program for a terminal")]
async fn main() -> ExitCode {
    let typed: Vec<_> = env::args_os().skip(1).collect();
    if typed.iter().any(|it| it == "--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let [server] = typed.as_slice() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    println!("A round of a turn without its model, in ms: {} calls each", TURNS * CALLS);
    println!("  {HEAD}");
    let lengths = [
        Length { messages: 10, told: 10 },
        // A summary stands for all but the last hundred.
        Length { messages: MESSAGES, told: 100 },
        Length { messages: MESSAGES, told: MESSAGES },
    ];
    for tools in TOOLS {
        for length in lengths {
            println!("  {}", measure::case(Path::new(server), Case { length, tools }).await);
        }
    }
    ExitCode::SUCCESS
}
