//! Asks a provider which models it has; how many of them are of use it does not know.

use serde_json::Value;
use url::Url;

use crate::{
    base,
    endpoint::{Dialect, Endpoint},
    error::Error,
    http::{Http, beginning, key_header},
    listed::Listed,
    status::{looks_like_html, not_an_api},
};

/// The longest page of a list that is read.
const LONGEST: usize = 16 * 1024 * 1024;
/// How many pages are read at most.
const PAGES: usize = 20;
/// Where those who tell how much a model reads have it.
const CONTEXTS: &[&str] = &[
    "/context_length",
    "/max_model_len",
    "/max_input_tokens",
    "/context_window",
    "/max_context_length",
    "/inputTokenLimit",
    "/meta/n_ctx",
    "/meta/n_ctx_train",
];

/// All models, in the provider's own order.
pub(crate) async fn models(http: &Http, endpoint: &Endpoint) -> Result<Vec<Listed>, Error> {
    let mut found = Vec::new();
    let mut after = None;
    for _ in 0..PAGES {
        let page = page(http, endpoint, after.as_deref()).await?;
        found.extend(listed(&page));
        after = next(endpoint.dialect, &page);
        if after.is_none() {
            break;
        }
    }
    Ok(found)
}

async fn page(http: &Http, endpoint: &Endpoint, after: Option<&str>) -> Result<Value, Error> {
    let url = address(endpoint, after)?;
    let mut request = http.client(&url).get(url).headers(key_header(endpoint)?);
    if endpoint.dialect == Dialect::Anthropic {
        request = request.header("anthropic-version", "2023-06-01");
    }
    let answer = http.send(request).await?;
    let status = answer.status().as_u16();
    let body = beginning(answer, LONGEST).await;
    let page = serde_json::from_str::<Value>(&body).ok().filter(|it| entries(it).is_some());
    page.filter(|_| !looks_like_html(&body)).ok_or_else(|| not_an_api(status, &body))
}

fn address(endpoint: &Endpoint, after: Option<&str>) -> Result<Url, Error> {
    let root = base::root(endpoint.dialect, &endpoint.base_url);
    let (path, size, next) = match endpoint.dialect {
        Dialect::ChatCompletions | Dialect::Responses => ("/models", None, None),
        Dialect::Anthropic => ("/v1/models", Some(("limit", "1000")), Some("after_id")),
        Dialect::Gemini => ("/v1beta/models", Some(("pageSize", "1000")), Some("pageToken")),
    };
    let mut url =
        Url::parse(&format!("{root}{path}")).map_err(|it| Error::Unusable(it.to_string()))?;
    url.query_pairs_mut().extend_pairs(size).extend_pairs(next.zip(after));
    if url.query() == Some("") {
        url.set_query(None);
    }
    Ok(url)
}

fn entries(page: &Value) -> Option<&Vec<Value>> {
    // Together answers with the bare list.
    page.get("data").or_else(|| page.get("models")).unwrap_or(page).as_array()
}

fn next(dialect: Dialect, page: &Value) -> Option<String> {
    let token = match dialect {
        Dialect::ChatCompletions | Dialect::Responses => None,
        Dialect::Anthropic if page.get("has_more") == Some(&Value::Bool(true)) => {
            page.get("last_id")
        }
        Dialect::Anthropic => None,
        Dialect::Gemini => page.get("nextPageToken"),
    };
    token?.as_str().filter(|it| !it.is_empty()).map(str::to_owned)
}

fn listed(page: &Value) -> Vec<Listed> {
    entries(page).into_iter().flatten().filter_map(one).collect()
}

fn one(entry: &Value) -> Option<Listed> {
    let text = |key: &str| entry.get(key).and_then(Value::as_str).filter(|it| !it.is_empty());
    let id = text("id").or_else(|| text("name"))?;
    // Google lists what makes vectors and pictures beside what talks.
    let ways = entry.get("supportedGenerationMethods").and_then(Value::as_array);
    if ways.is_some_and(|ways| !ways.iter().any(|it| it == "generateContent")) {
        return None;
    }
    let id = id.strip_prefix("models/").unwrap_or(id);
    let title = text("display_name").or_else(|| text("displayName"));
    let title = title.or_else(|| text("name")).filter(|it| *it != id && !it.ends_with(id));
    let context = CONTEXTS.iter().find_map(|at| entry.pointer(at).and_then(Value::as_u64));
    Some(Listed { id: id.to_owned(), title: title.map(str::to_owned), context })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn only(page: &Value) -> (String, Option<String>, Option<u64>) {
        let mut listed = listed(page);
        let Listed { id, title, context } = listed.pop().unwrap();
        assert_eq!(listed, []);
        (id, title, context)
    }

    #[test]
    fn each_provider_s_entry_is_read_for_its_name_and_its_room() {
        let some = |text: &str| Some(text.to_owned());
        for (page, id, title, context) in [
            (json!({"data": [{"id": "gpt-x", "object": "model"}]}), "gpt-x", None, None),
            (
                json!({"data": [{"id": "a/b", "name": "A: B", "context_length": 9}]}),
                "a/b",
                some("A: B"),
                Some(9),
            ),
            (json!({"data": [{"id": "v", "max_model_len": 7}]}), "v", None, Some(7)),
            (json!({"data": [{"id": "l", "meta": {"n_ctx_train": 5}}]}), "l", None, Some(5)),
            (
                json!({"data": [{"id": "c", "display_name": "C", "max_input_tokens": 3}]}),
                "c",
                some("C"),
                Some(3),
            ),
            (
                json!({"models": [
                    {"name": "models/g", "displayName": "G", "inputTokenLimit": 4,
                     "supportedGenerationMethods": ["generateContent"]},
                    {"name": "models/e", "supportedGenerationMethods": ["embedContent"]},
                ]}),
                "g",
                some("G"),
                Some(4),
            ),
            (json!([{"id": "t"}]), "t", None, None),
        ] {
            assert_eq!(only(&page), (id.to_owned(), title, context), "{page}");
        }
    }
}
