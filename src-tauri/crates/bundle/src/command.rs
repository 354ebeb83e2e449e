//! A command that was written where only a program belongs; it knows no entry and no line.

use crate::naming::is_runner;

/// The program and arguments of a command that is a whole line. `None` for a path with spaces of
/// its own: that a path is followed by arguments can be told only where it names a runner.
pub(crate) fn unquoted_words(command: &str) -> Option<(String, Vec<String>)> {
    let drive = command.trim_start().get(1..3) == Some(":\\");
    let mut words = shell_words::split(command).ok().filter(|_| !drive)?.into_iter();
    let first = words.next()?;
    let rest: Vec<String> = words.collect();
    let is_line = !rest.is_empty() && (!first.contains('/') || is_runner(&first));
    is_line.then_some((first, rest))
}
