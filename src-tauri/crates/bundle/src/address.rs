//! What counts as an address of a server; it calls none.

/// Whether a text is an address to call, or begins with a reference that may bring one.
pub(crate) fn is_address(text: &str) -> bool {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
    let host = rest.map(|it| it.split(['/', '?', '#']).next().unwrap_or_default());
    let one = !text.contains(char::is_whitespace);
    one && (host.is_some_and(|it| !it.is_empty()) || text.starts_with("${"))
}
