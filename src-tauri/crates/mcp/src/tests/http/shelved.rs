//! What a server of the modern era says to be good for a while (`ttlMs`), and for whom.

use serde_json::{Value, json};
use stdx::secret::Secret;

use super::{
    super::{
        asker::{accept, asker},
        call, soon, text,
    },
    Desk,
    site::{Seen, Site, Talk, Told, dull_modern},
};
use crate::{Errand, Target};

const HOUR: u64 = 3_600_000;

/// Says of everything that it is good for an hour, and lists a tool that is named after the key by
/// which it was asked.
fn lasting(scope: &'static str) -> impl Fn(Seen, Talk) -> Told + Send + Sync + 'static {
    move |seen, talk| {
        Box::pin(async move {
            let good = |mut result: Value| {
                result["ttlMs"] = json!(HOUR);
                result["cacheScope"] = json!(scope);
                seen.result(&result)
            };
            match seen.message["method"].as_str() {
                Some("tools/list") => {
                    let name = seen.header("x-key").unwrap_or("nobody");
                    let tools = json!([{ "name": name, "inputSchema": { "type": "object" } }]);
                    talk.json(200, &good(json!({ "resultType": "complete", "tools": tools }))).await
                }
                Some("resources/read") => {
                    let contents = json!([{ "uri": "a:b", "text": "x" }]);
                    let result = json!({ "resultType": "complete", "contents": contents });
                    talk.json(200, &good(result)).await
                }
                Some("tools/call") => {
                    let said = &seen.message["params"]["inputResponses"]["q"]["content"];
                    let result = if said.is_null() {
                        let params =
                            json!({ "message": "Who?", "requestedSchema": { "type": "object" } });
                        let ask = json!({ "method": "elicitation/create", "params": params });
                        json!({ "resultType": "input_required", "inputRequests": { "q": ask } })
                    } else {
                        json!({ "resultType": "complete",
                            "content": [{ "type": "text", "text": said["who"] }] })
                    };
                    talk.json(200, &good(result)).await
                }
                _ => dull_modern(&seen).unwrap().tell(talk).await,
            }
        })
    }
}

fn with_key(site: &Site, key: &str) -> Target {
    Target { headers: vec![("X-Key".to_owned(), Secret::from(key))], ..site.target() }
}

/// Whatever the scope: a connection has one set of keys, and shares with no other.
#[tokio::test]
async fn what_is_kept_for_one_connection_is_seen_by_no_other() {
    for scope in ["private", "public", "nonsense"] {
        let site = Site::any(lasting(scope)).await;
        let desk = Desk::new();
        let mut asked = 0;
        for key in ["ada", "bob", "ada"] {
            let connection = desk.connect(with_key(&site, key)).await;
            let client = connection.client();
            for _ in 0..3 {
                let list = soon(client.tools()).await.unwrap();
                assert_eq!(list.tools[0].name, key, "{scope}");
            }
            asked += 1;
            assert_eq!(site.asked("tools/list").len(), asked, "{scope}: once for each connection");
            soon(connection.close()).await;
        }
    }
}

/// What came of a question is the answer of one person to one call.
#[tokio::test]
async fn what_came_of_a_question_is_never_kept() {
    let site = Site::any(lasting("public")).await;
    let (asker, mut questions) = asker();
    let mut desk = Desk::new();
    desk.settings.asker = Some(asker);
    let connection = desk.connect(site.target()).await;
    let client = connection.client();
    for who in ["Ada", "Bob"] {
        let answer = async { questions.next().await.answer(accept(json!({ "who": who }))) };
        let (outcome, ()) = soon(async { tokio::join!(client.call(call("greet")), answer) }).await;
        assert_eq!(text(&outcome.unwrap()), who);
    }
    assert_eq!(site.asked("tools/call").len(), 4);
    for _ in 0..2 {
        soon(client.read("a:b", Errand::default())).await.unwrap();
    }
    assert_eq!(site.asked("resources/read").len(), 2, "nothing but lists is kept");
}
