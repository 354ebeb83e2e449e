//! Which variables of our own process a child may have; it knows no server and no consent.
//!
//! A list of what is allowed, for a list of what is not can never be complete: loader variables
//! (`LD_PRELOAD`, `NODE_OPTIONS`, `PYTHONPATH`), and what a packager set for us alone
//! (`APPDIR`, `GTK_PATH`, `LD_LIBRARY_PATH`), stay here because nobody lets them out.

use std::{
    collections::BTreeMap,
    env,
    ffi::{OsStr, OsString},
    path::Path,
};

/// The variables of a process.
pub(super) type Vars = BTreeMap<OsString, OsString>;

/// The person, the desktop and the session.
#[cfg(not(windows))]
const ALLOWED: &[&str] = &[
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "TERM",
    "TMPDIR",
    "TZ",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
    "SSH_AUTH_SOCK",
];

/// Without these no program starts on Windows.
#[cfg(windows)]
const ALLOWED: &[&str] = &[
    "ALLUSERSPROFILE",
    "APPDATA",
    "COMMONPROGRAMFILES",
    "COMPUTERNAME",
    "COMSPEC",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "NUMBER_OF_PROCESSORS",
    "OS",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "PROGRAMFILES(X86)",
    "PROGRAMW6432",
    "PUBLIC",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERDOMAIN",
    "USERNAME",
    "USERPROFILE",
    "WINDIR",
    "LANG",
    "TZ",
];

/// Where the person's network begins. A program that is fetched or that calls out behind a proxy
/// fails without them; they are dangerous from a stranger's entry, and these are the person's.
const NETWORK: &[&str] = &[
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
];

/// Where version managers and container tools keep their things, when it is not the usual place;
/// their shims cannot work without.
pub(super) const TOOLS: &[&str] = &[
    "NVM_DIR",
    "FNM_DIR",
    "VOLTA_HOME",
    "ASDF_DIR",
    "ASDF_DATA_DIR",
    "MISE_DATA_DIR",
    "PYENV_ROOT",
    "PNPM_HOME",
    "BUN_INSTALL",
    "RUSTUP_HOME",
    "CARGO_HOME",
    "GOPATH",
    "DOCKER_HOST",
    "DOCKER_CONTEXT",
    "DOCKER_CONFIG",
];

const ALLOWED_BEGINNINGS: &[&str] = &["LC_", "XDG_"];

/// Python writes in the code page of the system unless it is told otherwise, and dies of the
/// first character that is not in it (users-ask 48).
pub(super) const PYTHON: &[(&str, &str)] =
    &[("PYTHONUTF8", "1"), ("PYTHONIOENCODING", "utf-8"), ("PYTHONUNBUFFERED", "1")];

/// What of our own variables a child may have, without `PATH`.
pub(super) fn base(ours: &Vars) -> BTreeMap<String, String> {
    ours.iter()
        .filter(|(name, _)| name.to_str().is_some_and(is_allowed))
        .filter_map(|(name, value)| {
            let value = without_packager(ours, Some(value));
            let pair = (name.to_str()?.to_owned(), value.into_string().ok()?);
            (!pair.1.is_empty()).then_some(pair)
        })
        .collect()
}

fn is_allowed(name: &str) -> bool {
    let lists = [ALLOWED, NETWORK, TOOLS];
    lists.into_iter().flatten().any(|it| key(it) == key(name))
        || ALLOWED_BEGINNINGS.iter().any(|it| name.starts_with(it))
}

/// A list of folders, or one, without what lies in the folder that an AppImage is mounted at.
pub(super) fn without_packager(ours: &Vars, value: Option<&OsString>) -> OsString {
    let Some(value) = value else { return OsString::new() };
    let Some(mounted) = ours.get(OsStr::new("APPDIR")).filter(|it| !it.is_empty()) else {
        return value.clone();
    };
    let inside = |it: &Path| it.starts_with(mounted);
    if !env::split_paths(value).any(|it| inside(&it)) {
        return value.clone();
    }
    env::join_paths(env::split_paths(value).filter(|it| !inside(it))).unwrap_or_default()
}

/// What tells two variables apart: Windows does not look at the case.
pub(super) fn key(name: &str) -> String {
    if cfg!(windows) { name.to_uppercase() } else { name.to_owned() }
}
