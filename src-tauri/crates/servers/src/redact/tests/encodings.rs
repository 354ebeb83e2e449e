//! All dresses of all kinds of secrets, in the middle of texts.

use base64::{
    Engine as _, alphabet,
    engine::{GeneralPurpose, general_purpose::NO_PAD},
};

use super::{
    dresses::{Dress, alone, misread, spread, wide},
    redactor, said,
};

const KEY: &str = "-----BEGIN KEY-----\n\
    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n\
    MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu\n\
    NMoSfm76oqFvAp8Gy0iz5sxjZmSnXyCdPEovGhLa0VzMaQ8s+CLOyS56YyCFGeJZ\n\
    -----END KEY-----";

/// Secrets of eight characters and more.
fn long() -> Vec<(&'static str, String)> {
    let thousand: String =
        (0..1000_u32).filter_map(|it| char::from_u32(33 + it * 7 % 94)).collect();
    assert_eq!(thousand.len(), 1000);
    vec![
        ("ASCII", "hunter2-hunter2".into()),
        ("odd", r#"p"a\s' &w<o>r=d/+%41\n"#.into()),
        ("Unicode", "pässwörd→日本😀x".into()),
        ("a thousand", thousand),
        ("key", KEY.into()),
        ("eight", "Tr0ub4d&".into()),
    ]
}

/// HOST-43, HOST-48
#[test]
fn a_long_secret_is_taken_out_in_each_dress() {
    for (kind, secret) in long() {
        let redactor = redactor(&[&secret]);
        for Dress { name, text } in alone(&secret).into_iter().chain(spread(&secret)) {
            let (before, after) = around(&name);
            let clean = redactor.text(format!("{before}{text}{after}"));
            assert_eq!(clean, format!("{before}•••{after}"), "{kind} as {name}: {text}");
        }
    }
}

/// Where letters stand close together, nothing that could be one of them stands beside them.
fn around(name: &str) -> (&'static str, &'static str) {
    if name.contains("base64") || name.contains("list") || name.contains("escapes") {
        ("is '", "' it was")
    } else {
        ("was", "zig")
    }
}

/// HOST-43, HOST-48
#[test]
fn a_secret_of_five_characters_is_taken_out_as_a_word_in_each_dress() {
    for secret in ["12345", "a\"\\<&", "grün7"] {
        let redactor = redactor(&[secret]);
        for Dress { name, text } in alone(secret) {
            let clean = redactor.text(format!("is '{text}' it was"));
            assert_eq!(clean, "is '•••' it was", "{secret} as {name}: {text}");
        }
    }
}

/// HOST-48
#[test]
fn utf_16_that_was_read_as_text_is_taken_out() {
    for (kind, secret) in long() {
        let redactor = redactor(&[&secret]);
        for Dress { name, text } in misread(&secret) {
            let clean = redactor.text(format!("is {text} it was")).replace('\0', "");
            assert_eq!(clean, "is ••• it was", "{kind} as {name}");
            let json = serde_json::json!([format!("is {text} it was")]);
            let clean = redactor.json(json.to_string()).replace("\\u0000", "");
            assert_eq!(clean, r#"["is ••• it was"]"#, "{kind} as {name} in JSON");
        }
    }
}

/// HOST-48
#[test]
fn base64_of_more_than_the_secret_keeps_only_what_does_not_depend_on_it() {
    let url = GeneralPurpose::new(&alphabet::URL_SAFE, NO_PAD);
    let standard = GeneralPurpose::new(&alphabet::STANDARD, NO_PAD);
    for (kind, secret) in long() {
        let redactor = redactor(&[&secret]);
        let utf8 = secret.as_bytes().to_vec();
        let wides = [wide(&secret, u16::to_le_bytes), wide(&secret, u16::to_be_bytes)];
        let json = serde_json::to_string(&secret).unwrap();
        let json = json.as_bytes()[1..json.len() - 1].to_vec();
        for (bytes, tight) in
            [(utf8, true), (json, true), (wides[0].clone(), false), (wides[1].clone(), false)]
        {
            for before in ["", "u", "u:", "us:", "use:", "user:"] {
                for after in ["", "!", "!!", "!!!", "!!!!"] {
                    for engine in [&url, &standard] {
                        let whole = [before.as_bytes(), &bytes, after.as_bytes()].concat();
                        let text = engine.encode(&whole);
                        let first = before.len() * 8 / 6;
                        let last = ((before.len() + bytes.len()) * 8).div_ceil(6);
                        let clean = redactor.text(text.clone());
                        let wanted = format!("{}•••{}", &text[..first], &text[last..]);
                        if tight {
                            assert_eq!(clean, wanted, "{kind}, {before}, {after}");
                        } else {
                            // The two kinds of UTF-16 differ by a NUL at their ends.
                            assert!(clean.contains("•••"), "{kind}: {clean}");
                            assert!(clean.len() <= wanted.len() + 4, "{kind}: {clean}");
                        }
                    }
                }
            }
        }
    }
}

/// HOST-48
#[test]
fn what_was_written_down_by_hand_is_found() {
    // Each line is what a tool that has nothing to do with this one printed.
    let secret = "S3cr&t \"pä55\"";
    for text in [
        "UzNjciZ0ICJww6Q1NSI=",                      // printf … | base64
        "IFMzY3ImdCAicMOkNTUi",                      // with a space before
        "ICBTM2NyJnQgInDDpDU1Ig==",                  // with two
        "53336372267420227 0c3a4353522",             // xxd -p, broken badly
        "53:33:63:72:26:74:20:22:70:C3:A4:35:35:22", // openssl
        "5333 6372 2674 2022 70c3 a435 3522",        // xxd
        "S3cr%26t%20%22p%C3%A455%22",                // encodeURIComponent
        "S3cr&t%20%22p%C3%A455%22",                  // encodeURI
        "S3cr%26t+%22p%c3%a455%22",                  // a form
        r#"S3cr&t \"pä55\""#,                        // JSON.stringify
        r#"S3cr&t \"p\u00e455\""#,                   // json.dumps
        r#"S3cr\u0026t \"pä55\""#,                   // Go
        r"\u0053\u0033\u0063\u0072\u0026\u0074\u0020\u0022\u0070\u00E4\u0035\u0035\u0022",
        r#"S3cr\\u0026t \\\"pä55\\\""#, // Go, in JSON
        "S3cr&amp;t &quot;pä55&quot;",  // html.escape
        "S3cr&#38;t &#34;p&#xE4;55&#x22;",
        "\"55äp\" t&rc3S",
        "UwAzAGMAcgAmAHQAIAAiAHAA5AA1ADUAIgA=", // iconv -t utf-16le | base64
        "AFMAMwBjAHIAJgB0ACAAIgBwAOQANQA1ACI=", // iconv -t utf-16be | base64
        "53003300630072002600740020002200",     // half of it is not all of it
    ] {
        let half = text == "53003300630072002600740020002200";
        let clean = said(&[secret], text);
        if half {
            assert_eq!(clean, text);
        } else {
            let bare: String = clean.chars().filter(|it| *it != '=').collect();
            assert_eq!(bare.trim_start_matches(['I', 'C']), "•••", "{text}: {clean}");
        }
    }
}
