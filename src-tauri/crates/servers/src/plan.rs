//! What a start would run, read from a registration without starting anything; it knows no process.

use std::path::Path;

use model::{
    plan::{Caution, LaunchPlan, Target},
    server::{Draft, Http, Stdio, Transport},
};
use sha2::{Digest as _, Sha256};

/// Programs that fetch a package and run it, and the words that may stand before the package.
const RUNNERS: &[(&str, &[&str])] = &[
    ("npx", &[]),
    ("bunx", &[]),
    ("uvx", &[]),
    ("pipx", &["run"]),
    ("pnpm", &["dlx"]),
    ("yarn", &["dlx"]),
    ("bun", &["x"]),
    ("npm", &["exec", "x"]),
    ("uv", &["tool", "run"]),
];

const SHELLS: &[&str] =
    &["sh", "bash", "zsh", "dash", "fish", "ksh", "cmd", "cmd.exe", "powershell", "pwsh"];

const ELEVATORS: &[&str] = &["sudo", "doas", "pkexec", "su", "runas"];

/// Variables that make a program load or trust something else than it came with.
const LOADERS: &[&str] = &[
    "PATH",
    "NODE_OPTIONS",
    "NODE_PATH",
    "NODE_TLS_REJECT_UNAUTHORIZED",
    "PERL5LIB",
    "PERL5OPT",
    "RUBYOPT",
    "RUBYLIB",
    "JAVA_TOOL_OPTIONS",
    "BASH_ENV",
    "ENV",
    "IFS",
    "GIT_SSH_COMMAND",
];

const LOADER_STARTS: &[&str] = &["LD_", "DYLD_", "PYTHON"];

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

fn cautions(transport: &Transport) -> Vec<Caution> {
    match transport {
        Transport::Stdio(stdio) => stdio_cautions(stdio),
        Transport::Http(http) => {
            let local = ["http://127.0.0.1", "http://localhost", "http://[::1]"];
            let plain = http.url.to_ascii_lowercase().starts_with("http://");
            let near = local.iter().any(|it| {
                http.url
                    .strip_prefix(it)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/']))
            });
            if plain && !near { vec![Caution::Unencrypted(http.url.clone())] } else { Vec::new() }
        }
    }
}

fn stdio_cautions(stdio: &Stdio) -> Vec<Caution> {
    let program = program_of(&stdio.command);
    let mut found = Vec::new();
    if ELEVATORS.contains(&program) {
        found.push(Caution::Elevated(program.to_owned()));
    }
    if SHELLS.contains(&program) {
        found.push(Caution::Shell(program.to_owned()));
    }
    if let Some(package) = package_of(program, &stdio.args)
        && !is_pinned(package)
    {
        found.push(Caution::Unpinned(package.to_owned()));
    }
    let loaders = stdio.env.keys().filter(|name| {
        let upper = name.to_ascii_uppercase();
        LOADERS.contains(&upper.as_str()) || LOADER_STARTS.iter().any(|it| upper.starts_with(it))
    });
    found.extend(loaders.cloned().map(Caution::Loader));
    found
}

fn program_of(command: &str) -> &str {
    let name = Path::new(command).file_name().and_then(|it| it.to_str()).unwrap_or(command);
    name.strip_suffix(".exe").or_else(|| name.strip_suffix(".cmd")).unwrap_or(name)
}

/// The package that a runner fetches: what `--package` or `--from` names, else the first word
/// that is no option.
fn package_of<'a>(program: &str, args: &'a [String]) -> Option<&'a str> {
    let (_, words) = RUNNERS.iter().find(|(name, _)| *name == program)?;
    let mut rest = args.iter().map(String::as_str);
    let mut expected = words.iter().peekable();
    while let Some(word) = rest.next() {
        match word {
            "-p" | "--package" | "--from" => return rest.next(),
            _ if word.starts_with("--package=") || word.starts_with("--from=") => {
                return word.split_once('=').map(|(_, package)| package);
            }
            "--python" | "--with" | "--index-url" | "--registry" => {
                rest.next();
            }
            _ if word.starts_with('-') => {}
            _ if expected.peek().is_some() && words.contains(&word) => {
                expected.next();
            }
            // Another use of the program, such as `npm start`.
            _ if words.len() == 1 && expected.peek().is_some() => return None,
            _ => return Some(word),
        }
    }
    None
}

/// Whether the package names one exact version, or a file of ours.
fn is_pinned(package: &str) -> bool {
    if package.starts_with(['.', '/']) {
        return true;
    }
    let version = package.split_once("==").map(|(_, version)| version).or_else(|| {
        package.get(1..).and_then(|rest| rest.rsplit_once('@')).map(|(_, version)| version)
    });
    version.is_some_and(|it| {
        it.starts_with(|one: char| one.is_ascii_digit())
            && it.contains('.')
            && !it.contains(['*', 'x', '>', '<', '|', ' '])
    })
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
    fn what_a_person_should_know_is_said() {
        let said =
            |command, args: &[&str], env: &[(&str, &str)]| of(&draft(command, args, env)).cautions;
        let unpinned = |it: &str| vec![Caution::Unpinned(it.to_owned())];
        assert_eq!(said("npx", &["-y", "@scope/pkg"], &[]), unpinned("@scope/pkg"));
        assert_eq!(said("npx", &["-y", "@scope/pkg@latest"], &[]), unpinned("@scope/pkg@latest"));
        assert_eq!(said("npx", &["-y", "@scope/pkg@1.2.3"], &[]), []);
        assert_eq!(said("/usr/bin/uvx", &["--from", "pkg==1.0", "thing"], &[]), []);
        assert_eq!(said("uvx", &["thing"], &[]), unpinned("thing"));
        assert_eq!(said("uv", &["tool", "run", "thing"], &[]), unpinned("thing"));
        assert_eq!(said("npm", &["exec", "thing"], &[]), unpinned("thing"));
        assert_eq!(said("python3", &["-m", "thing"], &[]), []);
        assert_eq!(said("bash", &["-c", "x"], &[]), [Caution::Shell("bash".into())]);
        assert_eq!(said("sudo", &["x"], &[]), [Caution::Elevated("sudo".into())]);
        let env = [("LD_PRELOAD", "x"), ("node_options", "y"), ("TOKEN", "z")];
        let loaders = ["LD_PRELOAD", "node_options"].map(|it| Caution::Loader(it.to_owned()));
        assert_eq!(said("x", &[], &env), loaders);
    }

    #[test]
    fn plain_http_beyond_this_machine_is_said() {
        let said =
            |url: &str| cautions(&Transport::Http(Http { url: url.into(), ..Http::default() }));
        assert_eq!(said("https://example.com/mcp"), []);
        assert_eq!(said("http://127.0.0.1:8000/mcp"), []);
        assert_eq!(said("http://localhost.example.com/").len(), 1);
        assert_eq!(said("http://example.com/").len(), 1);
    }
}
