//! What is to be had where: one row a feature, one column a server on one transport.

/// `yes` is asserted by using the feature. `-` is what that server does not offer, which is asserted
/// as well. `words` is what Steward does not do yet, and says so.
///
/// The server of npm speaks the legacy era alone, asks for no secret, and offers its tools for sampling
/// to those alone who say that they can; `sse` is how servers were in 2024. FastMCP lets nobody watch a
/// resource. The libraries of Python know no tasks that a tool must be run as.
const TABLE: &str = "
feature        | everything        | fastmcp legacy | fastmcp modern | mcp legacy | mcp modern
               | stdio  http  sse  | stdio  http    | stdio  http    | stdio http | stdio http
tools          | yes    yes   yes  | yes    yes     | yes    yes     | yes   yes  | yes   yes
prompts        | yes    yes   yes  | yes    yes     | yes    yes     | yes   yes  | yes   yes
resources      | yes    yes   yes  | yes    yes     | yes    yes     | yes   yes  | yes   yes
templates      | yes    yes   yes  | yes    yes     | yes    yes     | yes   yes  | yes   yes
completion     | yes    yes   yes  | yes    yes     | yes    yes     | yes   yes  | yes   yes
progress       | yes    yes   yes  | yes    yes     | yes    yes     | yes   yes  | yes   yes
log level      | yes    yes   yes  | yes    yes     | yes    yes     | yes   yes  | yes   yes
list changes   | yes    yes   yes  | yes    yes     | yes    yes     | yes   yes  | yes   yes
watching       | yes    yes   yes  | -      -       | -      -       | yes   yes  | yes   yes
cancel         | yes    yes   yes  | yes    yes     | yes    yes     | yes   yes  | yes   yes
questions      | yes    yes   yes  | yes    yes     | yes    yes     | yes   yes  | yes   yes
secrets        | -      -     -    | yes    yes     | yes    yes     | yes   yes  | yes   yes
roots          | yes    yes   yes  | yes    yes     | yes    yes     | yes   yes  | yes   yes
sampling       | -      -     -    | words  words   | words  words   | words words| words words
tasks          | words  words words| -      -       | -      -       | -     -    | -     -
";

/// The rows of one column, each as `feature: cell`.
pub(super) fn column(server: &str, transport: &str) -> Vec<String> {
    let rows: Vec<Vec<&str>> =
        TABLE.trim().lines().map(|row| row.split('|').map(str::trim).collect()).collect();
    let group = rows[0].iter().position(|it| *it == server).expect("the server has a column");
    let cells = |row: &[&'static str]| row[group].split_whitespace().collect::<Vec<_>>();
    let at = cells(&rows[1]).iter().position(|it| *it == transport);
    let at = at.expect("the server has that transport");
    rows[2..].iter().map(|row| format!("{}: {}", row[0], cells(row)[at])).collect()
}
