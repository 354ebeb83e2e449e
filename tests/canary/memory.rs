//! The memory of a process, as far as there is something in it; it knows no secret.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::FileExt as _,
};

const PAGE: u64 = 4096;
/// So much is read at once.
const PIECE: u64 = 4 << 20;
/// In an entry of `pagemap`: the page is in memory, or was moved out of it.
const THERE: u64 = (1 << 63) | (1 << 62);

/// Reads all readable maps of a process and hands them over piece by piece, each with `overlap`
/// bytes of what went before; how many bytes that were. Pages that nobody has touched hold nothing,
/// and are left out: a page's process reserves 70 GB.
///
/// # Errors
/// When the process may not be read, or is gone.
pub(crate) fn read(pid: i32, overlap: usize, mut hear: impl FnMut(&str, &[u8])) -> io::Result<u64> {
    let memory = File::open(format!("/proc/{pid}/mem"))?;
    let pages = File::open(format!("/proc/{pid}/pagemap"))?;
    let mut read = 0;
    for line in fs::read_to_string(format!("/proc/{pid}/maps"))?.lines() {
        let Some(map) = Map::parse(line) else { continue };
        let (mut held, mut next) = (Vec::new(), map.start);
        for (start, end) in map.touched(&pages)? {
            if start != next {
                held.clear();
            }
            next = end;
            let kept = held.len();
            held.resize(kept + usize::try_from(end - start).expect("a piece is small"), 0);
            // What was given back meanwhile is no longer there to be read.
            if memory.read_exact_at(&mut held[kept..], start).is_err() {
                held.clear();
                continue;
            }
            read += end - start;
            hear(&map.name, &held);
            held.drain(..held.len().saturating_sub(overlap));
        }
    }
    Ok(read)
}

/// One map of a process.
#[derive(Debug, PartialEq, Eq)]
struct Map {
    start: u64,
    end: u64,
    /// Whether others write into it, whose pages this process need not have touched.
    shared: bool,
    name: String,
}

impl Map {
    /// One line of `maps`; `None` when it cannot be read, or is the kernel's own.
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let (start, end) = words.next()?.split_once('-')?;
        let number = |text| u64::from_str_radix(text, 16).ok();
        let rights = words.next()?;
        let name = words.skip(3).collect::<Vec<_>>().join(" ");
        let ours = rights.starts_with('r') && !name.starts_with("[v");
        let shared = rights.ends_with('s');
        ours.then_some(Self { start: number(start)?, end: number(end)?, shared, name })
    }

    /// The stretches of it that hold something, none longer than a piece.
    fn touched(&self, pages: &File) -> io::Result<Vec<(u64, u64)>> {
        let mut found: Vec<(u64, u64)> = Vec::new();
        let mut at = self.start;
        while at < self.end {
            let count = ((self.end - at) / PAGE).min(PIECE / 8);
            let mut entries = vec![0; usize::try_from(count * 8).expect("it is small")];
            pages.read_exact_at(&mut entries, at / PAGE * 8)?;
            for (number, entry) in (0_u64..).zip(entries.chunks_exact(8)) {
                let entry = u64::from_ne_bytes(entry.try_into().expect("they are eight"));
                if entry & THERE == 0 && !self.shared {
                    continue;
                }
                let page = at + number * PAGE;
                match found.last_mut() {
                    Some((start, end)) if *end == page && page - *start < PIECE => *end += PAGE,
                    Some(_) | None => found.push((page, page + PAGE)),
                }
            }
            at += count * PAGE;
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use std::{hint::black_box, process};

    use super::*;

    #[test]
    fn a_line_of_maps_is_read() {
        let map = Map::parse("7f01000-7f03000 rw-p 00000000 00:01 1032   /memfd:a b (deleted)");
        let name = "/memfd:a b (deleted)".to_owned();
        assert_eq!(map, Some(Map { start: 0x7f0_1000, end: 0x7f0_3000, shared: false, name }));
        assert_eq!(Map::parse("7f01000-7f03000 ---p 00000000 00:00 0"), None);
        assert_eq!(Map::parse("7ffd000-7ffd400 r--p 00000000 00:00 0   [vvar]"), None);
    }

    #[test]
    fn what_a_process_holds_is_found_also_over_the_seams_of_pieces() {
        let form = format!("in-memory-{}-only-once", process::id());
        let mut held = vec![0_u8; 3 * usize::try_from(PIECE).unwrap()];
        // A few more than one piece apart: one of them lies over a seam, wherever the map begins.
        let step = 4096 / 2 - 7;
        for at in (0..held.len() - form.len()).step_by(step) {
            held[at..at + form.len()].copy_from_slice(form.as_bytes());
        }
        let wanted = held.len() / step;
        let mut seen = 0;
        let overlap = form.len() - 1;
        let me = i32::try_from(process::id()).unwrap();
        read(me, overlap, |_, bytes| {
            seen += bytes.windows(form.len()).filter(|it| *it == form.as_bytes()).count();
        })
        .unwrap();
        assert!(seen >= wanted, "{seen} of {wanted}");
        black_box(held);
    }
}
