//! Which names are wanted: `*` stands for anything, `?` for one character. Pure.

/// A pattern for names; capitals are as good as small letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern(Vec<char>);

impl Pattern {
    /// Every text is one; without any, all names fit.
    pub(crate) fn new(text: Option<&str>) -> Self {
        Self(text.unwrap_or("*").to_ascii_lowercase().chars().collect())
    }

    /// Whether all of a name fits.
    pub(crate) fn fits(&self, name: &str) -> bool {
        let name: Vec<char> = name.to_ascii_lowercase().chars().collect();
        // Where the last star stood, and how much of the name it has eaten: enough to go back to,
        // so that no pattern takes longer than its length times the name's.
        let mut star: Option<(usize, usize)> = None;
        let (mut at, mut read) = (0, 0);
        while let Some(one) = name.get(read) {
            match self.0.get(at) {
                Some('*') => {
                    star = Some((at, read));
                    at += 1;
                }
                Some(it) if *it == '?' || it == one => {
                    at += 1;
                    read += 1;
                }
                Some(_) | None => {
                    let Some((stood, eaten)) = star else { return false };
                    star = Some((stood, eaten + 1));
                    (at, read) = (stood + 1, eaten + 1);
                }
            }
        }
        self.0.iter().skip(at).all(|it| *it == '*')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HOST-64
    #[test]
    fn stars_and_question_marks_stand_for_what_is_there() {
        let table = [
            ("*", "", true),
            ("*", "GITHUB_TOKEN", true),
            ("GITHUB_*", "GITHUB_TOKEN", true),
            ("github_*", "GITHUB_TOKEN", true),
            ("*_TOKEN", "GITHUB_TOKEN", true),
            ("*_TOKEN", "GITHUB_TOKEN_2", false),
            ("*T*N", "TOKEN", true),
            ("?OKEN", "TOKEN", true),
            ("?TOKEN", "TOKEN", false),
            ("TOKEN", "TOKEN_2", false),
            ("", "TOKEN", false),
            ("", "", true),
            ("a*b*c", "abbbcabc", true),
            ("[A-Z]*", "TOKEN", false),
            ("elicit/ssh/*", "elicit/ssh/password", true),
            ("*ä?", "xäö", true),
        ];
        for (pattern, name, fits) in table {
            assert_eq!(Pattern::new(Some(pattern)).fits(name), fits, "{pattern} {name}");
        }
        assert!(Pattern::new(None).fits("ANY"));
    }

    #[test]
    fn a_pattern_of_many_stars_is_no_trap() {
        let pattern = Pattern::new(Some(&"*a".repeat(500)));
        assert!(!pattern.fits(&"a".repeat(499)));
        assert!(pattern.fits(&"a".repeat(20_000)));
    }
}
