//! What a person should know of a program or an address before they say yes; it starts nothing and
//! forbids nothing.

use model::{
    address::{Address, Place},
    plan::Caution,
    server::{Http, Stdio, Transport},
};

use crate::runner::packages;

const SHELLS: &[&str] = &["sh", "bash", "zsh", "dash", "fish", "ksh", "cmd", "powershell", "pwsh"];
const ELEVATORS: &[&str] = &["sudo", "doas", "pkexec", "su", "runas"];
/// Options of `env` and of elevators that take a word of their own.
const WITH_VALUE: &[&str] = &["-u", "-g", "-C", "-h", "-p", "-D", "-R", "-r", "-t", "-T", "-U"];
/// Programs within programs are looked at no deeper.
const DEEPEST: usize = 8;

/// Variables that make a program load or trust something else than it came with.
const LOADERS: &[&str] = &[
    "PATH",
    "NODE_OPTIONS",
    "NODE_PATH",
    "NODE_EXTRA_CA_CERTS",
    "NODE_TLS_REJECT_UNAUTHORIZED",
    "PERL5LIB",
    "PERL5OPT",
    "RUBYOPT",
    "RUBYLIB",
    "JAVA_TOOL_OPTIONS",
    "_JAVA_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "CLASSPATH",
    "DOTNET_STARTUP_HOOKS",
    "BASH_ENV",
    "ENV",
    "IFS",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
];
const LOADER_STARTS: &[&str] =
    &["LD_", "DYLD_", "PYTHON", "NPM_CONFIG_", "PIP_", "UV_", "GIT_SSH", "SSL_CERT_"];
const LOADER_ENDS: &[&str] = &["_PROXY"];
/// They begin as loaders do, are in many instructions, and load nothing.
const HARMLESS: &[&str] =
    &["PYTHONUNBUFFERED", "PYTHONIOENCODING", "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE"];

/// Everything to know of a transport, each thing once.
pub(crate) fn cautions(transport: &Transport) -> Vec<Caution> {
    let mut found = Vec::new();
    let all = match transport {
        Transport::Stdio(stdio) => of_program(stdio),
        Transport::Http(http) => of_address(http),
    };
    for it in all {
        if !found.contains(&it) {
            found.push(it);
        }
    }
    found
}

fn of_address(http: &Http) -> Vec<Caution> {
    let Some(it) = Address::read(&http.url) else {
        // The host is put in at the start.
        let plain = http.url.to_ascii_lowercase().starts_with("http://");
        return if plain { vec![Caution::Unencrypted(http.url.clone())] } else { Vec::new() };
    };
    let host = || it.host.clone();
    let mut found = Vec::new();
    if it.user_info {
        found.push(Caution::UserInfo);
    }
    if it.lookalike {
        found.push(Caution::Lookalike(host()));
    }
    if !it.encrypted && it.place != Place::Here {
        found.push(Caution::Unencrypted(http.url.clone()));
    }
    match it.place {
        Place::Private => found.push(Caution::PrivateNetwork(host())),
        Place::Elsewhere if it.numeric => found.push(Caution::NumericHost(host())),
        Place::Here | Place::Elsewhere => {}
    }
    found
}

fn of_program(stdio: &Stdio) -> Vec<Caution> {
    let mut found = Vec::new();
    let mut words: Vec<String> = [&stdio.command].into_iter().chain(&stdio.args).cloned().collect();
    for _ in 0..DEEPEST {
        let Some((command, args)) = words.split_first() else { break };
        let program = program_of(command);
        if ELEVATORS.contains(&program.as_str()) {
            found.push(Caution::Elevated(program.clone()));
        }
        if SHELLS.contains(&program.as_str()) {
            found.push(Caution::Shell(program.clone()));
        }
        found.extend(packages(&program, args).into_iter().map(Caution::Unpinned));
        let Some(mut inner) = within(&program, args) else { break };
        let set = inner.iter().take_while(|it| assigned(it).is_some()).count();
        let set: Vec<String> = inner.drain(..set).collect();
        found.extend(loaders(set.iter().filter_map(|it| assigned(it))));
        words = inner;
    }
    found.extend(loaders(stdio.env.keys().map(String::as_str)));
    found
}

fn loaders<'a>(names: impl Iterator<Item = &'a str>) -> Vec<Caution> {
    let loads = |name: &&str| {
        let upper = name.to_ascii_uppercase();
        (LOADERS.contains(&upper.as_str())
            || LOADER_STARTS.iter().any(|it| upper.starts_with(it))
            || LOADER_ENDS.iter().any(|it| upper.ends_with(it)))
            && !HARMLESS.contains(&upper.as_str())
    };
    names.filter(loads).map(|it| Caution::Loader(it.to_owned())).collect()
}

/// The name of a program without its folder and what Windows adds.
fn program_of(command: &str) -> String {
    let name = command.rsplit(['/', '\\']).next().unwrap_or(command).to_ascii_lowercase();
    let bare = name.strip_suffix(".exe").or_else(|| name.strip_suffix(".cmd"));
    bare.unwrap_or(&name).to_owned()
}

/// The name in `NAME=value`.
fn assigned(word: &str) -> Option<&str> {
    let (name, _) = word.split_once('=')?;
    let fits = |one: char| one.is_ascii_alphanumeric() || one == '_';
    (!name.is_empty() && name.chars().all(fits)).then_some(name)
}

