//! Hands a page to the person's own browser from the prompt window: by the system's own opener,
//! the address as one argument, with no shell in between (security 1). It does not look whether it
//! should.

use tauri::AppHandle;

#[cfg(target_os = "linux")]
use crate::desk::gtk::browser;

/// Why no browser took a page, in words that begin small and end without a stop.
#[cfg(not(target_os = "linux"))]
#[derive(Debug, thiserror::Error)]
pub(super) enum NotOpened {
    /// It is for no browser.
    #[error("it is no web address")]
    Scheme,
    /// The opener could not be started.
    #[error("the browser cannot be started: {0}")]
    Start(std::io::Error),
    /// The opener says that it did not work.
    #[error("no browser took it")]
    NoBrowser,
}

/// Opens an address that begins with `http`. The moment of the click is not known here.
///
/// # Errors
/// `NotOpened`
#[cfg(target_os = "linux")]
pub(super) async fn open(shell: &AppHandle, url: String) -> Result<(), browser::NotOpened> {
    browser::open(shell, url, 0).await
}

/// Opens an address that begins with `http`.
///
/// # Errors
/// [`NotOpened`]
#[cfg(not(target_os = "linux"))]
pub(super) async fn open(_: &AppHandle, url: String) -> Result<(), NotOpened> {
    if !(url.starts_with("https://") || url.starts_with("http://")) {
        return Err(NotOpened::Scheme);
    }
    let (opener, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("/usr/bin/open", &[])
    } else {
        ("rundll32.exe", &["url.dll,FileProtocolHandler"])
    };
    let mut opener = tokio::process::Command::new(opener);
    let ended = opener.args(arguments).arg(url).status().await.map_err(NotOpened::Start)?;
    if ended.success() { Ok(()) } else { Err(NotOpened::NoBrowser) }
}
