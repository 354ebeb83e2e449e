//! Prints lines and tables for people; it knows nothing of what they say.

use std::io::{self, Write as _};

/// One line on standard output. A reader that went away ends nothing.
pub fn line(text: &str) {
    writeln!(io::stdout().lock(), "{text}").ok();
}

/// `error: …` on standard error, with what lies under it.
pub fn error(error: &dyn std::error::Error) {
    let mut text = error.to_string();
    let mut under = error.source();
    while let Some(cause) = under {
        text = format!("{text}: {cause}");
        under = cause.source();
    }
    writeln!(io::stderr().lock(), "error: {text}").ok();
}

/// A table: the first row is its head, the first `texts` columns stand to the left.
pub fn table(rows: &[Vec<String>], texts: usize) {
    let widths = widths(rows);
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(at, (cell, width))| {
            if at < texts { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        line(format!("  {}", cells.collect::<Vec<_>>().join("   ")).trim_end());
    }
}

fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at| {
        let cells = rows.iter().filter_map(|row: &Vec<String>| row.get(at));
        cells.map(|cell: &String| cell.chars().count()).max().unwrap_or(0)
    };
    (0..columns).map(width).collect()
}
