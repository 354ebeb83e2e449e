//! Where an API's paths begin, whatever a person pasted of its address; it sends nothing.

use url::Url;

use crate::endpoint::Dialect;

/// The port on which Ollama answers, and at whose `/api` it speaks a tongue of its own.
const OLLAMA: u16 = 11434;

/// What an address may end in when it was copied with the path of one call. Longer ones come first.
const CALLS: &[&str] =
    &["/chat/completions", "/completions", "/responses", "/messages", "/models", "/embeddings"];

/// The address that every path of `dialect` is appended to, without a stroke at its end.
///
/// `http://localhost:11434`, `…/v1`, `…/v1/` and `…/v1/chat/completions` are all the same place.
pub(crate) fn root(dialect: Dialect, pasted: &Url) -> String {
    let mut url = pasted.clone();
    url.set_query(None);
    url.set_fragment(None);
    let port = url.port_or_known_default();
    let path = path(dialect, url.path(), port);
    url.set_path(&path);
    url.as_str().trim_end_matches('/').to_owned()
}

/// Whether an address is on this machine.
pub fn is_near(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}

fn path(dialect: Dialect, path: &str, port: Option<u16>) -> String {
    let path = without_call(path.trim_end_matches('/'));
    match dialect {
        Dialect::ChatCompletions | Dialect::Responses => match path {
            "" => "/v1".to_owned(),
            "/api" | "/api/chat" | "/api/generate" | "/api/tags" if port == Some(OLLAMA) => {
                "/v1".to_owned()
            }
            "/api" => "/api/v1".to_owned(),
            path => path.to_owned(),
        },
        Dialect::Anthropic => path.strip_suffix("/v1").unwrap_or(path).to_owned(),
        Dialect::Gemini => {
            // A call stands behind the name of its model, after a colon.
            let path = path.split("/models/").next().unwrap_or(path);
            let versions = ["/v1beta", "/v1alpha", "/v1"];
            versions.iter().find_map(|it| path.strip_suffix(it)).unwrap_or(path).to_owned()
        }
    }
}

fn without_call(path: &str) -> &str {
    CALLS.iter().find_map(|call| path.strip_suffix(call)).unwrap_or(path).trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(dialect: Dialect, pasted: &str) -> String {
        root(dialect, &Url::parse(pasted).unwrap())
    }

    #[test]
    fn whatever_is_pasted_of_a_chat_api_leads_to_the_same_place() {
        for pasted in [
            "http://localhost:11434",
            "http://localhost:11434/",
            "http://localhost:11434/v1",
            "http://localhost:11434/v1/",
            "http://localhost:11434/v1//",
            "http://localhost:11434/v1/chat/completions",
            "http://localhost:11434/v1/models?x=1#y",
            "http://localhost:11434/v1/responses",
            "http://localhost:11434/api",
            "http://localhost:11434/api/chat",
        ] {
            let root = of(Dialect::ChatCompletions, pasted);
            assert_eq!(root, "http://localhost:11434/v1", "{pasted}");
        }
    }

    #[test]
    fn a_path_of_its_own_is_kept() {
        for (pasted, root) in [
            ("https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"),
            ("https://openrouter.ai/api", "https://openrouter.ai/api/v1"),
            ("https://openrouter.ai/api/v1/chat/completions", "https://openrouter.ai/api/v1"),
            ("https://api.groq.com/openai/v1", "https://api.groq.com/openai/v1"),
            ("https://x.example/v1beta/openai/", "https://x.example/v1beta/openai"),
            ("https://api.openai.com", "https://api.openai.com/v1"),
        ] {
            assert_eq!(of(Dialect::ChatCompletions, pasted), root, "{pasted}");
            assert_eq!(of(Dialect::Responses, pasted), root, "{pasted}");
        }
    }

    #[test]
    fn the_other_apis_bring_their_version_themselves() {
        for pasted in
            ["https://a.example", "https://a.example/v1", "https://a.example/v1/messages/"]
        {
            assert_eq!(of(Dialect::Anthropic, pasted), "https://a.example", "{pasted}");
        }
        assert_eq!(
            of(Dialect::Anthropic, "https://a.example/anthropic"),
            "https://a.example/anthropic"
        );
        for pasted in [
            "https://g.example",
            "https://g.example/v1beta",
            "https://g.example/v1beta/models",
            "https://g.example/v1beta/models/gemini-x:streamGenerateContent?alt=sse&key=k",
        ] {
            assert_eq!(of(Dialect::Gemini, pasted), "https://g.example", "{pasted}");
        }
    }

    #[test]
    fn this_machine_is_known_by_its_names() {
        for near in
            ["http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1", "http://127.9.9.9"]
        {
            assert!(is_near(&Url::parse(near).unwrap()), "{near}");
        }
        for far in ["http://localhost.example", "http://192.168.0.2", "https://api.openai.com"] {
            assert!(!is_near(&Url::parse(far).unwrap()), "{far}");
        }
    }
}
