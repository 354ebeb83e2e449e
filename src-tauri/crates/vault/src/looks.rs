//! Whether a value that a person hands in is a secret, so that it goes to the keychain at once.
//!
//! A wrong yes costs a value that must be looked up; a wrong no leaves a secret in the database.

use stdx::naming::is_public;

use crate::template::Template;

mod name;
mod parts;
mod shape;

/// Whether the `value` of a variable, header, parameter or flag called `name` looks like a secret:
/// by its own shape, by the name, or because of a part of it, such as `user:password@` in an
/// address or `token=…` in its query. References such as `${VAR}` are no secrets. What stands around
/// them, and their defaults, can be: such a value cannot be filed whole, as a reference inside a
/// secret leads nowhere.
pub fn looks_secret(name: &str, value: &str) -> bool {
    let template = Template::parse(value);
    if template.refers() {
        // The name speaks of what the references bring, not of what stands beside them.
        return template.texts().any(|text| on_its_own("", text.trim()) || parts_are("", text));
    }
    let value = value.trim();
    name::makes_secret(name, value) || on_its_own(name, value) || parts_are(name, value)
}

/// Whether a value gives itself away.
fn on_its_own(name: &str, value: &str) -> bool {
    shape::is_secret(value) || (!is_public(name) && shape::is_random(value))
}

/// Whether a part of a value is a secret, by its own name or shape.
fn parts_are(name: &str, value: &str) -> bool {
    parts::holds_password(value)
        || parts::named(value).any(|(part, value)| {
            name::makes_secret(part, value) || (!is_public(name) && on_its_own(part, value))
        })
}

#[cfg(test)]
mod tests;
