//! Programs that fetch a package and run it: which packages a command line names, and whether in one
//! exact version. It fetches nothing.

/// How one of them reads its words.
struct Runner {
    program: &'static str,
    /// The words that stand before the package, one way each.
    leads: &'static [&'static [&'static str]],
    /// Options that name the package in place of the first word.
    package: &'static [&'static str],
    /// Options that name a further package.
    further: &'static [&'static str],
    /// Options whose next word is no package.
    values: &'static [&'static str],
}

const NPM: &[&str] =
    &["-c", "--call", "-w", "--workspace", "--registry", "--cache", "--userconfig"];
const UV: &[&str] = &[
    "-p",
    "--python",
    "-i",
    "--index-url",
    "--default-index",
    "--index",
    "--extra-index-url",
    "-f",
    "--find-links",
    "-c",
    "--constraints",
    "--overrides",
    "--with-requirements",
    "--env-file",
    "--cache-dir",
    "--config-file",
    "--directory",
    "--project",
];
const WITH: &[&str] = &["-w", "--with", "--with-editable"];
const PIPX: &[&str] = &["--python", "--pip-args", "-i", "--index-url"];

const RUNNERS: &[Runner] = &[
    Runner {
        program: "npx",
        leads: &[&[]],
        package: &["-p", "--package"],
        further: &[],
        values: NPM,
    },
    Runner {
        program: "npm",
        leads: &[&["exec"], &["x"]],
        package: &["--package"],
        further: &[],
        values: NPM,
    },
    Runner {
        program: "bunx",
        leads: &[&[]],
        package: &["-p", "--package"],
        further: &[],
        values: &[],
    },
    Runner {
        program: "bun",
        leads: &[&["x"]],
        package: &["-p", "--package"],
        further: &[],
        values: &[],
    },
    Runner {
        program: "pnpm",
        leads: &[&["dlx"]],
        package: &["--package"],
        further: &[],
        values: &["-C", "--dir", "--registry"],
    },
    Runner {
        program: "yarn",
        leads: &[&["dlx"]],
        package: &["-p", "--package"],
        further: &[],
        values: &["--cwd"],
    },
    Runner { program: "uvx", leads: &[&[]], package: &["--from"], further: WITH, values: UV },
    Runner {
        program: "uv",
        leads: &[&["tool", "run"]],
        package: &["--from"],
        further: WITH,
        values: UV,
    },
    Runner {
        program: "pipx",
        leads: &[&["run"]],
        package: &["--spec"],
        further: &[],
        values: PIPX,
    },
];

/// The packages that are named without one exact version: what runs can change from day to day.
pub(crate) fn packages(program: &str, args: &[String]) -> Vec<String> {
    let runner = RUNNERS.iter().find(|it| it.program == program);
    let named = runner.map(|it| it.named(args)).unwrap_or_default();
    named.into_iter().filter(|it| !is_pinned(it)).map(str::to_owned).collect()
}

impl Runner {
    /// The packages on the command line.
    fn named<'a>(&self, args: &'a [String]) -> Vec<&'a str> {
        let mut words = args.iter().map(String::as_str);
        let mut lead = Vec::new();
        let (mut packages, mut further) = (Vec::new(), Vec::new());
        while let Some(word) = words.next() {
            if word.starts_with('-') && word != "--" {
                let (option, value) = match word.split_once('=') {
                    Some((option, value)) => (option, Some(value)),
                    None => (word, None),
                };
                let mut value = || value.or_else(|| words.next());
                if self.package.contains(&option) {
                    packages.extend(value());
                } else if self.further.contains(&option) {
                    further.extend(value().into_iter().flat_map(|it| it.split(',')));
                } else if self.values.contains(&option) {
                    value();
                }
                continue;
            }
            if self.leads.contains(&lead.as_slice()) {
                let first = if word == "--" { words.next() } else { Some(word) };
                if packages.is_empty() {
                    packages.extend(first);
                }
                break;
            }
            lead.push(word);
            if !self.leads.iter().any(|it| it.starts_with(&lead)) {
                // Another use of the program, such as `npm start`.
                return Vec::new();
            }
        }
        packages.extend(further);
        packages
    }
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
            && !it.contains(['*', '>', '<', '|', ' '])
            && !it.split('.').any(|part| part.eq_ignore_ascii_case("x"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The packages of a line that are not pinned.
    fn loose(line: &str) -> Vec<String> {
        let mut words = shell_words::split(line).unwrap();
        let program = words.remove(0);
        packages(&program, &words)
    }

    #[test]
    fn a_package_without_one_exact_version_is_named() {
        for (line, named) in [
            ("npx -y @scope/pkg", "@scope/pkg"),
            ("npx -y @scope/pkg@latest", "@scope/pkg@latest"),
            ("npx -y pkg@1.x", "pkg@1.x"),
            ("npx --registry https://r.example -- pkg", "pkg"),
            ("npx -p pkg -c 'run it'", "pkg"),
            ("npm exec thing", "thing"),
            ("npm --silent x thing", "thing"),
            ("uvx thing", "thing"),
            ("uvx --from git+https://example.com/x thing", "git+https://example.com/x"),
            ("uv tool run --python=3.12 thing", "thing"),
            ("uvx --with extra pkg==1.0", "extra"),
            ("pipx run --spec pkg thing", "pkg"),
            ("pnpm dlx thing", "thing"),
            ("yarn dlx -p pkg thing", "pkg"),
        ] {
            assert_eq!(loose(line), [named], "{line}");
        }
    }

    #[test]
    fn an_exact_version_or_another_use_is_not_named() {
        for line in [
            "npx -y @scope/pkg@1.2.3",
            "npx pkg@1.2.3-next.4",
            "npx ./local",
            "uvx --from pkg==1.0 thing",
            // To `uvx` this is the version of Python, to `npx` a package.
            "uvx -p 3.12 pkg==1.0",
            "uvx --with 'a==1.0,b==2.0' pkg==1.0",
            "npm start",
            "uv run thing",
            "uv tool",
            "bun run thing",
            "python3 -m thing",
        ] {
            assert_eq!(loose(line), Vec::<String>::new(), "{line}");
        }
    }
}
