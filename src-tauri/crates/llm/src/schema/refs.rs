//! Finds what a reference inside of a schema means; it fetches nothing.

use serde_json::Value;

/// What `reference` means in `root`; `None` for one that leads out of it, or nowhere.
pub(crate) fn resolve<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    let fragment = reference.strip_prefix('#')?;
    if fragment.is_empty() {
        return Some(root);
    }
    if fragment.starts_with('/') {
        return root.pointer(fragment).or_else(|| root.pointer(&unescaped(fragment)));
    }
    anchored(root, fragment)
}

/// A pointer in an address may have its signs escaped.
fn unescaped(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|it| std::str::from_utf8(it).ok());
        let byte = code.and_then(|it| u8::from_str_radix(it, 16).ok());
        match (first, byte) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The definition that has `name` for an anchor. They stand where definitions do.
fn anchored<'a>(root: &'a Value, name: &str) -> Option<&'a Value> {
    ["$defs", "definitions"].into_iter().find_map(|defs| {
        let definitions = root.get(defs)?.as_object()?;
        definitions.values().find(|it| {
            ["$anchor", "$dynamicAnchor"]
                .into_iter()
                .any(|key| it.get(key).and_then(Value::as_str) == Some(name))
        })
    })
}
