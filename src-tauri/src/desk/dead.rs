//! How long a button that lets something happen is dead at first; it knows no button.

use std::time::Duration;

/// A click or key that was meant for what was there before must not allow anything (security 31).
pub(super) const DEAD: Duration = Duration::from_millis(500);
