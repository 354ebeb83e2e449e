//! The way to a server over HTTP, as the environment of a person makes it: certificates of their own,
//! HTTP/2, proxies. Each is a `stewardctl` of its own, since all of it is read from variables.

use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use flows::{peers::checkout, terminal::Terminal, witness::Witness};

/// A script that says on which port it listens. Dropping it ends it.
struct Script {
    child: Child,
    port: u16,
    witness: Witness,
}

impl Script {
    fn start(mut command: Command, witness: Witness) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().strip_prefix("port ").unwrap_or_else(|| panic!("{line}"));
        Self { child, port: port.parse().unwrap(), witness }
    }

    fn proxy(terminal: &Terminal, options: &[&str]) -> Self {
        let witness = terminal.witness("proxy");
        let mut command = Command::new("python3");
        command.arg(script("proxy.py")).arg("--log").arg(witness.path()).args(options);
        Self::start(command, witness)
    }

    /// What a proxy was asked for, and with which credentials.
    fn asked(&self) -> Vec<(String, String)> {
        let rows = self.witness.events("asked").into_iter();
        let text = |it: &serde_json::Value| it.as_str().unwrap_or_default().to_owned();
        rows.map(|row| {
            (format!("{} {}", text(&row["verb"]), text(&row["path"])), text(&row["credentials"]))
        })
        .collect()
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn script(name: &str) -> PathBuf {
    checkout().join("tests/servers").join(name)
}

fn openssl(folder: &Path, arguments: &[&str]) {
    let ran = Command::new("openssl").current_dir(folder).args(arguments).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// A server over HTTPS for this name, whose certificate an authority of this test's own has issued,
/// and the certificate of that authority.
fn tls(terminal: &Terminal, name: &str) -> (Script, PathBuf) {
    let folder = terminal.home();
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    let authority = [
        "req",
        "-x509",
        "-subj",
        "/CN=Test authority",
        "-days",
        "2",
        "-keyout",
        "ca.key",
        "-out",
        "ca.pem",
    ];
    openssl(folder, &[&authority[..], &key].concat());
    let request = ["req", "-subj", "/CN=far", "-keyout", "site.key", "-out", "site.csr"];
    openssl(folder, &[&request[..], &key].concat());
    std::fs::write(folder.join("site.ext"), format!("subjectAltName=DNS:{name}\n")).unwrap();
    let sign = "x509 -req -in site.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile site.ext -out site.pem";
    openssl(folder, &sign.split(' ').collect::<Vec<_>>());
    let witness = terminal.witness("tls");
    let mut command = Command::new("node");
    command.arg(script("tls_site.mjs"));
    command.args(["site.key", "site.pem"].map(|it| folder.join(it))).arg(witness.path());
    (Script::start(command, witness), folder.join("ca.pem"))
}

/// What a command says, with these variables.
fn run(terminal: &Terminal, variables: &[(&str, &str)], arguments: &[&str]) -> (bool, String) {
    let mut command = terminal.command(arguments);
    let ran = command.envs(variables.iter().copied()).output().unwrap();
    let said = [ran.stdout, ran.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    (ran.status.success(), said.concat())
}

fn add(terminal: &Terminal, variables: &[(&str, &str)], url: &str) -> (bool, String) {
    run(terminal, variables, &["servers", "add", "far", "--url", url])
}

#[test]
fn the_systems_own_authorities_are_trusted_and_http2_is_spoken() {
    let terminal = Terminal::new();
    let (site, authority) = tls(&terminal, "localhost");
    let url = format!("https://localhost:{}/mcp", site.port);
    let trusted = [("SSL_CERT_FILE", authority.to_str().unwrap())];
    let (ok, said) = add(&terminal, &trusted, &url);
    assert!(ok && said.starts_with("far is ready, 2025-11-25"), "{said}");
    let (ok, said) = run(&terminal, &trusted, &["call", "far", "version"]);
    assert_eq!((ok, said.trim()), (true, "2.0"));
}

#[test]
fn a_certificate_that_is_not_trusted_is_named_as_what_is_wrong() {
    let terminal = Terminal::new();
    let (site, authority) = tls(&terminal, "localhost");
    let url = format!("https://localhost:{}/mcp", site.port);
    let (ok, said) = add(&terminal, &[], &url);
    assert!(
        !ok && said.contains("its certificate was issued by nobody who is trusted here"),
        "{said}"
    );
    assert!(said.contains("trust store"), "what helps is said: {said}");
    assert!(site.witness.rows().is_empty(), "nothing is sent to it");

    let terminal = Terminal::new();
    let (site, _) = tls(&terminal, "elsewhere.example");
    let url = format!("https://localhost:{}/mcp", site.port);
    let own = terminal.home().join("ca.pem");
    let (ok, said) = add(&terminal, &[("SSL_CERT_FILE", own.to_str().unwrap())], &url);
    assert!(!ok && said.contains("its certificate is for another name"), "{said}");
    drop(authority);
}

#[test]
fn what_is_far_away_is_asked_by_the_proxy_of_the_environment() {
    let terminal = Terminal::new();
    let proxy = Script::proxy(&terminal, &[]);
    let through = format!("http://me:s3cret-of-the-proxy@127.0.0.1:{}", proxy.port);
    let variables = [("HTTP_PROXY", through.as_str()), ("http_proxy", through.as_str())];
    let (ok, said) = add(&terminal, &variables, "http://far.example/mcp?key=1");
    assert!(ok && said.starts_with("far is ready, 2025-11-25"), "{said}");
    let (ok, said) = run(&terminal, &variables, &["call", "far", "echo"]);
    assert_eq!((ok, said.trim()), (true, "by proxy"));
    let asked = proxy.asked();
    assert!(
        asked.iter().all(|(what, _)| what.ends_with(" http://far.example/mcp?key=1")),
        "{asked:?}"
    );
    assert!(
        asked.iter().all(|(_, it)| it == "Basic bWU6czNjcmV0LW9mLXRoZS1wcm94eQ=="),
        "{asked:?}"
    );
    assert!(!terminal.log("far").contains("s3cret-of-the-proxy"));
}

#[test]
fn what_is_to_have_no_proxy_has_none_and_this_machine_never_has() {
    let terminal = Terminal::new();
    let proxy = Script::proxy(&terminal, &[]);
    let (site, authority) = tls(&terminal, "localhost");
    let through = format!("http://127.0.0.1:{}", proxy.port);
    let names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"];
    let mut variables: Vec<_> = names.iter().map(|it| (*it, through.as_str())).collect();
    variables.push(("SSL_CERT_FILE", authority.to_str().unwrap()));
    let (ok, said) = add(&terminal, &variables, &format!("https://localhost:{}/mcp", site.port));
    assert!(ok, "{said}");
    assert_eq!(proxy.asked(), [], "this machine is reached without one");
    variables.push(("NO_PROXY", "far.invalid"));
    let (ok, said) =
        run(&terminal, &variables, &["servers", "add", "away", "--url", "http://far.invalid/mcp"]);
    assert!(!ok && said.contains("cannot be reached"), "{said}");
    assert_eq!(proxy.asked(), []);
}

#[test]
fn https_goes_through_a_proxy_unseen() {
    let terminal = Terminal::new();
    let (site, authority) = tls(&terminal, "far.example");
    let proxy = Script::proxy(&terminal, &["--through", &site.port.to_string()]);
    let through = format!("http://me:s3cret-of-the-proxy@127.0.0.1:{}", proxy.port);
    let variables =
        [("HTTPS_PROXY", through.as_str()), ("SSL_CERT_FILE", authority.to_str().unwrap())];
    let (ok, said) = add(&terminal, &variables, "https://far.example/mcp");
    assert!(ok && said.starts_with("far is ready"), "{said}");
    let asked = proxy.asked();
    assert!(asked.iter().all(|(what, _)| what == "CONNECT far.example:443"), "{asked:?}");
}

#[test]
fn a_proxy_that_refuses_or_is_away_is_named_and_its_password_is_not() {
    let terminal = Terminal::new();
    let proxy = Script::proxy(&terminal, &["--refuse", "407"]);
    let port = proxy.port;
    let through = format!("http://me:s3cret-of-the-proxy@127.0.0.1:{port}");
    let variables = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY"].map(|it| (it, through.as_str()));
    for (name, url, away) in [
        ("plain", "http://far.example/mcp", false),
        ("tls", "https://far.example/mcp", false),
        ("gone", "http://far.example/mcp", true),
        ("tls-gone", "https://far.example/mcp", true),
    ] {
        let proxy = if away { None } else { Some(&proxy) };
        let dead = "http://me:s3cret-of-the-proxy@127.0.0.1:9";
        let variables =
            variables.map(|(it, value)| (it, if proxy.is_some() { value } else { dead }));
        let (ok, said) = run(&terminal, &variables, &["servers", "add", name, "--url", url]);
        assert!(!ok, "{name}: {said}");
        // That nobody listens there looks the same with and without a proxy.
        let named = said.contains("proxy") || away && said.contains("cannot be reached");
        assert!(named, "{name}: {said}");
        let told = [said, terminal.log(name)].concat();
        assert!(!told.contains("s3cret") && !told.contains("bWU6czNjcmV0"), "{name}: {told}");
    }
}
