//! Files and standard input, read to their end before anything is opened.

use std::{fs::File, io::Read as _, path::Path};

use crate::failure::Failure;

/// The text of a file of at most so many bytes; `-` is standard input.
pub(crate) fn text_of(file: &Path, most: u64) -> Result<String, Failure> {
    let mut text = String::new();
    // One more than that tells what is too long; some files never end.
    let read = if file == Path::new("-") {
        std::io::stdin().lock().take(most + 1).read_to_string(&mut text)
    } else {
        File::open(file).and_then(|it| it.take(most + 1).read_to_string(&mut text))
    };
    let shown = if file == Path::new("-") {
        "standard input".to_owned()
    } else {
        format!("`{}`", file.display())
    };
    match read {
        Ok(length) if u64::try_from(length).is_ok_and(|it| it <= most) => Ok(text),
        Ok(_) => Err(Failure::usage(format!("{shown} is longer than {} MiB", most >> 20))),
        Err(error) => Err(Failure::usage(format!("cannot read {shown}: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let Err(Failure::Usage { message, .. }) = text_of(Path::new("/no/such/file.json"), 9)
        else {
            panic!("there is no such file");
        };
        assert!(message.starts_with("cannot read `/no/such/file.json`: "), "{message}");
    }

    #[test]
    fn a_file_without_end_is_not_read_to_it() {
        let Err(Failure::Usage { message, .. }) = text_of(Path::new("/dev/zero"), 1 << 20) else {
            panic!("it has no end");
        };
        assert_eq!(message, "`/dev/zero` is longer than 1 MiB");
    }
}
