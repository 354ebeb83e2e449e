//! What people paste, and what is made of it.

use expect_test::{Expect, expect};
use model::server::Stdio;

use super::*;

/// A reading, or its error, as short text.
fn told(text: &str) -> String {
    let reading = match read(text) {
        Ok(reading) => reading,
        Err(fault) => return format!("error: {fault}"),
    };
    let mut lines: Vec<String> = reading.proposals.iter().flat_map(lines).collect();
    lines.extend(reading.notes.iter().map(|it| format!("note: {it}")));
    lines.join("\n")
}

fn lines(proposal: &Proposal) -> Vec<String> {
    let Draft { name, title, description, transport, limits, source } = &proposal.draft;
    assert_eq!(*source, Source::User);
    let (what, pairs) = match transport {
        Transport::Stdio(Stdio { command, args, env, cwd }) => {
            let words = std::iter::once(command).chain(args);
            let cwd = cwd.as_ref().map(|it| format!(" in {it}")).unwrap_or_default();
            (format!("{}{cwd}", shell_words::join(words)), env)
        }
        Transport::Http(http) => (http.url.clone(), &http.headers),
    };
    let mut lines = vec![format!("{name} “{title}”: {what}")];
    lines.extend((!description.is_empty()).then(|| format!("  is {description}")));
    lines.extend(pairs.iter().map(|(name, value)| format!("  {name}={value}")));
    if *limits != Limits::default() {
        lines.push(format!("  start {} ms, call {} ms", limits.start, limits.call));
    }
    lines.extend(proposal.notes.iter().map(|it| format!("  - {it}")));
    lines
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&told(text));
}

