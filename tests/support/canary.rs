//! A secret that is looked for afterwards, in every dress it could wear. Planting and searching
//! share no code with what is meant to hide it.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD},
};
use rustix::fs::Mode;

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

    /// The secret itself.
    pub fn value(&self) -> &str {
        &self.0
    }

    /// Where in these bytes it stands, by the name of the dress.
    pub fn seen_in(&self, bytes: &[u8]) -> Vec<&'static str> {
        let found = |(_, form): &(_, Vec<u8>)| {
            bytes.windows(form.len()).any(|window| window == form.as_slice())
        };
        self.forms().into_iter().filter(found).map(|(name, _)| name).collect()
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

    fn forms(&self) -> Vec<(&'static str, Vec<u8>)> {
        let plain = self.0.as_bytes().to_vec();
        let json = serde_json::to_string(&self.0).expect("a text is JSON");
        let reversed: String = self.0.chars().rev().collect();
        let wide = self.0.encode_utf16();
        vec![
            ("plain", plain.clone()),
            ("reversed", reversed.into_bytes()),
            ("hex", hex(&plain).into_bytes()),
            ("capital hex", hex(&plain).to_uppercase().into_bytes()),
            ("percent", percent(&plain).into_bytes()),
            ("JSON", json.trim_matches('"').as_bytes().to_vec()),
            ("UTF-16", wide.flat_map(u16::to_le_bytes).collect()),
            ("base64", inner(&STANDARD_NO_PAD.encode(&plain))),
            ("base64 after one byte", inner(&STANDARD_NO_PAD.encode(after(1, &plain)))),
            ("base64 after two bytes", inner(&STANDARD_NO_PAD.encode(after(2, &plain)))),
            ("base64url", inner(&URL_SAFE_NO_PAD.encode(&plain))),
            ("base64url after one byte", inner(&URL_SAFE_NO_PAD.encode(after(1, &plain)))),
            ("base64url after two bytes", inner(&URL_SAFE_NO_PAD.encode(after(2, &plain)))),
        ]
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

fn after(bytes: usize, plain: &[u8]) -> Vec<u8> {
    [&vec![b' '; bytes], plain].concat()
}

/// What does not depend on what stands before and behind.
fn inner(encoded: &str) -> Vec<u8> {
    encoded.as_bytes()[4..encoded.len() - 4].to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes everything");
        text
    })
}

fn percent(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(byte) {
            text.push(char::from(*byte));
        } else {
            write!(text, "%{byte:02X}").expect("a string takes everything");
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_found_in_every_dress_and_nowhere_else() {
        let canary = Canary::new();
        for (name, form) in canary.forms() {
            let text = [b"before ".as_slice(), &form, b" behind"].concat();
            assert!(canary.seen_in(&text).contains(&name), "{name}");
        }
        let dressed = STANDARD_NO_PAD.encode(format!("Bearer {} and more", canary.value()));
        assert!(!canary.seen_in(dressed.as_bytes()).is_empty());
        assert!(canary.seen_in(Canary::new().value().as_bytes()).is_empty());
    }
}
