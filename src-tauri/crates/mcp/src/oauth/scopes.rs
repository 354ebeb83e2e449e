//! Which scopes a login asks for, and when asking again is of no use; pure.

/// All of these, each once, in order.
pub(super) fn union<'a>(scopes: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for scope in scopes {
        if !all.iter().any(|one| one == scope) {
            all.push(scope.to_owned());
        }
    }
    all
}

/// Whether a server that wants these scopes may be content after a login: where they were all asked
/// for before, another login would end the same way, and so on without end.
pub(super) fn worth_asking(wanted: Option<&str>, asked: &[String]) -> bool {
    let mut wanted = wanted.unwrap_or_default().split_whitespace();
    wanted.any(|scope| !asked.iter().any(|one| one == scope))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_is_widened_and_never_repeated_for_the_same() {
        assert_eq!(union(["a", "b", "a", "c"]), ["a", "b", "c"]);
        let asked = union(["files:read", "mail"]);
        assert!(worth_asking(Some("files:read files:write"), &asked));
        assert!(!worth_asking(Some(" mail  files:read "), &asked));
        assert!(!worth_asking(Some(""), &asked));
        assert!(!worth_asking(None, &[]));
    }
}
