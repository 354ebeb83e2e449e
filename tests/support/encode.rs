//! The ways to write a secret that are looked for. They share no code with what hides secrets, nor
//! with what plants the controls; the literals in the tests are from Python's standard library.

use std::fmt::Write as _;

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD},
};

/// Characters that no writer of addresses escapes.
const UNRESERVED: &[u8] = b"-_.~";
/// What `encodeURIComponent` leaves besides.
const COMPONENT: &[u8] = b"-_.~!'()*";
/// What stays in the query of an address as browsers write it.
const QUERY: &[u8] = b"-_.~!$%&()*+,/:;=?@[\\]^`{|}";

/// One way to write a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Encoding {
    /// As it is.
    Plain,
    /// Base64, so many bytes behind a boundary of three.
    Base64(usize),
    /// The alphabet of addresses.
    Base64Url(usize),
    /// Small digits.
    Hex,
    /// Capital digits.
    CapitalHex,
    /// As in addresses and forms.
    Percent,
    /// Between the quotes of JSON, also within JSON in JSON.
    Json,
    /// From the end to the start.
    Reversed,
    /// The small end first.
    Utf16Little,
    /// The big end first.
    Utf16Big,
}

impl Encoding {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 14] = [
        Self::Plain,
        Self::Base64(0),
        Self::Base64(1),
        Self::Base64(2),
        Self::Base64Url(0),
        Self::Base64Url(1),
        Self::Base64Url(2),
        Self::Hex,
        Self::CapitalHex,
        Self::Percent,
        Self::Json,
        Self::Reversed,
        Self::Utf16Little,
        Self::Utf16Big,
    ];

    /// What it is called in the table and by the planter.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Base64(0) => "b64+0",
            Self::Base64(1) => "b64+1",
            Self::Base64(_) => "b64+2",
            Self::Base64Url(0) => "url+0",
            Self::Base64Url(1) => "url+1",
            Self::Base64Url(_) => "url+2",
            Self::Hex => "hex",
            Self::CapitalHex => "HEX",
            Self::Percent => "percent",
            Self::Json => "JSON",
            Self::Reversed => "reverse",
            Self::Utf16Little => "16LE",
            Self::Utf16Big => "16BE",
        }
    }

    /// What is looked for: every usual spelling, without what depends on its surroundings.
    pub fn forms(self, value: &str) -> Vec<Vec<u8>> {
        let bytes = value.as_bytes();
        let mut forms = match self {
            Self::Plain => texts(value),
            Self::Base64(before) => vec![inner(before, bytes, |it| STANDARD_NO_PAD.encode(it))],
            Self::Base64Url(before) => vec![inner(before, bytes, |it| URL_SAFE_NO_PAD.encode(it))],
            Self::Hex => vec![hex(bytes).into_bytes()],
            Self::CapitalHex => vec![hex(bytes).to_uppercase().into_bytes()],
            Self::Percent => percents(bytes),
            Self::Json => jsons(value),
            Self::Reversed => {
                let mut forms = texts(&value.chars().rev().collect::<String>());
                forms.push(bytes.iter().rev().copied().collect());
                forms
            }
            Self::Utf16Little => vec![value.encode_utf16().flat_map(u16::to_le_bytes).collect()],
            Self::Utf16Big => vec![value.encode_utf16().flat_map(u16::to_be_bytes).collect()],
        };
        forms.sort_unstable();
        forms.dedup();
        forms
    }
}

/// A text as UTF-8 and, as engines of pages keep it in memory, one byte a character.
fn texts(text: &str) -> Vec<Vec<u8>> {
    let mut forms = vec![text.as_bytes().to_vec()];
    forms.extend(latin(text));
    forms
}

/// One byte a character, if they all fit.
pub fn latin(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|it| u8::try_from(u32::from(it)).ok()).collect()
}

/// The characters that hold bits of `bytes` alone.
fn inner(before: usize, bytes: &[u8], encode: impl Fn(&[u8]) -> String) -> Vec<u8> {
    let whole = encode(&[&b"???"[..before], bytes].concat());
    let (start, end) = ((before * 8).div_ceil(6), (before + bytes.len()) * 8 / 6);
    whole.as_bytes()[start..end].to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes everything");
        text
    })
}

fn percents(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut forms = Vec::new();
    for kept in [UNRESERVED, COMPONENT, QUERY] {
        let text = percent(bytes, |it| it.is_ascii_alphanumeric() || kept.contains(&it));
        forms.push(text.replace("%20", "+"));
        forms.push(text);
    }
    forms.push(percent(bytes, |_| false));
    let small: Vec<_> = forms.iter().map(|it| small_digits(it)).collect();
    forms.into_iter().chain(small).map(String::into_bytes).collect()
}

fn percent(bytes: &[u8], keeps: impl Fn(u8) -> bool) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        if keeps(*byte) {
            text.push(char::from(*byte));
        } else {
            write!(text, "%{byte:02X}").expect("a string takes everything");
        }
        text
    })
}

