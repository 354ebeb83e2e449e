//! Waiting for what must come, with a limit; for the rims where nothing tells us.

use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(50);

/// What `look` finds, as soon as it finds something.
///
/// # Panics
/// With `complaint`, when it finds nothing within twenty seconds.
pub async fn eventually<T>(complaint: &str, look: impl AsyncFnMut() -> Option<T>) -> T {
    match within(LIMIT, look).await {
        Some(found) => found,
        None => panic!("{complaint}"),
    }
}

/// What `look` finds within `limit`.
pub async fn within<T>(limit: Duration, mut look: impl AsyncFnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + limit;
    loop {
        if let Some(found) = look().await {
            return Some(found);
        }
        if Instant::now() > end {
            return None;
        }
        tokio::time::sleep(PAUSE).await;
    }
}
