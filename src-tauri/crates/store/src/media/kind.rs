//! What bytes are: by their first few where those say it, else by their sender's word; pure.

use std::path::Path;

/// Kinds that have an ending of their own; the first of an ending is what it is called by.
const KINDS: &[(&str, &str)] = &[
    ("image/png", "png"),
    ("image/jpeg", "jpg"),
    ("image/gif", "gif"),
    ("image/webp", "webp"),
    ("image/bmp", "bmp"),
    ("image/avif", "avif"),
    ("image/tiff", "tif"),
    ("image/svg+xml", "svg"),
    ("audio/mpeg", "mp3"),
    ("audio/mp3", "mp3"),
    ("audio/wav", "wav"),
    ("audio/x-wav", "wav"),
    ("audio/wave", "wav"),
    ("audio/ogg", "ogg"),
    ("audio/flac", "flac"),
    ("audio/mp4", "m4a"),
    ("audio/aac", "aac"),
    ("audio/webm", "weba"),
    ("video/mp4", "mp4"),
    ("video/webm", "webm"),
    ("application/pdf", "pdf"),
    ("application/zip", "zip"),
    ("application/gzip", "gz"),
    ("application/json", "json"),
    ("text/plain", "txt"),
    ("text/markdown", "md"),
    ("text/csv", "csv"),
    ("text/html", "html"),
    (ANYTHING, "bin"),
];

const ANYTHING: &str = "application/octet-stream";
/// Longest kind that is repeated.
const LONGEST: usize = 100;

/// All endings that a file may have; some come twice.
pub(super) fn endings() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(_, ending)| *ending)
}

/// The ending of a file with these bytes.
pub(super) fn ending(bytes: &[u8], said: &str) -> &'static str {
    let kind = mime(bytes, said);
    KINDS.iter().find(|(mime, _)| *mime == kind).map_or("bin", |(_, ending)| ending)
}

/// The kind of a file by its ending.
pub(super) fn of_ending(path: &Path) -> &'static str {
    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    KINDS.iter().find(|(_, it)| *it == ending).map_or(ANYTHING, |(mime, _)| mime)
}

/// What the bytes are.
pub(super) fn mime(bytes: &[u8], said: &str) -> String {
    if let Some(known) = seen(bytes) {
        return known.to_owned();
    }
    let said = said.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if is_kind(&said) { said } else { ANYTHING.to_owned() }
}

/// What the first bytes say.
fn seen(bytes: &[u8]) -> Option<&'static str> {
    let at = |from: usize, mark: &[u8]| bytes.get(from..).is_some_and(|it| it.starts_with(mark));
    let kinds: &[(bool, &str)] = &[
        (at(0, b"\x89PNG\r\n\x1a\n"), "image/png"),
        (at(0, b"\xff\xd8\xff"), "image/jpeg"),
        (at(0, b"GIF87a") || at(0, b"GIF89a"), "image/gif"),
        (at(0, b"RIFF") && at(8, b"WEBP"), "image/webp"),
        (at(0, b"RIFF") && at(8, b"WAVE"), "audio/wav"),
        (at(0, b"BM") && at(6, &[0; 4]), "image/bmp"),
        (at(4, b"ftypavif"), "image/avif"),
        (at(4, b"ftypM4A"), "audio/mp4"),
        (at(0, b"ID3"), "audio/mpeg"),
        (at(0, b"OggS"), "audio/ogg"),
        (at(0, b"fLaC"), "audio/flac"),
        (at(0, b"%PDF-"), "application/pdf"),
    ];
    kinds.iter().find(|(is, _)| *is).map(|(_, mime)| *mime)
}

/// Whether a text has the form of a kind.
fn is_kind(text: &str) -> bool {
    let part = |it: &str| {
        let fit = |one: u8| one.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&one);
        it.starts_with(|one: char| one.is_ascii_alphanumeric()) && it.bytes().all(fit)
    };
    let halves = text.split_once('/');
    text.len() <= LONGEST && halves.is_some_and(|(one, other)| part(one) && part(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_say_what_they_are_are_believed_before_their_sender() {
        let png = b"\x89PNG\r\n\x1a\nrest";
        assert_eq!((mime(png, "image/jpeg").as_str(), ending(png, "")), ("image/png", "png"));
        let wav = b"RIFF\0\0\0\0WAVEfmt ";
        assert_eq!((mime(wav, "").as_str(), ending(wav, "audio/x")), ("audio/wav", "wav"));
        assert_eq!(ending(b"BMW is a maker of cars", "text/plain"), "txt");
    }

    #[test]
    fn else_the_senders_word_counts_as_far_as_it_is_one() {
        assert_eq!(mime(b"a,b", "Text/CSV; charset=utf-8"), "text/csv");
        assert_eq!((ending(b"x", "audio/x-wav"), ending(b"x", "x/unheard-of")), ("wav", "bin"));
        assert_eq!(mime(b"x", "x/unheard-of"), "x/unheard-of");
        for odd in ["", "png", "image/", "a/b/c", "image/png\"><script>", "../..", "a/\u{202e}"] {
            assert_eq!(mime(b"x", odd), ANYTHING, "{odd:?}");
        }
    }

    #[test]
    fn an_ending_leads_back_to_its_kind() {
        assert_eq!(of_ending(Path::new("a/x.mp3")), "audio/mpeg");
        assert_eq!(of_ending(Path::new("a/x")), ANYTHING);
    }
}
