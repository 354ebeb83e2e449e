//! What a server would run is shown before its first start, and the person at the terminal says
//! whether it may. No variable and nothing in a file says it for them.

use std::io::{self, IsTerminal as _};

use app::wire::{
    failure::{Code, Failure as AppFailure},
    server::ServerRow,
};

use crate::{command::show, failure::Failure, print};

/// How the person says that what a server runs is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Consent {
    /// They typed it: `--yes`.
    Typed,
    /// They are asked, if they are there.
    Asked,
}

/// Shows what a server would run, and returns when the person allowed it.
///
/// # Errors
/// `NobodyToAsk` without a terminal, `Declined`
pub(crate) async fn allow(row: &ServerRow, consent: Consent) -> Result<(), Failure> {
    print::note(&format!("`{}` runs", row.name));
    for line in show::runs(row) {
        print::note(&format!("  {line}"));
    }
    if consent == Consent::Typed {
        return Ok(());
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

fn unseen(row: &ServerRow) -> AppFailure {
    let words = format!("nobody has allowed yet what `{}` runs: {}", row.name, row.line);
    let hint = format!("look at it, then type `stewardctl servers enable {} --yes`", row.name);
    AppFailure::new(Code::NobodyToAsk, words).hint(hint)
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
        assert!(failure.hint.unwrap().contains("`stewardctl servers enable demo --yes`"));
    }
}
