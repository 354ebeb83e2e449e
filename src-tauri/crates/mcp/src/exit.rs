//! How a process ended, in words; it knows no process.

use std::{fmt, process::ExitStatus};

/// The end of a process, as a plain value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// It returned this status.
    Status(i32),
    /// This signal ended it.
    Signal(i32),
    /// The system did not say.
    Unknown,
}

impl From<ExitStatus> for Exit {
    fn from(status: ExitStatus) -> Self {
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return Self::Signal(signal);
        }
        status.code().map_or(Self::Unknown, Self::Status)
    }
}

impl fmt::Display for Exit {
    /// `exit status 1`, `signal 9 (SIGKILL)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(code) => write!(f, "exit status {code}"),
            Self::Signal(number) => match signal_name(*number) {
                Some(name) => write!(f, "signal {number} ({name})"),
                None => write!(f, "signal {number}"),
            },
            Self::Unknown => f.write_str("without an exit status"),
        }
    }
}

/// The names that are the same on every Unix, and the few that a person meets.
fn signal_name(number: i32) -> Option<&'static str> {
    Some(match number {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_told_in_words() {
        assert_eq!(Exit::Status(1).to_string(), "exit status 1");
        assert_eq!(Exit::Signal(9).to_string(), "signal 9 (SIGKILL)");
        assert_eq!(Exit::Signal(64).to_string(), "signal 64");
    }
}
