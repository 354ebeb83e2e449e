//! A folder that the person shares with a server: its path, and the address by which servers know it.

use std::path::Path;

use url::Url;

/// The address of a folder; `None` for a path that is not whole.
pub fn address(path: &str) -> Option<String> {
    Url::from_file_path(path).ok().map(String::from)
}

/// What to call a folder: the last part of its path.
pub fn name(path: &str) -> String {
    let last = Path::new(path).file_name().and_then(|it| it.to_str());
    last.unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_path_has_an_address_and_others_have_none() {
        let of = |path| address(path).unwrap();
        assert_eq!(of("/srv/my files/a#b?c%d"), "file:///srv/my%20files/a%23b%3Fc%25d");
        assert_eq!(of("/srv/ü"), "file:///srv/%C3%BC");
        assert_eq!(address("srv"), None);
        assert_eq!(address("~/srv"), None);
    }

    #[test]
    fn a_folder_is_called_by_the_last_part_of_its_path() {
        assert_eq!((name("/srv/my files"), name("/")), ("my files".to_owned(), "/".to_owned()));
    }
}
