//! Which secrets a registration refers to, and from where; it looks nothing up.

use std::collections::BTreeSet;

use model::server::{Draft, Server, Transport};
use vault::template::{Kind, Template};

/// The keys of the secrets that any of these servers refers to.
pub(crate) fn of_all(servers: &[Server]) -> BTreeSet<String> {
    servers.iter().flat_map(keys_of).collect()
}

/// The keys of the secrets that a server refers to.
pub(crate) fn keys_of(server: &Server) -> impl Iterator<Item = String> + use<> {
    places(&server.draft).into_iter().map(|(_, key)| key)
}

/// The secrets of one registration, each with the name of the variable, header or field it is in.
pub(crate) fn places(draft: &Draft) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut look = |place: &str, text: &str| {
        let template = Template::parse(text);
        let secrets = template.references().filter(|it| it.kind == Kind::Secret);
        found.extend(secrets.map(|it| (place.to_owned(), it.name.clone())));
    };
    match &draft.transport {
        Transport::Stdio(it) => {
            it.env.iter().for_each(|(name, value)| look(name, value));
            it.args.iter().for_each(|arg| look("args", arg));
        }
        Transport::Http(it) => {
            it.headers.iter().for_each(|(name, value)| look(name, value));
            look("url", &it.url);
        }
    }
    found
}
