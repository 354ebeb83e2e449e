//! Files and standard input, read to their end before anything is opened.

use std::{io::Read as _, path::Path};

use crate::failure::Failure;

/// The text of a file; `-` is standard input.
pub(crate) fn text_of(file: &Path) -> Result<String, Failure> {
    let text = if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    let shown = if file == Path::new("-") {
        "standard input".to_owned()
    } else {
        format!("`{}`", file.display())
    };
    text.map_err(|error| Failure::usage(format!("cannot read {shown}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let Err(Failure::Usage { message, .. }) = text_of(Path::new("/no/such/file.json")) else {
            panic!("there is no such file");
        };
        assert!(message.starts_with("cannot read `/no/such/file.json`: "), "{message}");
    }
}
