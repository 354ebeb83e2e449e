//! One look at the screen, and what can be said of it; it knows no screen.

use std::{
    collections::HashMap,
    fs,
    io::{self, BufWriter, Write as _},
    path::Path,
};

/// The share of a window that differs from its background when something is painted on it. A
/// single line of text is more.
const INK: f64 = 0.002;
/// Of what a page shows in the end, so much is there when it counts as whole.
const MOST: f64 = 0.95;
/// So many neighbours at least have other colours: smooth letters, not a plain frame.
const COLOURS: usize = 8;

/// The pixels of a window, without their fourth byte's meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    width: usize,
    /// Blue, green, red and nothing, row by row.
    pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// From the bytes that the screen gives.
    pub(crate) fn new(width: usize, bytes: &[u8]) -> Self {
        let (pixels, _) = bytes.as_chunks::<4>();
        Self { width, pixels: pixels.iter().map(|[b, g, r, _]| [*b, *g, *r, 0]).collect() }
    }

    /// Whether there is more to see than a plain surface.
    pub(crate) fn is_painted(&self) -> bool {
        let counts = self.counts();
        let background = counts.values().max().copied().unwrap_or(0);
        counts.len() >= COLOURS && share(self.pixels.len() - background, self.pixels.len()) >= INK
    }

    /// Whether almost all that `end` shows is here already.
    pub(crate) fn shows_most_of(&self, end: &Self) -> bool {
        let counts = end.counts();
        let background = counts.iter().max_by_key(|(_, count)| **count).map(|(colour, _)| *colour);
        let ink = end.pixels.iter().zip(&self.pixels).filter(|(of, _)| Some(**of) != background);
        let (all, same) = ink
            .fold((0, 0), |(all, same), (one, other)| (all + 1, same + usize::from(one == other)));
        self.pixels.len() == end.pixels.len() && share(same, all) >= MOST
    }

    /// Writes it as a PPM file, which any viewer opens.
    pub(crate) fn keep(&self, path: &Path) -> io::Result<()> {
        let height = self.pixels.len() / self.width.max(1);
        let mut file = BufWriter::new(fs::File::create(path)?);
        write!(file, "P6\n{} {height}\n255\n", self.width)?;
        for [blue, green, red, _] in &self.pixels {
            file.write_all(&[*red, *green, *blue])?;
        }
        file.flush()
    }

    /// How often each colour is there. Most of a page are runs of one colour, and this is asked
    /// while the app still starts.
    fn counts(&self) -> HashMap<[u8; 4], usize> {
        let mut counts = HashMap::new();
        for run in self.pixels.chunk_by(|one, next| one == next) {
            *counts.entry(run[0]).or_default() += run.len();
        }
        counts
    }
}

fn share(part: usize, whole: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a screen has fewer pixels than 2^52")]
    let share = part as f64 / whole.max(1) as f64;
    share
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 100;

    /// White, with `marks` pixels of many colours from `first` on.
    fn picture(first: usize, marks: usize) -> Picture {
        let mut bytes = vec![255; WIDTH * WIDTH * 4];
        for (at, byte) in bytes.iter_mut().enumerate().skip(first * 4).take(marks * 4) {
            *byte = u8::try_from(at % 97).unwrap();
        }
        Picture::new(WIDTH, &bytes)
    }

    #[test]
    fn a_plain_surface_is_not_painted() {
        assert!(!picture(0, 0).is_painted());
        assert!(!picture(0, 3).is_painted(), "a speck");
        assert!(picture(0, 500).is_painted());
    }

    #[test]
    fn two_plain_colours_are_not_painted() {
        let mut bytes = vec![255; WIDTH * WIDTH * 4];
        bytes[..4000].fill(7);
        assert!(!Picture::new(WIDTH, &bytes).is_painted());
    }

    #[test]
    fn a_page_is_whole_when_little_of_its_end_is_missing() {
        let end = picture(0, 1000);
        assert!(end.shows_most_of(&end));
        assert!(picture(0, 960).shows_most_of(&end));
        assert!(!picture(0, 900).shows_most_of(&end));
        assert!(!picture(5000, 1000).shows_most_of(&end), "elsewhere");
    }
}
