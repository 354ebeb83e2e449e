//! Days and times as people type them; it knows no zone of its own.

use jiff::{Timestamp, civil::Date};

/// A day of the calendar, as `2026-11-30`.
pub(super) fn date(text: &str) -> Option<String> {
    let day: Date = text.parse().ok()?;
    // The parser knows more writings than the specification's one.
    (text == day.to_string()).then(|| day.to_string())
}

/// A moment with its offset, in the writing of RFC 3339; a space for the `T` and missing seconds
/// are put right.
pub(super) fn date_time(text: &str) -> Option<String> {
    let (day, time) = text.split_once(['T', 't', ' '])?;
    let at = time.find(['Z', 'z', '+', '-'])?;
    let (clock, offset) = time.split_at_checked(at)?;
    let clock =
        if clock.matches(':').count() == 1 { format!("{clock}:00") } else { clock.to_owned() };
    let written = format!("{day}T{clock}{}", offset.to_uppercase());
    written.parse::<Timestamp>().ok().map(|_| written)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HOST-45
    #[test]
    fn a_day_is_a_day_of_the_calendar() {
        assert_eq!(date("2026-11-30").as_deref(), Some("2026-11-30"));
        for bad in
            ["2026-02-30", "30.11.2026", "20261130", "2026-11-30T00:00", "", "2026-11-30[UTC]"]
        {
            assert_eq!(date(bad), None, "{bad}");
        }
    }

    /// HOST-45
    #[test]
    fn a_moment_has_an_offset() {
        for (typed, written) in [
            ("2026-11-30T14:05:00Z", "2026-11-30T14:05:00Z"),
            ("2026-11-30 14:05+01:00", "2026-11-30T14:05:00+01:00"),
            ("2026-11-30t14:05:00.5z", "2026-11-30T14:05:00.5Z"),
        ] {
            assert_eq!(date_time(typed).as_deref(), Some(written), "{typed}");
        }
        for bad in ["2026-11-30", "2026-11-30T14:05", "2026-11-30T25:05Z", "today", ""] {
            assert_eq!(date_time(bad), None, "{bad}");
        }
    }
}
