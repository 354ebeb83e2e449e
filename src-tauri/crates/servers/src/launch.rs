//! From a registration to what is really run: variables and secrets put in, the program found.

use std::path::PathBuf;

use model::{
    server::{Http, Stdio, Transport},
    state::FailureKind,
};
use stdx::secret::Secret;
use vault::{
    Vault,
    template::{Kind, Template, Unset},
};

use crate::{
    environment::{
        Environment,
        locate::{Found, NotFound},
    },
    redact::Redactor,
};

/// Why a registration cannot be run, before anything runs.
#[derive(Debug)]
pub(crate) enum Unfit {
    /// The program is not to be found.
    Command(NotFound),
    /// A variable or secret it refers to is not set (HOST-14).
    Unset(Unset),
    /// The keychain cannot be used.
    Vault(vault::Error),
    /// The keychain did not answer in time.
    Silent,
    /// The folder to run in is not there.
    Folder(PathBuf),
}

impl Unfit {
    /// The kind, for a fitting suggestion.
    pub(crate) fn kind(&self) -> FailureKind {
        match self {
            Self::Command(NotFound { found: Found::Nothing, .. }) => FailureKind::CommandMissing,
            Self::Command(NotFound {
                found: Found::Folder(_) | Found::NotExecutable(_), ..
            }) => FailureKind::NotRunnable,
            Self::Unset(_) => FailureKind::Unset,
            Self::Vault(vault::Error::Locked | vault::Error::Absent(_)) | Self::Silent => {
                FailureKind::Keychain
            }
            Self::Vault(_) => FailureKind::Internal,
            Self::Folder(_) => FailureKind::NotRunnable,
        }
    }
}

/// What a start takes, with secrets in it.
#[derive(Debug)]
pub(crate) enum Way {
    /// A program to run.
    Program(mcp::Launch),
    /// An address to call.
    Address(mcp::Target),
}

/// Puts everything in its place, and tells which secrets went in.
pub(crate) async fn resolve(
    transport: &Transport,
    environment: &Environment,
    vault: &Vault,
) -> Result<(Way, Redactor), Unfit> {
    let fill = Fill { environment, vault, redactor: Redactor::default() };
    match transport {
        Transport::Stdio(stdio) => program(stdio, fill).await,
        Transport::Http(http) => address(http, fill).await,
    }
}

async fn address(http: &Http, mut fill: Fill<'_>) -> Result<(Way, Redactor), Unfit> {
    let url = fill.text(&http.url).await?;
    let mut headers = Vec::with_capacity(http.headers.len());
    for (name, text) in &http.headers {
        let value = fill.text(text).await?;
        // A variable in a header is a key as often as a secret is, and a server may well say back
        // what it was sent.
        if Template::parse(text).references().next().is_some() {
            fill.redactor.add(&value);
        }
        headers.push((name.clone(), value));
    }
    Ok((Way::Address(mcp::Target { url, headers }), fill.redactor))
}

async fn program(stdio: &Stdio, mut fill: Fill<'_>) -> Result<(Way, Redactor), Unfit> {
    let environment = fill.environment;
    let command = fill.plain(&stdio.command)?;
    let cwd = match &stdio.cwd {
        Some(folder) => environment.at_home(fill.plain(folder)?.reveal()),
        None => environment.home().to_owned(),
    };
    if !cwd.is_dir() {
        return Err(Unfit::Folder(cwd));
    }
    let mut args = Vec::with_capacity(stdio.args.len());
    for arg in &stdio.args {
        args.push(fill.text(arg).await?);
    }
    let mut own = Vec::with_capacity(stdio.env.len());
    for (name, value) in &stdio.env {
        own.push((name.clone(), fill.text(value).await?));
    }
    let program = environment.locate(command.reveal(), &cwd).map_err(Unfit::Command)?;
    let launch = mcp::Launch { program, args, env: environment.child(&own), cwd: Some(cwd) };
    Ok((Way::Program(launch), fill.redactor))
}

struct Fill<'a> {
    environment: &'a Environment,
    vault: &'a Vault,
    /// Knows those that were put in so far.
    redactor: Redactor,
}

