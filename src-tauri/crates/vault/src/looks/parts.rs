//! The parts of a value that have a name or place of their own: of an address, a connection
//! string, a header line, an assignment.

/// Whether `value` is an address with a password before its host.
pub(super) fn holds_password(value: &str) -> bool {
    let Some((_, rest)) = value.split_once("://") else { return false };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = rest.get(..end).unwrap_or_default();
    let Some((user, _host)) = authority.rsplit_once('@') else { return false };
    user.split_once(':').is_some_and(|(_, password)| !password.is_empty())
}

/// Each part with its name: `a=b` of a query or connection string, `a: b` of a header line. The
/// secret paths of well-known webhooks come as a part called `secret`.
pub(super) fn named(value: &str) -> impl Iterator<Item = (&str, &str)> {
    let webhook = secret_path(value).map(|path| ("secret", path));
    let pairs = value.split(['?', '&', ';', '#']).filter_map(|part| pair(part.trim()));
    pairs.chain(webhook)
}

fn pair(part: &str) -> Option<(&str, &str)> {
    let at = part.find(['=', ':'])?;
    let (name, value) = part.split_at(at);
    let value = match value.strip_prefix('=') {
        Some(value) => value,
        None => value.strip_prefix(": ")?,
    };
    let named = !name.is_empty()
        && name
            .chars()
            .all(|one| one.is_ascii_alphanumeric() || matches!(one, '_' | '-' | '.' | ' '));
    named.then(|| (name, value.trim()))
}

/// What follows in addresses that let in whoever knows them.
fn secret_path(value: &str) -> Option<&str> {
    const OPEN: &[&str] = &["://hooks.slack.com/services/", "://discord.com/api/webhooks/"];
    OPEN.iter().find_map(|start| value.split_once(start)).map(|(_, path)| path)
}
