//! Which starts are one Steward: those on the same data folder, as its lock has it. It opens
//! nothing.

use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// The name under which starts on one folder find each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Instance {
    /// The one on the usual folder.
    Usual,
    /// One on a folder that was named.
    Named {
        /// What the window is called, so that a person can tell it from the others.
        title: String,
        /// The same for the same folder, whatever way it is spelled.
        key: String,
    },
}

impl Instance {
    /// The one on this folder; `usual` is the folder of starts that name none.
    pub(crate) fn on(data_dir: &Path, usual: Option<&Path>) -> Self {
        let folder = one_name(data_dir);
        if usual.is_some_and(|it| one_name(it) == folder) {
            return Self::Usual;
        }
        let name = folder.file_name().map(|it| it.to_string_lossy().into_owned());
        let hash = Sha256::digest(folder.as_os_str().as_encoded_bytes());
        // 128 bits are enough for the folders of one person.
        let key = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        Self::Named { title: name.unwrap_or_else(|| folder.display().to_string()), key }
    }

    /// Its name on the session bus, where each part begins with a letter. `None`: that of the
    /// application itself.
    pub(crate) fn bus_name(&self, identifier: &str) -> Option<String> {
        match self {
            Self::Usual => None,
            Self::Named { key, .. } => Some(format!("{identifier}.on{key}")),
        }
    }
}

/// The real path of a folder that may not be there yet.
fn one_name(folder: &Path) -> PathBuf {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    for there in folder.ancestors() {
        if let (Ok(real), Ok(rest)) = (std::fs::canonicalize(there), folder.strip_prefix(there)) {
            // Joining nothing would leave a slash behind.
            return if rest.as_os_str().is_empty() { real } else { real.join(rest) };
        }
    }
    folder
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(folder: &Path) -> String {
        Instance::on(folder, Some(Path::new("/usual"))).bus_name("dev.steward.desktop").unwrap()
    }

    #[test]
    fn the_usual_folder_is_the_usual_instance_however_it_is_spelled() {
        let home = tempfile::tempdir().unwrap();
        let usual = home.path().join("steward");
        let link = home.path().join("link");
        std::os::unix::fs::symlink(home.path(), &link).unwrap();
        for spelled in [usual.clone(), link.join("steward"), home.path().join("./steward/")] {
            let instance = Instance::on(&spelled, Some(&usual));
            assert_eq!(instance, Instance::Usual, "{}", spelled.display());
            assert_eq!(instance.bus_name("dev.steward.desktop"), None);
        }
    }

    #[test]
    fn each_folder_has_a_name_of_its_own_that_the_bus_takes() {
        let home = tempfile::tempdir().unwrap();
        let (work, play) = (home.path().join("work"), home.path().join("play"));
        let before = key(&work);
        std::fs::create_dir(&work).unwrap();
        assert_eq!(key(&work), before, "it was not there at the first start");
        assert_eq!(key(&work.join("../work")), before);
        assert_ne!(key(&play), before);
        let last = before.rsplit('.').next().unwrap();
        assert!(last.starts_with("on") && last.bytes().all(|it| it.is_ascii_alphanumeric()));
        assert!(before.len() + ".SingleInstance".len() < 255, "{before}");
    }

    #[test]
    fn a_window_on_a_named_folder_says_which() {
        let named = Instance::on(Path::new("/no/such/work"), None);
        assert!(matches!(&named, Instance::Named { title, .. } if title == "work"), "{named:?}");
    }
}
