//! A length of time in the words that people use for one; it knows no clock.

use std::time::Duration;

const UNITS: [(u64, &str); 3] = [(86_400, "days"), (3_600, "hours"), (60, "minutes")];

/// `300 ms`, `90 s`, `10 minutes`, `about 9 days`: in the largest unit of which there are two.
pub fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds == 0 && !time.is_zero() {
        return format!("{} ms", time.as_millis());
    }
    for (unit, name) in UNITS {
        let exact = seconds.is_multiple_of(unit);
        // What cannot be said shortly is said in seconds, as long as those are few.
        if seconds >= 2 * unit && (exact || seconds >= 600) {
            let about = if exact { "" } else { "about " };
            return format!("{about}{} {name}", seconds.saturating_add(unit / 2) / unit);
        }
    }
    match time.subsec_millis() {
        0 => format!("{seconds} s"),
        _ => format!("{} s", (time.as_secs_f64() * 10.0).round() / 10.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_said_in_the_largest_unit_of_which_there_are_two() {
        for (millis, words) in [
            (0, "0 s"),
            (300, "300 ms"),
            (1_000, "1 s"),
            (1_500, "1.5 s"),
            (5_000, "5 s"),
            (90_000, "90 s"),
            (120_000, "2 minutes"),
            (130_000, "130 s"),
            (600_000, "10 minutes"),
            (625_000, "about 10 minutes"),
            (3_600_000, "60 minutes"),
            (7_200_000, "2 hours"),
            (86_400_000, "24 hours"),
            (777_600_000, "9 days"),
            (800_000_000, "about 9 days"),
        ] {
            assert_eq!(span(Duration::from_millis(millis)), words, "{millis}");
        }
        assert!(span(Duration::MAX).ends_with(" days"));
    }
}
