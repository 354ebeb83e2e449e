//! What is under an error.

use std::error::Error;

/// The first cause of an error: what wraps it says little, and may hold the address.
pub(crate) fn innermost(error: &dyn Error) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

/// The first of its causes that is of this kind.
pub(crate) fn cause<T: Error + 'static>(error: &dyn Error) -> Option<&T> {
    let mut next = error.source();
    while let Some(one) = next {
        if let Some(found) = one.downcast_ref() {
            return Some(found);
        }
        next = one.source();
    }
    None
}