/// What a program that runs another one runs, after variables that it sets.
fn within(program: &str, args: &[String]) -> Option<Vec<String>> {
    match program {
        "env" | "sudo" | "doas" | "pkexec" | "runas" => Some(after_options(args)),
        "cmd" => {
            let at =
                args.iter().position(|it| ["/c", "/k"].contains(&it.to_lowercase().as_str()))?;
            split(args.get(at + 1..)?)
        }
        "powershell" | "pwsh" => {
            let is_command = |it: &String| ["-c", "-command"].contains(&it.to_lowercase().as_str());
            let at = args.iter().position(is_command)?;
            split(args.get(at + 1..)?)
        }
        _ if SHELLS.contains(&program) || program == "su" => {
            let is_script =
                |it: &String| it.starts_with('-') && !it.starts_with("--") && it.ends_with('c');
            let at = args.iter().position(is_script)?;
            split(args.get(at + 1..at + 2)?)
        }
        _ => None,
    }
}

/// One word may be a whole line.
fn split(words: &[String]) -> Option<Vec<String>> {
    let [line] = words else { return Some(words.to_vec()) };
    shell_words::split(line).ok()
}

fn after_options(args: &[String]) -> Vec<String> {
    let mut rest = args.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--" => return rest.cloned().collect(),
            "-S" | "--split-string" => {
                let line = rest.next().and_then(|it| shell_words::split(it).ok());
                return line.unwrap_or_default().into_iter().chain(rest.cloned()).collect();
            }
            it if WITH_VALUE.contains(&it) => {
                rest.next();
            }
            it if it.starts_with('-') => {}
            _ => return [word].into_iter().chain(rest).cloned().collect(),
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str, env: &[&str]) -> Vec<Caution> {
        let mut words = shell_words::split(line).unwrap();
        let command = words.remove(0);
        let env = env.iter().map(|it| ((*it).to_owned(), String::new())).collect();
        cautions(&Transport::Stdio(Stdio { command, args: words, env, cwd: None }))
    }

    fn unpinned(package: &str) -> Caution {
        Caution::Unpinned(package.to_owned())
    }

    fn loader(name: &str) -> Caution {
        Caution::Loader(name.to_owned())
    }

    #[test]
    fn shells_elevators_and_packages_are_said() {
        assert_eq!(said("python3 -m thing", &[]), []);
        assert_eq!(said("npx -y pkg", &[]), [unpinned("pkg")]);
        assert_eq!(said("bash -l", &[]), [Caution::Shell("bash".into())]);
        assert_eq!(said("sudo x", &[]), [Caution::Elevated("sudo".into())]);
    }

    #[test]
    fn what_runs_within_another_program_is_seen() {
        let shell = |it: &str| Caution::Shell(it.to_owned());
        assert_eq!(said("env npx pkg", &[]), [unpinned("pkg")]);
        assert_eq!(
            said("/usr/bin/env -u A -i LD_PRELOAD=x npx pkg", &[]),
            [loader("LD_PRELOAD"), unpinned("pkg")]
        );
        assert_eq!(said("env -S 'A=b npx pkg'", &[]), [unpinned("pkg")]);
        assert_eq!(said("cmd /c npx -y pkg", &[]), [shell("cmd"), unpinned("pkg")]);
        assert_eq!(said("CMD.EXE /C 'npx -y pkg'", &[]), [shell("cmd"), unpinned("pkg")]);
        assert_eq!(
            said("sh -lc 'NODE_OPTIONS=x npx pkg'", &[]),
            [shell("sh"), loader("NODE_OPTIONS"), unpinned("pkg")]
        );
        let all = [Caution::Elevated("sudo".into()), unpinned("pkg")];
        assert_eq!(said("sudo -u nobody env uvx pkg", &[]), all);
        assert_eq!(said(&"env ".repeat(50), &[]), []);
    }

    #[test]
    fn variables_that_load_or_trust_something_else_are_said() {
        for name in [
            "LD_PRELOAD",
            "node_options",
            "HTTPS_PROXY",
            "http_proxy",
            "SSL_CERT_FILE",
            "NODE_EXTRA_CA_CERTS",
            "npm_config_registry",
            "PIP_INDEX_URL",
            "UV_INDEX_URL",
            "GIT_SSH_COMMAND",
            "_JAVA_OPTIONS",
            "JDK_JAVA_OPTIONS",
            "CLASSPATH",
            "DOTNET_STARTUP_HOOKS",
            "PYTHONPATH",
        ] {
            assert_eq!(said("x", &[name]), [loader(name)]);
        }
        assert_eq!(said("x", &["API_TOKEN", "PYTHONUNBUFFERED", "PROXY_HOST"]), []);
    }

    /// Security 17, 18.
    #[test]
    fn what_is_odd_about_an_address_is_said() {
        let said =
            |url: &str| cautions(&Transport::Http(Http { url: url.into(), ..Http::default() }));
        assert_eq!(said("https://example.com@evil.example/mcp"), [Caution::UserInfo]);
        assert_eq!(
            said("https://аpple.com/"),
            [Caution::Lookalike("xn--pple-43d.com".into())],
            "the first letter is Cyrillic"
        );
        assert_eq!(said("https://10.0.0.1/"), [Caution::PrivateNetwork("10.0.0.1".into())]);
        assert_eq!(said("https://93.184.216.34/"), [Caution::NumericHost("93.184.216.34".into())]);
        assert_eq!(said("http://nas.local/mcp").len(), 2);
        assert_eq!(said("https://${HOST}/"), []);
        assert_eq!(said("http://${HOST}/").len(), 1);
    }

    #[test]
    fn plain_http_beyond_this_machine_is_said() {
        let said =
            |url: &str| cautions(&Transport::Http(Http { url: url.into(), ..Http::default() }));
        assert_eq!(said("https://example.com/mcp"), []);
        assert_eq!(said("http://127.0.0.1:8000/mcp"), []);
        assert_eq!(said("http://LOCALHOST:8000/mcp"), []);
        assert_eq!(said("http://localhost.example.com/").len(), 1);
        assert_eq!(said("http://example.com/").len(), 1);
    }
}
