//! What a consent dialog shows and offers, in order; it draws nothing.

use std::time::Instant;

use app::desk::{About, Consent, ConsentQuestion};
use model::{address::Address, plan::Target};

use super::words;

/// Everything on the dialog, fit to be shown; `S` is what its buttons say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sheet<S: 'static> {
    /// The title of its window, always ours.
    pub(super) window: &'static str,
    /// The first line, ours, with the server's title in it.
    pub(super) heading: String,
    /// What stands above the command.
    pub(super) label: &'static str,
    /// The whole command or address: never cut, with nothing hidden in it.
    pub(super) command: String,
    /// What else belongs to it: a label of ours and a text.
    pub(super) facts: Vec<(&'static str, String)>,
    /// What to know before saying yes.
    pub(super) cautions: Vec<String>,
    /// What it can do once it is allowed.
    pub(super) reach: &'static str,
    /// What binds the yes to what is shown.
    pub(super) digest: String,
    /// When it goes by itself.
    pub(super) deadline: Option<Instant>,
    /// The buttons from left to right. The first is the default.
    pub(super) choices: &'static [Choice<S>],
    /// What is said by closing it.
    pub(super) closed: S,
}

/// One button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice<S> {
    /// What is on it; `_` stands before the key that presses it.
    pub(super) label: &'static str,
    /// What pressing it says.
    pub(super) says: S,
    /// What comes of it.
    pub(super) weight: Weight,
}

/// How much it matters that a button is pressed on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// Nothing happens: it is alive at once.
    None,
    /// Something is settled, or happens. Such a button is dead at first and deaf to Enter.
    Counts,
}

const CANCEL: Choice<Consent> =
    Choice { label: words::CANCEL, says: Consent::Cancel, weight: Weight::None };

const TO_ADD: &[Choice<Consent>] = &[
    CANCEL,
    Choice { label: words::ADD_ONLY, says: Consent::AddOnly, weight: Weight::Counts },
    Choice { label: words::ADD_AND_START, says: Consent::Start, weight: Weight::Counts },
];

const TO_START: &[Choice<Consent>] =
    &[CANCEL, Choice { label: words::START, says: Consent::Start, weight: Weight::Counts }];

impl<S> Choice<S> {
    /// Whether it is dead at first and deaf to Enter.
    pub(super) fn counts(&self) -> bool {
        self.weight == Weight::Counts
    }
}

impl Sheet<Consent> {
    /// The dialog for a question.
    pub(super) fn of(question: &ConsentQuestion) -> Self {
        let plan = &question.plan;
        let (window, heading, choices) = match question.about {
            About::Adding if question.before.is_some() => {
                (words::ADDING, words::changing(&plan.title), TO_ADD)
            }
            About::Adding => (words::ADDING, words::adding(&plan.title), TO_ADD),
            About::Starting => (words::STARTING, words::starting(&plan.title), TO_START),
        };
        let (label, sets, reach) = match plan.target {
            Target::Program => (words::COMMAND, words::VARIABLES, words::PROGRAM_REACHES),
            Target::Address => (words::ADDRESS, words::HEADERS, words::ADDRESS_REACHES),
        };
        let mut facts = Vec::new();
        if let (Target::Address, Some(address)) = (plan.target, Address::read(&plan.line)) {
            // What stands before and behind it in the address can look like it.
            facts.push((words::HOST, address.host));
        }
        if let Some(before) = &question.before {
            facts.push((words::BEFORE, stdx::text::visible(&before.line)));
        }
        if let Some(folder) = &plan.cwd {
            facts.push((words::FOLDER, stdx::text::visible(folder)));
        }
        if !plan.names.is_empty() {
            let names: Vec<_> = plan.names.iter().map(|it| stdx::text::visible(it)).collect();
            facts.push((sets, names.join(", ")));
        }
        if !plan.refers.is_empty() {
            let refers: Vec<_> = plan.refers.iter().map(|it| stdx::text::visible(it)).collect();
            facts.push((words::REFERS, refers.join(", ")));
        }
        Self {
            window,
            heading,
            label,
            command: stdx::text::visible(&plan.line),
            facts,
            cautions: plan.cautions.iter().map(words::caution).collect(),
            reach,
            digest: plan.digest.clone(),
            deadline: None,
            choices,
            closed: Consent::Cancel,
        }
    }
}

#[cfg(test)]
mod tests {
    use model::plan::{Caution, LaunchPlan};

