//! Answers over stdio, on one thread.

use std::{
    io::{self, Read as _, Write},
    sync::mpsc::{Receiver, channel},
};

use bench::{
    echo::Echo,
    odd::{Odd, SLOW},
};

/// Serves until stdin ends. What arrived together is answered together.
pub(crate) fn serve(echo: &Echo, odd: Option<Odd>) -> io::Result<()> {
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
            match (odd, Echo::glance(line)) {
                (Some(odd), Some(("tools/call", id))) => {
                    stdout.write_all(&std::mem::take(&mut out))?;
                    err(echo, odd, line, id, &mut stdout)?;
                }
                _ => echo.answer(line, &mut out),
            }
        }
        stdout.write_all(&out)?;
        stdout.flush()?;
        out.clear();
    }
}

/// Answers a call as it should not.
fn err(echo: &Echo, odd: Odd, line: &[u8], id: &str, stdout: &mut impl Write) -> io::Result<()> {
    let mut answer = Vec::new();
    echo.answer(line, &mut answer);
    if odd == Odd::Slow {
        // Nobody sends: a wait without anything to wait for.
        let (_open, nothing): (_, Receiver<()>) = channel();
        nothing.recv_timeout(SLOW).ok();
        stdout.write_all(&answer)?;
    }
    if let Some(flood) = odd.flood(id, &answer, false) {
        stdout.write_all(&flood.head)?;
        for _ in 0..flood.times {
            stdout.write_all(&flood.piece)?;
        }
        stdout.write_all(&flood.end)?;
    }
    stdout.flush()
}