fn check_all(texts: &[&str], expected: &Expect) {
    expected.assert_eq(&texts.iter().map(|it| told(it)).collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_file_of_claude_desktop_is_read() {
    check(
        r#"{
          // comments are fine
          "theme": "dark",
          "mcpServers": {
            "My Files": {
              "command": "npx",
              "args": ["-y", "@modelcontextprotocol/server-filesystem", "/tmp", 8080, true, null],
              "env": { "DEBUG": true, "PORT": 3000, "NONE": null, "KEY": "abc" },
              "autoApprove": ["read"], "disabled": true, "timeout": 60, "_note": "mine",
            },
            "docs": { "type": "sse", "url": "https://docs.example/sse", "headers": { "X-A": "b" } },
          },
        }"#,
        &expect![[r#"
            my-files “My Files”: npx -y @modelcontextprotocol/server-filesystem /tmp 8080 true
              DEBUG=true
              KEY=abc
              PORT=3000
              start 120000 ms, call 60000 ms
              - `timeout` was taken as 60 s for a call
              - it was switched off where this comes from
              - `autoApprove` is not used
            docs “docs”: https://docs.example/sse
              X-A=b
              - `sse` is stored as `http`
            note: `theme` beside the servers is not used"#]],
    );
}

#[test]
fn the_file_of_vs_code_is_read_and_what_it_asks_for_is_said() {
    check(
        r#"{
          "inputs": [
            { "type": "promptString", "id": "gh-token", "description": "GitHub token", "password": true },
            { "type": "promptString", "id": "region", "default": "eu" },
            { "type": "promptString", "id": "tenant", "description": "Tenant" }
          ],
          "servers": {
            "github": {
              "type": "stdio", "command": "docker", "args": ["run", "-i", "x/${input:tenant}"],
              "env": { "GITHUB_TOKEN": "${input:gh-token}", "REGION": "${input:region}" },
              "cwd": "${workspaceFolder}/x", "envFile": ".env"
            },
            "remote": { "type": "http", "url": "https://api.example/mcp" }
          }
        }"#,
        &expect![[r#"
            github “github”: docker run -i 'x/${TENANT}' in ${workspaceFolder}/x
              GITHUB_TOKEN=${secret:GITHUB_GH_TOKEN}
              REGION=eu
              - `envFile` is not read; put its variables into `env`
              - `argument 3` needs a value in place of `${TENANT}` (Tenant)
              - `GITHUB_TOKEN` needs the secret `GITHUB_GH_TOKEN` (GitHub token); set it
              - `REGION` got its usual value
              - `cwd` holds `${workspaceFolder}`, which only an editor knows; put a path there
            remote “remote”: https://api.example/mcp"#]],
    );
}

#[test]
fn the_shapes_of_other_clients_are_read() {
    let texts = [
        // Zed
        r#"{"context_servers": {"a": {"source": "custom", "command": {"path": "node", "args": ["a.js"], "env": {"A": "1"}}, "settings": {}}}}"#,
        r#"{"context_servers": {"b": {"enabled": false, "command": "b", "args": []}}}"#,
        // OpenCode
        r#"{"$schema": "x", "mcp": {"c": {"type": "local", "command": ["bun", "x", "c-mcp"], "enabled": true, "environment": {"C": "1"}},
            "d": {"type": "remote", "url": "https://d.example/mcp", "headers": {"A": "b"}}}}"#,
        // VS Code, in its settings
        r#"{"editor.fontSize": 12, "mcp": {"servers": {"e": {"command": "e"}}}}"#,
        // Windsurf, Gemini, Codex as JSON, Continue, Amp
        r#"{"mcpServers": {"f": {"serverUrl": "https://f.example/mcp"}, "g": {"httpUrl": "https://g.example", "timeout": 5000, "trust": true}}}"#,
        r#"{"mcp_servers": {"h": {"url": "https://h.example", "bearer_token_env_var": "H_TOKEN", "startup_timeout_sec": 20, "tool_timeout_sec": 0.5}}}"#,
        r#"{"mcpServers": [{"name": "I One", "command": "i"}, {"command": "uvx", "args": ["mcp-server-git"]}]}"#,
        r#"{"amp.mcpServers": {"k": {"command": "k", "description": "About k"}}}"#,
    ];
    check_all(
        &texts,
        &expect![[r#"
        a “a”: node a.js
          A=1
          - `settings` is not used
        b “b”: b
          - it was switched off where this comes from
        c “c”: bun x c-mcp
          C=1
        d “d”: https://d.example/mcp
          A=b
        e “e”: e
        note: `editor.fontSize` beside the servers is not used
        f “f”: https://f.example/mcp
        g “g”: https://g.example
          start 120000 ms, call 5000 ms
          - `timeout` was taken as 5 s for a call
          - `trust` is not used
        h “h”: https://h.example
          Authorization=Bearer ${H_TOKEN}
          start 20000 ms, call 1000 ms
          - `startup_timeout_sec` was taken as 20 s to start
          - `tool_timeout_sec` was taken as 1 s for a call
        i-one “I One”: i
        git “git”: uvx mcp-server-git
        k “k”: k
          is About k"#]],
    );
}

/// The page prints a draft as one server's JSON, and hands it back when something is pasted into it.
#[test]
fn limits_as_the_page_writes_them_are_seconds() {
    check_all(
        &[r#"{"name": "Slow", "command": "slow", "startLimit": 1800, "callLimit": 30}"#],
        &expect![[r#"
        slow “Slow”: slow
          start 1800000 ms, call 30000 ms"#]],
    );
}

/// HOST-34
#[test]
fn one_server_is_read_with_and_without_a_name() {
    let texts = [
        r#"{"command": "npx", "args": ["-y", "@modelcontextprotocol/server-everything"]}"#,
        r#"{"name": "Weather!", "url": "https://w.example/mcp", "transport": "streamableHttp"}"#,
        r#"{"fetch": {"command": "uvx", "args": ["mcp-server-fetch"]}}"#,
        r#""fetch": {"command": "uvx", "args": ["mcp-server-fetch"]},"#,
        "\"a\": {\"command\": \"x\"},\n\"A\": {\"command\": \"y\"}",
        r#"{"command": "npx -y 'some thing'", "args": ["more"]}"#,
        r#"{"command": "/Applications/My App/run", "args": "--flag 'a b'"}"#,
        r#"{"command": "/usr/bin/node /x/y.js"}"#,
        r#"{"日本": {"command": "uvx", "args": ["mcp-server-time"]}, "42": {"command": "42"}}"#,
        "```json\n{\"mcpServers\": {\"m\": {\"command\": \"m\"}}}\n```",
        "\u{feff}{\"n\": {\"command\": \"n\", \"url\": \"https://n.example\"}}",
        r#"{"o": {"command": "o", "env": ["A=1", "B=x=y"]}}"#,
    ];
    check_all(
        &texts,
        &expect![[r#"
        everything “everything”: npx -y @modelcontextprotocol/server-everything
        weather “Weather!”: https://w.example/mcp
        fetch “fetch”: uvx mcp-server-fetch
        fetch “fetch”: uvx mcp-server-fetch
        a “a”: x
        a-2 “A”: y
          - it is called `a-2`, since `a` is another one in the text
        some-thing “some thing”: npx -y 'some thing' more
          - `command` was split into the program and its arguments
        my-app “My App”: '/Applications/My App/run' --flag 'a b'
          - `args` was split into its words
        y “y”: /usr/bin/node /x/y.js
          - `command` was split into the program and its arguments
        time “日本”: uvx mcp-server-time
        server “42”: 42
        m “m”: m
        n “n”: n
          - `url` is not used beside `command`
        o “o”: o
          A=1
          B=x=y"#]],
    );
}

#[test]
fn command_lines_are_read() {
    let texts = [
        "npx -y @modelcontextprotocol/server-everything",
        "$ FOO=bar BAZ='a b' uvx mcp-server-git --repository ~/code",
        "env A=1 thing --flag",
        "export A=1\nexport B=2 C=3\nthing",
        "docker run -i --rm \\\n  -e GITHUB_TOKEN=$GITHUB_TOKEN \\\n  ghcr.io/github/github-mcp-server",
        "/opt/tools/run.sh",
        "  https://mcp.linear.app/sse\n",
        "npx -y thing --key <YOUR_KEY>",
        "\"/opt/my tools/run\" --x",
    ];
    check_all(
        &texts,
        &expect![[r#"
        everything “everything”: npx -y @modelcontextprotocol/server-everything
        git “git”: uvx mcp-server-git --repository '~/code'
          BAZ=a b
          FOO=bar
        thing “thing”: thing --flag
          A=1
        thing “thing”: thing
          A=1
          B=2
          C=3
        github “github”: docker run -i --rm -e 'GITHUB_TOKEN=${GITHUB_TOKEN}' ghcr.io/github/github-mcp-server
        tools “tools”: /opt/tools/run.sh
        linear “linear”: https://mcp.linear.app/sse
        thing “thing”: npx -y thing --key '<YOUR_KEY>'
          - `argument 4` holds a placeholder; put the value in
        my-tools “my tools”: '/opt/my tools/run' --x"#]],
    );
}

#[test]
fn lines_of_other_clients_are_read() {
    let texts = [
        "claude mcp add airtable -e AIRTABLE_KEY=k1 B=2 --scope user -- npx -y airtable-mcp-server --x",
        "claude mcp add --transport http notion https://mcp.notion.com/mcp --header \"X-Team: a b\"",
        "claude mcp add --transport=sse asana https://mcp.asana.com/sse",
        "claude mcp add-json weather '{\"type\":\"stdio\",\"command\":\"w\",\"args\":[\"--a\"]}'",
        "codex mcp add context7 --env K=V -- npx -y @upstash/context7-mcp",
        "codex mcp add figma --url https://mcp.figma.com/mcp --bearer-token-env-var FIGMA",
        "gemini mcp add files npx -y files-mcp --env X=1",
        "code --add-mcp '{\"name\":\"play\",\"command\":\"npx\",\"args\":[\"@playwright/mcp\"]}'",
        "stewardctl servers add demo --env A=1 -- python3 demo.py",
        "claude mcp add lonely",
        "claude mcp add -t http lonely",
        "claude mcp add -t ws lonely ws://x",
    ];
    check_all(
        &texts,
        &expect![[r#"
        airtable “airtable”: npx -y airtable-mcp-server --x
          AIRTABLE_KEY=k1
          B=2
          - `--scope` is not used
        notion “notion”: https://mcp.notion.com/mcp
          X-Team=a b
        asana “asana”: https://mcp.asana.com/sse
          - `sse` is stored as `http`
        weather “weather”: w --a
        context7 “context7”: npx -y @upstash/context7-mcp
          K=V
        figma “figma”: https://mcp.figma.com/mcp
          Authorization=Bearer ${FIGMA}
        files “files”: npx -y files-mcp --env 'X=1'
        play “play”: npx @playwright/mcp
        demo “demo”: python3 demo.py
          A=1
        error: `lonely`: `command` is missing
        error: `lonely`: `url` is missing
        error: `lonely`: `--transport` names a transport that is not known; use `stdio` or `http`"#]],
    );
}

/// HOST-2, HOST-3
#[test]
fn a_server_that_cannot_be_used_is_refused_by_field() {
    let texts = [
        r#"{"a": {}}"#,
        r#"{"a": {"type": "stdio", "url": "https://x.example"}}"#,
        r#"{"a": {"type": "http", "command": "x"}}"#,
        r#"{"a": {"type": "websocket", "url": "wss://x"}}"#,
        r#"{"a": {"type": 1, "command": "x"}}"#,
        r#"{"a": {"command": "  "}}"#,
        r#"{"a": {"command": ["x", {}]}}"#,
        r#"{"a": {"command": "x", "args": [["y"]]}}"#,
        r#"{"a": {"command": "x", "env": {"K": {"v": 1}}}}"#,
        r#"{"a": {"command": "x", "env": "K=V"}}"#,
        r#"{"a": {"url": "ftp://x.example"}}"#,
        r#"{"a": {"url": "https://"}}"#,
        r#"{"a": {"url": "https://x.example", "timeout": "soon"}}"#,
        r#"{"args": ["x"]}"#,
    ];
    check_all(
        &texts,
        &expect![[r#"
        error: `a`: `command` is missing, and there is no `url` either
        error: `a`: `command` is missing
        error: `a`: `url` is missing
        error: `a`: `type` names a transport that is not known; use `stdio` or `http`
        error: `a`: `type` must be `stdio` or `http`
        error: `a`: `command` is empty
        error: `a`: `command` must be a list of texts
        error: `a`: `args` must be a list of texts
        error: `a`: `env.K` must be a text
        error: `a`: `env` must be an object of texts
        error: `a`: `url` must begin with `http://` or `https://` and a host
        error: `a`: `url` must begin with `http://` or `https://` and a host
        error: `a`: `timeout` must be a number above 0
        error: `command` is missing, and there is no `url` either"#]],
    );
    let alias =
        |word: &str| told(&format!(r#"{{"a": {{"type": "{word}", "url": "https://x.example"}}}}"#));
    for word in ["http", "sse", "SSE", "streamable-http", "streamableHttp", "streamable_http"] {
        assert!(alias(word).starts_with("a “a”: https://x.example"), "{word}");
    }
}

#[test]
fn one_that_cannot_be_used_does_not_hold_the_others_back() {
    check(
        r#"{"mcpServers": {"a": {"command": "a"}, "b": {"args": []}, "c": {"url": 7}, "d": 1}}"#,
        &expect![[r#"
            a “a”: a
            note: left out: `d` is not an object
            note: left out: `b`: `command` is missing, and there is no `url` either
            note: left out: `c`: `url` must begin with `http://` or `https://` and a host"#]],
    );
}

#[test]
fn what_is_no_server_is_refused_in_words() {
    let long = "x".repeat(MOST_BYTES + 1);
    let texts = [
        "",
        " \n\t",
        "// only a comment",
        &long,
        "[]",
        r#"[{"command": "x"}]"#,
        "{}",
        r#"{"mcpServers": {}}"#,
        r#"{"mcpServers": null}"#,
        r#"{"a": 1}"#,
        "{\n  \"a\": {\n",
        "{\n  \"ä\": 1 \"b\": 2\n}",
        "\"a\": {\n \"command\": nope }",
        "```\n\n{,}\n```",
        "a | b",
        "a\nb",
        "A=1",
        "--flag",
        "'",
        "# nothing",
    ];
    check_all(
        &texts,
        &expect![[r#"
        error: the text is empty
        error: the text is empty
        error: the text is empty
        error: the text is longer than 1 MiB
        error: the JSON is not an object; servers stand in one, as `{"mcpServers": {…}}`
        error: the JSON is not an object; servers stand in one, as `{"mcpServers": {…}}`
        error: there is no server in it; one has a `command` or a `url`
        error: there is no server in it; one has a `command` or a `url`
        error: there is no server in it; one has a `command` or a `url`
        error: there is no server in it; one has a `command` or a `url`
        error: line 2, column 8: this object has no closing brace
        error: line 2, column 9: a comma is missing before this
        error: line 2, column 13: unexpected word
        error: line 3, column 2: unexpected token in object
        error: the command line has `|`, which needs a shell; write `sh -c '…'` around it
        error: the command line is more than one; give one command
        error: the command line sets variables and runs nothing
        error: the command line begins with a flag and not with a program
        error: the command line has a quote without its end
        error: the text is empty"#]],
    );
}

/// Whatever is pasted, no value of it may stand in an error or a note: it could be a secret.
#[test]
fn no_value_stands_in_an_error_or_a_note() {
    let canary = "canary0cafe";
    for text in [
        r#"{"a": {"type": "X"}}"#,
        r#"{"a": {"url": "X"}}"#,
        r#"{"a": {"command": "x", "env": "X"}}"#,
        r#"{"a": {"command": "x", "timeout": "X"}}"#,
        r#"{"a": "X" "b"}"#,
        r#"{"a": "X"#,
        r#"X "#,
        r#"{"a": {"command": "x", "args": [["X"]], "env": {"K": ["X"]}}}"#,
        "'X",
        "a | X",
        "a\nX",
        r#"{"a": {"command": "a", "extra": "X", "cwd": {"X": "X"}}}"#,
        r#"{"a": "\uX"}"#,
        r#"{"mcpServers": {"a": {"command": "a", "oauth": "X", "autoApprove": ["X"]}, "b": "X"}}"#,
        "claude mcp add x -e X",
        "claude mcp add x --header X -- y",
        "claude mcp add -t X a b",
    ] {
        let text = text.replace('X', canary);
        let said = match read(&text) {
            Ok(Reading { proposals, notes }) => {
                let own = proposals.into_iter().flat_map(|it| it.notes);
                own.chain(notes).collect::<Vec<_>>().join("\n")
            }
            Err(fault) => format!("{fault} {fault:?}"),
        };
        assert!(!said.contains(canary), "{text}: {said}");
    }
}

/// What no system would take is not searched for secrets either.
#[test]
fn a_value_that_no_program_could_be_given_is_refused() {
    let long = "${".repeat(MOST_BYTES_OF_ONE / 2 + 1);
    for text in [
        format!(r#"{{"a": {{"command": "a", "env": {{"K": "{long}"}}}}}}"#),
        format!(r#"{{"a": {{"url": "https://x.example", "headers": {{"K": "{long}"}}}}}}"#),
    ] {
        assert_eq!(told(&text), "error: `a`: `K` is longer than 128 KiB");
    }
    let line = format!("a {}", "x".repeat(MOST_BYTES_OF_ONE + 1));
    assert_eq!(told(&line), "error: `a`: `argument 1` is longer than 128 KiB");
}

proptest::proptest! {
    /// Nothing that can be pasted makes the reader panic, and names in a reading differ.
    #[test]
    fn any_text_is_read_or_refused(
        parts in proptest::collection::vec(
            proptest::sample::select(vec![
                "{", "}", "[", "]", ":", ",", "\"", "'", "\\", "\n", " ", "$", "${", "`", "<", ">",
                "#", "//", "/*", "mcpServers", "\"command\":", "\"a\"", "args", "ä", "-e", "--",
                "claude mcp add ", "env ", "A=1 ", "https://", "C:\\", "```", "\u{feff}",
            ]),
            0..24,
        ),
    ) {
        if let Ok(reading) = read(&parts.concat()) {
            let names: std::collections::BTreeSet<_> =
                reading.proposals.iter().map(|it| it.draft.name.clone()).collect();
            proptest::prop_assert_eq!(names.len(), reading.proposals.len());
            proptest::prop_assert!(!names.is_empty());
        }
    }
}

/// HOST-2
#[test]
fn json_that_holds_no_server_is_said_to_be_that() {
    let object =
        "error: the JSON is not an object; servers stand in one, as `{\"mcpServers\": {…}}`";
    for text in ["null", " true\n", "42", "-1.5e3", "[1,null]", "[]"] {
        assert_eq!(told(text), object, "{text}");
    }
    assert_eq!(told(" \n"), "error: the text is empty");
    assert_eq!(told("{}"), "error: there is no server in it; one has a `command` or a `url`");
    assert!(told("nano").starts_with("nano “nano”: nano"), "a command may begin like a number");
}
