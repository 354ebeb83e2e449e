//! The trivial server that calls are measured against: reads lines, writes lines, on one thread.

use std::{
    io::{self, Read as _, Write as _},
    process::ExitCode,
};

use bench::{echo::Echo, job::Era, report};
use clap::Parser;

/// Echoes over stdio as fast as it can
#[derive(Debug, Parser)]
struct Arguments {
    /// The only era it speaks
    #[arg(long)]
    era: Era,
}

fn main() -> ExitCode {
    match serve(Echo::new(Arguments::parse().era)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report::error(&error);
            ExitCode::FAILURE
        }
    }
}

/// What arrived together is answered together.
fn serve(echo: Echo) -> io::Result<()> {
    let (mut stdin, mut stdout) = (io::stdin().lock(), io::stdout().lock());
    let (mut open, mut out) = (Vec::new(), Vec::new());
    let mut piece = vec![0; 64 << 10];
    loop {
        let read = stdin.read(&mut piece)?;
        if read == 0 {
            return Ok(());
        }
        open.extend_from_slice(piece.get(..read).unwrap_or_default());
        let whole = open.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        for line in open.drain(..whole).as_slice().split(|byte| *byte == b'\n') {
            echo.answer(line, &mut out);
        }
        stdout.write_all(&out)?;
        stdout.flush()?;
        out.clear();
    }
}