/// The same with small letters in its escapes.
fn small_digits(text: &str) -> String {
    let mut inside = 0_usize;
    let small = |one: char| {
        let digit = inside > 0;
        inside = if one == '%' { 2 } else { inside.saturating_sub(1) };
        if digit { one.to_ascii_lowercase() } else { one }
    };
    text.chars().map(small).collect()
}

fn jsons(value: &str) -> Vec<Vec<u8>> {
    let once = json(value);
    let ascii = |text: &str, capital: bool| {
        text.chars().fold(String::new(), |mut text, one| {
            match (one.is_ascii(), capital) {
                (true, _) => text.push(one),
                (false, false) => push_units(&mut text, one, |it| format!("\\u{it:04x}")),
                (false, true) => push_units(&mut text, one, |it| format!("\\u{it:04X}")),
            }
            text
        })
    };
    let mut all = vec![once.clone(), ascii(&once, false), ascii(&once, true)];
    let twice: Vec<_> = all.iter().map(|it| json(it)).collect();
    all.extend(twice);
    all.iter().flat_map(|it| texts(it)).collect()
}

fn json(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

fn push_units(text: &mut String, one: char, write: impl Fn(u16) -> String) {
    for unit in one.encode_utf16(&mut [0; 2]) {
        text.push_str(&write(*unit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUE: &str = "a\"b\\c d%eüZyx987+/?>~";

    fn writes(encoding: Encoding, literal: &[u8]) {
        let forms = encoding.forms(VALUE);
        let found = forms.iter().any(|it| literal.windows(it.len()).any(|part| part == it));
        assert!(found, "{}", encoding.name());
    }

    /// The literals are what Python's standard library writes; the ones of base64 with other bytes
    /// before and behind.
    #[test]
    fn every_encoding_is_written_as_python_writes_it() {
        use Encoding::{
            Base64, Base64Url, CapitalHex, Hex, Json, Percent, Plain, Reversed, Utf16Big,
            Utf16Little,
        };
        writes(Plain, VALUE.as_bytes());
        writes(Base64(0), b"YSJiXGMgZCVlw7xaeXg5ODcrLz8+fi4u");
        writes(Base64(1), b"P2EiYlxjIGQlZcO8Wnl4OTg3Ky8/Pn4uLg==");
        writes(Base64(2), b"Pz9hImJcYyBkJWXDvFp5eDk4NysvPz5+Li4=");
        writes(Base64Url(0), b"YSJiXGMgZCVlw7xaeXg5ODcrLz8-fi4u");
        writes(Base64Url(1), b"P2EiYlxjIGQlZcO8Wnl4OTg3Ky8_Pn4uLg==");
        writes(Base64Url(2), b"Pz9hImJcYyBkJWXDvFp5eDk4NysvPz5-Li4=");
        writes(Hex, b"6122625c6320642565c3bc5a79783938372b2f3f3e7e");
        writes(CapitalHex, b"6122625C6320642565C3BC5A79783938372B2F3F3E7E");
        writes(Percent, b"a%22b%5Cc%20d%25e%C3%BCZyx987%2B%2F%3F%3E~");
        writes(Percent, b"a%22b%5cc%20d%25e%c3%bcZyx987%2b%2f%3f%3e~");
        writes(Percent, b"a%22b%5Cc+d%25e%C3%BCZyx987%2B%2F%3F%3E~");
        writes(Json, br#""a\"b\\c d%e\u00fcZyx987+/?>~""#);
        writes(Json, r#""a\"b\\c d%eüZyx987+/?>~""#.as_bytes());
        writes(Json, br#""\"a\\\"b\\\\c d%e\\u00fcZyx987+/?>~\"""#);
        writes(Reversed, "~>?/+789xyZüe%d c\\b\"a".as_bytes());
        let wide = "6100220062005c0063002000640025006500fc005a0079007800390038003700\
                    2b002f003f003e007e00";
        writes(Utf16Little, &unhex(wide));
        writes(Utf16Big, &unhex(&format!("00{}", &wide[..wide.len() - 2])));
        // ISO 8859-1, as a page's engine keeps such a text.
        writes(Plain, &unhex("6122625c6320642565fc5a79783938372b2f3f3e7e"));
    }

    #[test]
    fn what_is_looked_for_does_not_depend_on_what_stands_around() {
        for before in 0..3 {
            for (front, back) in [("abc", ""), ("xyz", "!"), ("\u{7f}\u{7f}\u{7f}", "??")] {
                let text = format!("{}{VALUE}{back}", &front[..before]);
                let all = STANDARD_NO_PAD.encode(text);
                writes(Encoding::Base64(before), all.as_bytes());
            }
        }
    }

    fn unhex(digits: &str) -> Vec<u8> {
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
        (0..digits.len()).step_by(2).map(byte).collect()
    }
}
