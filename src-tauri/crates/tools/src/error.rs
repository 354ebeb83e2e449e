//! Why a tool could not be called.

use model::name::ServerName;

use crate::arguments::Misfit;

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server or the call failed.
    #[error(transparent)]
    Servers(#[from] servers::Error),
    /// The server lists no such tool.
    #[error("`{server}` has no tool `{}`{}", visible(tool), nearest(near.as_deref()))]
    UnknownTool {
        /// The server.
        server: ServerName,
        /// The name asked for.
        tool: String,
        /// The name that was probably meant.
        near: Option<String>,
    },
    /// The arguments do not fit the tool's own schema; nothing was sent.
    #[error("the arguments do not fit `{}`: {}", visible(tool), all(misfits))]
    BadArguments {
        /// The tool.
        tool: String,
        /// Each field that is wrong; at least one.
        misfits: Vec<Misfit>,
    },
}

fn visible(name: &str) -> String {
    stdx::text::visible(&stdx::text::clip(name, 80))
}

fn nearest(near: Option<&str>) -> String {
    near.map(|it| format!("; did you mean `{}`", visible(it))).unwrap_or_default()
}

fn all(misfits: &[Misfit]) -> String {
    let texts: Vec<_> = misfits.iter().take(3).map(ToString::to_string).collect();
    let rest = misfits.len() - texts.len();
    let more = if rest > 0 { format!("; and {rest} more") } else { String::new() };
    format!("{}{more}", texts.join("; "))
}
