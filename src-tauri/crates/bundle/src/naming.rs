//! A name for a server that came without one, from what it runs or where it lives; no rule for
//! names is kept here.

use model::server::{Http, Stdio, Transport};

/// Words that say only that it is a server.
const EMPTY: &[&str] = &["mcp", "server", "mcpserver", "modelcontextprotocol"];

/// Stems of files and folders that say nothing of what is in them.
const COMMON: &[&str] = &[
    "index",
    "main",
    "server",
    "mcp",
    "app",
    "cli",
    "start",
    "run",
    "__main__",
    "dist",
    "build",
    "src",
    "out",
    "bin",
    "lib",
    "js",
    "cjs",
    "esm",
    "node_modules",
    "mcp-server",
    "mcp_server",
    "target",
    "release",
    "debug",
];

/// Flags after which a value follows, in the runners below.
const WITH_VALUE: &[&str] = &[
    "-p",
    "--package",
    "--from",
    "--with",
    "--python",
    "--index",
    "--index-url",
    "--registry",
    "--directory",
    "--project",
    "--cache",
    "--spec",
    "-r",
    "--require",
    "--import",
    "--loader",
    "-e",
    "--env",
    "-v",
    "--volume",
    "--name",
    "--network",
    "--mount",
    "-w",
    "--workdir",
    "-u",
    "--user",
    "--env-file",
    "--platform",
    "--entrypoint",
    "--add-host",
    "-l",
    "--label",
    "--pull",
    "-h",
    "--hostname",
    "--memory",
    "-m",
    "--cpus",
];

/// Programs that run what their arguments name.
const RUNNERS: &[&str] = &[
    "npx", "pnpx", "bunx", "uvx", "npm", "pnpm", "yarn", "bun", "uv", "pipx", "node", "tsx",
    "ts-node", "python", "python3", "deno", "docker", "podman", "java", "sh", "bash", "zsh", "cmd",
    "go", "cargo", "dotnet", "ruby", "php", "sudo", "env",
];

/// Words between such a program and what it runs.
const VERBS: &[&str] = &["exec", "x", "dlx", "run", "tool", "container", "create"];

/// A name for what `transport` reaches; it may be no name by the rule.
pub(crate) fn name_of(transport: &Transport) -> String {
    match transport {
        Transport::Stdio(stdio) => of_program(stdio),
        Transport::Http(Http { url, .. }) => of_address(url),
    }
}

/// Whether a program's name, with or without its folder, is that of a known runner.
pub(crate) fn is_runner(program: &str) -> bool {
    RUNNERS.contains(&stem(program))
}

fn of_program(stdio: &Stdio) -> String {
    let program = stem(&stdio.command);
    if !RUNNERS.contains(&program) {
        return of_path(&stdio.command);
    }
    let words = positional(&stdio.args);
    let module =
        stdio.args.iter().position(|it| it == "-m").filter(|_| program.starts_with("python"));
    let module = module.and_then(|at| stdio.args.get(at + 1));
    let folder = after(&stdio.args, "--directory").or(after(&stdio.args, "--project"));
    let Some(first) = module.map(String::as_str).or(words.first().copied()) else {
        return program.to_owned();
    };
    // These only pass on to an address.
    let is_bridge =
        ["mcp-remote", "supergateway", "mcp-proxy"].iter().any(|it| first.starts_with(it));
    if let Some(url) = words.iter().find(|it| is_bridge && it.contains("://")) {
        return of_address(url);
    }
    match (of_package(first), folder) {
        (name, Some(folder)) if COMMON.contains(&name.as_str()) => of_path(folder),
        (name, _) => name,
    }
}

fn after<'a>(args: &'a [String], flag: &str) -> Option<&'a str> {
    args.iter().position(|it| it == flag).and_then(|at| args.get(at + 1)).map(String::as_str)
}

/// The arguments that are neither flags, values of known flags, nor words of the runner.
fn positional(args: &[String]) -> Vec<&str> {
    let mut words = Vec::new();
    let mut skip = false;
    for arg in args.iter().map(String::as_str) {
        if std::mem::take(&mut skip) {
            continue;
        }
        if arg.starts_with(['-', '/']) && !arg[1..].contains('/') {
            skip = WITH_VALUE.contains(&arg);
        } else if !(words.is_empty() && VERBS.contains(&arg)) {
            words.push(arg);
        }
    }
    words
}

/// `@scope/server-thing@1.2` is `thing`; `./thing/dist/index.js` is `thing`; so is `org/thing:1`.
fn of_package(given: &str) -> String {
    if given.starts_with(['.', '/', '~']) || given.contains('\\') || is_script(given) {
        return of_path(given);
    }
    let given = ["npm:", "jsr:", "git+"]
        .iter()
        .fold(given, |it, start| it.strip_prefix(start).unwrap_or(it));
    let given = given.split(['#', '[', '=', '<', '>', '~']).next().unwrap_or_default();
    let scoped = given.strip_prefix('@').unwrap_or(given);
    let without_version = scoped.split('@').next().unwrap_or_default();
    let mut parts = without_version
        .trim_end_matches(".git")
        .rsplit('/')
        .map(|it| it.split(':').next().unwrap_or_default());
    parts.by_ref().find_map(meaningful).unwrap_or_else(|| stem(without_version).to_owned())
}

