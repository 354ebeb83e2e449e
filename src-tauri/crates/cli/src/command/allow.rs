//! What a server would run is shown before its first start, and the person at the terminal says
//! whether it may. No flag, no variable and nothing in a file says it for them: the fingerprint
//! that can be typed names what was shown, and nothing else.

use std::io::{self, IsTerminal as _};

use app::wire::{
    failure::{Code, Failure as AppFailure},
    server::ServerRow,
};

use crate::{command::show, failure::Failure, print};

/// Shows what a server would run, and returns when the person allowed just that: they typed its
/// fingerprint, or say so now.
///
/// # Errors
/// `NobodyToAsk` without a terminal, `Declined`
pub(crate) async fn allow(row: &ServerRow, typed: Option<&str>) -> Result<(), Failure> {
    print::note(&format!("`{}` runs", row.name));
    for line in show::runs(row).into_iter().chain(show::cautions(row)) {
        print::note(&format!("  {line}"));
    }
    match typed {
        Some(typed) if typed == row.digest => return Ok(()),
        Some(_) => return Err(other(row).into()),
        None => {}
    }
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return Err(unseen(row).into());
    }
    print::prompt("Start it? [y/N] ");
    // Off the async threads: a signal, or another terminal that we serve, need not wait for it.
    let answer = tokio::task::spawn_blocking(|| io::stdin().lines().next()).await;
    match answer {
        Ok(Some(Ok(answer))) if is_yes(&answer) => Ok(()),
        Ok(_) | Err(_) => {
            let words = "it was not allowed, and nothing was started";
            Err(AppFailure::new(Code::Declined, words).into())
        }
    }
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

/// What a start is refused with that nobody has allowed.
pub(crate) fn unseen(row: &ServerRow) -> AppFailure {
    let words = format!("nobody has allowed yet what `{}` runs: {}", row.name, row.line);
    AppFailure::new(Code::NobodyToAsk, words).hint(how(row))
}

fn other(row: &ServerRow) -> AppFailure {
    let words =
        format!("the fingerprint is not of what `{}` runs now, and nothing was started", row.name);
    AppFailure::new(Code::Declined, words).hint(how(row))
}

fn how(row: &ServerRow) -> String {
    let ServerRow { name, digest, .. } = row;
    format!("if that may run, type `stewardctl servers enable {name} --allow {digest}`")
}

#[cfg(test)]
mod tests {
    use crate::command::show::tests::row;

    use super::*;

    #[test]
    fn only_a_yes_is_one() {
        assert!(["y", "Y", " yes\r"].iter().all(|it| is_yes(it)));
        assert!(["", "n", "yep", "y e s", "ja"].iter().all(|it| !is_yes(it)));
    }

    #[test]
    fn without_a_terminal_the_whole_line_is_in_the_error() {
        let failure = unseen(&row());
        assert_eq!(failure.code, Code::NobodyToAsk);
        assert_eq!(failure.message, "Nobody has allowed yet what `demo` runs: python3 'a b.py'.");
        let typed = "`stewardctl servers enable demo --allow d1";
        assert!(failure.hint.unwrap().contains(typed));
    }

    #[tokio::test]
    async fn a_typed_fingerprint_allows_what_it_is_of_and_nothing_else() {
        assert!(allow(&row(), Some("d1")).await.is_ok());
        for other in ["", "d", "d2", "D1"] {
            let Err(Failure::App(failure)) = allow(&row(), Some(other)).await else { panic!() };
            assert_eq!(failure.code, Code::Declined, "{other}");
        }
    }
}
