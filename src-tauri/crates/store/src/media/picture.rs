//! The width and height of a picture from its head alone: nothing of it is unpacked. Pure.

/// Width and height; `None` for what is no picture, or none of a kind that is read here.
pub(super) fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let size = png(bytes)
        .or_else(|| gif(bytes))
        .or_else(|| jpeg(bytes))
        .or_else(|| webp(bytes))
        .or_else(|| bmp(bytes))?;
    (size.0 > 0 && size.1 > 0).then_some(size)
}

fn png(bytes: &[u8]) -> Option<(u32, u32)> {
    let head = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    (head.get(4..8)? == b"IHDR").then_some(())?;
    Some((big(head.get(8..12)?), big(head.get(12..16)?)))
}

/// The larger of the screen and of the first frame: what draws it makes room for both. Where the way
/// to that frame is not as it should be, readers differ on where it is, and nothing is told.
fn gif(bytes: &[u8]) -> Option<(u32, u32)> {
    let head = bytes.strip_prefix(b"GIF87a").or_else(|| bytes.strip_prefix(b"GIF89a"))?;
    let screen = (little(head.get(..2)?), little(head.get(2..4)?));
    let flags = *head.get(4)?;
    // Colours for all frames, three bytes each.
    let colours = if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let mut rest = head.get(7 + colours..)?;
    while let Some(extension) = rest.strip_prefix(b"!") {
        rest = after_extension(extension)?;
    }
    let frame = rest.strip_prefix(b",")?;
    let (width, height) = (little(frame.get(4..6)?), little(frame.get(6..8)?));
    Some((screen.0.max(width), screen.1.max(height)))
}

/// What comes after an extension, from its label on: blocks with their length in front, to an empty one.
fn after_extension(bytes: &[u8]) -> Option<&[u8]> {
    /// How the next frame is drawn: four bytes, and some read four whatever it says.
    const CONTROL: u8 = 0xf9;
    /// How often all of it is drawn: three bytes, and some read three whatever it says.
    const LOOPS: [&[u8]; 2] = [b"\xff\x0bNETSCAPE2.0", b"\xff\x0bANIMEXTS1.0"];
    let loops = LOOPS.iter().any(|it| bytes.starts_with(it));
    let (label, mut rest) = bytes.split_first()?;
    if *label == CONTROL && rest.first() != Some(&4) {
        return None;
    }
    loop {
        let (length, block) = rest.split_first()?;
        rest = block.get(usize::from(*length)..)?;
        match length {
            0 => return Some(rest),
            1 | 2 if loops => return None,
            _ => {}
        }
    }
}

/// From segment to segment until one tells the size.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut rest = bytes.strip_prefix(b"\xff\xd8")?;
    loop {
        rest = rest.strip_prefix(b"\xff")?;
        let (kind, after) = rest.split_first()?;
        match kind {
            // Padding, and marks that stand alone.
            0xff => {}
            0x01 | 0xd0..=0xd7 => rest = after,
            0xc0..=0xcf if !matches!(kind, 0xc4 | 0xc8 | 0xcc) => {
                return Some((big(after.get(5..7)?), big(after.get(3..5)?)));
            }
            // The picture itself begins, or it is over.
            0xd9 | 0xda => return None,
            _ => {
                let length = usize::try_from(big(after.get(..2)?)).ok()?;
                rest = after.get(length.max(2)..)?;
            }
        }
    }
}

fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    let head = bytes.strip_prefix(b"RIFF")?.get(4..)?.strip_prefix(b"WEBP")?;
    let body = head.get(8..)?;
    match head.get(..4)? {
        b"VP8X" => Some((little(body.get(4..7)?) + 1, little(body.get(7..10)?) + 1)),
        b"VP8L" => {
            let bits = little(body.strip_prefix(b"\x2f")?.get(..4)?);
            Some(((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1))
        }
        b"VP8 " => {
            let frame = body.get(3..)?.strip_prefix(b"\x9d\x01\x2a")?;
            Some((little(frame.get(..2)?) & 0x3fff, little(frame.get(2..4)?) & 0x3fff))
        }
        _ => None,
    }
}

