//! Where version managers and installers put programs, for when no start file tells; it looks
//! at folders and runs nothing.

use std::{
    cmp::Reverse,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use crate::environment::allowed::Vars;

/// Below the home folder, the nearer to one version of one tool the earlier.
const BELOW_HOME: &[&str] = &[
    ".local/bin",
    "bin",
    ".cargo/bin",
    ".bun/bin",
    ".deno/bin",
    ".local/share/pnpm",
    "Library/pnpm",
    ".npm-global/bin",
    ".yarn/bin",
    "go/bin",
    ".nix-profile/bin",
    ".pyenv/shims",
    ".rye/shims",
    ".pixi/bin",
    ".docker/bin",
    ".orbstack/bin",
    ".rd/bin",
];

/// Of the whole machine.
#[cfg(not(windows))]
const OF_THE_MACHINE: &[&str] = &[
    "/opt/homebrew/bin",
    "/opt/homebrew/sbin",
    "/home/linuxbrew/.linuxbrew/bin",
    "/usr/local/bin",
    "/opt/local/bin",
    "/run/current-system/sw/bin",
    "/nix/var/nix/profiles/default/bin",
    "/snap/bin",
    "/usr/bin",
    "/bin",
    "/usr/sbin",
    "/sbin",
];
#[cfg(windows)]
const OF_THE_MACHINE: &[&str] = &[
    r"C:\Program Files\nodejs",
    r"C:\Program Files\Docker\Docker\resources\bin",
    r"C:\Program Files\Git\cmd",
    r"C:\Windows\System32",
    r"C:\Windows",
];

/// The known folders that exist.
pub(super) fn known(ours: &Vars, home: &Path) -> Vec<PathBuf> {
    let at = |name: &str, usual: &str| place(ours, name).unwrap_or_else(|| home.join(usual));
    let mut folders = nvm(&at("NVM_DIR", ".nvm"));
    for fnm in [".local/share/fnm", ".fnm", "Library/Application Support/fnm"] {
        folders.push(at("FNM_DIR", fnm).join("aliases/default/bin"));
    }
    folders.extend([
        at("VOLTA_HOME", ".volta").join("bin"),
        at("MISE_DATA_DIR", ".local/share/mise").join("shims"),
        at("ASDF_DATA_DIR", ".asdf").join("shims"),
    ]);
    folders.extend(place(ours, "PNPM_HOME"));
    folders.extend(place(ours, "BUN_INSTALL").map(|it| it.join("bin")));
    folders.extend(place(ours, "CARGO_HOME").map(|it| it.join("bin")));
    folders.extend(place(ours, "PYENV_ROOT").map(|it| it.join("shims")));
    folders.extend(place(ours, "NVM_SYMLINK"));
    folders.extend(place(ours, "APPDATA").map(|it| it.join("npm")));
    folders.extend(place(ours, "LOCALAPPDATA").map(|it| it.join("pnpm")));
    folders.extend(BELOW_HOME.iter().map(|it| home.join(it)));
    folders.extend(OF_THE_MACHINE.iter().map(PathBuf::from));
    folders.retain(|it| it.is_dir());
    folders
}

fn place(ours: &Vars, name: &str) -> Option<PathBuf> {
    ours.get(OsStr::new(name)).map(PathBuf::from).filter(|it| it.is_absolute())
}

/// What nvm's default is; the newest version if that says nothing, since any Node is better than
/// none.
fn nvm(root: &Path) -> Vec<PathBuf> {
    let mut versions: Vec<String> = fs::read_dir(root.join("versions/node"))
        .into_iter()
        .flatten()
        .filter_map(|it| it.ok()?.file_name().into_string().ok())
        .collect();
    versions.sort_by_key(|it| Reverse(numbers(it)));
    let wanted = nvm_default(root).unwrap_or_default();
    let chosen = versions.iter().find(|it| is_of(it, &wanted)).or(versions.first());
    let mut folders = vec![root.join("current/bin")];
    folders.extend(chosen.map(|it| root.join("versions/node").join(it).join("bin")));
    folders
}

/// The version that the alias `default` stands for, through other aliases such as `lts/iron`.
fn nvm_default(root: &Path) -> Option<String> {
    let aliases = root.join("alias");
    let mut name = "default".to_owned();
    // Aliases may name each other in a ring.
    for _ in 0..5 {
        let text = fs::read_to_string(aliases.join(&name)).ok()?;
        text.trim().clone_into(&mut name);
        if !aliases.join(&name).is_file() {
            return Some(name);
        }
    }
    None
}

/// Whether `v20.11.1` is what `20`, `v20.11` or `20.11.1` asks for.
fn is_of(version: &str, wanted: &str) -> bool {
    let (have, want) = (numbers(version), numbers(wanted));
    !want.is_empty() && have.starts_with(&want)
}

fn numbers(version: &str) -> Vec<u64> {
    version.trim_start_matches('v').split('.').map_while(|it| it.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(root: &Path, folders: &[&str]) {
        for folder in folders {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
    }

    fn below_home(ours: &[(&str, &Path)], home: &Path) -> Vec<String> {
        let ours = ours.iter().map(|(name, value)| (name.into(), value.into())).collect();
        let known = known(&ours, home);
        known.iter().filter_map(|it| Some(it.strip_prefix(home).ok()?.to_str()?.into())).collect()
    }

    #[test]
    fn only_folders_that_exist_are_known() {
        let home = tempfile::tempdir().unwrap();
        make(home.path(), &[".local/bin", ".volta/bin", ".asdf/shims", ".local/share/mise/shims"]);
        assert_eq!(
            below_home(&[], home.path()),
            [".volta/bin", ".local/share/mise/shims", ".asdf/shims", ".local/bin"]
        );
    }

    #[test]
    fn a_version_manager_may_live_elsewhere() {
        let home = tempfile::tempdir().unwrap();
        make(
            home.path(),
            &["tools/volta/bin", "tools/pnpm", ".local/share/fnm/aliases/default/bin"],
        );
        let (volta, pnpm) = (home.path().join("tools/volta"), home.path().join("tools/pnpm"));
        assert_eq!(
            below_home(&[("VOLTA_HOME", &volta), ("PNPM_HOME", &pnpm)], home.path()),
            [".local/share/fnm/aliases/default/bin", "tools/volta/bin", "tools/pnpm"]
        );
    }

    #[test]
    fn nvm_default_is_followed_to_a_version() {
        let home = tempfile::tempdir().unwrap();
        let nvm = |it: &str| format!(".nvm/versions/node/{it}/bin");
        make(home.path(), &[&nvm("v9.11.2"), &nvm("v20.9.0"), &nvm("v20.11.1"), ".nvm/alias/lts"]);
        assert_eq!(below_home(&[], home.path()), [nvm("v20.11.1")], "the newest without an alias");
        let alias = |name: &str, is: &str| {
            fs::write(home.path().join(".nvm/alias").join(name), format!("{is}\n")).unwrap();
        };
        for (default, is) in
            [("20", "v20.11.1"), ("v20.9", "v20.9.0"), ("9", "v9.11.2"), ("lts/old", "v9.11.2")]
        {
            alias("default", default);
            alias("lts/old", "v9.11.2");
            assert_eq!(below_home(&[], home.path()), [nvm(is)], "{default}");
        }
        alias("default", "a");
        alias("a", "default");
        assert_eq!(below_home(&[], home.path()), [nvm("v20.11.1")], "a ring of aliases ends");
    }
}
