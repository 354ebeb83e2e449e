//! Which server a person means: by its name, or by its title where that is one server's alone. It
//! knows no server but by these two.

use model::name::ServerName;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meant {
    /// The one at this place.
    One(usize),
    /// Those at these places have this title.
    Several(Vec<usize>),
    /// None has it as its name or title.
    Nobody,
}

/// Looks through names and titles. Capitals in a title do not count. A text that can be a name is
/// none but a name: what was removed under it must not become another server's (HOST-9).
pub fn meant<'a>(given: &str, known: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Meant {
    if let Some(at) = known.clone().position(|(name, _)| name == given) {
        return Meant::One(at);
    }
    if ServerName::parse(given).is_ok() {
        return Meant::Nobody;
    }
    let plain = |text: &str| text.trim().to_lowercase();
    let wanted = plain(given);
    let titled = known.enumerate().filter(|(_, (_, title))| plain(title) == wanted);
    let titled: Vec<usize> = titled.map(|(at, _)| at).collect();
    match titled.as_slice() {
        [] => Meant::Nobody,
        [one] => Meant::One(*one),
        _ => Meant::Several(titled),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HOST-9
    #[test]
    fn a_title_is_as_good_as_a_name_where_it_is_one_servers_alone() {
        let known =
            [("my-files", "My Files"), ("demo", "Demo"), ("demo-2", "demo"), ("x", "my-files")];
        let find = |given| meant(given, known.iter().copied());
        assert_eq!(find("my files"), Meant::One(0));
        assert_eq!(find("my-files"), Meant::One(0), "a name goes before a title");
        assert_eq!(find("demo"), Meant::One(1));
        assert_eq!(find("DEMO"), Meant::Several(vec![1, 2]));
        assert_eq!(find("files"), Meant::Nobody);
    }

    /// HOST-9: a script that removes twice removes one.
    #[test]
    fn a_name_that_is_gone_is_not_the_title_of_another() {
        let left = [("demo-2", "demo")];
        assert_eq!(meant("demo", left.iter().copied()), Meant::Nobody);
        assert_eq!(meant("Demo", left.iter().copied()), Meant::One(0));
    }
}