impl Fill<'_> {
    /// A text without secrets: it is shown where the program cannot be run, so none goes in.
    fn plain(&self, text: &str) -> Result<Secret, Unfit> {
        let expanded = Template::parse(text).expand(|name| self.environment.var(name), |_| None);
        expanded.map_err(Unfit::Unset)
    }

    async fn text(&mut self, text: &str) -> Result<Secret, Unfit> {
        let template = Template::parse(text);
        let mut secrets = Vec::new();
        for reference in template.references().filter(|it| it.kind == Kind::Secret) {
            if let Some(value) = self.vault.get(&reference.name).await.map_err(Unfit::Vault)? {
                secrets.push((reference.name.clone(), value));
            }
        }
        let secret =
            |name: &str| secrets.iter().find(|(it, _)| it == name).map(|(_, value)| value.clone());
        let expanded = template.expand(|name| self.environment.var(name), secret);
        let expanded = expanded.map_err(Unfit::Unset)?;
        for (_, value) in &secrets {
            self.redactor.add(value);
        }
        Ok(expanded)
    }
}

#[cfg(test)]
mod tests {
    use std::{ffi::OsString, time::Duration};

    use super::*;

    async fn resolved(transport: Transport) -> Result<(Way, Redactor), Unfit> {
        let vault = Vault::memory();
        vault.set("TOKEN", Secret::from("hunter2hunter2")).await.unwrap();
        let vars = [
            ("HOME", "/"),
            ("PATH", "/usr/bin:/bin"),
            ("SHELL", "/bin/false"),
            ("CI_KEY", "k-1234567890"),
        ];
        let vars = vars.map(|(name, value)| (OsString::from(name), OsString::from(value)));
        let environment = Environment::find(vars, Duration::from_secs(5)).await;
        resolve(&transport, &environment, &vault).await
    }

    /// HOST-14, HOST-48
    #[tokio::test]
    async fn the_secrets_of_a_launch_are_known_to_its_redactor() {
        let stdio = Stdio {
            command: "sh".into(),
            args: vec!["Bearer ${secret:TOKEN}".into()],
            ..Stdio::default()
        };
        let (way, redactor) = resolved(Transport::Stdio(stdio)).await.unwrap();
        let Way::Program(launch) = way else { panic!("{way:?}") };
        let args: Vec<_> = launch.args.iter().map(Secret::reveal).collect();
        assert_eq!(args, ["Bearer hunter2hunter2"]);
        assert_eq!(redactor.text("got hunter2hunter2".into()), "got •••");
    }

    /// HOST-48
    #[tokio::test]
    async fn a_command_is_given_no_secret() {
        let stdio = Stdio { command: "/x/${secret:TOKEN}".into(), ..Stdio::default() };
        let unfit = resolved(Transport::Stdio(stdio)).await.unwrap_err();
        assert!(matches!(&unfit, Unfit::Unset(_)), "{unfit:?}");
    }

    /// HOST-14, HOST-48
    #[tokio::test]
    async fn what_is_put_into_a_header_is_known_to_the_redactor() {
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let http = Http {
            url: "https://a.example/mcp".into(),
            headers: [
                header("Authorization", "Bearer ${secret:TOKEN}"),
                header("X-Key", "${CI_KEY}"),
                header("X-Region", "north-west"),
            ]
            .into(),
        };
        let (way, redactor) = resolved(Transport::Http(http.clone())).await.unwrap();
        let Way::Address(target) = way else { panic!("{way:?}") };
        let sent: Vec<_> =
            target.headers.iter().map(|(name, value)| (name.as_str(), value.reveal())).collect();
        assert_eq!(
            sent,
            [
                ("Authorization", "Bearer hunter2hunter2"),
                ("X-Key", "k-1234567890"),
                ("X-Region", "north-west")
            ]
        );
        let said = "hunter2hunter2, k-1234567890 in north-west".to_owned();
        assert_eq!(redactor.text(said), "•••, ••• in north-west");

        let headers = [header("Authorization", "Bearer ${secret:NONE}")].into();
        let unfit = resolved(Transport::Http(Http { headers, ..http })).await.unwrap_err();
        assert_eq!(unfit.kind(), FailureKind::Unset);
    }
}
