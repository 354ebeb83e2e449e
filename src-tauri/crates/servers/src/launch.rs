//! From a registration to what is really run: variables and secrets put in, the program found.

use std::path::PathBuf;

use model::{server::Stdio, state::FailureKind};
use stdx::secret::Secret;
use vault::{
    Vault,
    template::{Kind, Template, Unset},
};

use crate::environment::{
    Environment,
    locate::{Found, NotFound},
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
            Self::Vault(_) => FailureKind::Internal,
            Self::Folder(_) => FailureKind::NotRunnable,
        }
    }
}

/// Puts everything in its place.
pub(crate) async fn resolve(
    stdio: &Stdio,
    environment: &Environment,
    vault: &Vault,
) -> Result<mcp::Launch, Unfit> {
    let fill = Fill { environment, vault };
    let command = fill.text(&stdio.command).await?;
    let cwd = match &stdio.cwd {
        Some(folder) => environment.at_home(fill.text(folder).await?.reveal()),
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
    Ok(mcp::Launch { program, args, env: environment.child(&own), cwd: Some(cwd) })
}

struct Fill<'a> {
    environment: &'a Environment,
    vault: &'a Vault,
}

impl Fill<'_> {
    async fn text(&self, text: &str) -> Result<Secret, Unfit> {
        let template = Template::parse(text);
        let mut secrets = Vec::new();
        for reference in template.references().filter(|it| it.kind == Kind::Secret) {
            if let Some(value) = self.vault.get(&reference.name).await.map_err(Unfit::Vault)? {
                secrets.push((reference.name.clone(), value));
            }
        }
        let secret =
            |name: &str| secrets.iter().find(|(it, _)| it == name).map(|(_, value)| value.clone());
        template.expand(|name| self.environment.var(name), secret).map_err(Unfit::Unset)
    }
}
