//! Medians and their kin; it knows nothing of what was measured.

use std::time::Duration;

/// The value below which `share` of all lie (0.5: the median); `None` of nothing.
pub fn quantile<T: Copy + PartialOrd>(values: &[T], share: f64) -> Option<T> {
    let mut sorted = values.to_vec();
    sorted.sort_by(|one, other| one.partial_cmp(other).unwrap_or(std::cmp::Ordering::Equal));
    let last = sorted.len().checked_sub(1)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "an index that is rounded on purpose"
    )]
    let at = (last as f64 * share.clamp(0.0, 1.0)).round() as usize;
    sorted.get(at).copied()
}

/// Microseconds.
pub fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Milliseconds.
pub fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// How many times `other` fits into `one`.
pub fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_one_of_the_values() {
        let values: Vec<u32> = (1..=101).rev().collect();
        assert_eq!(quantile(&values, 0.5), Some(51));
        assert_eq!(quantile(&values, 0.99), Some(100));
        assert_eq!(quantile(&values, 0.0), Some(1));
        assert_eq!(quantile(&values, 1.0), Some(101));
        assert_eq!(quantile::<u32>(&[], 0.5), None);
    }
}
