//! Notes when secrets were last handed to a server; it never sees one.

use std::collections::BTreeSet;

use model::server::Transport;
use tracing::warn;
use vault::template::{Kind, Template};

use crate::parts::Parts;

/// Notes that the secrets that a server gets were handed out just now. A note that cannot be made
/// holds nothing up.
pub(crate) async fn note(parts: &Parts, transport: &Transport) {
    for key in keys_of(transport) {
        if let Err(error) = parts.db.secrets().used(&key).await {
            warn!(%key, %error, "the use of a secret is not noted");
        }
    }
}

/// The keys of the secrets that a server gets.
pub(crate) fn keys_of(transport: &Transport) -> BTreeSet<String> {
    let texts: Vec<&String> = match transport {
        Transport::Stdio(stdio) => stdio.args.iter().chain(stdio.env.values()).collect(),
        Transport::Http(http) => [&http.url].into_iter().chain(http.headers.values()).collect(),
    };
    let secrets = texts.into_iter().flat_map(|text| {
        let template = Template::parse(text);
        let secrets = template.references().filter(|it| it.kind == Kind::Secret);
        secrets.map(|it| it.name.clone()).collect::<Vec<_>>()
    });
    secrets.collect()
}

#[cfg(test)]
mod tests {
    use model::server::{Http, Stdio};

    use super::*;

    fn keys(transport: &Transport) -> Vec<String> {
        keys_of(transport).into_iter().collect()
    }

    #[test]
    fn each_secret_that_goes_in_is_named_once() {
        let stdio = Stdio {
            command: "x".into(),
            args: vec!["--key=${secret:B}".into(), "${VAR}".into(), "$${secret:NO}".into()],
            env: [("A".into(), "${secret:A} ${secret:B}".into())].into(),
            ..Stdio::default()
        };
        assert_eq!(keys(&Transport::Stdio(stdio)), ["A", "B"]);
        let headers = [("Authorization".into(), "Bearer ${secret:T}".into())].into();
        let http = Http { url: "https://a.example/${secret:PATH_KEY}".into(), headers };
        assert_eq!(keys(&Transport::Http(http)), ["PATH_KEY", "T"]);
    }
}
