//! The time of day as a value, so that nothing below reads the machine's clock by itself.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::UNIX_EPOCH,
};

use serde::{Deserialize, Serialize};

/// Milliseconds since 1970, UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(pub i64);

/// Tells the time; clones tell the same time.
#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    Machine,
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    /// The machine's clock.
    pub fn machine() -> Self {
        Self(Source::Machine)
    }

    /// A clock that stands at `at` until it is moved.
    pub fn fixed(at: Millis) -> Self {
        Self(Source::Fixed(Arc::new(AtomicI64::new(at.0))))
    }

    /// Now.
    pub fn now(&self) -> Millis {
        match &self.0 {
            // The one place that asks the machine.
            #[expect(clippy::disallowed_methods, reason = "this is the clock")]
            Source::Machine => {
                let since = std::time::SystemTime::now().duration_since(UNIX_EPOCH);
                Millis(since.map_or(0, |it| i64::try_from(it.as_millis()).unwrap_or(i64::MAX)))
            }
            Source::Fixed(at) => Millis(at.load(Ordering::Relaxed)),
        }
    }

    /// Moves a fixed clock; the machine's goes on as it does.
    pub fn advance(&self, by_millis: i64) {
        if let Source::Fixed(at) = &self.0 {
            at.fetch_add(by_millis, Ordering::Relaxed);
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({:?})", self.now())
    }
}

impl fmt::Display for Millis {
    /// `2026-07-03T12:34:56.789Z`, as log lines have it (HOST-53).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = self.0.div_euclid(86_400_000);
        let of_day = self.0.rem_euclid(86_400_000);
        let (year, month, day) = date(days);
        let (hours, minutes) = (of_day / 3_600_000, of_day / 60_000 % 60);
        let (seconds, millis) = (of_day / 1000 % 60, of_day % 1000);
        write!(f, "{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{millis:03}Z")
    }
}

impl Millis {
    /// Reads what `Display` writes. `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
        let [year, month, day] = numbers(date, '-')?;
        let (time, millis) = time.split_once('.')?;
        let [hours, minutes, seconds] = numbers(time, ':')?;
        if !(1..=12).contains(&month) || !(1..=31).contains(&day) || millis.len() != 3 {
            return None;
        }
        let of_day = (hours * 60 + minutes) * 60 + seconds;
        Some(Self((days(year, month, day) * 86_400 + of_day) * 1000 + millis.parse::<i64>().ok()?))
    }
}

fn numbers(text: &str, between: char) -> Option<[i64; 3]> {
    let mut parts = text.split(between).map(|it| it.parse::<u32>().ok().map(i64::from));
    let three = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(three)
}

/// The day's number from 1970-01-01, in the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let from_march = if month > 2 { month - 3 } else { month + 9 };
    let of_year = (153 * from_march + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year - 719_468
}

/// Year, month and day of a day counted from 1970-01-01, in the Gregorian calendar.
fn date(days: i64) -> (i64, i64, i64) {
    // Counting from March puts the leap day at the end of a year.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_reads_as_iso_8601_in_utc() {
        assert_eq!(Millis(0).to_string(), "1970-01-01T00:00:00.000Z");
        assert_eq!(Millis(1_783_082_096_789).to_string(), "2026-07-03T12:34:56.789Z");
        assert_eq!(Millis(951_782_400_000).to_string(), "2000-02-29T00:00:00.000Z");
        assert_eq!(Millis(-1).to_string(), "1969-12-31T23:59:59.999Z");
    }

    #[test]
    fn a_written_time_is_read_back() {
        for at in [0, 1_783_082_096_789, 951_782_400_000, 4_102_444_799_999] {
            assert_eq!(Millis::parse(&Millis(at).to_string()), Some(Millis(at)));
        }
        for bad in ["", "2026-07-03", "2026-07-03T12:34:56Z", "2026-13-03T12:34:56.789Z", "x"] {
            assert_eq!(Millis::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_fixed_clock_moves_only_when_it_is_told() {
        let clock = Clock::fixed(Millis(5));
        let same = clock.clone();
        clock.advance(10);
        assert_eq!(same.now(), Millis(15));
    }
}
