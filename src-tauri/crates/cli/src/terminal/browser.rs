//! Hands a page to the person's own browser: by a direct call of the system's program for that, the
//! address as one argument, with no shell of ours in between (security 1). It does not look whether
//! it should.

use std::{io, process::Stdio, time::Duration};

use tokio::{process::Command, time::timeout};

/// A browser that runs on after this has taken the page.
const TAKEN: Duration = Duration::from_secs(5);

#[cfg(target_os = "macos")]
const PROGRAM: &str = "open";
#[cfg(not(target_os = "macos"))]
const PROGRAM: &str = "xdg-open";

/// Why no browser took a page, in words that begin small and end without a stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NotOpened(pub(crate) String);

/// Opens an address that begins with `http`.
pub(crate) async fn open(url: &str) -> Result<(), NotOpened> {
    if !(url.starts_with("https://") || url.starts_with("http://")) {
        return Err(NotOpened("it is no web address".to_owned()));
    }
    let mut command = Command::new(PROGRAM);
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A browser that was started by this must not end with what else is typed here.
    command.process_group(0);
    let mut child = command.spawn().map_err(|it| not_started(&it))?;
    match timeout(TAKEN, child.wait()).await {
        Ok(Ok(status)) if !status.success() => {
            Err(NotOpened(format!("`{PROGRAM}` found no browser that took it")))
        }
        Ok(Err(problem)) => Err(not_started(&problem)),
        Ok(Ok(_)) | Err(_) => Ok(()),
    }
}

fn not_started(problem: &io::Error) -> NotOpened {
    if problem.kind() == io::ErrorKind::NotFound {
        return NotOpened(format!("`{PROGRAM}` is not installed"));
    }
    NotOpened(format!("`{PROGRAM}` cannot be run: {problem}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Security 1
    #[tokio::test]
    async fn only_a_web_address_is_handed_over() {
        for url in ["file:///etc/passwd", "--help", "javascript:alert(1)", ""] {
            assert_eq!(open(url).await, Err(NotOpened("it is no web address".into())), "{url}");
        }
    }
}
