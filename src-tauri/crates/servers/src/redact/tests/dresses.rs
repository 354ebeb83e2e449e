//! Every usual way to write a text otherwise, by the books and not by the redactor.

use std::fmt::Write as _;

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD},
};

/// A way to write texts, and what becomes of one.
pub(super) struct Dress {
    pub(super) name: String,
    pub(super) text: String,
}

fn dress(name: impl Into<String>, text: impl Into<String>) -> Dress {
    Dress { name: name.into(), text: text.into() }
}

/// Dresses in which a text stands by itself: what is around it is not written so.
pub(super) fn alone(text: &str) -> Vec<Dress> {
    letters(text).into_iter().chain(escaped(text)).collect()
}

/// Dresses that are found whatever stands before them.
pub(super) fn letters(text: &str) -> Vec<Dress> {
    let bytes = text.as_bytes();
    let mut all = vec![
        dress("plain", text),
        dress("base64", STANDARD.encode(text)),
        dress("base64 without padding", STANDARD_NO_PAD.encode(text)),
        dress("base64url", URL_SAFE.encode(text)),
        dress("base64url without padding", URL_SAFE_NO_PAD.encode(text)),
        dress("hex", hex(bytes, "")),
        dress("capital hex", hex(bytes, "").to_uppercase()),
        dress("reversed", text.chars().rev().collect::<String>()),
    ];
    if let Ok(reversed) = String::from_utf8(bytes.iter().rev().copied().collect()) {
        all.push(dress("reversed bytes", reversed));
    }
    all
}

/// Dresses that leave each character recognisable. An escape that begins before them makes
/// something else of them.
pub(super) fn escaped(text: &str) -> Vec<Dress> {
    let json = serde_json::to_string(text).unwrap();
    let json = &json[1..json.len() - 1];
    let twice = serde_json::to_string(json).unwrap();
    let all_percent: String = text.bytes().fold(String::new(), |mut all, byte| {
        write!(all, "%{byte:02x}").unwrap();
        all
    });
    vec![
        dress("JSON", json),
        dress("JSON with slashes", json.replace('/', "\\/")),
        dress("JSON in JSON", &twice[1..twice.len() - 1]),
        dress("ASCII JSON", units(text, |unit| unit < 128, false).replace('"', "\\\"")),
        dress("JSON units", units(text, |_| false, false)),
        dress("JSON capital units", units(text, |_| false, true)),
        dress("percent", percent(text, "-_.~", "%20", false)),
        dress("small percent", percent(text, "-_.~", "%20", true)),
        dress(
            "percent as for a whole address",
            percent(text, "-_.!~*'();/?:@&=+$,#", "%20", false),
        ),
        dress("percent as of a form", percent(text, "*-._", "+", false)),
        dress("percent twice", percent(&percent(text, "-_.~", "%20", false), "", "%20", false)),
        dress("percent in all places", all_percent.clone()),
        dress("capital percent in all places", all_percent.to_uppercase()),
        dress("HTML", html(text, "&quot;", "&#39;")),
        dress("HTML by numbers", html(text, "&#34;", "&#x27;")),
        dress(
            "HTML in all places",
            text.chars().fold(String::new(), |mut all, one| {
                write!(all, "&#{};", u32::from(one)).unwrap();
                all
            }),
        ),
    ]
}

/// Dresses for long texts only: parts of lines, and letters with something between them.
pub(super) fn spread(text: &str) -> Vec<Dress> {
    let bytes = text.as_bytes();
    let wrapped = |text: String, width: usize, end: &str| -> String {
        let letters: Vec<char> = text.chars().collect();
        let lines: Vec<String> = letters.chunks(width).map(|it| it.iter().collect()).collect();
        lines.join(end)
    };
    let mut all = vec![
        dress("base64 in lines of 64", wrapped(STANDARD.encode(text), 64, "\n")),
        dress("base64 in lines of 76", wrapped(STANDARD.encode(text), 76, "\r\n")),
        dress("base64 in lines of JSON", wrapped(STANDARD.encode(text), 20, "\\n")),
        dress("base64 in an address", percent(&STANDARD.encode(text), "", "", false)),
        dress("hex in lines", wrapped(hex(bytes, ""), 32, "\n")),
        dress("hex with colons", hex(bytes, ":")),
        dress("capital hex with colons", hex(bytes, ":").to_uppercase()),
        dress("hex with spaces", hex(bytes, " ")),
        dress("hex with dashes", hex(bytes, "-")),
        dress("hex as a list", hex(bytes, ", 0x")),
        dress("hex as escapes", format!("\\x{}", hex(bytes, "\\x"))),
    ];
    for (name, wide) in
        [("little", wide(text, u16::to_le_bytes)), ("big", wide(text, u16::to_be_bytes))]
    {
        all.push(dress(format!("hex of {name} UTF-16"), hex(&wide, "")));
        all.push(dress(format!("base64 of {name} UTF-16"), STANDARD.encode(&wide)));
    }
    all
}

/// UTF-16 of either kind that was read as if it were UTF-8.
pub(super) fn misread(text: &str) -> Vec<Dress> {
    let read = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    vec![
        dress("little UTF-16", read(wide(text, u16::to_le_bytes))),
        dress("big UTF-16", read(wide(text, u16::to_be_bytes))),
    ]
}

pub(super) fn wide(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

fn hex(bytes: &[u8], between: &str) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect::<Vec<_>>().join(between)
}

fn percent(text: &str, kept: &str, space: &str, small: bool) -> String {
    text.bytes().fold(String::new(), |mut all, byte| {
        let one = char::from(byte);
        match one {
            ' ' => all.push_str(space),
            _ if byte.is_ascii_alphanumeric() || kept.contains(one) => all.push(one),
            _ if small => write!(all, "%{byte:02x}").unwrap(),
            _ => write!(all, "%{byte:02X}").unwrap(),
        }
        all
    })
}

/// Units of UTF-16 as JSON may write all of them; a backslash is always written so.
fn units(text: &str, kept: fn(u16) -> bool, capital: bool) -> String {
    text.encode_utf16().fold(String::new(), |mut all, unit| {
        match char::from_u32(u32::from(unit)) {
            Some(one) if kept(unit) && one != '\\' && !one.is_control() => all.push(one),
            _ if capital => write!(all, "\\u{unit:04X}").unwrap(),
            _ => write!(all, "\\u{unit:04x}").unwrap(),
        }
        all
    })
}

fn html(text: &str, quote: &str, apostrophe: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', quote).replace('\'', apostrophe)
}
