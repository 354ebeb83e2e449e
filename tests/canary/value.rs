//! Fresh secrets of 32 bytes to be looked for afterwards; it knows no way to write them otherwise.

use std::{fmt, fs::File, io::Read as _};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// What a secret is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Letters and digits.
    Plain,
    /// The same with a quote, a backslash, a space, a percent sign and a letter that is not ASCII.
    Awkward,
}

/// A secret that nobody else has.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Canary {
    kind: Kind,
    value: String,
}

impl Canary {
    /// Hatches one.
    pub(crate) fn new(kind: Kind) -> Self {
        let value = match kind {
            Kind::Plain => letters(32),
            Kind::Awkward => {
                let parts = [letters(6), letters(5), letters(5), letters(5), letters(5)];
                let [first, second, third, fourth, fifth] = parts;
                format!("{first}\"{second}\\{third} {fourth}%{fifth}ü")
            }
        };
        Self { kind, value }
    }

    /// One of each kind.
    pub(crate) fn pair() -> [Self; 2] {
        [Kind::Plain, Kind::Awkward].map(Self::new)
    }

    /// What it is made of.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// The secret itself.
    pub(crate) fn value(&self) -> &str {
        &self.value
    }
}

/// A failed run prints itself; the secret stays out even there.
impl fmt::Debug for Canary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Canary({:?})", self.kind)
    }
}

/// So many random letters; the first and the last can stand at the edge of a word.
fn letters(count: usize) -> String {
    let mut random = vec![0; count];
    let mut source = File::open("/dev/urandom").expect("every Linux has it");
    source.read_exact(&mut random).expect("it never ends");
    let letter = |(at, byte): (usize, &u8)| {
        let edge = at == 0 || at + 1 == count;
        let most = if edge { 52 } else { LETTERS.len() };
        char::from(LETTERS[usize::from(*byte) % most])
    };
    random.iter().enumerate().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_have_32_bytes_and_no_two_are_the_same() {
        for kind in [Kind::Plain, Kind::Awkward] {
            let [one, other] = [Canary::new(kind), Canary::new(kind)];
            assert_eq!(one.value().len(), 32);
            assert_ne!(one, other);
            assert!(!format!("{one:?}").contains(one.value()));
        }
        let awkward = Canary::new(Kind::Awkward);
        assert!(['"', '\\', ' ', '%', 'ü'].iter().all(|it| awkward.value().contains(*it)));
    }
}