fn bmp(bytes: &[u8]) -> Option<(u32, u32)> {
    let head = bytes.strip_prefix(b"BM")?.get(12..)?;
    // The length of what follows tells the old form, of sixteen bits, from all others.
    if little(head.get(..4)?) == 12 {
        return Some((little(head.get(4..6)?), little(head.get(6..8)?)));
    }
    let height = i32::from_le_bytes(head.get(8..12)?.try_into().ok()?);
    Some((little(head.get(4..8)?), height.unsigned_abs()))
}

fn big(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |all, one| (all << 8) | u32::from(*one))
}

fn little(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |all, one| (all << 8) | u32::from(*one))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> Vec<u8> {
        let digits: Vec<_> = text.chars().filter(|it| !it.is_whitespace()).collect();
        let byte = |two: &[char]| u8::from_str_radix(&two.iter().collect::<String>(), 16).unwrap();
        digits.chunks(2).map(byte).collect()
    }

    #[test]
    fn each_kind_tells_its_size() {
        let pictures = [
            ("89504e470d0a1a0a 0000000d 49484452 00000280 000001e0 0802000000", (640, 480)),
            ("474946383961 8002 e001 000000 2c 00000000 8002 e001", (640, 480)),
            ("ffd8 ffe00010 4a46494600010100000100010000 ffff c00011 08 01e0 0280 03", (640, 480)),
            ("ffd8 ffc40004 0000 ffc20011 08 01e0 0280 03", (640, 480)),
            ("52494646 00000000 57454250 56503858 0a000000 10000000 7f0200 df0100", (640, 480)),
            ("52494646 00000000 57454250 5650384c 0a000000 2f 7fc27700", (640, 480)),
            ("52494646 00000000 57454250 56503820 0a000000 000000 9d012a 8002 e001", (640, 480)),
            ("424d 00000000 00000000 36000000 28000000 80020000 20feffff", (640, 480)),
            ("424d 00000000 00000000 1a000000 0c000000 8002 e001", (640, 480)),
        ];
        for (head, expected) in pictures {
            assert_eq!(size(&hex(head)), Some(expected), "{head}");
        }
    }

    #[test]
    fn an_animation_is_as_large_as_its_first_frame_where_that_is_more_than_its_screen() {
        let frame = "2c 00000000 204e 204e 00";
        let control = "21 f9 04 00000000 00";
        let looped = "21 ff 0b 4e45545343415045322e30 03 010000 00";
        let told = |screen: &str, between: &str| {
            size(&hex(&format!("474946383961 {screen} {between} {frame}")))
        };
        let plain = "0100 0100 000000";
        assert_eq!(told(plain, ""), Some((20_000, 20_000)));
        assert_eq!(told(plain, &format!("{looped} {control}")), Some((20_000, 20_000)));
        // Colours for all frames, which hold what looks like a frame of one pixel.
        let colours = "0100 0100 810000 2c 00000000 01000100 000000";
        assert_eq!(told(colours, ""), Some((20_000, 20_000)));
        assert_eq!(told("0000 0000 000000", ""), Some((20_000, 20_000)), "no screen of its own");
        assert_eq!(told("ffff 0100 000000", ""), Some((65_535, 20_000)), "the larger of each side");
        // Ways on which readers part: what is told of them would be told of another frame.
        let short_loop = looped.replace("03 010000", "01 01");
        for odd in ["00", "3b", "21 f9 01 00 00", "21 f9 00", "21 fe 05 61", &short_loop] {
            assert_eq!(told(plain, odd), None, "{odd}");
        }
        // Long ways are walked once.
        let mut long = hex("474946383961 0100 0100 000000");
        long.extend(b"\x21\xfe\x01\x61\x00".repeat(1_000_000));
        assert_eq!(size(&long), None);
    }

    #[test]
    fn what_is_cut_or_none_tells_nothing() {
        let whole = hex("ffd8 ffe00004 0000 ffc00011 08 01e0 0280 03");
        for most in 0..whole.len() - 1 {
            assert_eq!(size(&whole[..most]), None, "{most}");
        }
        for odd in ["", "ffd8ffd9", "ffd8ffe0ffff", "89504e470d0a1a0a", "474946383961 0000 e001"] {
            assert_eq!(size(&hex(odd)), None, "{odd}");
        }
        assert_eq!(size(b"<svg width=\"1\" height=\"1\"/>"), None);
    }
}
