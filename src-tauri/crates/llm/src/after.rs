//! When a provider wants to be asked again; it knows no status.

use std::time::{Duration, UNIX_EPOCH};

use stdx::clock::Millis;

/// What nobody waits for.
const MOST: Duration = Duration::from_secs(24 * 60 * 60);

/// Reads `Retry-After`: seconds (with a fraction, as some write them) or a date. At most a day.
pub(crate) fn read(header: &str, now: Millis) -> Option<Duration> {
    let header = header.trim();
    if let Ok(seconds) = header.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok().map(|it| it.min(MOST));
    }
    let at = httpdate::parse_http_date(header).ok()?.duration_since(UNIX_EPOCH).ok()?;
    let now = Duration::from_millis(u64::try_from(now.0).ok()?);
    Some(at.saturating_sub(now).min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Millis = Millis(1_764_504_000_000);

    #[test]
    fn seconds_and_dates_are_read() {
        let read = |header| read(header, NOON);
        assert_eq!(read("7"), Some(Duration::from_secs(7)));
        assert_eq!(read(" 0.5 "), Some(Duration::from_millis(500)));
        assert_eq!(read("Sun, 30 Nov 2025 12:00:30 GMT"), Some(Duration::from_secs(30)));
        assert_eq!(read("Sun, 30 Nov 2025 11:00:00 GMT"), Some(Duration::ZERO));
        assert_eq!(read("99999999"), Some(MOST));
        for bad in ["", "-1", "soon", "NaN", "inf"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
