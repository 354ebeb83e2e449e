//! How a secret may stand in a text; it searches nothing.
//!
//! What only writes a character otherwise (JSON, percent, HTML) is no form of its own: the text is
//! read through it, see `escape`.

use stdx::secret::Secret;

use crate::redact::encode::{base64, base64_after, hex, json, utf16_big, utf16_little};

/// Shorter values, in characters, are taken out only as whole words: they are part of too many
/// other texts.
const LONG: usize = 8;
/// The shortest value, in bytes, that is looked for in base64 and hex. A shorter one would be
/// found in numbers and words that have nothing to do with it.
const ENCODED: usize = 4;

/// One way in which a secret may stand in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// The letters.
    pub(super) text: Secret,
    /// What must, or may, stand beside it.
    pub(super) edges: Edges,
}

/// What stands on the two sides of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edges {
    /// Anything.
    Free,
    /// Nothing that would make it part of a word.
    Word,
    /// Base64 characters that hold bits of the secret as well.
    Groups {
        /// There is one before it.
        before: bool,
        /// There is one after it.
        after: bool,
    },
}

/// All forms of all secrets, by the letters they are written in.
#[derive(Debug, Default)]
pub(super) struct Forms {
    /// As text.
    pub(super) plain: Vec<Form>,
    /// In the characters of base64.
    pub(super) base64: Vec<Form>,
    /// In small hex digits.
    pub(super) hex: Vec<Form>,
    /// Whether any of them holds a space, which forms of the web write as `+`.
    pub(super) spaces: bool,
}

impl Forms {
    /// The forms of these secrets.
    pub(super) fn of(secrets: &[Secret]) -> Self {
        let mut forms = Self {
            spaces: secrets.iter().any(|it| it.reveal().trim().contains(' ')),
            ..Self::default()
        };
        for secret in secrets {
            // No variable can hold a NUL, and texts are read without them.
            let text = Secret::new(secret.reveal().replace('\0', ""));
            forms.add(text.reveal());
        }
        forms
    }

    /// As it is, without the space around it, and each long line of it.
    fn add(&mut self, text: &str) {
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return;
        }
        if !is_long(trimmed) {
            self.word(trimmed);
            return;
        }
        self.whole(text);
        if trimmed != text {
            self.whole(trimmed);
        }
        let lines = text.lines().map(str::trim);
        for line in lines.filter(|it| is_long(it) && *it != trimmed) {
            self.plain(line, Edges::Free);
            self.encoded(&line.bytes());
        }
    }

    fn whole(&mut self, text: &str) {
        self.plain(text, Edges::Free);
        // Its lines may come one by one, and one of them broken.
        let joined = Secret::new(text.replace(['\r', '\n'], ""));
        if joined.reveal() != text && is_long(joined.reveal()) {
            self.plain(joined.reveal(), Edges::Free);
        }
        self.encoded(&text.bytes());
        self.encoded(&utf16_little(text));
        self.encoded(&utf16_big(text));
        // In a list (`0x68, 0x75`), where all but the digits are passed over.
        let list = hex(text.bytes(), "0");
        self.hex.push(free(Secret::from(list.reveal().get(1..).unwrap_or_default())));
        let escaped = json(text);
        if escaped.reveal() != text {
            self.in_base64(&escaped.reveal().bytes());
        }
    }

    /// A short one: what encodes it must encode nothing else, or it could not be told from chance.
    fn word(&mut self, text: &str) {
        self.plain(text, Edges::Word);
        if text.len() >= ENCODED {
            let with_newline = text.bytes().chain([b'\n']);
            self.base64.push(Form { text: base64(text.bytes()), edges: Edges::Word });
            self.base64.push(Form { text: base64(with_newline), edges: Edges::Word });
            self.hex.push(Form { text: hex(text.bytes(), ""), edges: Edges::Word });
        }
    }

    fn plain(&mut self, text: &str, edges: Edges) {
        let mut add = |text: String| self.plain.push(Form { text: Secret::new(text), edges });
        add(text.to_owned());
        add(text.chars().rev().collect());
        if let Ok(reversed) = String::from_utf8(text.bytes().rev().collect()) {
            add(reversed);
        }
        for units in [utf16_little(text).collect(), utf16_big(text).collect::<Vec<_>>()] {
            if let Some(read) = misread(&units) {
                add(read);
            }
        }
        // Where `+` is read as a space, it is one here as well.
        if self.spaces && text.contains('+') {
            self.plain.push(Form { text: Secret::new(text.replace('+', " ")), edges });
        }
    }

    fn encoded(&mut self, bytes: &(impl Iterator<Item = u8> + Clone)) {
        self.hex.push(free(hex(bytes.clone(), "")));
        self.in_base64(bytes);
    }

    fn in_base64(&mut self, bytes: &(impl Iterator<Item = u8> + Clone)) {
        for offset in 0..3 {
            let (text, before, after) = base64_after(offset, bytes.clone());
            self.base64.push(Form { text, edges: Edges::Groups { before, after } });
        }
    }
}

fn free(text: Secret) -> Form {
    Form { text, edges: Edges::Free }
}

fn is_long(text: &str) -> bool {
    text.chars().nth(LONG - 1).is_some()
}

/// UTF-16 that was taken for UTF-8, without its NULs. Where nearly nothing can be read, nothing is
/// given away either.
fn misread(bytes: &[u8]) -> Option<String> {
    let read = String::from_utf8_lossy(bytes).replace('\0', "");
    let lost = read.chars().filter(|it| *it == char::REPLACEMENT_CHARACTER).count();
    (lost * 2 < read.chars().count()).then_some(read)
}