    use super::*;

    fn question(about: About) -> ConsentQuestion {
        let plan = LaunchPlan {
            title: "Everything".to_owned(),
            target: Target::Program,
            line: "npx -y @modelcontextprotocol/server-everything".to_owned(),
            cwd: None,
            names: Vec::new(),
            refers: Vec::new(),
            cautions: Vec::new(),
            digest: "ab12".to_owned(),
        };
        ConsentQuestion { plan, before: None, about }
    }

    #[test]
    fn cancel_comes_first_and_allows_nothing() {
        for about in [About::Adding, About::Starting] {
            let sheet = Sheet::of(&question(about));
            let counts: Vec<_> = sheet.choices.iter().map(Choice::counts).collect();
            assert_eq!(counts.iter().position(|it| !it), Some(0), "{about:?}");
            assert_eq!(counts.iter().filter(|it| !**it).count(), 1, "{about:?}");
            assert_eq!(sheet.choices[0].says, sheet.closed, "{about:?}");
        }
    }

    #[test]
    fn only_adding_offers_to_add_without_a_start() {
        let says = |about| -> Vec<_> {
            Sheet::of(&question(about)).choices.iter().map(|it| it.says).collect()
        };
        assert_eq!(says(About::Adding), [Consent::Cancel, Consent::AddOnly, Consent::Start]);
        assert_eq!(says(About::Starting), [Consent::Cancel, Consent::Start]);
    }

    #[test]
    fn the_command_is_whole_however_long_it_is() {
        let mut long = question(About::Adding);
        long.plan.line = format!("sh -c '{}; curl evil.example'", "true; ".repeat(20_000));
        assert_eq!(Sheet::of(&long).command, long.plan.line);
    }

    #[test]
    fn nothing_in_the_command_can_hide() {
        let mut sly = question(About::Adding);
        sly.plan.line = "ls \u{202e}fr- mr\n\u{200b}".to_owned();
        sly.plan.names = vec!["A\u{200d}B".to_owned(), "PATH".to_owned()];
        sly.plan.cwd = Some("/tmp/\u{1b}[2J".to_owned());
        let sheet = Sheet::of(&sly);
        assert_eq!(sheet.command, "ls \\u{202e}fr- mr\\n\\u{200b}");
        assert_eq!(
            sheet.facts,
            [
                (words::FOLDER, "/tmp/\\x1b[2J".to_owned()),
                (words::VARIABLES, "A\\u{200d}B, PATH".to_owned()),
            ]
        );
    }

    #[test]
    fn an_address_is_not_said_to_run() {
        let mut remote = question(About::Adding);
        remote.plan.target = Target::Address;
        remote.plan.line = "https://example.com/mcp".to_owned();
        remote.plan.names = vec!["Authorization".to_owned()];
        let sheet = Sheet::of(&remote);
        assert_eq!((sheet.label, sheet.reach), (words::ADDRESS, words::ADDRESS_REACHES));
        assert_eq!(
            sheet.facts,
            [(words::HOST, "example.com".to_owned()), (words::HEADERS, "Authorization".to_owned())]
        );
        remote.plan.line = "https://bank.example@evil.example/bank.example".to_owned();
        assert_eq!(Sheet::of(&remote).facts[0], (words::HOST, "evil.example".to_owned()));
    }

    #[test]
    fn what_is_handed_out_and_what_was_there_before_are_told() {
        let mut changed = question(About::Adding);
        changed.plan.refers = vec!["${secret:GITHUB_TOKEN}".to_owned()];
        changed.before = Some(LaunchPlan { line: "npx old".to_owned(), ..changed.plan.clone() });
        let sheet = Sheet::of(&changed);
        assert_eq!(sheet.heading, "Change the server “Everything”?");
        assert_eq!(
            sheet.facts,
            [
                (words::BEFORE, "npx old".to_owned()),
                (words::REFERS, "${secret:GITHUB_TOKEN}".to_owned()),
            ]
        );
    }

    #[test]
    fn every_caution_is_told() {
        let mut odd = question(About::Starting);
        odd.plan.cautions = vec![
            Caution::Unpinned("left-pad".to_owned()),
            Caution::Loader("LD_PRELOAD".to_owned()),
        ];
        let cautions = Sheet::of(&odd).cautions;
        assert!(cautions[0].contains("left-pad"), "{cautions:?}");
        assert!(cautions[1].contains("LD_PRELOAD"), "{cautions:?}");
    }
}
