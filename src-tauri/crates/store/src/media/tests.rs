//! Tests of the media folder as a whole.

use std::{fs, path::Path};

use stdx::clock::Millis;
use tempfile::TempDir;

use super::*;

fn bounds() -> Bounds {
    Bounds { one: 1000, all: 2000, pixels: 100 }
}

fn open(at: &Path) -> (MediaFolder, Clock) {
    let clock = Clock::fixed(Millis(1_000_000));
    (MediaFolder::open(at.to_owned(), bounds(), clock.clone()), clock)
}

fn names(at: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(at)
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes
}

/// HOST-29
#[test]
fn the_same_content_is_one_file_of_its_owner_alone_whatever_it_is_called() {
    let at = TempDir::new().unwrap();
    let (folder, _) = open(at.path());
    let one = folder.keep(&png(4, 3), "image/jpeg").unwrap();
    assert_eq!((one.mime.as_str(), one.picture, one.size), ("image/png", Some((4, 3)), 24));
    assert_eq!(folder.keep(&png(4, 3), "").unwrap(), one);
    let text = folder.keep(b"a", "text/csv").unwrap();
    assert_eq!(folder.keep(b"a", "text/plain").unwrap().path, text.path);
    assert_eq!(
        names(at.path()),
        [
            "501c8a30dc5edc616c56ac49f6c38180b2ea7335fe42c57350484ae5356def29.png",
            "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb.csv",
        ]
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&one.path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let (read, bytes) = folder.read(&one.name, None).unwrap().unwrap();
    assert_eq!((read, bytes), (one, png(4, 3)));
}

/// HOST-29
#[test]
fn bytes_are_of_the_kind_that_the_result_named_whoever_sent_them_first() {
    let at = TempDir::new().unwrap();
    let (folder, _) = open(at.path());
    let first = folder.keep(b"a,b", "text/plain").unwrap();
    let second = folder.keep(b"a,b", "text/csv").unwrap();
    assert_eq!(first.path, second.path);
    let kind = |said| folder.read(&second.name, said).unwrap().unwrap().0.mime;
    assert_eq!(kind(Some(&first.mime)), "text/plain");
    assert_eq!(kind(Some(&second.mime)), "text/csv");
    assert_eq!(kind(Some("x\"><script>")), "application/octet-stream");
    assert_eq!(kind(None), "text/plain");
    let picture = folder.keep(&png(4, 3), "text/html").unwrap();
    let (read, _) = folder.read(&picture.name, Some("text/html")).unwrap().unwrap();
    assert_eq!(read.mime, "image/png", "bytes that say what they are are believed first");
}

/// HOST-32
#[test]
fn nothing_but_the_hash_of_something_that_is_kept_leads_to_a_file() {
    let at = TempDir::new().unwrap();
    let inner = at.path().join("media");
    fs::create_dir(&inner).unwrap();
    fs::write(at.path().join("secret.txt"), "out of reach").unwrap();
    let (folder, _) = open(&inner);
    let kept = folder.keep(b"within", "text/plain").unwrap().name;
    let other = "0".repeat(64);
    #[cfg(unix)]
    std::os::unix::fs::symlink(at.path().join("secret.txt"), inner.join(format!("{other}.txt")))
        .unwrap();
    fs::create_dir(inner.join(format!("{}.bin", "1".repeat(64)))).unwrap();
    for refused in [
        "",
        ".",
        "..",
        "../secret.txt",
        "..\\secret.txt",
        "..%2fsecret",
        "/etc/passwd",
        &format!("{kept}.txt"),
        &format!("../media/{kept}"),
        &format!("./{kept}"),
        &kept.to_uppercase(),
        &kept[1..],
        &format!("{kept}\0"),
        &other,
        &"1".repeat(64),
        &"2".repeat(64),
    ] {
        assert!(folder.read(refused, None).unwrap().is_none(), "{refused:?}");
    }
    assert!(folder.read(&kept, None).unwrap().is_some());
}

/// HOST-30
#[test]
fn what_is_too_much_is_refused_with_its_reason() {
    let at = TempDir::new().unwrap();
    let (folder, _) = open(at.path());
    let words = |bytes: &[u8]| folder.keep(bytes, "").unwrap_err().to_string();
    assert_eq!(words(&[0; 1001]), "it has 1001 bytes, and no more than 1000 are kept of one piece");
    assert_eq!(words(&png(11, 10)), "the picture is 11 × 10, more than 100 pixels");
    assert!(words(&png(u32::MAX, u32::MAX)).contains("pixels"));
    let animation = b"GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x0b\0\x0a\0\0";
    assert_eq!(words(animation), "the picture is 11 × 10, more than 100 pixels");
    fs::remove_dir(at.path()).unwrap();
    assert!(words(b"x").starts_with("the file cannot be written: "));
    fs::create_dir(at.path()).unwrap();
}

#[test]
fn the_longest_unused_go_when_room_is_needed() {
    let at = TempDir::new().unwrap();
    let (folder, clock) = open(at.path());
    let keep = |byte: u8| {
        clock.advance(1000);
        folder.keep(&[byte; 900], "").unwrap().name
    };
    let (first, second) = (keep(1), keep(2));
    clock.advance(1000);
    folder.read(&first, None).unwrap().unwrap();
    let third = keep(3);
    assert!(folder.read(&second, None).unwrap().is_none(), "the first was looked at since");
    let (again, clock) = open(at.path());
    clock.advance(60_000);
    assert!(
        again.read(&first, None).unwrap().is_some() && again.read(&third, None).unwrap().is_some()
    );
    let fourth = again.keep(&[4; 900], "").unwrap().name;
    assert!(again.read(&fourth, None).unwrap().is_some(), "what is new stays");
    assert_eq!(names(at.path()).len(), 2, "what an earlier run kept counts");
}

#[test]
fn what_was_cut_off_is_swept_or_written_again() {
    let at = TempDir::new().unwrap();
    fs::write(at.path().join("dead.part"), "half").unwrap();
    let (folder, _) = open(at.path());
    assert_eq!(names(at.path()), [""; 0]);
    let kept = folder.keep(b"whole", "text/plain").unwrap();
    fs::write(&kept.path, "wh").unwrap();
    assert_eq!(folder.keep(b"whole", "text/plain").unwrap(), kept);
    assert_eq!(folder.read(&kept.name, None).unwrap().unwrap().1, b"whole");
}
