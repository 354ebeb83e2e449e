//! What a start would run, read from a registration without starting anything; it knows no process.

use model::{
    plan::{LaunchPlan, Target},
    server::{Draft, Http, Stdio, Transport},
};
use sha2::{Digest as _, Sha256};
use vault::template::Template;

use crate::caution::cautions;

/// The plan of a registration. The same registration always has the same digest.
pub fn of(draft: &Draft) -> LaunchPlan {
    let (target, line, cwd, names) = match &draft.transport {
        Transport::Stdio(it) => {
            let names = it.env.keys().cloned().collect();
            (Target::Program, line_of(it), it.cwd.clone(), names)
        }
        Transport::Http(it) => {
            (Target::Address, it.url.clone(), None, it.headers.keys().cloned().collect())
        }
    };
    LaunchPlan {
        title: draft.title.clone(),
        target,
        line,
        cwd,
        names,
        refers: refers(&draft.transport),
        cautions: cautions(&draft.transport),
        digest: digest(&draft.transport),
    }
}

/// The command line, quoted as a shell would have it, for people to read; no shell ever does.
pub fn line_of(stdio: &Stdio) -> String {
    shell_words::join(std::iter::once(&stdio.command).chain(&stdio.args))
}

/// Hex SHA-256 over everything that decides what runs, each part with its length before it, so
/// that no two registrations read alike.
fn digest(transport: &Transport) -> String {
    let mut hash = Sha256::new();
    let mut part = |text: &str| {
        hash.update(text.len().to_be_bytes());
        hash.update(text.as_bytes());
    };
    let pairs = match transport {
        Transport::Stdio(Stdio { command, args, env, cwd }) => {
            part("stdio");
            part(command);
            part(&args.len().to_string());
            args.iter().for_each(|it| part(it));
            part(if cwd.is_some() { "in" } else { "" });
            part(cwd.as_deref().unwrap_or_default());
            env
        }
        Transport::Http(Http { url, headers }) => {
            part("http");
            part(url);
            headers
        }
    };
    for (name, value) in pairs {
        part(name);
        part(value);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is put in at the start, as it is written, in order and each once: the secrets and the
/// variables that the server is handed.
fn refers(transport: &Transport) -> Vec<String> {
    let texts: Vec<&String> = match transport {
        Transport::Stdio(Stdio { command, args, env, cwd }) => {
            [command].into_iter().chain(args).chain(cwd).chain(env.values()).collect()
        }
        Transport::Http(Http { url, headers }) => {
            [url].into_iter().chain(headers.values()).collect()
        }
    };
    let mut found = Vec::new();
    for text in texts {
        for reference in Template::parse(text).references() {
            let written = reference.to_string();
            if !found.contains(&written) {
                found.push(written);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use model::{
        name::ServerName,
        server::{Limits, Source},
    };

    use super::*;

    fn draft(command: &str, args: &[&str], env: &[(&str, &str)]) -> Draft {
        let pairs: BTreeMap<_, _> =
            env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Draft {
            name: ServerName::parse("demo").unwrap(),
            title: "Demo".into(),
            description: String::new(),
            transport: Transport::Stdio(Stdio {
                command: command.into(),
                args: args.iter().map(|it| (*it).to_owned()).collect(),
                env: pairs,
                cwd: None,
            }),
            limits: Limits::default(),
            source: Source::User,
        }
    }

    #[test]
    fn a_plan_shows_the_whole_command() {
        let plan = of(&draft("npx", &["-y", "a b", "c'd", ""], &[("TOKEN", "x")]));
        assert_eq!(plan.line, r"npx -y 'a b' 'c'\''d' ''");
        assert_eq!(plan.names, ["TOKEN"]);
    }

    #[test]
    fn the_digest_changes_with_anything_that_decides_what_runs() {
        let plans = [
            draft("a", &[], &[]),
            draft("a", &["b"], &[]),
            draft("a", &["b", "c"], &[]),
            draft("a", &["bc"], &[]),
            draft("a", &[], &[("b", "c")]),
            draft("a", &[], &[("b", "d")]),
            draft("a", &["b", "c"], &[("b", "c")]),
        ];
        let digests: std::collections::BTreeSet<_> = plans.iter().map(|it| of(it).digest).collect();
        assert_eq!(digests.len(), plans.len());
        let mut renamed = plans[0].clone();
        renamed.title = "Other".into();
        assert_eq!(of(&renamed).digest, of(&plans[0]).digest);
    }

    #[test]
    fn a_plan_says_what_is_handed_out() {
        let args = ["--key", "${secret:KEY}", "$${NOT}", "${HOME}/x ${secret:KEY}"];
        let env = [("A", "${AWS_SECRET_ACCESS_KEY:-none}"), ("B", "plain")];
        let plan = of(&draft("x", &args, &env));
        assert_eq!(plan.refers, ["${secret:KEY}", "${HOME}", "${AWS_SECRET_ACCESS_KEY}"]);
        let headers = [("Authorization".to_owned(), "Bearer ${secret:T}".to_owned())].into();
        let mut far = draft("x", &[], &[]);
        far.transport = Transport::Http(Http { url: "https://${HOST}/".into(), headers });
        assert_eq!(of(&far).refers, ["${HOST}", "${secret:T}"]);
    }
}
