//! Measures what reading costs the real window: a conversation of 10,000 messages that opens and is
//! scrolled, and an answer of 15 kB that streams in. It prints numbers and judges none.
//!
//! usage: reading

mod measure;
mod seed;

use std::{env, fmt::Write as _, process::ExitCode};

use flows::{
    desktop::{Desktop, Theme},
    model::Model,
    window::Window,
};

use crate::measure::{Scroll, Stream};

const USAGE: &str = "usage: reading
Prints how long a conversation of 10,000 messages takes to open in the real window, its frames while it
is scrolled, and the work that an answer of 15 kB is while it streams in.
";
/// How often the long conversation is opened.
const OPENINGS: usize = 8;

#[tokio::main]
async fn main() -> ExitCode {
    if let Some(typed) = env::args().nth(1) {
        tell(USAGE);
        return if typed == "--help" { ExitCode::SUCCESS } else { ExitCode::from(2) };
    }
    let desktop = Desktop::start(Theme::Light);
    let model = Model::start([]).await;
    let seeded = seed::write(&desktop.data_dir(), &model.url()).await;
    let window = Window::open(&desktop).await;
    let openings = measure::openings(&window, &seeded, OPENINGS).await;
    let scroll = measure::scroll(&window, &desktop).await;
    let stream = measure::stream(&window, &desktop, &model, &seeded).await;
    tell(&report(&openings, scroll, stream));
    ExitCode::SUCCESS
}

#[expect(clippy::print_stdout, reason = "it is a program for a terminal")]
fn tell(text: &str) {
    print!("{text}");
}

fn report(openings: &[f64], scroll: Scroll, stream: Stream) -> String {
    let mut text = String::new();
    let Scroll { rows, longest, late } = scroll;
    let first = openings.first().copied().unwrap_or_default();
    let mut later: Vec<f64> = openings.iter().skip(1).copied().collect();
    later.sort_by(f64::total_cmp);
    let at = |share: usize| later.get(later.len() * share / 2).or(later.last()).copied();
    let (median, slowest) = (at(1).unwrap_or_default(), at(2).unwrap_or_default());
    let Stream { bytes, took, page, app, longest: held, late: blocked } = stream;
    let mut line = |words: std::fmt::Arguments<'_>| writeln!(text, "{words}").ok();
    line(format_args!("A conversation of {} messages, in WebKitGTK", seed::MESSAGES));
    line(format_args!("  opens, from the click to its newest message on the screen, in ms"));
    line(format_args!("    the first time            {first:6.0}"));
    line(format_args!("    later: median, slowest    {median:6.0} {slowest:6.0}"));
    line(format_args!("  is scrolled up through {rows} messages by the wheel"));
    line(format_args!("    the longest frame, in ms  {longest:6.0}"));
    line(format_args!("    frames over 100 ms        {late:6}"));
    line(format_args!("An answer of {bytes} bytes, streamed in {took:.1} s"));
    line(format_args!("    the page's work, in s     {page:6.2}"));
    line(format_args!("    our process's work, in s  {app:6.2}"));
    line(format_args!("    the longest frame, in ms  {held:6.0}"));
    line(format_args!("    frames over 100 ms        {blocked:6}"));
    text
}