fn is_script(text: &str) -> bool {
    [".js", ".mjs", ".cjs", ".ts", ".py", ".jar", ".rb", ".php", ".sh"]
        .iter()
        .any(|it| text.ends_with(it))
}

/// What is left of a name without the words that say that it is a server.
fn meaningful(name: &str) -> Option<String> {
    let is_empty = |it: &&str| EMPTY.contains(&it.to_ascii_lowercase().as_str());
    let mut words: Vec<&str> = name.split(['-', '_', '.']).filter(|it| !it.is_empty()).collect();
    while words.first().is_some_and(&is_empty) {
        words.remove(0);
    }
    while words.last().is_some_and(&is_empty) {
        words.pop();
    }
    (!words.is_empty()).then(|| words.join("-"))
}

/// The last part of a path that says something.
fn of_path(path: &str) -> String {
    let parts =
        path.rsplit(['/', '\\']).map(stem).filter(|it| !it.is_empty() && !it.starts_with('.'));
    let telling = parts.clone().filter(|it| !COMMON.contains(it)).find_map(meaningful);
    telling.unwrap_or_else(|| parts.into_iter().next().unwrap_or("server").to_owned())
}

fn stem(path: &str) -> &str {
    let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
    match file.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => file,
    }
}

/// `https://mcp.linear.app/sse` is `linear`.
fn of_address(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, it)| it);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host =
        if host.starts_with('[') { host } else { host.split(':').next().unwrap_or_default() };
    if host.is_empty() || host.chars().all(|it| it.is_ascii_digit() || "[].:".contains(it)) {
        return host.to_owned();
    }
    let mut labels: Vec<&str> = host.split('.').collect();
    while labels.len() > 2
        && ["www", "mcp", "api"].contains(&labels.first().copied().unwrap_or_default())
    {
        labels.remove(0);
    }
    if labels.len() > 1 {
        labels.pop();
    }
    labels.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_comes_from_what_is_run() {
        for (line, name) in [
            ("npx -y @modelcontextprotocol/server-everything", "everything"),
            ("npx @modelcontextprotocol/server-filesystem@2025.1.1 /tmp", "filesystem"),
            ("npx -y @playwright/mcp@latest", "playwright"),
            ("npx -y @upstash/context7-mcp", "context7"),
            ("npx -p @scope/tools-mcp thing-mcp", "thing"),
            ("npx -y mcp-remote https://mcp.linear.app/sse", "linear"),
            ("npm exec -- firecrawl-mcp", "firecrawl"),
            ("pnpm dlx figma-developer-mcp --stdio", "figma-developer"),
            ("uvx mcp-server-git --repository /x", "git"),
            ("uvx mcp-server-time==1.0 --local-timezone=Europe/Berlin", "time"),
            ("uvx --from git+https://host/org/serena serena-mcp-server", "serena"),
            ("uvx git+https://host/org/my-mcp.git", "my"),
            ("uv --directory /home/ada/weather run server.py", "weather"),
            ("uv run --with fastmcp fastmcp run /x/notes.py", "fastmcp"),
            ("pipx run mcp-server-sqlite", "sqlite"),
            ("python -m mcp_server_fetch", "fetch"),
            ("python3 /opt/weather/server.py", "weather"),
            ("node /home/ada/projects/todo-mcp/dist/index.js", "todo"),
            ("node build/index.js", "index"),
            ("deno run --allow-net jsr:@scope/thing", "thing"),
            ("docker run -i --rm -e GITHUB_TOKEN ghcr.io/github/github-mcp-server", "github"),
            ("docker run -i --rm --name x mcp/postgres:1.2 url", "postgres"),
            (r"C:\tools\Weather.exe", "Weather"),
            ("/usr/local/bin/mcp-grafana", "grafana"),
            ("./target/release/server", "server"),
            ("npx", "npx"),
        ] {
            let mut words = line.split(' ').map(str::to_owned);
            let command = words.next().unwrap();
            let stdio = Stdio { command, args: words.collect(), ..Stdio::default() };
            assert_eq!(name_of(&Transport::Stdio(stdio)), name, "{line}");
        }
    }

    #[test]
    fn a_name_comes_from_the_host() {
        for (url, name) in [
            ("https://mcp.linear.app/sse", "linear"),
            ("https://u:p@api.githubcopilot.com:8443/mcp/?x=1", "githubcopilot"),
            ("http://localhost:3000/mcp", "localhost"),
            ("http://127.0.0.1:3000", "127.0.0.1"),
            ("https://gitmcp.io/docs", "gitmcp"),
            ("https://my-app.vercel.app", "my-app-vercel"),
        ] {
            let http = Http { url: url.to_owned(), ..Http::default() };
            assert_eq!(name_of(&Transport::Http(http)), name, "{url}");
        }
    }
}
