//! A secret that is looked for afterwards, in every dress it could wear. Planting and searching
//! share no code with what is meant to hide it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use rustix::fs::Mode;

use crate::encode::Encoding;

/// A fresh secret of 32 characters, some of which every encoding writes otherwise.
#[derive(Clone, PartialEq, Eq)]
pub struct Canary(String);

impl Canary {
    /// Hatches one.
    ///
    /// # Panics
    /// When the system gives no random bytes.
    pub fn new() -> Self {
        let flags = rustix::fs::OFlags::RDONLY;
        let source = rustix::fs::open("/dev/urandom", flags, Mode::empty()).expect("it is there");
        let mut random = [0; 18];
        let read = rustix::io::read(source, &mut random).expect("it gives bytes");
        assert_eq!(read, random.len());
        Self(format!("c+/\"?&ü{}", URL_SAFE_NO_PAD.encode(random)))
    }

    /// Hatches one that can stand in a header, as a provider's key does.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    pub fn of_letters() -> Self {
        let Self(whole) = Self::new();
        let letters = whole.chars().filter(char::is_ascii_alphanumeric);
        Self(format!("sk-{}", letters.collect::<String>()))
    }

    /// The secret itself.
    pub fn value(&self) -> &str {
        &self.0
    }

    /// Where in these bytes it stands, by the name of the dress.
    pub fn seen_in(&self, bytes: &[u8]) -> Vec<&'static str> {
        let stands = |form: &Vec<u8>| bytes.windows(form.len()).any(|window| window == form);
        let seen = |it: &Encoding| it.forms(&self.0).iter().any(stands);
        Encoding::ALL.into_iter().filter(seen).map(Encoding::name).collect()
    }

    /// The files below a folder in which it stands, and how.
    ///
    /// # Panics
    /// When a file cannot be read.
    pub fn seen_below(&self, folder: &Path) -> Vec<(PathBuf, Vec<&'static str>)> {
        let mut seen = Vec::new();
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() && !path.is_symlink() {
                seen.extend(self.seen_below(&path));
            } else if path.is_file() {
                let forms = self.seen_in(&fs::read(&path).expect("the file can be read"));
                if !forms.is_empty() {
                    seen.push((path, forms));
                }
            }
        }
        seen
    }
}

impl Default for Canary {
    fn default() -> Self {
        Self::new()
    }
}

/// A failed test prints itself; the secret stays out even there.
impl std::fmt::Debug for Canary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Canary")
    }
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::STANDARD_NO_PAD;

    use super::*;

    #[test]
    fn it_is_found_in_every_dress_and_nowhere_else() {
        let canary = Canary::new();
        for encoding in Encoding::ALL {
            for form in encoding.forms(canary.value()) {
                let text = [b"before ".as_slice(), &form, b" behind"].concat();
                assert!(canary.seen_in(&text).contains(&encoding.name()), "{}", encoding.name());
            }
        }
        let dressed = STANDARD_NO_PAD.encode(format!("Bearer {} and more", canary.value()));
        assert!(!canary.seen_in(dressed.as_bytes()).is_empty());
        assert!(canary.seen_in(Canary::new().value().as_bytes()).is_empty());
    }
}
