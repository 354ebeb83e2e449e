//! Notes when secrets were last handed to a server; it never sees one.

use std::collections::BTreeSet;

use model::server::Stdio;
use tracing::warn;
use vault::template::{Kind, Template};

use crate::parts::Parts;

/// Notes that the secrets that a program gets were handed out just now. A note that cannot be made
/// holds nothing up.
pub(crate) async fn note(parts: &Parts, stdio: &Stdio) {
    for key in keys_of(stdio) {
        if let Err(error) = parts.db.secrets().used(&key).await {
            warn!(%key, %error, "the use of a secret is not noted");
        }
    }
}

/// The keys of the secrets that a program gets.
pub(crate) fn keys_of(stdio: &Stdio) -> BTreeSet<String> {
    let texts = stdio.args.iter().chain(stdio.env.values());
    let secrets = texts.flat_map(|text| {
        let template = Template::parse(text);
        let secrets = template.references().filter(|it| it.kind == Kind::Secret);
        secrets.map(|it| it.name.clone()).collect::<Vec<_>>()
    });
    secrets.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_secret_that_goes_in_is_named_once() {
        let stdio = Stdio {
            command: "x".into(),
            args: vec!["--key=${secret:B}".into(), "${VAR}".into(), "$${secret:NO}".into()],
            env: [("A".into(), "${secret:A} ${secret:B}".into())].into(),
            ..Stdio::default()
        };
        assert_eq!(keys_of(&stdio).into_iter().collect::<Vec<_>>(), ["A", "B"]);
    }
}
